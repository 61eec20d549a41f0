"""The rules of the house, read off the source: who imports whom, what pages may hold, what a cache may keep."""

import ast
import re
import sys
from functools import cache

import pytest

from tests.sources import ROOT, each, name, nodes, tree

PAGES = sorted((ROOT / "pages").glob("*.py"))
UI = sorted((ROOT / "ui").rglob("*.py"))
EVALCORE = sorted((ROOT / "evalcore").rglob("*.py"))
PRODUCT = [ROOT / "app.py", *PAGES, *UI, *EVALCORE, *sorted((ROOT / "sample_data").glob("*.py"))]

# An import may only point to an earlier line. A new module of evalcore gets its place here.
LEFT_TO_RIGHT = (
    {"errors"},
    {"support"},
    {"reading", "generate", "hypotheses"},
    {"predictions"},
    {"counts"},
    {"intervals"},
    {"engine"},
    {"metrics", "curves", "significance", "resampling", "bias_variance", "regression"},
    {"costs"},
    {"calibration"},
    {"decisions"},
    {"views"},
    {"figures"},
    {"report"},
    {"workbench"},
    {"__main__"},
)
RANK = {name: rank for rank, names in enumerate(LEFT_TO_RIGHT) for name in names}
# The rooms of ui in the same order; behind them the topics, which all other folders are: none of them knows another.
ROOMS = ("shared", "session", "live", "exercises", "audience", "frame")
TOPICS = tuple(sorted({path.relative_to(ROOT / "ui").parts[0] for path in UI} - {"__init__.py", *ROOMS}))
# What the figures of all topics share, in the same order; any other folder of evalcore.figures is a topic.
FIGURES = ROOT / "evalcore" / "figures"
SHARED_BY_FIGURES = ("style", "layout", "live", "parts")
RUNS_CODE = {"pickle", "cloudpickle", "dill", "joblib", "marshal", "shelve"}
COUNTS_NUMBERS = {"math", "cmath", "statistics", "random", "decimal", "fractions", "operator"}
PLAIN_KEYS = {"str", "int", "float", "bool"}
RUN_BY_NAME = {"main", "serve"}  # by processes of their own


@cache
def imports(path):
    """Return what a file imports, dotted: `from evalcore import metrics` is evalcore.metrics."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def roots(path):
    return {dotted.partition(".")[0] for dotted in imports(path)}


def part(path):
    """Return the module of evalcore a file belongs to: a package is one module."""
    return path.relative_to(ROOT / "evalcore").with_suffix("").parts[0]


@cache
def edges():
    """Return for each module of evalcore those it imports."""
    found = {}
    for path in EVALCORE:
        mine = {dotted.split(".")[1] for dotted in imports(path) if dotted.startswith("evalcore.")}
        found.setdefault(part(path), set()).update(mine - {part(path)})
    found.pop("__init__")
    return found


MODULES = sorted({part(path) for path in EVALCORE} - {"__init__"})


@each(EVALCORE)
def test_evalcore_needs_neither_screen_nor_server(path):
    assert not roots(path) & {"streamlit", "ui", "pages", "app"}


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_left(module):
    assert module == "__main__" or not module.startswith("_"), (
        "what several packages need goes to support, counts or intervals"
    )
    assert module in RANK, "give the new module its place in LEFT_TO_RIGHT"
    assert not {other for other in edges()[module] if RANK[other] >= RANK[module]}


def package(path):
    return ".".join(path.relative_to(ROOT).parent.parts)


@each([*EVALCORE, *UI])
def test_private_modules_and_names_stay_in_their_package(path):
    for dotted in imports(path):
        where, _, what = dotted.rpartition(".")
        private = what.startswith("_") and what not in {"_", "__version__"}
        hidden = [part for part in where.split(".") if part.startswith("_") and part != "__future__"]
        assert not hidden or where.rpartition(".")[0] == package(path), dotted
        assert not private or where == package(path), dotted


def test_what_no_page_needs_is_for_scripts_and_readme_says_so():
    """A public function that the product does not use is documented, or gone."""
    used = {dotted for path in PRODUCT if path.name != "__init__.py" for dotted in imports(path)}
    used = {dotted.rpartition(".")[2] for dotted in used}
    used |= {n.attr for path in PRODUCT for n in nodes(path) if isinstance(n, ast.Attribute)}
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for path in EVALCORE:
        own = {n.id for n in nodes(path) if isinstance(n, ast.Name)}
        functions = [n.name for n in tree(path).body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
        unused = {one for one in functions if one not in used | own | RUN_BY_NAME and f"{one}`" not in readme}
        assert not unused, f"{name(path)}: {unused}: use it, name it in README, or drop it"


def room(dotted):
    """Return the room of ui that a dotted name lies in."""
    parts = dotted.split(".")
    return parts[1] if parts[0] == "ui" and len(parts) > 1 else None


@each([path for path in UI if path.name != "__init__.py"])
def test_rooms_of_ui_look_left_and_topics_know_no_topic(path):
    mine = path.relative_to(ROOT / "ui").parts[0]
    others = {room(dotted) for dotted in imports(path)} - {None, mine}
    assert others <= set(ROOMS[: ROOMS.index(mine)] if mine in ROOMS else ROOMS)


@pytest.mark.parametrize("path", sorted((ROOT / "ui" / "frame").glob("*.css")), ids=name)
def test_sheets_of_the_frame_name_the_keys_of_rooms_alone(path):
    """A key may be the end of a longer name, as of all that begin with `waits_`."""
    keys = set(re.findall(r"st-key-([a-z_0-9]+)", path.read_text(encoding="utf-8")))
    rooms = "".join(one.read_text(encoding="utf-8") for one in UI if one.relative_to(ROOT / "ui").parts[0] in ROOMS)
    assert {key for key in keys if not re.search(rf"\b{key}", rooms)} == set()


@each([p for p in EVALCORE if part(p) == "figures"])
def test_figures_import_results_and_plotly_only(path):
    assert roots(path) - set(sys.stdlib_module_names) <= {"plotly", "numpy", "evalcore"}
    others = {d for d in imports(path) if d.startswith("evalcore.") and not d.startswith("evalcore.figures.")}
    functions = {d for d in others if not d.rpartition(".")[2][0].isupper()} - {"evalcore.errors.message"}
    assert not functions, "a function computes: let the caller pass its result"


def figure_room(dotted):
    """Return the room of evalcore.figures that a dotted name lies in."""
    parts = dotted.split(".")
    return parts[2] if parts[:2] == ["evalcore", "figures"] and len(parts) > 2 else None


@each([p for p in EVALCORE if p.is_relative_to(FIGURES) and p.parent != FIGURES])
def test_figures_of_a_topic_know_no_other_topic(path):
    mine = path.relative_to(FIGURES).parts[0]
    left = SHARED_BY_FIGURES[: SHARED_BY_FIGURES.index(mine)] if mine in SHARED_BY_FIGURES else SHARED_BY_FIGURES
    assert {figure_room(dotted) for dotted in imports(path)} - {None, mine} <= set(left)


@each([p for p in EVALCORE if part(p) not in {"figures", "report", "workbench"}])
def test_only_figures_draw_and_reports_and_workbenches_hold_what_they_drew(path):
    assert not roots(path) & {"plotly", "matplotlib", "altair"}


@each(UI)
def test_ui_does_not_know_its_pages(path):
    assert not roots(path) & {"pages", "app"}


@each([*PAGES, ROOT / "app.py"])
def test_pages_compute_nothing_and_are_short(path):
    assert roots(path) - set(sys.stdlib_module_names) <= {"streamlit", "evalcore", "ui"}
    assert not roots(path) & COUNTS_NUMBERS
    for node in nodes(path):
        if isinstance(node, (ast.BinOp, ast.AugAssign)) and not isinstance(node.op, ast.BitOr):
            sides = [getattr(node, side) for side in ("left", "right", "value") if hasattr(node, side)]
            text = [s for s in sides if isinstance(s, ast.JoinedStr) or isinstance(getattr(s, "value", None), str)]
            joins_text = isinstance(node.op, ast.Add) and text
            assert joins_text, f"arithmetic in line {node.lineno}"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 110


# What computes: operators but for joining texts and lists, these builtins and methods, and numpy but for these names.
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
COMPUTING = {"sum", "abs", "round", "pow", "divmod", "fsum", "mean", "prod", "cumsum", "dot", "std", "var"}
NO_NUMBERS_MADE = {"nan", "inf", "isnan", "float64", "bool_", "ndarray", "random"}
NO_NUMBERS_OF_MATH = {"nan", "inf", "isnan", "isinf", "isfinite"}
NOT_OF_THE_SCREEN = ("exercises.py", "__init__.py")
# Arithmetic of the screen and of the server, not of the data; each with its reason.
SCREEN = {
    "ui/costs/many_classes.py": {"st.session_state.get(_VERSION, 0) + 1": "a new widget's name only"},
    "ui/data/uploads.py": dict.fromkeys(
        (
            "int(st.get_option('server.maxUploadSize')) + 1",
            "(int(st.get_option('server.maxUploadSize')) + 1) * _MEGABYTE",
        ),
        "the server's own limit in bytes, and a little room",
    ),
}


def joins(node):
    """Whether a sum joins texts or lists: one side is written as one, or joins some itself."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and (joins(node.left) or joins(node.right))
    return isinstance(node, (ast.JoinedStr, ast.List, ast.ListComp)) or isinstance(getattr(node, "value", None), str)


def computes(node):
    """Whether a node of the source makes a number out of others."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, OPERATORS) and not joins(node)
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, OPERATORS) and not (isinstance(node.op, ast.Add) and _adds_text(node.value))
    if isinstance(node, ast.Call):
        return called(node)[0] in COMPUTING
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        allowed = {"np": NO_NUMBERS_MADE, "math": NO_NUMBERS_OF_MATH}.get(node.value.id)
        return allowed is not None and node.attr not in allowed
    return False


def _adds_text(node):
    """Whether text or a list is added in place: written so, joined, or translated."""
    return joins(node) or (isinstance(node, ast.Call) and called(node)[0] in {"_", "say"})


@each([p for p in UI if p.parent.name in TOPICS and not p.name.endswith(NOT_OF_THE_SCREEN)])
def test_topics_do_no_arithmetic(path):
    made = {ast.unparse(node) for node in nodes(path) if computes(node)}
    more = made - set(SCREEN.get(name(path), {}))
    assert not more, f"a number on the screen has a name in evalcore: {more}"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a + b", True),
        ("'a' + b", False),
        ("rows + [one]", False),
        ("1000 * cost", True),
        ("x -= 1", True),
        ("said += ' ' + _('more')", False),
        ("np.append(a, b)", True),
        ("np.isnan(a)", False),
        ("math.log(a)", True),
        ("(y == 1).mean()", True),
        ("abs(a)", True),
        ("a | b", False),
    ],
)
def test_arithmetic_is_told_from_joining(line, expected):
    assert any(computes(node) for node in ast.walk(ast.parse(line))) == expected


@each(PRODUCT)
def test_nothing_runs_code_from_outside(path):
    # Between the app and a process that it has begun itself nothing comes from outside.
    assert not (roots(path) & RUNS_CODE) - ({"pickle"} if path.match("evalcore/support/process.py") else set())
    for node in nodes(path):
        if isinstance(node, ast.Name):
            assert node.id not in {"eval", "exec", "compile", "__import__"}, f"line {node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in {"read_pickle", "to_pickle", "eval"}, f"line {node.lineno}"
        if isinstance(node, ast.keyword) and node.arg in {"allow_pickle", "shell", "unsafe_allow_html"}:
            assert isinstance(node.value, ast.Constant)
            assert node.value.value is False, f"line {node.value.lineno}"


def called(node):
    """Return the name of a decorator or call, and its keywords."""
    call = node if isinstance(node, ast.Call) else None
    function = call.func if call else node
    keywords = {word.arg: word.value for word in call.keywords} if call else {}
    return getattr(function, "attr", getattr(function, "id", "")), keywords


# What is asked stands above these as a heading or a text, or they say it themselves, as the languages do.
ASKED_ABOVE = {
    ("ui/frame/questions.py", "radio"),
    ("ui/frame/which_cases.py", "radio"),
    ("ui/exercises/kinds.py", "radio"),
    ("ui/frame/sidebar.py", "segmented_control"),
}


@each(UI + PAGES)
def test_every_choice_shows_its_name(path):
    """What stands in a box does not say what it is chosen of."""
    hidden = {
        (path.relative_to(ROOT).as_posix(), called(node)[0])
        for node in nodes(path)
        if isinstance(node, ast.Call) and "label_visibility" in called(node)[1]
    }
    assert hidden <= ASKED_ABOVE
    # Nor does a call that is put together elsewhere.
    assert not [node for node in nodes(path) if isinstance(node, ast.Constant) and node.value == "label_visibility"]


@each(UI + PAGES)
def test_memory_knows_its_kinds(path):
    """It is bounded for each kind, so a kind must not be made of data; what tells results apart are the parts."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and called(node)[0] == "memo":
            assert isinstance(node.args[0], ast.Constant), f"line {node.lineno}: name the kind"
            texts = [part for part in node.args[1:] if isinstance(part, (ast.JoinedStr, ast.BinOp))]
            assert not texts, f"line {node.lineno}: pass each part by itself"


def test_no_module_of_the_session_keeps_data():
    """What is kept lies in st.session_state; a module is shared by all visitors."""
    for path in (path for path in UI if path.parent.name == "session"):
        for node in tree(path).body:
            value = getattr(node, "value", None) if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
            is_empty = isinstance(value, (ast.Dict, ast.List, ast.Set)) and not ast.unparse(value).strip("[{}]")
            # The register of choices holds names and limits.
            assert not is_empty or ast.unparse(node).startswith("REGISTERED"), f"{name(path)}, line {node.lineno}"


@each(PRODUCT)
def test_caches_are_bounded_and_uploads_stay_in_their_session(path):
    decorators = {}
    for node in nodes(path):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            decorators |= dict.fromkeys(node.decorator_list, node)
    for node in nodes(path):
        if getattr(node, "attr", getattr(node, "id", "")) in {"cache_data", "cache_resource"}:
            assert any(node is getattr(d, "func", d) for d in decorators), f"line {node.lineno}: use it as a decorator"
    for decorator, function in decorators.items():
        cache, keywords = called(decorator)
        where = f"{function.name}, line {function.lineno}"
        if cache in {"cache_data", "cache_resource"}:
            assert "max_entries" in keywords, f"{where}: without end"
        elif cache not in {"lru_cache", "cache"}:
            continue
        assert "scope" not in keywords, f"{where}: what a session computed is kept by ui.session.memory"
        # Every visitor shares this one: it may take names only, and nothing that a visitor brought.
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        assert all(ast.unparse(a.annotation) in PLAIN_KEYS for a in arguments if a.annotation), f"{where}: shares data"
        assert all(a.annotation for a in arguments), f"{where}: say what it takes"
        assert not {a.arg for a in arguments} & {"digest", "predictions", "counts", "rows"}, f"{where}: shares data"
        used = {getattr(n, "attr", getattr(n, "id", "")) for n in ast.walk(function)}
        assert not used & {"session_state", "loaded", "binary", "table"}, f"{where}: shares what a session has loaded"


def test_the_house_has_few_words_of_its_own():
    """Each is one more to learn for whoever reads the code for the first time."""
    table = (
        (ROOT / "docs/architecture.md").read_text(encoding="utf-8").split("## Words of the house")[1].split("\n## ")[0]
    )
    words = [line for line in table.splitlines() if line.startswith("| ") and not line.startswith("| word ")]
    assert 1 < len(words) <= 15


def test_no_fraction_is_without_its_braces():
    """A report reads 12 in it as twelve."""
    sources = [path for folder in ("ui", "evalcore") for path in (ROOT / folder).rglob("*.py")]
    assert not [path for path in sources if re.search(r"frac\d\d", path.read_text(encoding="utf-8"))]
