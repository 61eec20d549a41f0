"""Linear algebra takes one thread a visitor: those of several visitors would wait for each other."""

from __future__ import annotations

import streamlit as st
import threadpoolctl


@st.cache_resource(max_entries=1, show_spinner=False)
def one_each() -> None:
    """Let linear algebra use one thread at a time, for as long as the server runs.

    Its matrices are small here. On two cores with other work beside it, 200 fits of 120 features took 3.9 s with
    threads for each core, and 0.4 s with one.
    """
    threadpoolctl.threadpool_limits(limits=1, user_api="blas")
