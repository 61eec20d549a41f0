"""evalcore alone: installed into an environment that holds nothing but what it declares, it runs README's snippet."""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import evalcore

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIREMENTS = (ROOT / "requirements.txt").read_text(encoding="utf-8")
IMPORTED_AS = {"ibis-framework": "ibis", "python-calamine": "python_calamine", "scikit-learn": "sklearn"}


def plain(requirement):
    """Return the name of a requirement such as `numpy~=2.4.0`."""
    return re.match(r"[\w.-]+", requirement)[0].lower().replace("_", "-")


def closure(names):
    """Return the distributions that these need, and those that they need in turn, without extras."""
    known, waiting = {}, [plain(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name in known:
            continue
        try:
            known[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:  # of another platform or Python
            continue
        waiting += [plain(line) for line in known[name].requires or [] if "extra ==" not in line]
    return known.values()


def snippet():
    """Return README's example of the parts."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.search(r"```python\n(from evalcore.reading.*?)```", readme, re.DOTALL)[1]


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """A Python that finds evalcore as it is installed, what it declares, and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    source = folder / "source"
    kept = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "evalcore", source / "evalcore", ignore=kept)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    venv.create(folder / "venv", with_pip=False)
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--quiet", "--target", str(site)]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, str(source)], check=True)
    for distribution in closure(PROJECT["dependencies"]):
        for top in {file.parts[0] for file in distribution.files if ".." not in file.parts}:
            place = Path(distribution.locate_file(top))
            if place.exists() and not (site / top).exists():
                (site / top).symlink_to(place)
    return folder / "venv" / "bin" / "python"


def run(python, code, folder):
    done = subprocess.run([python, "-I", "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
class TestInstalled:
    def test_readme(self, python):
        code = snippet() + "\nprint(metrics.f1(cm), len(metrics.readings(cm)))"
        assert run(python, code, ROOT).startswith("0.7368")

    def test_version(self, python, tmp_path):
        code = "import importlib.metadata as m, evalcore; print(evalcore.__version__, m.version('evalcore'))"
        assert run(python, code, tmp_path) == f"{evalcore.__version__} {evalcore.__version__}"

    def test_a_file_is_read_in_a_process_of_its_own(self, python, tmp_path):
        code = (
            "from evalcore.reading import start_reading\n"
            "reading = start_reading(b'y,score\\n1,0.9\\n0,0.2\\n', name='a.csv')\n"
            "reading.wait(60)\n"
            "print(len(reading.result().frame))"
        )
        assert run(python, code, tmp_path) == "2"

    def test_the_figures_are_live(self, python, tmp_path):
        code = "from evalcore.figures.live import motion; print('function makeLive(chart)' in motion.post_script())"
        assert run(python, code, tmp_path) == "True"

    def test_every_module_is_there_and_needs_no_screen(self, python, tmp_path):
        modules = sorted(
            ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            for path in (ROOT / "evalcore").rglob("*.py")
        )
        code = f"import importlib, sys\nfor name in {modules}: importlib.import_module(name)\n"
        assert run(python, code + "print('streamlit' in sys.modules, 'ui' in sys.modules)", tmp_path) == "False False"


def test_everything_imported_is_declared():
    imported = set()
    for path in (ROOT / "evalcore").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module.partition(".")[0])
    declared = {IMPORTED_AS.get(plain(line), plain(line)) for line in PROJECT["dependencies"]}
    extra = {IMPORTED_AS.get(plain(line), plain(line)) for line in PROJECT["optional-dependencies"]["engine"]}
    found = imported - set(sys.stdlib_module_names) - {"evalcore"}
    assert found & declared == declared
    assert found - declared <= extra


def test_the_app_is_pinned_to_versions_that_the_library_takes():
    pinned = {line for line in REQUIREMENTS.splitlines() if line and not line.startswith("#")}
    of_app = set(PROJECT["optional-dependencies"]["app"])
    assert of_app <= pinned
    of_library = {plain(line): Requirement(line).specifier for line in PROJECT["dependencies"]}
    versions = {plain(line): line.partition("~=")[2] for line in pinned - of_app}
    assert versions.keys() == of_library.keys()
    assert not [name for name, version in versions.items() if version not in of_library[name]]


@pytest.mark.parametrize("extra", ["engine", "login"])
def test_what_the_extra_pins_is_what_is_tested(extra):
    text = (ROOT / f"requirements-{extra}.txt").read_text(encoding="utf-8")
    pinned = [line for line in text.splitlines() if not line.startswith(("#", "-r"))]
    assert pinned == PROJECT["optional-dependencies"][extra]


def test_the_changelog_knows_the_version():
    assert f"## [{evalcore.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
