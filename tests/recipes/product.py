"""A copy of the product, and what a recipe does to it: the files it names, and no others."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PARTS = (
    "app.py",
    "pages",
    "ui",
    "evalcore",
    "sample_data",
    "tests",
    "docs",
    "pyproject.toml",
    "README.md",
    ".streamlit",
)
# What the goals of a recipe leave out: tests, what is said in another language than English, and the changelog.
UNCOUNTED = ("tests/", "ui/locale/")
WITHOUT = shutil.ignore_patterns("__pycache__", "browser", "benchmarks", ".*_cache")


class Product:
    """A copy of the product in a folder."""

    def __init__(self, folder: Path):
        self.folder = folder
        for part in PARTS:
            source = ROOT / part
            if source.is_dir():
                shutil.copytree(source, folder / part, ignore=WITHOUT)
            else:
                shutil.copy(source, folder / part)

    def write(self, path: str, text: str) -> None:
        """Write a new file."""
        place = self.folder / path
        assert not place.exists(), f"{path} is there already"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")

    def insert(self, path: str, before: str, text: str) -> None:
        """Put text before the first place of a file where something stands."""
        self.replace(path, before, text + before)

    def append(self, path: str, text: str) -> None:
        """Put text at the end of a file."""
        place = self.folder / path
        place.write_text(place.read_text(encoding="utf-8") + text, encoding="utf-8")

    def replace(self, path: str, old: str, new: str) -> None:
        """Put text in the first place of a file where something else stands."""
        place = self.folder / path
        said = place.read_text(encoding="utf-8")
        assert old in said, f"{path} has no {old!r} any more"
        place.write_text(said.replace(old, new, 1), encoding="utf-8")

    def translate(self, english: str, chinese: str, place: str) -> None:
        """Give a sentence its Chinese."""
        catalogue = self.folder / "ui/locale/zh.po"
        if f'msgid "{english}"' not in catalogue.read_text(encoding="utf-8"):
            self.append("ui/locale/zh.po", f'\n#: {place}\nmsgid "{english}"\nmsgstr "{chinese}"\n')

    def files(self) -> dict[str, bytes]:
        """Return the bytes of every file by its path."""
        every = (path for path in self.folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in every}


def counted(before: dict[str, bytes], after: dict[str, bytes]) -> list[str]:
    """Return the files a recipe has made or changed, without tests and translations."""
    touched = (path for path, content in after.items() if before.get(path) != content)
    return sorted(path for path in touched if not path.startswith(UNCOUNTED) and not path.endswith(".zh.md"))
