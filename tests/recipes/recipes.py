"""The recipes of CONTRIBUTING.md, each as what it edits and as a look at the page that shows it.

`edit` is run on a copy of the product, `look` by a process of its own in that copy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.recipes.product import Product


@dataclass(frozen=True)
class Recipe:
    """What a recipe may touch at most, and how it is followed and looked at."""

    files: int
    edit: Callable[[Product], None]
    look: Callable[[], None]


def opened(page, address=None, **chosen):
    """Run a page at an address, with choices already made in the session."""
    from streamlit.testing.v1 import AppTest  # noqa: PLC0415 - the process that edits needs no page

    at = AppTest.from_file(str(Path(f"pages/{page}.py").resolve()), default_timeout=60)
    for key, value in (address or {}).items():
        at.query_params[key] = value
    for key, value in chosen.items():
        at.session_state[key] = value
    at.run()
    assert not at.exception, at.exception
    return at


def everything(node):
    """Return what the browser is told of an element and of all within it, figures among them."""
    own = str(getattr(node, "proto", ""))
    return own + "".join(map(everything, getattr(node, "children", {}).values()))


# A metric.
def add_metric(product):
    product.insert(
        "evalcore/metrics/registry.py",
        '    "specificity": proportion(\n',
        """    "fdr": proportion(
        lambda cm: (cm.fp, cm.tp + cm.fp),
        question="Of the rows predicted positive, which share is negative?",
        notes="FP / (TP + FP) = 1 - precision.",
        title=Message("false discovery rate"),
        gaps=(NO_PREDICTED_POSITIVE,),
        formulas=(Formula("FDR", r"\\frac{FP}{TP+FP}"),),
    ),
""",
    )
    product.insert(
        "ui/shared/glossary.toml",
        "[measures.precision]",
        """[measures.false-discovery-rate]
name.en = "false discovery rate"
name.zh = "错误发现率"
is.en = "Of the rows that are predicted positive, the share that is negative."
is.zh = "预测为正例的样本中，真实为反例的比例。"
see = "confusion_matrix?sample=lecture-20"
outside = true

""",
    )
    product.append("tests/ui/shared/words_beyond_the_chapter.tsv", "false discovery rate\t错误发现率\n")
    product.translate("false discovery rate", "错误发现率", "evalcore/metrics/registry.py")


def look_at_metric():
    at = opened("confusion_matrix", {"sample": "lecture-20", "t": "0.5"})
    said = everything(at.main)
    assert "false discovery rate" in said
    assert "FDR" in said


# A metric as a line of the figure.
def add_line(product):
    product.replace("evalcore/views/threshold.py", '"accuracy")', '"accuracy", "specificity")')
    product.insert("evalcore/figures/style.py", '    "accuracy": ("', '    "specificity": ("#7A7A00", "longdash"),\n')


def look_at_line():
    at = opened("confusion_matrix", {"sample": "lecture-20", "t": "0.5"})
    assert "#7A7A00" in everything(at.main)


# A page.
PAGE = '''"""Drift: a page of the test."""

from __future__ import annotations

from ui.drift import sections
from ui.drift.exercises import EXERCISES
from ui.frame import header, page
from ui.shared.text import _

header.begin()
page.show(
    page.Page(topic="drift", title=_("Drift"), exercises=EXERCISES, sections=sections.of, of_loaded=False)
)
'''
SECTIONS = '''"""What stands in the sections of the page of drift."""

from __future__ import annotations

from functools import partial

import streamlit as st

from evalcore.figures.drift import drift_figure
from ui.frame.page import Answer, Figure, Sections, Tab
from ui.live import bridge
from ui.shared.text import _, say_in_figure


def of() -> Sections:
    """Return the sections for what is set."""
    return Sections(
        of_loaded=False,
        figure=lambda _t: Figure("drift_chart", drift_figure(say=say_in_figure, look=bridge.look()), _("A line.")),
        of=("drift",),
        answer=lambda _t: Answer(_("Everything moves.")),
        tabs=lambda _t: [Tab("readings", partial(st.markdown, _("Nothing to read yet.")))],
    )
'''
FIGURE = '''"""The figure of the page of drift."""

from __future__ import annotations

import plotly.graph_objects as go

from evalcore.errors import Say, message
from evalcore.figures.layout import Look
from evalcore.figures.style import POSITIVE


def drift_figure(*, say: Say = str, look: Look) -> go.Figure:
    """Return a line."""
    line = {"type": "scatter", "x": [0, 1], "y": [0, 1], "line": {"color": POSITIVE}, "name": say(message("drift"))}
    return go.Figure({"data": [line], "layout": {"height": 200}})
'''
EXERCISES = '''"""Exercises of drift."""

from __future__ import annotations

from typing import Final

from evalcore.errors import Message
from ui.exercises.kinds import Choice, Exercise, Solution
from ui.shared.text import N_

EXERCISES: Final[tuple[Exercise, ...]] = (
    Choice(
        key="moves",
        title=N_("Does it move?"),
        prompt=Message("Everything drifts. Does it move?"),
        options={"yes": N_("It moves"), "no": N_("It stays")},
        solve=lambda: Solution("yes", Message("What drifts moves.")),
    ),
    Choice(
        key="stays",
        title=N_("Does it stay?"),
        prompt=Message("Everything drifts. Does it stay?"),
        options={"yes": N_("It stays"), "no": N_("It moves")},
        solve=lambda: Solution("no", Message("What drifts moves.")),
    ),
)
'''
LESSON = """## What it means

Everything moves: 周志华《机器学习》第2章.

## Often mistaken

""" + "".join(
    f"✗ Wrong sentence number {n} stands here for the test.\\\n**This is the right sentence** and it goes on.\n\n"
    for n in range(6)
)
SEEN = "[Look](/confusion_matrix?sample=lecture-20{}) at it.\n\n"
CHINESE_LESSON = """## 含义

一切都在变：周志华《机器学习》第2章。

## 常见误解

""" + "".join(
    f"✗ 第{n}个错误的句子，供测试用。\\\n**这是正确的句子，** 后面还有一段较长的补充说明文字在这里。\n\n"
    for n in range(6)
)
DRIFT_WORDS = {
    "Drift": ("漂移", "pages/drift.py"),
    "What moves when everything moves?": ("一切都在变，到底什么在变？", "ui/shared/chapter.py"),
    "A line.": ("一条线。", "ui/drift/sections.py"),
    "Everything moves.": ("一切都在变。", "ui/drift/sections.py"),
    "Nothing to read yet.": ("还没有可读的数。", "ui/drift/sections.py"),
    "drift": ("漂移", "evalcore/figures/drift.py"),
    "Does it move?": ("它在动吗？", "ui/drift/exercises.py"),
    "Everything drifts. Does it move?": ("一切都在漂移。它在动吗？", "ui/drift/exercises.py"),
    "Does it stay?": ("它不动吗？", "ui/drift/exercises.py"),
    "Everything drifts. Does it stay?": ("一切都在漂移。它不动吗？", "ui/drift/exercises.py"),
    "It moves": ("它在动", "ui/drift/exercises.py"),
    "It stays": ("它不动", "ui/drift/exercises.py"),
    "What drifts moves.": ("漂移就是在动。", "ui/drift/exercises.py"),
}


def add_page(product):
    product.write("pages/drift.py", PAGE)
    product.write("ui/drift/sections.py", SECTIONS)
    product.write("ui/drift/exercises.py", EXERCISES)
    product.write("ui/drift/lesson.en.md", LESSON + 7 * SEEN.format(""))
    product.write("ui/drift/lesson.zh.md", CHINESE_LESSON + 7 * SEEN.format("&lang=zh"))
    product.write("evalcore/figures/drift.py", FIGURE)
    product.insert(
        "ui/shared/chapter.py",
        ")\nPAGES: Final",
        """    ChapterPage(
        key="drift",
        title=N_("Drift"),
        icon=":material/waves:",
        part="comparison",
        sections="2.6",
        question=N_("What moves when everything moves?"),
        example={"tab": "readings"},
    ),
""",
    )
    for english, (chinese, place) in DRIFT_WORDS.items():
        product.translate(english, chinese, place)


def look_at_page():
    said = everything(opened("drift").main)
    assert "Everything moves." in said
    assert "Nothing to read yet." in said or "Readings" in said
    home = everything(opened("home").main)
    assert "What moves when everything moves?" in home
    assert "What moves when everything moves?" in everything(opened("drift", {"path": "drift"}).main)


# A language: its own files, and what they lack is said in English.
def add_language(product):
    product.write(
        "ui/locale/fr.po",
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
        '#: evalcore/metrics/registry.py\nmsgid "precision"\nmsgstr "précision"\n',
    )
    product.write("ui/curves/lesson.fr.md", "## Le sens\n\nUne leçon.\n\n## Les erreurs\n")
    product.write(
        "ui/shared/glossary.fr.toml",
        '[measures.precision]\nname = "précision"\nis = "La part des positifs parmi les prédits positifs."\n',
    )


def look_at_language():
    spoken = {"lang": "fr"}
    assert "précision" in everything(opened("confusion_matrix", {"sample": "lecture-20", **spoken}).main)
    assert "Une leçon." in everything(opened("curves", {"sample": "lecture-20", "tab": "learn", **spoken}).main)
    assert "## What it means" in everything(opened("costs", {"sample": "melon-20", "tab": "learn", **spoken}).main)
    glossary = everything(opened("glossary", {"term": "precision", **spoken}).main)
    assert "La part des positifs" in glossary
    assert "recall · 查全率" in glossary
    assert opened("home").button(key="home_fr").label == "Français"


# A family of learners.
LEARNER = '''

@dataclass(frozen=True)
class NearWeighted(Refitted):
    """The mean of neighbours, the near ones weighing more.

    Parameters
    ----------
    k : int >= 1
        How many.
    """

    k: int = 5
    sets_a_step: ClassVar[int] = 100

    def __post_init__(self) -> None:
        whole_number(self.k, "k", least=1)

    def _estimator(self, seed: int) -> Any:
        from sklearn.neighbors import KNeighborsRegressor  # noqa: PLC0415 - takes a second to import

        return KNeighborsRegressor(self.k, weights="distance")
'''
FAMILY = """        "near weighted": Family(
            name="near weighted",
            title=Message("Near neighbours weigh more"),
            axis=Message("k: fewer to the right, near ones weigh more"),
            setting=lambda learner: float(learner.k),
            flexibility=lambda k: -math.log10(k),
            shown="k = {:g}",
            usual=5,
            low=1,
            high=5,
            ticks=(5, 2, 1),
            make=lambda n: tuple(NearWeighted(k) for k in (5, 2, 1)),
            seconds=lambda n, n_sets, is_fixed: 1e-3 * n_sets + 2e-6 * n * (2 - is_fixed),
            is_linear=False,
        ),
"""


def add_learner(product):
    product.append("evalcore/bias_variance/estimators.py", LEARNER)
    product.replace("evalcore/bias_variance/__init__.py", " Forest, LinearSVM,", " Forest, LinearSVM, NearWeighted,")
    product.insert("evalcore/bias_variance/__init__.py", '    "NearestNeighbours",\n', '    "NearWeighted",\n')
    place = "evalcore/views/bias_variance/families.py"
    product.replace(place, " Learner, family", " Learner, NearWeighted, family")
    product.insert(place, '        "tree": _TREE,\n', FAMILY)
    product.translate("Near neighbours weigh more", "近邻加权", place)
    product.translate("k: fewer to the right, near ones weigh more", "k：越靠右越少，近的权重大", place)


def look_at_learner():
    at = opened("bias_variance", {"bv_view": "squared", "bv_learner": "near weighted", "bv_sets": "10"})
    said = everything(at.main)
    assert "Near neighbours weigh more" in said
    assert "k: fewer to the right, near ones weigh more" in said


# A file format.
READER = '''"""Arrow files into tables."""

from __future__ import annotations

import pyarrow as pa

from evalcore.errors import InputError, Message
from evalcore.reading.conditions import Conditions


def read_arrow_file(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    """Return the table of an Arrow file."""
    try:
        return pa.ipc.open_file(pa.BufferReader(data)).read_all()
    except pa.ArrowInvalid:
        raise InputError("The Arrow file must be complete; it is damaged or cut off.") from None
'''


def add_format(product):
    product.write("evalcore/reading/arrow.py", READER)
    product.insert(
        "evalcore/reading/formats.py",
        "TEXT: Final",
        """def _arrow(data: bytes, conditions: Conditions, notes: list[Message]) -> pa.Table:
    from evalcore.reading.arrow import read_arrow_file  # noqa: PLC0415

    return read_arrow_file(data, conditions, notes)


""",
    )
    product.insert(
        "evalcore/reading/formats.py",
        "    EXCEL,\n)",
        '    Format("Arrow", Message("an Arrow file"), (".arrow", ".feather"), begins=(b"ARROW1",), read=_arrow),\n',
    )
    product.translate("an Arrow file", "Arrow文件", "evalcore/reading/formats.py")
    product.translate(
        "The Arrow file must be complete; it is damaged or cut off.",
        "Arrow文件必须完整；这个文件已损坏或被截断。",
        "evalcore/reading/arrow.py",
    )


def look_at_format():
    import pyarrow as pa  # noqa: PLC0415 - the process that edits reads nothing

    from evalcore.errors import InputError  # noqa: PLC0415
    from evalcore.reading import read_table  # noqa: PLC0415

    out = pa.BufferOutputStream()
    table = pa.table({"y": [1, 0, 1], "score": [0.9, 0.2, 0.4]})
    with pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)
    data = out.getvalue().to_pybytes()
    at = opened("data")
    assert "Parquet, JSON, Arrow or Excel" in everything(at.main)
    # In a process of its own, as every file.
    at.file_uploader[0].set_value(("rows.arrow", data, "application/octet-stream")).run()
    assert not at.exception
    assert "3 rows" in everything(at.main)
    assert list(read_table(data)) == ["y", "score"]
    with pytest.raises(InputError, match="it looks like an Arrow file"):
        read_table(data, name="rows.parquet")


# A colour: of what is predicted negative, and of edges on the page.
def change_colour(product):
    product.replace("evalcore/figures/style.py", "#D97706", "#C2410C")
    product.replace("evalcore/figures/style.py", "#C5CCD6", "#B8C0CC")


def look_at_colour():
    from evalcore.figures.live import motion  # noqa: PLC0415 - the process that edits draws nothing

    at = opened("confusion_matrix", {"sample": "lecture-20", "t": "0.5"})
    said = everything(at.main)
    assert "#C2410C" in said
    assert "light-dark(#B8C0CC, #4A5563)" in motion.script()
    for former in ("#D97706", "#C5CCD6"):
        assert former not in said + motion.script()


# A sample.
def add_sample(product):
    from sample_data.make_samples import listed  # noqa: PLC0415 - takes a second

    product.write("sample_data/six_rows.csv", listed("label", "n p n p n p", ".1 .2 .3 .4 .5 .6"))
    product.insert(
        "sample_data/make_samples.py",
        "def melon_20() ->",
        '''def six_rows() -> str:
    """Six rows in turns, by hand: every positive stands above one negative more."""
    return listed("label", "n p n p n p", ".1 .2 .3 .4 .5 .6")


''',
    )
    product.insert("sample_data/make_samples.py", '    "melon_20.csv":', '    "six_rows.csv": six_rows,\n')
    product.insert(
        "ui/session/samples.py",
        '    Sample(\n        key="melon-20",',
        """    Sample(
        key="six-rows",
        file="six_rows.csv",
        title=N_("Six rows"),
        lesson=N_("Positives and negatives in turns: six of nine pairs are in order."),
        truth="label",
        positive="p",
        page="curves",
    ),
""",
    )
    product.translate("Six rows", "六行", "ui/session/samples.py")
    product.translate(
        "Positives and negatives in turns: six of nine pairs are in order.",
        "正例与反例交替出现：九对中有六对次序正确。",
        "ui/session/samples.py",
    )


def look_at_sample():
    assert "Six rows" in everything(opened("data").main)
    assert "six of nine pairs" in everything(opened("curves", {"sample": "six-rows"}).main)


# An exercise.
EXERCISE = '''def ask_free(n: int = 10) -> Choice:
    """Ask what is best where nothing is at stake; again, of more rows."""
    return Choice(
        key="free_mistakes",
        title=N_("Mistakes that cost nothing"),
        prompt=Message("No mistake on {n} rows costs anything. Which threshold is best?", {"n": n}),
        options={"half": N_("0.5"), "any": N_("any")},
        solve=lambda: Solution("any", Message("All cost the same: nothing.")),
        again=lambda rng: ask_free(int(rng.integers(11, 99_999))),
    )


'''


def add_exercise(product):
    product.insert("ui/hypotheses/exercises.py", "EXERCISES: Final", EXERCISE)
    product.replace("ui/hypotheses/exercises.py", "    ask_curves(),\n", "    ask_curves(),\n    ask_free(),\n")
    for english, chinese in {
        "Mistakes that cost nothing": "不花代价的错误",
        "No mistake on {n} rows costs anything. Which threshold is best?": "{n}行上的错误都不花代价。哪个阈值最好？",
        "0.5": "0.5",
        "any": "任意一个",
        "All cost the same: nothing.": "代价都一样：零。",
    }.items():
        product.translate(english, chinese, "ui/hypotheses/exercises.py")


def look_at_exercise():
    at = opened("hypotheses", {"tab": "exercises", "exercise_hypotheses": "6"})
    assert "No mistake on 10 rows costs anything." in everything(at.main)


# An option of the page of costs.
def add_option(product):
    options, figure = "ui/costs/options.py", "ui/costs/figure.py"
    product.insert(options, "_SHADED = {", '_QUARTER = register(Choice("way_quarter", default=False, is_flag=True))\n')
    product.replace(options, "_BAND, _SPAN, *_SHADED", "_BAND, _SPAN, _QUARTER, *_SHADED")
    product.replace(options, "    span: bool = False\n", "    span: bool = False\n    quarter: bool = False\n")
    product.insert(options, "        whole=is_set(", "        quarter=is_set(_QUARTER),\n")
    product.insert(options, '    paragraph("**Right decisions**")', '    flag(_QUARTER, _("A line at a quarter"))\n')
    product.insert(
        figure,
        "    band = _band(counted) if chosen.band",
        '    further = [*further, (_("a quarter"), [0, 1], [0.25, 0.25], math.nan)] if chosen.quarter else further\n',
    )
    product.translate("A line at a quarter", "四分之一处画一条线", options)
    product.translate("a quarter", "四分之一", figure)


def look_at_option():
    asked = {"sample": "melon-20", "cost_fn": "5", "cost_fp": "1"}
    assert "a quarter" not in everything(opened("costs", asked).main)
    at = opened("costs", {**asked, "way_quarter": "1", "drawer_open": "1"})
    said = everything(at.main)
    assert "a quarter" in said
    assert "A line at a quarter" in said


# A statistical test.
TEST = '''"""Do two learners differ at all: the largest difference against the sum of all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike

from evalcore.errors import Message
from evalcore.significance.results import TestResult


@dataclass(frozen=True, eq=False, kw_only=True)
class LargestResult(TestResult):
    """The result of `largest_difference_test`.

    Parameters
    ----------
    largest : float
        The largest difference, without its sign.
    """

    title: ClassVar[Message | None] = Message("largest difference")
    largest: float


def largest_difference_test(differences: ArrayLike) -> LargestResult:
    """Is one difference as large as all others together?

    Parameters
    ----------
    differences : (k,) numbers

    Returns
    -------
    LargestResult
    """
    size = np.abs(np.asarray(differences, dtype=float))
    return LargestResult(
        statistic=float(size.max() / size.sum()),
        pvalue=0.5,
        method="largest",
        hypothesis=Message("Both learners have the same expected result."),
        assumptions=(),
        largest=float(size.max()),
    )
'''


def add_test(product):
    product.write("evalcore/significance/largest.py", TEST)
    product.insert(
        "evalcore/significance/__init__.py",
        "from evalcore.significance.many_learners",
        "from evalcore.significance.largest import LargestResult, largest_difference_test\n",
    )
    shown = "evalcore/views/significance/folds.py"
    product.replace(shown, "import TestResult, TResult,", "import TestResult, TResult, largest_difference_test,")
    product.replace(
        shown,
        '"nadeau-bengio": view.corrected}',
        '"nadeau-bengio": view.corrected, "largest": largest_difference_test(view.differences)}',
    )
    product.translate("largest difference", "最大差", "evalcore/significance/largest.py")


def look_at_test():
    at = opened("significance", {"question": "folds", "folds_kind": "folds", "folds_data": "typed", "tab": "compare"})
    tables = [str(cell) for table in at.dataframe for cell in table.value.to_numpy().ravel()]
    assert "largest difference" in tables


# A column role: how long each case was followed, a number of 0 or more.
def add_role(product):
    folder = "evalcore/predictions"
    words = f"{folder}/vocabulary.py"
    product.replace(words, '"part", "fold", "repeat")', '"part", "fold", "repeat", "followed")')
    product.replace(words, '"split", "fold", "repeat",', '"split", "fold", "repeat", "followed",')
    product.replace(
        words,
        "NAMED: Final[Mapping[str, Named]] = {",
        'NAMED: Final[Mapping[str, Named]] = {"followed": Named(_words("followed followup 随访"), is_number=True), ',
    )
    columns = f"{folder}/columns.py"
    product.replace(
        columns, "    repeat: str | None = None\n", "    repeat: str | None = None\n    followed: str | None = None\n"
    )
    roles = f"{folder}/roles.py"
    product.replace(
        roles, "    repeat: str | None = None\n", "    repeat: str | None = None\n    followed: str | None = None\n"
    )
    product.insert(
        roles,
        "# What each row has of a role;",
        '''def followed(roles: Roles, rows: Rows) -> FloatArray | None:
    """Return how long each row was followed, where that is known."""
    if roles.followed is None:
        return None
    numbers = to_finite(roles.series(roles.followed), roles.followed)
    rows.leave_out(np.isnan(numbers), roles.followed, Message("It is unknown how long.", {}))
    return numbers


''',
    )
    product.replace(roles, '= {"amount": amounts,', '= {"amount": amounts, "followed": followed,')
    result = f"{folder}/result.py"
    product.replace(
        result,
        "    repeats: Membership | None = None\n",
        "    repeats: Membership | None = None\n    followed: FloatArray | None = None\n",
    )
    product.replace(
        result, "    repeat: str | None = None,\n", "    repeat: str | None = None,\n    followed: str | None = None,\n"
    )
    product.replace(result, '"repeat": repeat, ', '"repeat": repeat, "followed": followed, ')
    product.insert(
        "ui/data/mapping.py",
        '    Field(\n        "split",',
        '    Field("followed", N_("Followed"), N_("How long each case was followed."), none=N_("none")),\n',
    )
    product.translate("Followed", "随访时间", "ui/data/mapping.py")
    product.translate("How long each case was followed.", "每个样本随访了多久。", "ui/data/mapping.py")
    product.translate("It is unknown how long.", "不知道随访了多久。", roles)


def look_at_role():
    from evalcore.predictions import from_columns, guess_columns  # noqa: PLC0415 - the process that edits reads nothing
    from evalcore.reading import read_table  # noqa: PLC0415

    rows = b"y,score,follow_up\n1,0.9,3\n0,0.2,\n1,0.4,5\n0,0.1,2\n"
    table = read_table(rows)
    found = from_columns(table, guess_columns(table))
    assert found.followed.tolist() == [3, 5, 2]
    assert found.n_dropped == 1
    at = opened("data")
    at.file_uploader[0].set_value(("rows.csv", rows, "text/csv")).run()
    assert not at.exception
    assert at.selectbox(key="map_followed").value == "follow_up"
    assert "It is unknown how long" in everything(at.main)


RECIPES = {
    "metric": Recipe(2, add_metric, look_at_metric),
    "line of the figure": Recipe(2, add_line, look_at_line),
    "column role": Recipe(5, add_role, look_at_role),
    "page": Recipe(6, add_page, look_at_page),
    "learner": Recipe(3, add_learner, look_at_learner),
    "file format": Recipe(2, add_format, look_at_format),
    "colour": Recipe(1, change_colour, look_at_colour),
    "sample": Recipe(3, add_sample, look_at_sample),
    "exercise": Recipe(1, add_exercise, look_at_exercise),
    "option of costs": Recipe(3, add_option, look_at_option),
    "statistical test": Recipe(3, add_test, look_at_test),
    "language": Recipe(3, add_language, look_at_language),
}
