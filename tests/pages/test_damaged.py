"""Files that chance has damaged are understood or refused; `tests.benchmarks.damaged` has them at length."""

import pytest

from tests.benchmarks import damaged

FILES = 48


@pytest.mark.thorough
def test_a_damaged_file_is_loaded_or_refused():
    found = damaged.load_some(3, lambda n: n >= FILES)
    assert found.total() == FILES
    understood = {
        outcome: sum(n for (_name, kind), n in found.items() if kind == outcome) for outcome in ("loaded", "refused")
    }
    assert min(understood.values()) > 0


@pytest.mark.thorough
def test_what_shows_a_path_of_the_server_is_found(monkeypatch):
    monkeypatch.setattr(damaged, "NEVER", ("truth",))
    with pytest.raises(damaged.WrongError, match="the page shows 'truth'"):
        damaged.load_some(3, lambda n: n >= FILES)
