"""What all tests share: how hypothesis draws, and that no test is skipped where all is there."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

# Matrices of a few rows: threads of the linear algebra library would only wait for each other.
# It reads this when NumPy is first imported, which is after this file.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ALL_INSTALLED = os.environ.get("LINKWISE_CI") == "1"

# A deadline measures the machine, not the code. Draws repeat where a run must repeat.
settings.register_profile("linkwise", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("linkwise")


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure; an expected failure, which pytest also files there, stays."""
    if ALL_INSTALLED and report.outcome == "skipped" and not hasattr(report, "wasxfail"):
        reason = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = (
            f"{report.nodeid} was skipped ({reason}), but LINKWISE_CI=1 says that everything "
            "is installed: install what it needs"
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a skipped test as failed when LINKWISE_CI=1."""
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Report a module that skips itself as failed when LINKWISE_CI=1."""
    report = yield
    _refuse_skip(report)
    return report
