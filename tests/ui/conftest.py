"""Every page has registered what its address may ask for, as in the app, whichever tests run alone."""

from tests.ui.shared import links  # noqa: F401 - registers it
