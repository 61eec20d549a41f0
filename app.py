"""The frame: pages in sections, the language, what is loaded. No numbers here."""

import streamlit as st

from ui.data import settings, uploads
from ui.frame import first_page, header, nowhere, own_view, sidebar, starting
from ui.live import tab
from ui.session import address, allowed, from_source, handed, holding, incoming, keeping, screen, watched
from ui.shared import chapter, navigation
from ui.shared.text import _


def frame() -> None:
    """Draw what is around every page, then the page of the address."""
    uploads.keep_in_memory()
    keeping.give_back()
    holding.step()
    address.start()
    st.set_page_config(
        page_icon="ui/icon.svg",
        layout="wide",
        initial_sidebar_state="collapsed" if screen.is_embedded() else 248,
    )
    handed.take()
    incoming.take_read()
    from_source.take_answers()
    settings.take()
    st.session_state[navigation.FRAMED] = True
    if not screen.is_embedded():
        # Its name stands beside it, see ui/shared/field_words.py; where the sidebar is folded it stands alone.
        st.logo("ui/icon.svg", size="large")
        with st.sidebar:
            sidebar.language_switch()

    page = st.navigation(
        _menu(),
        position="hidden" if screen.is_embedded() or not allowed.may_look() else "sidebar",
        # With what is loaded below it, Streamlit would fold a menu of more than twelve pages.
        expanded=True,
    )
    # Behind the address, which knows the language.
    whole = _(first_page.APP)
    st.set_page_config(page_title=f"{page.title} · {whole}" if page.url_path else whole)
    if not allowed.may_look():
        header.refuse()
    navigation.arrive(page.url_path or "home")
    with st.sidebar:
        if not screen.is_embedded():
            sidebar.what_is_loaded()
            own_view.offer()
        tab.watch()
    address.write()
    with watched.answer(page.url_path or "home"):
        page.run()


def _menu() -> dict[str, list[st.Page]]:
    """Return the pages under their headings, the hidden ones with those that stand under none."""
    former = {one.former: one.key for one in chapter.PAGES.values() if one.former} | {"home": "home"}
    apart = [
        # With a path of its own, so that /home, which Streamlit would keep for it, can lead there.
        st.Page("pages/home.py", title=_("Home"), icon=":material/home:", url_path="", default=True),
        st.Page("pages/data.py", title=_("Load predictions"), icon=":material/upload_file:"),
        st.Page("pages/glossary.py", title=_("Glossary"), icon=":material/menu_book:"),
        st.Page("pages/answer.py", title=_("The class answers"), visibility="hidden"),
        *navigation.former_addresses(former),
    ]
    if watched.is_watched():
        apart.append(st.Page("pages/watch.py", title=_("This server"), visibility="hidden"))
    parts = {
        _(title): [st.Page(f"pages/{one.key}.py", title=_(one.title), icon=one.icon) for one in pages]
        for part, title in chapter.PARTS.items()
        if (pages := chapter.of_part(part))
    }
    known = {page.url_path for pages in (apart, *parts.values()) for page in pages}
    return {"": [*apart, *nowhere.pages(known)], **parts}


if __name__ == "__main__":
    frame()
else:
    # The server takes this from here when it starts; it runs the script for each visitor, as `__main__`.
    app = st.App("app.py", lifespan=starting.started, middleware=uploads.DOOR, routes=first_page.routes())
