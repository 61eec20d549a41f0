"""Scripts that print figures; not collected by the tests. Each names the machine it ran on."""
