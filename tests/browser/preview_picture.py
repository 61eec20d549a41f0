"""The pictures that links to the app show, made anew: `python -m tests.browser.preview_picture`.

The mark of the app as large as it goes, its name and its question, in each language that is kept whole.
"""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from tests.browser.driver import ROOT, launch
from ui.frame.first_page import APP, PICTURE_SIZE, QUESTION
from ui.shared.text import LANGUAGES, _, speaking

_PAGE = """<html lang="{language}"><style>
body {{ margin: 0; width: 1200px; height: 630px; display: flex; align-items: center; gap: 72px; padding: 0 80px;
  box-sizing: border-box; background: #fff; color: #1C2733;
  font-family: "Source Sans 3", "Noto Sans CJK SC", sans-serif; }}
svg {{ flex: none; width: 380px; height: 380px; }}
h1 {{ margin: 0 0 28px; font-size: 76px; line-height: 1.1; font-weight: 700; text-wrap: balance; }}
p {{ margin: 0; font-size: 36px; line-height: 1.4; color: #5B6573; text-wrap: balance; }}
[lang=zh] p {{ word-break: keep-all; }}
</style><body>{mark}<div><h1>{name}</h1><p>{question}</p></div></body></html>"""


def main() -> None:
    """Draw each language's picture into its file."""
    mark = (ROOT / "ui" / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": PICTURE_SIZE[0], "height": PICTURE_SIZE[1]})
        for language in LANGUAGES:
            with speaking(language):
                page.set_content(_PAGE.format(language=language, mark=mark, name=_(APP), question=_(QUESTION)))
            page.screenshot(path=ROOT / "ui" / "pictures" / f"preview_{language}.png")
        browser.close()


if __name__ == "__main__":
    main()
