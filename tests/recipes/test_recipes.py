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
    """Return the copy, and for each recipe the files it took."""
    product, files = Product(tmp_path_factory.mktemp("product")), {}
    for name, recipe in RECIPES.items():
        before = product.files()
        recipe.edit(product)
        files[name] = counted(before, product.files())
    return product, files


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
    if name in seen:
        pytest.fail(seen[name], pytrace=False)
    files = followed[1][name]
    assert 0 < len(files) <= RECIPES[name].files, files
