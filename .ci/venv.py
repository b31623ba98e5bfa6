"""Makes `.venv` from `uv.lock` with nothing but Python and pip: `python3 .ci/venv.py GROUP…`.

Every file is checked against the lock's hashes. A group that is installed already is left alone, so a second start
needs no network.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = ROOT / "uv.lock"
OPTIONAL = {"peers": "no compiler? The comparisons with other scorers are skipped."}


def main(more: list[str]) -> int:
    groups = ["project", "build", *more]
    locked = LOCK.read_bytes()
    wanted = dict.fromkeys(groups, digest(locked)) | {"build": digest(locked + (ROOT / "pyproject.toml").read_bytes())}
    missing = [group for group in groups if stamp(group) != wanted[group]]
    if not missing and PYTHON.exists():
        return 0
    with alone():
        make_venv()
        for group in missing:
            if stamp(group) == wanted[group]:
                continue
            print(f"installing: {group}", file=sys.stderr, flush=True)
            if not install(group):
                if group not in OPTIONAL:
                    return 1
                print(f"{group}: {OPTIONAL[group]}", file=sys.stderr)
            stamp_file(group).write_text(wanted[group])
    return 0


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def stamp_file(group: str) -> Path:
    return VENV / f".installed-{group}"


def stamp(group: str) -> str:
    return stamp_file(group).read_text() if stamp_file(group).exists() else ""


def alone() -> Any:
    """Two starts at once install one after the other."""
    import fcntl

    handle = (ROOT / ".venv.lock").open("w")
    fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def make_venv() -> None:
    if PYTHON.exists():
        return
    done = subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if done.returncode:
        sys.exit("Python's venv module does not work here; on Debian and Ubuntu: apt-get install python3-venv")


def install(group: str) -> bool:
    requirements = VENV / f"requirements-{group}.txt"
    with requirements.open("w") as out:
        subprocess.run([PYTHON, __file__, "--list", group], stdout=out, check=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run([*pip, "--require-hashes", "--requirement", requirements])
    if group == "build" and not done.returncode:
        done = subprocess.run([*pip, "--no-index", "--no-build-isolation", "--editable", ROOT])
    return not done.returncode


def requirements(group: str) -> list[str]:
    """The lock's packages of one group (`project`: what the project itself needs), pinned and with hashes."""
    import tomllib

    from pip._vendor.packaging.markers import Marker

    packages = tomllib.loads(LOCK.read_text())["package"]
    root = next(package for package in packages if "editable" in package["source"])
    todo = list(root["dependencies"] if group == "project" else root["dev-dependencies"][group])
    seen: dict[str, dict[str, Any]] = {}
    while todo:
        wish = todo.pop()
        if "marker" in wish and not Marker(wish["marker"]).evaluate():
            continue
        package = next(
            p for p in packages if p["name"] == wish["name"] and wish.get("version", p["version"]) == p["version"]
        )
        if package["name"] not in seen:
            todo += package.get("dependencies", [])
        seen[package["name"]] = package
        for extra in wish.get("extra", []):
            todo += package.get("optional-dependencies", {}).get(extra, [])
    return sorted(pinned(package) for package in seen.values())


def pinned(package: dict[str, Any]) -> str:
    files = [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
    return " ".join([f"{package['name']}=={package['version']}", *(f"--hash={file['hash']}" for file in files)])


if __name__ == "__main__":
    if sys.argv[1:2] == ["--list"]:
        print("\n".join(requirements(sys.argv[2])))
    else:
        sys.exit(main(sys.argv[1:]))
