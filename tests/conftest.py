"""What all tests share: how hypothesis draws, and that no test is skipped where all is there."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# Matrices of a few rows: threads of the linear algebra library would only wait for each other.
# It reads this when NumPy is first imported, which is after this file.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ALL_INSTALLED = os.environ.get("LINKWISE_CI") == "1"
SKIPPED = os.environ.get("LINKWISE_SKIPPED")  # a file to which skipped tests are added, by name

# A deadline measures the machine, not the code. Draws repeat where a run must repeat.
settings.register_profile("linkwise", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("linkwise")


def _notice_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """List a skip, and turn it into a failure; an expected failure, also filed there, stays."""
    if report.outcome != "skipped" or hasattr(report, "wasxfail"):
        return
    if SKIPPED:
        with Path(SKIPPED).open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n")
    if ALL_INSTALLED:
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = (
            f"{report.nodeid} was skipped ({reason}), but LINKWISE_CI=1 says that everything "
            "is installed: install what it needs"
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """List a skipped test, and report it as failed when LINKWISE_CI=1."""
    report = yield
    _notice_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Do the same with a module that skips itself."""
    report = yield
    _notice_skip(report)
    return report
