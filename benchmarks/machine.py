"""What the figures were measured on and with."""

import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from linkwise.compiled.library import find_compiler

PACKAGES = ("linkwise", "numpy", "pin", "casadi", "example-robot-data")


def facts() -> Iterator[str]:
    """Yield lines of text."""
    compiler = find_compiler()
    yield f"CPU: {cpu()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
    yield f"Lanes: {compiler.lanes} states at once (doubles in a vector register)"
    yield f"Compilers: {compiler.version} (linkwise, CasADi), {gxx()} (Pinocchio's loops)"
    yield f"System: {platform.system()} {platform.release()}, Python {platform.python_version()}"
    yield "Packages: " + ", ".join(f"{name} {installed(name)}" for name in PACKAGES)


def cpu() -> str:
    """Return the processor's name."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    found = dict(line.split(":", 1) for line in lines if ":" in line)
    fields = {key.strip(): value.strip() for key, value in found.items()}
    family, model = fields.get("cpu family", "?"), fields.get("model", "?")
    return f"{fields.get('model name', platform.processor())} (family {family}, model {model})"


def gxx() -> str:
    """Return the C++ compiler's name and version."""
    path = shutil.which("g++")
    if path is None:
        return "no g++"
    done = subprocess.run(  # noqa: S603 - asks for the version
        [path, "-dumpfullversion"], capture_output=True, check=True, text=True
    )
    return f"g++ {done.stdout.strip()}"


def installed(name: str) -> str:
    """Return a package's version."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
