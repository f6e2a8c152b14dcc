"""What the tests of the compiled reading share: a cache of their own, and the backends."""

import pytest

import linkwise
from linkwise.compiled import emit_vector


@pytest.fixture
def streamed(monkeypatch):
    """Write long rows past the caches, however few they are."""
    assert "(1 << 22)" in emit_vector.WRITERS
    monkeypatch.setattr(emit_vector, "WRITERS", emit_vector.WRITERS.replace("(1 << 22)", "0"))


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    """Keep what the tests compile out of the user's cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(params=["c", "numpy"])
def compiled(request):
    """Return `linkwise.compile` with each backend in turn."""
    return lambda robot, **options: linkwise.compile(robot, request.param, **options)
