"""How the pages and their files are served; no browser needed."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ["/", "/rules", "/docs"]


def files(client: FlaskClient) -> list[str]:
    return sorted({link for page in PAGES for link in re.findall(r'"(/static/[^"]+)"', client.get(page).text)})


@pytest.mark.parametrize("page", PAGES)
def test_a_page_lets_nothing_in_from_elsewhere(client: FlaskClient, page: str) -> None:
    response = client.get(page)
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"(src|href)=\"(https?:)?//", response.text)
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=", response.text)


def test_files_are_kept_for_ever_and_pages_are_asked_about(client: FlaskClient) -> None:
    assert client.get("/").headers["Cache-Control"] == "no-cache"
    assert files(client)
    for link in files(client):
        response = client.get(link)
        assert response.status_code == 200, link
        assert "immutable" in response.headers["Cache-Control"], link
        assert client.get(link, headers={"If-None-Match": response.headers["ETag"]}).status_code == 304


def test_an_old_address_still_works_but_is_not_kept(client: FlaskClient) -> None:
    link = next(link for link in files(client) if link.endswith(".css"))
    old = re.sub(r"/static/\w+/", "/static/0123456789abcdef/", link)
    response = client.get(old)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-cache"


def test_texts_travel_compressed(client: FlaskClient) -> None:
    link = next(link for link in files(client) if link.endswith(".css"))
    small = client.get(link, headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert small.headers["Vary"] == "Accept-Encoding"
    assert gzip.decompress(small.data) == client.get(link).data
    assert small.headers["ETag"] != client.get(link).headers["ETag"]


@pytest.mark.parametrize(
    "name",
    ["../pages.py", "..%2fpages.py", "pages/index.html", "nothing.js", "js", "/etc/passwd", "%2e%2e/%2e%2e/app.py"],
)
def test_nothing_but_the_files_is_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/0123456789abcdef/{name}").status_code == 404


def test_a_rule_sheet_that_is_not_there_is_404(client: FlaskClient) -> None:
    known = client.get("/v1/rulesets").json["rulesets"][0]["id"]
    assert client.get(f"/rules/{known}").status_code == 200
    assert client.get(f"/rules/{known}x").status_code == 404


def test_the_worker_and_the_manifest_name_files_that_are_there(client: FlaskClient) -> None:
    worker = client.get("/sw.js")
    assert worker.headers["Cache-Control"] == "no-cache"
    assert worker.mimetype == "text/javascript"
    links = re.findall(r'"(/static/[^"]+)"', worker.text)
    assert len(links) > 10
    links += [icon["src"] for icon in client.get("/manifest.webmanifest").json["icons"]]
    assert [link for link in links if client.get(link).status_code != 200] == []


def test_every_module_that_is_imported_is_there() -> None:
    static = ROOT / "calculator_api" / "web" / "static" / "js"
    for module in static.rglob("*.js"):
        for target in re.findall(r'from "(\.[^"]+)"', module.read_text("utf-8")):
            assert (module.parent / target).resolve().is_file(), f"{module.name}: {target}"


def test_the_tiles_are_what_their_script_draws() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "make_tiles.py"), "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_every_text_of_the_page_is_there_in_both_languages() -> None:
    static = ROOT / "calculator_api" / "web" / "static" / "js"
    words = (static / "i18n.js").read_text("utf-8").split("const TEXT = {", 1)[1]
    entries = re.findall(r'"([\w.]+)": \["((?:[^"\\]|\\.)+)", "((?:[^"\\]|\\.)+)"\]', words)
    known = {key for key, _, _ in entries}
    assert len(entries) == words.count('": ["')
    used = {key for module in static.rglob("*.js") for key in re.findall(r'\bt\("([\w.]+)"', module.read_text("utf-8"))}
    assert used - known == set()
