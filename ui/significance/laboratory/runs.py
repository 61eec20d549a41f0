"""The laboratory's runs that come with the workbench: there before a visitor starts one."""

from __future__ import annotations

from typing import Final

import pandas as pd
import streamlit as st

from evalcore.significance import LaboratoryResult, laboratories_from_frame
from evalcore.significance.laboratory_learners import Learner
from ui.session.samples import FOLDER

FILES: Final = (FOLDER / "laboratory.csv", FOLDER / "laboratory_power.csv")  # equal learners, and such that differ


@st.cache_resource(max_entries=1, show_spinner=False)
def precomputed() -> dict[Learner, LaboratoryResult]:
    """Read the runs once for all visitors, by learner: they are nobody's data. `at` judges them at another level."""
    return laboratories_from_frame(pd.concat(map(pd.read_csv, FILES)))
