"""What is installed, what is shipped, and what the manifests say: nothing unchecked, nothing too much."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

import calculator_api
from calculator_api.registry import catalogue

LOCK = tomllib.loads(Path("uv.lock").read_text("utf-8"))
PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
MANIFESTS = sorted(Path("deploy/kubernetes").glob("[!k]*.yaml"))
COMPOSE = yaml.safe_load(Path("deploy/compose.yaml").read_bytes())


def listed(group: str) -> list[str]:
    """What is installed for a group, one requirement a line."""
    done = subprocess.run([sys.executable, ".ci/venv.py", "--list", group], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


@pytest.mark.parametrize("group", ["project", "dev", "build", "deep"])
def test_everything_that_is_installed_is_pinned_and_has_hashes(group: str) -> None:
    for line in listed(group):
        assert re.fullmatch(r"[a-z0-9-]+==\S+( --hash=sha256:[0-9a-f]{64})+", line), line


def test_the_lock_has_what_the_project_asks_for() -> None:
    names = {line.split("==")[0] for line in listed("project")}
    wanted = {re.split(r"[<>=!~\[; ]", one)[0].lower() for one in PROJECT["project"]["dependencies"]}
    assert wanted <= names
    assert "pytest" not in names


def test_every_package_of_the_lock_comes_from_the_index_by_hash() -> None:
    for package in LOCK["package"]:
        if package["name"] != PROJECT["project"]["name"]:
            assert "registry" in package["source"], package["name"]
            for file in [*package.get("wheels", []), package.get("sdist")]:
                assert file is None or file["hash"].startswith("sha256:")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*command, "--no-build-isolation", "--wheel-dir", folder, "."], check=True)
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


def test_the_wheel_has_the_program_and_the_rule_sets_and_nothing_else(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    info = f"mahjong_score-{calculator_api.__version__}.dist-info/"
    assert {name.split("/")[0] + "/" for name in names} == {"calculator_api/", "rulesets/", info}
    assert {"calculator_api/openapi.yaml", "calculator_api/py.typed", f"{info}licenses/LICENSE"} <= set(names)
    for ruleset in catalogue():
        assert f"rulesets/{ruleset}/ruleset.yaml" in names
    kinds = {Path(name).suffix for name in names if not name.startswith(info)}
    allowed = {".py", ".yaml", ".typed", ".html", ".css", ".js", ".svg", ".png", ".webmanifest", ".md", ".txt"}
    assert kinds - allowed <= {""}
    assert not [name for name in names if "test" in name or "__pycache__" in name]


# Deployment -----------------------------------------------------------------------------------------------------------


def objects() -> dict[str, Any]:
    return {one["kind"]: one for path in MANIFESTS for one in yaml.safe_load_all(path.read_text("utf-8"))}


def test_the_manifests_are_valid() -> None:
    command = [Path(sys.executable).parent / "kubernetes-validate", "--strict", *MANIFESTS]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(MANIFESTS) == 5


def test_the_kustomization_names_every_manifest() -> None:
    named = yaml.safe_load(Path("deploy/kubernetes/kustomization.yaml").read_bytes())
    assert sorted(named["resources"]) == [path.name for path in MANIFESTS]
    assert named["images"][0]["newTag"] == calculator_api.__version__


def test_every_selector_finds_the_pods() -> None:
    found = objects()
    labels = found["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert found["Deployment"]["spec"]["selector"]["matchLabels"] == labels
    assert found["Service"]["spec"]["selector"] == labels
    assert found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert found["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"] == labels
    target = found["HorizontalPodAutoscaler"]["spec"]["scaleTargetRef"]
    assert (target["kind"], target["name"]) == ("Deployment", found["Deployment"]["metadata"]["name"])


def test_a_pod_has_no_rights_and_time_to_end() -> None:
    pod = objects()["Deployment"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["securityContext"]["runAsUser"] == int(re.search(r"^USER (\d+)$", dockerfile(), re.M)[1])  # type: ignore[index]
    assert pod["automountServiceAccountToken"] is False
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {"requests", "limits"} <= set(container["resources"])
    assert container["image"].endswith(f":{calculator_api.__version__}")
    before = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > before + 30


def dockerfile() -> str:
    return Path("Dockerfile").read_text("utf-8")


def test_the_probes_ask_addresses_that_answer(client: Any) -> None:
    (container,) = objects()["Deployment"]["spec"]["template"]["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert client.get(container[probe]["httpGet"]["path"]).status_code == 200


def test_compose_runs_replicas_behind_the_proxy() -> None:
    app, proxy = COMPOSE["services"]["app"], COMPOSE["services"]["proxy"]
    assert app["scale"] >= 2
    assert "ports" not in app
    assert "./nginx.conf:/etc/nginx/nginx.conf:ro" in proxy["volumes"]
    assert app["image"].endswith(f":{calculator_api.__version__}")
    assert COMPOSE["networks"]["inner"] == {"internal": True}
    for service in (app, proxy):
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert set(service["networks"]) <= set(COMPOSE["networks"])
    assert "server app:8000 " in Path("deploy/nginx.conf").read_text("utf-8")
