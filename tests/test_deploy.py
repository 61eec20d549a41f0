"""The files for a server: nothing the app needs is left out of the image, nobody has rights, limits are known."""

import configparser
import json
import re
import shutil
import subprocess
from dataclasses import fields

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.sources import ROOT
from ui.audience import panel
from ui.session import allowed, watched
from ui.session.limits import Limits

DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
LICENCES = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
REQUIRED = (ROOT / "requirements.txt").read_text(encoding="utf-8")
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


def test_the_service_is_held_and_outlives_a_process_that_is_ended_for_its_memory():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read_string((DEPLOY / "evaluation.service").read_text(encoding="utf-8"))
    service = dict(unit["Service"])
    assert service["OOMPolicy"] == "continue"
    assert service["MemoryMax"]
    wanted = {"DynamicUser": "yes", "ProtectSystem": "strict", "NoNewPrivileges": "yes", "IPAddressDeny": "any"}
    assert wanted.items() < service.items()


def test_what_is_set_is_known():
    known = {f"EVALUATION_{field.name.upper()}" for field in fields(Limits)} | {
        watched.KEY,
        allowed.LOOK,
        allowed.LOAD,
        panel.SEVERAL,
    }
    assert set(re.findall(r"EVALUATION_[A-Z_]+(?=:)", COMPOSE)) <= known
    in_guide = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert set(re.findall(r"^(\w+) =", in_guide[1], re.MULTILINE)) == {field.name for field in fields(Limits)}
    for name in re.findall(r"\$\{([A-Z_]+)", COMPOSE):
        assert name in GUIDE or name in (DEPLOY / "server.env").read_text(encoding="utf-8"), name


LOGIN_LOCK = (ROOT / "requirements-login.lock").read_text(encoding="utf-8")


def locked(text):
    """Return name, version and hashes of each package of a lock."""
    found = re.findall(r"^(\S+)==([^\s;]+)(.*?)(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    return [(canonicalize_name(name), version, hashes) for name, version, hashes in found]


LOCKED = locked(LOCK)
VERSIONS = {name: version for name, version, _hashes in LOCKED}


def test_the_lock_holds_what_is_required_and_each_file_has_its_hash():
    required = [Requirement(line) for line in REQUIRED.splitlines() if line and not line.startswith("#")]
    assert required
    for one in required:
        assert VERSIONS[canonicalize_name(one.name)] in one.specifier, one
    assert all("--hash=sha256:" in hashes for _name, _version, hashes in LOCKED)
    assert "ARG LOCK=requirements.lock\nCOPY ${LOCK} /tmp/requirements.lock\n" in DOCKERFILE
    assert "pip install --no-cache-dir --require-hashes -r /tmp/requirements.lock" in DOCKERFILE


def test_the_lock_with_a_login_is_the_other_and_what_a_login_needs():
    login = locked(LOGIN_LOCK)
    assert all("--hash=sha256:" in hashes for _name, _version, hashes in login)
    versions = {name: version for name, version, _hashes in login}
    assert VERSIONS.items() < versions.items()
    assert "authlib" in versions
    # Without this line the image could not be built with it.
    assert "!requirements-login.lock\n" in (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8")
    said = LICENCES.partition("## With a login")[2].partition("##")[0]
    named = {canonicalize_name(name): version for name, version in re.findall(r"(\w+) (\d[\d.]*\d) \(", said)}
    assert named == dict(versions.items() - VERSIONS.items())


def test_licences_and_bill_of_materials_are_those_of_the_lock():
    bill = json.loads((DEPLOY / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert {canonicalize_name(one["name"]): one["version"] for one in bill["components"]} == VERSIONS
    rows = re.findall(r"^\| (\S+) +\| (\d\S*) +\| (.*?) +\|$", LICENCES, re.MULTILINE)
    assert {canonicalize_name(name): version for name, version, _licence in rows} == VERSIONS
    assert not [row for row in rows if row[2] == "UNKNOWN"]


def test_the_proxy_is_told_whatever_its_file_reads():
    told = re.search(r"^  proxy:\n(.*?)^\S", COMPOSE, re.DOTALL | re.MULTILINE)
    for name in re.findall(r"\{\$([A-Z_]+)", (DEPLOY / "Caddyfile").read_text(encoding="utf-8")):
        assert f"      {name}: ${{{name}" in told[1], name


# As the guide writes them: who logs people in.
IDENTITIES = re.findall(r'IDENTITY="(.*?)"\n', GUIDE, re.DOTALL)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no caddy here")
@pytest.mark.parametrize("identity", ["", *IDENTITIES])
def test_caddy_understands_its_file(tmp_path, identity):
    command = [shutil.which("caddy"), "adapt", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    own = {"NAME": "localhost", "HOME": str(tmp_path), "IDENTITY": identity}
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    # What a client says of itself is thrown away before anything else.
    assert '"delete":["X-Forwarded-Email"]' in done.stdout
