"""The frame: pages in sections, the language, what is loaded. No numbers here."""

import streamlit as st

from ui.data import uploads
from ui.frame import sidebar
from ui.session import address, incoming
from ui.shared import navigation
from ui.shared.text import _

uploads.keep_in_memory()
address.start()
# Behind the address, which knows the language.
st.set_page_config(
    page_title=_("Evaluation workbench"), page_icon="ui/icon.svg", layout="wide", initial_sidebar_state=248
)
incoming.take_read()
st.session_state[navigation.FRAMED] = True
with st.sidebar:
    sidebar.language_switch()

# Off in config.toml, so that Streamlit makes no menu of its own from the folder `pages` before this script first runs.
st.set_option("client.showSidebarNavigation", True)
page = st.navigation(
    {
        "": [st.Page("pages/home.py", title=_("Home"), icon=":material/home:", default=True)],
        _("Data"): [
            st.Page("pages/data.py", title=_("Load predictions"), icon=":material/upload_file:"),
        ],
        _("Threshold"): [
            st.Page("pages/confusion_matrix.py", title=_("Confusion matrix"), icon=":material/grid_view:"),
            st.Page("pages/curves.py", title=_("ROC and P-R curves"), icon=":material/show_chart:"),
            st.Page("pages/costs.py", title=_("Costs"), icon=":material/payments:"),
        ],
        _("Comparison"): [
            st.Page("pages/significance.py", title=_("Significance tests"), icon=":material/balance:"),
        ],
        _("Error"): [
            st.Page("pages/evaluation_methods.py", title=_("Evaluation methods"), icon=":material/splitscreen:"),
            st.Page("pages/bias_variance.py", title=_("Bias and variance"), icon=":material/area_chart:"),
        ],
    }
)
with st.sidebar:
    sidebar.what_is_loaded()
address.write()
page.run()
