"""Pictures with matplotlib: arms, torques by cause, maps over two joints, motions."""

import importlib

from linkwise.spatial.errors import LinkwiseError

try:
    importlib.import_module("matplotlib")
except ModuleNotFoundError:
    raise LinkwiseError('pictures need Matplotlib: pip install "linkwise[plot]"') from None

from linkwise.plot.curves import run_torques, torques
from linkwise.plot.drawing import arm
from linkwise.plot.film import animation, film_page
from linkwise.plot.maps import gravity_map, mass_map

__all__ = ["animation", "arm", "film_page", "gravity_map", "mass_map", "run_torques", "torques"]
