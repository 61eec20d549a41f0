"""The files for a server: nothing the app needs is left out of the image, nobody has rights, limits are known."""

import re
import shutil
import subprocess
from dataclasses import fields

import pytest

from tests.sources import ROOT
from ui.session.limits import Limits

DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
OF_THE_APP = ("app.py", "pages", "ui", "evalcore", "sample_data")


@pytest.mark.parametrize("part", OF_THE_APP)
def test_the_image_holds_what_the_app_needs(part):
    assert re.search(rf"^COPY {re.escape(part)} ", DOCKERFILE, re.MULTILINE)
    assert f"!{part}\n" in (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8")
    assert (ROOT / part).exists()


def test_the_image_has_a_user_without_rights_and_a_health_check():
    steps = [line.split()[0] for line in DOCKERFILE.splitlines() if re.match(r"[A-Z]+ ", line)]
    assert steps.index("USER") < steps.index("CMD")
    assert "USER root" not in DOCKERFILE
    assert "HEALTHCHECK" in steps
    check = re.search(r'"-c", \\\n\s+"(.*)"\]', DOCKERFILE)
    compile(check[1], "health check", "exec")


def test_the_image_is_of_the_lowest_python_that_is_supported():
    assert set(re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)) == {"python:3.11-slim"}
    assert 'requires-python = ">=3.11"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("hardened", ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "mem_limit:"])
def test_both_containers_are_held(hardened):
    assert COMPOSE.count(hardened) == 2


def test_what_is_set_is_known():
    known = {f"EVALUATION_{field.name.upper()}" for field in fields(Limits)}
    assert set(re.findall(r"EVALUATION_[A-Z_]+(?=:)", COMPOSE)) <= known
    in_guide = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert set(re.findall(r"^(\w+) =", in_guide[1], re.MULTILINE)) == {field.name for field in fields(Limits)}
    for name in re.findall(r"\$\{([A-Z_]+)", COMPOSE):
        assert name in GUIDE or name in (DEPLOY / "server.env").read_text(encoding="utf-8"), name


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no caddy here")
def test_caddy_understands_its_file(tmp_path):
    command = ["caddy", "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    own = {"NAME": "localhost", "HOME": str(tmp_path), "PATH": "/usr/bin:/bin:/usr/local/bin"}
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
