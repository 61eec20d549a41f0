"""Each recipe of CONTRIBUTING.md runs and needs no more files than its goal.

All are followed on one copy of the product, in their order, and one process looks at what they have added.
"""

import json
import os
import subprocess
import sys

import pytest

from tests.recipes.product import Product, counted
from tests.recipes.recipes import RECIPES

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """Return the copy, for each recipe the files it took, and what could not be followed."""
    product, files, failed = Product(tmp_path_factory.mktemp("product")), {}, {}
    for name, recipe in RECIPES.items():
        before = product.files()
        try:
            recipe.edit(product)
        except (AssertionError, OSError) as problem:  # of this recipe alone
            failed[name] = repr(problem)
        files[name] = counted(before, product.files())
    return product, files, failed


def in_copy(product, *command):
    """Run a module of Python in the copy, as if it were the product."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=product.folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def seen(followed):
    """Return what is wrong with what is seen of each recipe; nothing of those that run."""
    looked = in_copy(followed[0], "tests.recipes.look")
    assert looked.returncode == 0, looked.stderr
    print(looked.stderr)
    return json.loads(looked.stdout.splitlines()[-1])


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_runs_and_touches_no_more_files_than_it_may(name, followed, seen):
    _product, files, failed = followed
    if wrong := failed.get(name, seen.get(name)):
        pytest.fail(wrong, pytrace=False)
    files = files[name]
    assert 0 < len(files) <= RECIPES[name].files, files


# What lists all there is of a kind, or holds a rule for all of it.
OWN_TESTS = (
    "tests/test_house.py",
    "tests/test_sample_data.py::test_gallery_order_and_files",
    "tests/test_sample_data.py::test_files_are_whole_and_documented",
    "tests/evalcore/metrics",
    "tests/evalcore/views/bias_variance/test_families.py",
    "tests/evalcore/figures/test_style.py",
    "tests/ui",
    "tests/pages/test_home.py",
    "tests/pages/test_glossary.py",
    "tests/pages/test_path.py",
)


@pytest.mark.thorough
def test_the_product_with_all_that_was_added_passes_its_tests(followed):
    quick = ("-m", "not slow and not thorough")
    found = in_copy(followed[0], "pytest", "-q", "-p", "no:cacheprovider", *quick, *OWN_TESTS)
    assert found.returncode == 0, found.stdout[-5000:]
