"""The image of `deploy` is built as its file says, and what it starts answers; where buildah and its base are."""

import json
import os
import shutil
import subprocess
import time
import urllib.request

import pytest

from tests.browser.driver import free_port
from tests.sources import ROOT

BUILDAH = shutil.which("buildah")
IMAGE = "localhost/evaluation-of-a-test"
# No daemon and no rights of its own are needed so.
ENVIRONMENT = {**os.environ, "BUILDAH_ISOLATION": "chroot", "STORAGE_DRIVER": "vfs"}
pytestmark = [pytest.mark.thorough, pytest.mark.skipif(BUILDAH is None, reason="no buildah here")]


def asked(*command):
    done = subprocess.run([BUILDAH, *command], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.strip(), done.stderr


@pytest.fixture(scope="module")
def container():
    base = "docker.io/library/python:3.11-slim"
    if asked("inspect", "--type", "image", base)[0] and asked("pull", base)[0]:
        pytest.skip("the image that this one is built on is not to be had here")
    files = ("-f", "deploy/Dockerfile", "--ignorefile", "deploy/Dockerfile.dockerignore")
    failed, _said, why = asked("bud", "--format", "docker", "-t", IMAGE, *files, ".")
    assert not failed, why
    failed, name, why = asked("from", "--pull-never", IMAGE)
    assert not failed, why
    yield name
    asked("rm", name)
    asked("rmi", IMAGE)


def inside(container, *command, **variables):
    """Return how to run something in it, as its own user."""
    given = [part for name, value in variables.items() for part in ("--env", f"{name}={value}")]
    return [BUILDAH, "run", *given, container, "--", *command]


def test_it_holds_the_app_and_nothing_of_its_tests(container):
    done = subprocess.run(
        inside(container, "sh", "-c", "id -u; ls -A /app; touch /app/mine || echo held"),
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    uid, *found, last = done.stdout.split()
    assert uid == "10001"
    assert last == "held"
    assert set(found) - {"__pycache__"} == {".streamlit", "app.py", "pages", "ui", "evalcore", "sample_data"}


def test_it_starts_and_is_healthy(container):
    port = free_port()
    config = json.loads(asked("inspect", "--type", "image", IMAGE)[1])["Docker"]["config"]
    variables = {"STREAMLIT_SERVER_PORT": port, "STREAMLIT_SERVER_BASE_URL_PATH": "lab"}
    command = inside(container, *config["Cmd"], **variables)
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as app:
        try:
            assert answers(f"http://127.0.0.1:{port}/lab/_stcore/health", app) == b"ok"
        finally:
            app.terminate()


def answers(url, app):
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and app.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5) as reply:
                return reply.read()
        except OSError:
            time.sleep(0.2)
    return None
