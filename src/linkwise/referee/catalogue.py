"""The catalogue of slips: the name of each kind, and one sentence that says what went wrong.

How each is made stands with what it is made in: terms and entries (`term_slips`), energies
(`energy_slips`) and the terms of K (`kinetic_slips`), the way from them to the torques
(`derivation_slips`), rows (`row_slips`).
"""

from linkwise.referee.slips import Slip

DROPPED = Slip("dropped term", "a term is missing")
SIGN = Slip("sign", "a term has the wrong sign")
DOUBLED = Slip("factor 2", "a term is twice what it should be")
HALVED = Slip("factor ½", "a term is half of what it should be: the factor 2 is missing")
SINE = Slip("sine and cosine exchanged", "sin stands where cos should, or cos where sin should")
LOST_WAVE = Slip("sine or cosine lost", "the angle of a link projects a length or a weight")
ANGLE = Slip(
    "wrong angle",
    "a link's angle is the sum of the joint angles up to it, the angle between two links the sum "
    "of those after the inner one up to the outer",
)
INDEX = Slip("wrong index", "a letter bears the index of another link or joint")
LENGTH = Slip("l for lc, or lc for l", "a joint sits at the length l, a centre of mass at lc")
DOT = Slip("wrong dot", "a coordinate, rate or acceleration stands where another of them should")
UNKNOWN = Slip("unknown letter", "the model has no such letter")
LOST_SQUARE = Slip("lost square", "a square is missing")
SQUARED = Slip("square too many", "a letter is squared that should not be")
LOST_FACTOR = Slip("lost factor", "a letter is missing in a product")
BRACKET = Slip("bracket", "a factor reaches a term that stands outside its bracket")

CORIOLIS_HALVED = Slip("Coriolis halved", "a product of two rates appears twice, as ij and as ji")
CORIOLIS_OUT = Slip("Coriolis left out", "the products of two rates are missing")
CORIOLIS_SIGN = Slip("Coriolis sign", "the products of two rates have the wrong sign")
CENTRIFUGAL_OUT = Slip("centrifugal left out", "the squares of rates are missing")
CENTRIFUGAL_SIGN = Slip("centrifugal sign", "the squares of rates have the wrong sign")
VELOCITY_OUT = Slip(
    "velocity terms left out", "d/dt acts on cos q too: the product rule was forgotten"
)
VELOCITY_SIGN = Slip("velocity terms: sign", "all products of rates have the wrong sign")
WEIGHT_OUT = Slip("gravity left out", "the terms with g are missing")
LETTER_OUT = Slip("letter left out", "every term with this letter is missing")
ENTRY_SIGN = Slip("entry: sign", "the whole entry has the wrong sign")
ENTRY_DOUBLED = Slip("entry: factor 2", "the whole entry is doubled")
ENTRY_HALVED = Slip("entry: factor ½", "the whole entry is halved")

GRAVITY_SIGN = Slip(
    "gravity sign",
    "P = −m gᵀ p grows with the height, and holding a weight takes a torque against it",
)
GRAVITY_TURNED = Slip(
    "gravity: sine and cosine exchanged",
    "the angle is measured from the horizontal, so heights are sines and gravity's arms cosines",
)
NO_HALF = Slip("energy without ½", "K = ½ m v² + ½ I ω²: all but gravity is doubled")

ROTATION = Slip("rotational energy left out", "the body turns too: ½ I ω² belongs to its energy")
RELATIVE = Slip(
    "relative rate for absolute rate",
    "the rate of a link is the sum of the joint rates up to it, not its own joint's alone",
)
TWICE = Slip(
    "inertia about the joint and m lc² at once",
    "the inertia about the joint was used, and m lc² added once more",
)
SEPARATE = Slip("energies of single motions added", "the square of a sum has a cross term")
CROSS_HALVED = Slip(
    "double product halved", "the square of a sum holds twice the product: (a + b)² has 2 a b"
)
ON_SLIDE = Slip(
    "inertia of turning on a slide", "a slider's inertia belongs to the joint that turns it"
)
CARRIED = Slip("weight not carried", "an outer link's weight also hangs on the joints further in")
HEIGHT = Slip(
    "reference height",
    "all heights in P are measured from one point: that of the link's joint is missing",
)
CONSTANT = Slip(
    "moving length taken as constant", "the slider's place in the inertia changes with q"
)

SLOPE_OUT = Slip("∂K/∂q forgotten", "Lagrange also subtracts ∂K/∂q, for M changes with q")
SLOPE_SIGN = Slip("∂K/∂q: sign", "Lagrange subtracts ∂K/∂q, it does not add it")
RATES_ALONE = Slip("d/dt acts on q̇ alone", "M changes with time as q does: d/dt (M q̇) = M q̈ + Ṁ q̇")
MATRIX = Slip("C for C q̇", "the velocity terms are C times the rates, not the sums of C's rows")
RATES_TWICE = Slip("C q̇ times q̇", "C q̇ holds the products of rates already")
FRICTION_SIGN = Slip("friction sign", "the motor works against friction: it adds b q̇")
FRICTION_IN_C = Slip("friction inside C", "C holds products of rates only; friction stands apart")
ABSOLUTE = Slip(
    "torques of absolute angles",
    "the motor of a joint turns all links after it: of absolute angles row i is τ_i − τ_(i+1)",
)

NOT_ROTATED = Slip(
    "row not rotated",
    "a row of another link is in that link's frame: R or Rᵀ takes it into this one's",
)
WRONG_WAY = Slip(
    "row rotated the wrong way",
    "R takes a row from a link's frame into that of the link before it, Rᵀ the other way",
)

CATALOGUE: dict[str, tuple[Slip, ...]] = {
    "in a term": (
        DROPPED, SIGN, DOUBLED, HALVED, SINE, LOST_WAVE, ANGLE, INDEX, LENGTH, DOT, UNKNOWN,
        LOST_SQUARE, SQUARED, LOST_FACTOR, BRACKET,
    ),
    "in an entry": (
        CORIOLIS_HALVED, CORIOLIS_OUT, CORIOLIS_SIGN, CENTRIFUGAL_OUT, CENTRIFUGAL_SIGN,
        VELOCITY_OUT, VELOCITY_SIGN, WEIGHT_OUT, LETTER_OUT, ENTRY_SIGN, ENTRY_DOUBLED,
        ENTRY_HALVED,
    ),
    "in an entry or an energy": (GRAVITY_SIGN, GRAVITY_TURNED, NO_HALF),
    "in an energy": (
        ROTATION, RELATIVE, TWICE, SEPARATE, CROSS_HALVED, ON_SLIDE, CARRIED, HEIGHT, CONSTANT,
    ),
    "on the way to the torques": (
        SLOPE_OUT, SLOPE_SIGN, RATES_ALONE, MATRIX, RATES_TWICE, FRICTION_SIGN, FRICTION_IN_C,
        ABSOLUTE,
    ),
    "in a row of the iterations": (NOT_ROTATED, WRONG_WAY),
}  # fmt: skip
