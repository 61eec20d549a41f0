"""Several error rates against a bar: every step of every handle says what the t-test itself says."""

import numpy as np

from evalcore.significance import t_test
from evalcore.views.significance.one_model import ALPHA, RATE
from evalcore.views.significance.several_rates import t_view, t_window

LECTURE = (0.12, 0.10, 0.14, 0.11, 0.13, 0.09, 0.12, 0.15, 0.10, 0.12)


def test_steps_of_t_are_the_test_of_their_value():
    view = t_view(LECTURE, 0.1, alpha=0.05, handles=(RATE, ALPHA))
    assert (round(view.now.statistic, 4), round(view.now.pvalue, 4)) == (3.0377, 0.0141)
    for name in (RATE, ALPHA):
        for value, step in list(zip(view.by[name].values, view.by[name].shown, strict=True))[::9]:
            bar, alpha = (value, 0.05) if name == RATE else (0.1, value)
            test = t_test(LECTURE, bar, confidence_level=1 - alpha)
            wanted = (test.statistic, test.pvalue, test.low, test.high, test.critical_value(alpha))
            np.testing.assert_allclose((step.statistic, step.pvalue, step.low, step.high, step.critical), wanted)


def test_two_rates_need_a_wide_window():
    assert t_window(t_test((0.1, 0.2), 0.1), 0.05).high == 20
    assert t_window(t_test(LECTURE, 0.1), 0.05).high == 5
