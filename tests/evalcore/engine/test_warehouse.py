"""Tables of Ibis: DuckDB's and Spark's cells are those of the files, counted where the rows lie."""

import os
import shutil

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from evalcore import engine, metrics
from evalcore.counts import threshold_counts
from evalcore.engine import counting
from evalcore.engine.grid import ordered
from evalcore.engine.paths import in_order
from evalcore.engine.warehouse import Warehouse
from evalcore.errors import InputError
from tests.tiers import thorough

pytestmark = pytest.mark.slow

ibis = pytest.importorskip("ibis", reason="requirements-engine.txt has it")
LIMITS = engine.Limits(memory=1 << 29, threads=1)
HOSTILE = 'a";drop table t;--'


def rows():
    rng = np.random.default_rng(4)
    truth = rng.random(3000) < 0.3
    frame = pd.DataFrame({"y": truth, "s": rng.random(3000) * (1 + truth), "g": rng.choice(["a", "b", None], 3000)})
    frame["typed"], frame["case"] = np.round(frame.s, 4), rng.integers(0, 400, 3000)
    frame.loc[:4, "s"], frame.loc[5:7, "s"] = np.inf, np.nan
    return frame


@pytest.fixture(scope="module", params=["duckdb", thorough("spark")])
def table(request, tmp_path_factory):
    """The rows as a table of Ibis."""
    place = tmp_path_factory.mktemp("rows") / "rows.parquet"
    rows().to_parquet(place)
    if request.param == "duckdb":
        yield ibis.duckdb.connect().read_parquet(place)
        return
    pyspark = pytest.importorskip("pyspark.sql")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java: default-jre-headless")
    builder = pyspark.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "2").config("spark.driver.host", "127.0.0.1").getOrCreate()
    yield ibis.pyspark.connect(session).read_parquet(str(place))
    session.stop()


@pytest.mark.filterwarnings("ignore")  # of Spark and of Ibis
class TestSameAsFiles:
    @pytest.mark.parametrize("score", ["s", "typed"])
    def test_cells(self, table, score):
        mine = engine.source(table).cells("y", score, by="g")
        wanted = engine.source(rows(), limits=LIMITS).cells("y", score, by="g")
        assert [column.kind for column in engine.source(table).columns] == [
            "bool",
            "number",
            "text",
            "number",
            "number",
        ]
        assert set(mine.groups) == set(wanted.groups)
        pairs = [(mine, wanted), *((mine.groups[key], wanted.groups[key]) for key in wanted.groups)]
        for one, other in pairs:
            for name in ("low", "high", "n_pos", "n_neg"):
                assert (getattr(one.table, name) == getattr(other.table, name)).all()
            assert (one.auc_low, one.auc_high, one.digits) == (other.auc_low, other.auc_high, other.digits)
        assert mine.n_rows == wanted.n_rows
        assert mine.n_dropped == wanted.n_dropped

    @pytest.mark.parametrize("table", ["duckdb", thorough("spark")], indirect=True)
    @pytest.mark.parametrize(("score", "by"), [thorough("s", "g"), ("signed", None)])
    def test_cells_are_cut_where_the_rows_lie(self, table, score, by, monkeypatch):
        # Beside one that is far off all others crowd, so that parts are cut again; some fall below 0 as well.
        far = table.case == 3
        crowded = table.mutate(s=far.ifelse(1e3, table.s / 1e7), signed=far.ifelse(-2e4, (table.typed - 0.5) / 1e5))
        finer, rounds = Warehouse.finer, []
        monkeypatch.setattr(Warehouse, "finer", lambda me, *asked: rounds.append(len(asked[3])) or finer(me, *asked))
        monkeypatch.setattr(Warehouse, "batches", lambda *_args: pytest.fail("rows left the engine"))
        monkeypatch.setattr(counting, "MOST_FINER", 1 << 12)
        mine = engine.source(crowded).cells("y", score, by=by, tolerance=1e-3)
        wanted = engine.source(crowded.select("y", "g", score).to_pyarrow(), limits=LIMITS)
        wanted = wanted.cells("y", score, by=by, tolerance=1e-3)
        pairs = [(mine, wanted), *((mine.groups[key], wanted.groups[key]) for key in wanted.groups)]
        for one, other in pairs:
            assert len(one.table) > 100
            for name in ("low", "high", "n_pos", "n_neg"):
                assert (getattr(one.table, name) == getattr(other.table, name)).all()
        assert max(rounds) > 1

    @pytest.mark.thorough
    def test_the_order_of_numbers_is_that_of_their_bits(self, table):
        rng = np.random.default_rng(0)
        wide = rng.normal(size=400) * 10.0 ** rng.integers(-300, 300, 400)
        ends = [0.0, 5e-324, 2.0**-1022, 1.0, np.nextafter(1, 0), np.nextafter(2, 3), 1e308, -1.5, -5e-324]
        score = np.concatenate([wide, ends, rng.random(400), rng.random(50) * 1e-310])
        given = ibis.memtable(pd.DataFrame({"x": score, "i": np.arange(len(score))}))
        asked = given.select("i", found=in_order(ibis, given.x))
        found = table.get_backend().to_pyarrow(asked).to_pandas().sort_values("i")["found"]
        assert found.tolist() == (ordered(score) ^ np.uint64(1 << 63)).view(np.int64).tolist()

    def test_further_questions(self, table):
        source, files = engine.source(table), engine.source(rows(), limits=LIMITS)
        where = [("g", "in", ["a", "b"]), ("typed", ">", 0.1), ("g", "is known")]
        mine, wanted = (one.cells("y", "typed", where=where, tolerance=1e-7) for one in (source, files))
        assert mine.counts.tp.tolist() == wanted.counts.tp.tolist()
        assert mine.at(0.12345).table.tolist() == wanted.at(0.12345).table.tolist()
        assert mine.best(metrics.f1).value == wanted.best(metrics.f1).value
        assert (
            mine.rows(0.5, 0.6, size=5).frame["typed"].tolist() == wanted.rows(0.5, 0.6, size=5).frame["typed"].tolist()
        )
        asked = {"truth": "y", "score": "s", "case": "case", "threshold": 0.5}
        assert (source.by_case(**asked).products == files.by_case(**asked).products).all()
        each = [one.cells("y", ["s", "typed"])["s"].cases_at(0.5, "case") for one in (source, files)]
        assert len({str(sorted(np.column_stack([one.n, one.times]).tolist())) for one in each}) == 1
        assert source.values("g") == files.values("g")

    def test_truth_of_texts_and_weights(self, table):
        table = table.mutate(text=table.y.cast("string"))
        mine = engine.source(table).cells("text", "typed", weight="case")
        frame = rows()
        exact = threshold_counts(frame.y, frame.typed, sample_weight=frame.case)
        assert mine.counts.threshold.tolist() == exact.threshold.tolist()
        assert mine.counts.tp == pytest.approx(exact.tp)


def held(frame):
    return ibis.memtable(pa.Table.from_pandas(frame))


@pytest.mark.filterwarnings("ignore")
def test_a_hostile_name_stays_a_name():
    frame = pd.DataFrame({"y": [True, False], HOSTILE: [0.9, 0.1], "text": ["x", "'; drop table t;--"]})
    source = engine.source(held(frame))
    assert source.cells("y", HOSTILE).counts.n_pos == 1
    assert source.cells("y", HOSTILE, where={"text": "'; drop table t;--"}).n_rows == 1
    with pytest.raises(InputError, match="must hold no negative weight; got -1"):
        engine.source(held(frame.assign(w=-1.0))).cells("y", HOSTILE, weight="w")


@pytest.mark.filterwarnings("ignore")
def test_no_rows():
    source = engine.source(held(pd.DataFrame({"y": [True], "s": [0.5]})))
    cells = source.cells("y", "s", where={"s": 0.7})
    assert (cells.n_rows, len(cells.table)) == (0, 0)
    assert cells.reason is not None
