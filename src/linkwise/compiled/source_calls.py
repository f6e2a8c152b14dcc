"""Source code of compiled functions, for use without linkwise."""

from typing import Literal, Unpack

from linkwise.compiled.c_dialect import Precision
from linkwise.compiled.export_c import CSource, c_source
from linkwise.compiled.export_javascript import javascript_module
from linkwise.compiled.export_python import python_module
from linkwise.compiled.exports import Options
from linkwise.models.robot import Robot


class SourceCalls:
    """The calls of a compiled robot that write source code."""

    robot: Robot
    _parameters: Literal["inertial"] | None

    def to_c(
        self,
        *functions: str,
        precision: Precision = "double",
        prefix: str | None = None,
        **options: Unpack[Options],
    ) -> CSource:
        """Return functions as portable C99: no allocation, nothing needed but ``<math.h>``.

        Parameters
        ----------
        *functions
            Names such as "rnea" and "crba".
        precision
            "double" or "single".
        prefix
            What all names begin with; by default made of the robot's name.
        **options
            Further inputs, and what `link_jacobian` takes; see `Options`.

        Returns
        -------
        CSource
            Header and source, with a ``main`` that compares with the plain functions' numbers if
            ``PREFIX_SELF_TEST`` is defined.

        Raises
        ------
        LinkwiseError
            If a function or an option is unknown, or the prefix cannot begin a C name.

        Examples
        --------
        >>> from linkwise import compile, rp
        >>> print(compile(rp(), "numpy").to_c("crba").source.splitlines()[-1])
        #endif /* PLANAR_RP_SELF_TEST */
        """
        inertial = bool(self._parameters)
        return c_source(self.robot, functions, precision, prefix, options, inertial=inertial)

    def to_python(self, *functions: str, **options: Unpack[Options]) -> str:
        """Return functions as a Python module that runs on any library of the array API standard.

        Each takes the library first: ``rnea(numpy, q, qd, qdd)``, with arrays ``(..., n)``.
        ``self_test(numpy)`` compares them with the plain functions' numbers.

        Parameters
        ----------
        *functions
            Names such as "rnea" and "crba".
        **options
            Further inputs, and what `link_jacobian` takes; see `Options`.

        Raises
        ------
        LinkwiseError
            If a function or an option is unknown.

        Examples
        --------
        >>> import numpy
        >>> from linkwise import compile, rp
        >>> module = {}
        >>> exec(compile(rp(), "numpy").to_python("crba"), module)
        >>> module["crba"](numpy, numpy.array([0.0, 0.6]))
        array([[0.92, 0.  ],
               [0.  , 2.  ]])
        """
        return python_module(self.robot, functions, options, inertial=bool(self._parameters))

    def to_javascript(
        self, *functions: str, module: bool = True, **options: Unpack[Options]
    ) -> str:
        """Return functions as JavaScript on plain arrays: ``rnea(q, qd, qdd)`` returns an array.

        ``selfTest()`` compares them with the plain functions' numbers.

        Parameters
        ----------
        *functions
            Names such as "rnea" and "crba".
        module
            Whether to write an ES module; otherwise nothing is exported, for use inside a page.
        **options
            Further inputs, and what `link_jacobian` takes; see `Options`.

        Raises
        ------
        LinkwiseError
            If a function or an option is unknown.

        Examples
        --------
        >>> from linkwise import compile, rp
        >>> text = compile(rp(), "numpy").to_javascript("crba")
        >>> [line for line in text.splitlines() if line.startswith("export")]
        ['export function crba(q) {', 'export function selfTest() {']
        """
        inertial = bool(self._parameters)
        return javascript_module(self.robot, functions, options, inertial=inertial, module=module)
