"""Linear algebra of a page takes one thread."""

import threadpoolctl

from ui.session import threads


def test_linear_algebra_takes_one_thread():
    with threadpoolctl.threadpool_limits(limits=2, user_api="blas"):
        threads.one_each.clear()
        threads.one_each()
        used = {pool["num_threads"] for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"}
    assert used == {1}
