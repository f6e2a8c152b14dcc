"""`linkwise identify`: a robot's parameters from a record of its joints and torques."""

import argparse
from pathlib import Path

import numpy as np

from linkwise.cli.arguments import ROBOT, Subcommands, add_command
from linkwise.cli.chunks import with_progress
from linkwise.cli.csv_file import read_csv
from linkwise.cli.motion import readable
from linkwise.cli.output import check_output
from linkwise.cli.rates import missing_rates, source_of_rates
from linkwise.cli.text import csv_text, decimal
from linkwise.cli.trajectory import RATES, Recording, Rows
from linkwise.identification.consistent import consistent_robot
from linkwise.identification.differentiation import END, differentiate
from linkwise.identification.identified import Identified
from linkwise.identification.least_squares import identify
from linkwise.models.file_numbers import save_text
from linkwise.models.load import load
from linkwise.models.robot import EFFECTS
from linkwise.models.write_toml import save_toml
from linkwise.number_text import short
from linkwise.spatial.errors import LinkwiseError

CUTOFF = "10"  # Hz
DESCRIPTION = """\
Base parameters of a robot from a record of its motion, by least squares, with standard errors.

  linkwise identify arm.urdf run.csv                           estimates beside the model's numbers
  linkwise identify arm.urdf run.csv -o found.csv              the same as a file
  linkwise identify arm.urdf run.csv --model identified.toml   a robot of possible bodies that fits
"""
DATA = """\
a .csv file whose first line names the columns: t, then q1, tau1 and so on by the order of the
joints, or q_NAME, tau_NAME by their names; rates qd and accelerations qdd that are missing are
filtered and differentiated from t"""


def add_identify(commands: Subcommands) -> None:
    """Add `linkwise identify`."""
    words = "parameters of a robot from recorded motion and torques"
    command = add_command(commands, "identify", identified, words, DESCRIPTION)
    command.add_argument("robot", metavar="ROBOT", help=ROBOT)
    command.add_argument("data", metavar="DATA", type=Path, help=DATA)
    command.add_argument(
        "--effects",
        metavar="EFFECT",
        nargs="+",
        default=["friction"],
        choices=[*EFFECTS, "none"],
        help=f"what to identify besides the bodies: {', '.join(EFFECTS)}, or none; friction if not "
        "given; other effects are taken as the model has them",
    )
    command.add_argument(
        "--cutoff",
        metavar="HZ",
        help=f"of the filter before differentiation, in Hz; {CUTOFF} if not given",
    )
    command.add_argument(
        "-o", "--output", metavar="OUT", type=Path, help="write the table to a .csv file"
    )
    command.add_argument(
        "--model",
        metavar="MODEL",
        type=Path,
        help="write the robot with possible bodies that fit, nearest to ROBOT's, to a .toml file",
    )


def identified(arguments: argparse.Namespace) -> str:
    """Return the table of the estimates, which is written where asked, as is a robot that fits."""
    path, out, model = arguments.data, arguments.output, arguments.model
    if path.suffix != ".csv":
        raise LinkwiseError(f"{path}: a record for identification ends in .csv")
    for target, suffix in ((out, ".csv"), (model, ".toml")):
        if target is not None and target.suffix != suffix:
            raise LinkwiseError(f"{target}: this output ends in {suffix}")
    if out is not None:
        check_output(out, path)
    robot = load(arguments.robot)
    effects = [] if "none" in arguments.effects else list(dict.fromkeys(arguments.effects))
    with read_csv(path, robot, (*RATES, "tau")) as recording:
        blocks = with_progress(recording.blocks, recording.share, "reading")
        parts = list(readable(recording.file, blocks))
    record = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    rows, note = with_rates(recording, record, arguments.cutoff)
    found = identify(robot, *(rows[name] for name in (*RATES, "tau")), effects=effects)
    fitted = consistent_robot(found) if model is not None else None  # before anything is written
    report = [f"{robot.name} from {path}{note}", str(found)]
    if out is not None:
        save_text(csv_text(csv_rows(found)) + "\n", out)
        report.append(f"table written to {out}")
    if fitted is not None:
        save_toml(fitted, model)
        worst = float(np.abs(found.deviations(fitted)).max())
        report.append(
            f"robot written to {model}: its base parameters are within {worst:.2g} standard errors "
            "of the estimates"
        )
    return "\n\n".join(report)


def with_rates(recording: Recording, record: Rows, cutoff: str | None) -> tuple[Rows, str]:
    """Return the record with filtered rates where the file has none, and a note that says so."""
    if not (missing := missing_rates(recording)):
        if cutoff is not None:
            raise LinkwiseError(
                f"--cutoff: {recording.file} holds qd and qdd, so that nothing is differentiated"
            )
        return record, ""
    frequency, source = decimal(cutoff or CUTOFF), source_of_rates(recording)
    try:
        smooth = differentiate(record["t"], record[source], frequency)
    except LinkwiseError as error:
        raise LinkwiseError(f"{recording.file}: {error}; see --cutoff") from None
    rows = {name: a[smooth.kept] for name, a in record.items()}
    made = zip(RATES[RATES.index(source) :], (smooth.q, smooth.qd, smooth.qdd), strict=False)
    rows |= {name: a for name, a in made if name in (source, *missing)}
    note = (
        f"\n{' and '.join(missing)} not given: differentiated from {source}, which was filtered "
        f"with a cutoff of {short(frequency)} Hz\nand without delay; "
        f"{short(END / frequency)} s dropped at either end"
    )
    return rows, note


def csv_rows(found: Identified) -> list[list[object]]:
    """Return head and rows of the table for a file, every digit, and formulas of the groupings."""
    formulas = str(found.base).splitlines()
    columns = (found.labels, found.values, found.standard_errors, found.model, found.units)
    head: list[object] = ["parameter", "estimate", "standard_error", "model", "unit", "formula"]
    return [head, *map(list, zip(*columns, formulas, strict=True))]
