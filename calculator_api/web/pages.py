"""The pages for people: the calculator, the rule sheets, the API reference, and the files they are made of.

Every file is served under an address that holds a digest of all of them, so it may be kept for ever; the pages
themselves are looked after with an ETag. A file asked for under an old digest (a page from before an update) is
served, but not for keeping.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, redirect, request

from calculator_api.registry import catalogue

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = "pages"
FOR_EVER: Final = "public, max-age=31536000, immutable"
CHECK_FIRST: Final = "no-cache"
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
PAGE_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".html": "text/html",
    ".png": "image/png",
}
TEXTS: Final = frozenset((".js", ".css", ".svg", ".webmanifest", ".html"))
# What the calculator and the rule sheets need, so that a phone keeps them for the time without a network.
KEPT_OFFLINE: Final = (".css", ".svg", ".js")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file in memory: its bytes, plain and compressed (None where that gains nothing), its type and its ETag."""

    body: bytes
    packed: bytes | None
    mimetype: str
    etag: str


def register(app: Flask) -> None:
    """Adds the pages and their files to the app."""
    app.add_url_rule("/", "page_home", lambda: page("index.html"))
    app.add_url_rule("/rules", "page_rules", lambda: page("rules.html"))
    app.add_url_rule("/rules/<ruleset>", "page_sheet", sheet)
    app.add_url_rule("/docs", "page_docs", lambda: page("docs.html"))
    app.add_url_rule("/manifest.webmanifest", "page_manifest", lambda: page("manifest.webmanifest"))
    app.add_url_rule("/sw.js", "page_worker", lambda: page("sw.js"))
    app.add_url_rule("/favicon.ico", "page_icon", lambda: redirect(address("icon.svg"), 302))
    app.add_url_rule("/static/<digest>/<path:name>", "static_file", static_file)


def sheet(ruleset: str) -> Response:
    """The rule sheet of one region; a page that says so where there is none."""
    if ruleset in catalogue():
        return page("sheet.html")
    # Nothing of it is to be kept: the ETag is that of the pages there are, and a browser would be told 304.
    missing = Response(filled("sheet.html").body, 404, mimetype="text/html")
    missing.headers["Cache-Control"] = "no-store"
    missing.headers.extend(PAGE_HEADERS)
    return missing


def page(name: str) -> Response:
    """A file of `static/pages` with its links filled in."""
    return serve(filled(name), CHECK_FIRST)


def static_file(digest: str, name: str) -> Response:
    """A file of `static`; the raw pages are not served as files."""
    # Asked first, so that names that are made up never reach the cache.
    if name not in names() or name.startswith(f"{PAGES}/"):
        abort(404)
    return serve(load(name), FOR_EVER if digest == build() else CHECK_FIRST)


def serve(asset: Asset, caching: str) -> Response:
    """The file, compressed where the client can read that."""
    small = asset.packed is not None and request.accept_encodings["gzip"] > 0
    made = Response(asset.packed if small and asset.packed is not None else asset.body, mimetype=asset.mimetype)
    if small:
        made.headers["Content-Encoding"] = "gzip"
    if asset.packed is not None:
        made.headers["Vary"] = "Accept-Encoding"
    made.headers["Cache-Control"] = caching
    made.headers.extend(PAGE_HEADERS)
    made.set_etag(asset.etag + ("-gzip" if small else ""))
    made.make_conditional(request)
    if made.status_code == 412:
        abort(412)
    return made


@cache
def names() -> frozenset[str]:
    """Every file below `static` by its path; nothing else is ever opened."""
    return frozenset(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())


@cache
def build() -> str:
    """A digest of all files: another one, other addresses."""
    digest = hashlib.sha256()
    for name in sorted(names()):
        body = (STATIC / name).read_bytes()
        digest.update(f"{name}\0{len(body)}\0".encode() + body)
    return digest.hexdigest()[:16]


def address(name: str) -> str:
    """Where a file of `static` is served."""
    return f"/static/{build()}/{name}"


@cache
def load(name: str) -> Asset:
    """A file of `static`."""
    return pack(name, (STATIC / name).read_bytes())


@cache
def filled(name: str) -> Asset:
    """A page with `{{static}}` and `{{files}}` filled in."""
    text = (STATIC / PAGES / name).read_text("utf-8")
    kept = sorted(n for n in names() if n.endswith(KEPT_OFFLINE) and not n.startswith(f"{PAGES}/"))
    files = ",\n".join(f'  "{address(n)}"' for n in kept)
    text = text.replace("{{static}}", f"/static/{build()}").replace("{{files}}", files).replace("{{build}}", build())
    return pack(name, text.encode())


def pack(name: str, body: bytes) -> Asset:
    """The file with what is needed to serve it."""
    suffix = Path(name).suffix
    mimetype = TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if suffix in TEXTS and len(body) > 512 else None
    return Asset(body, packed, mimetype, hashlib.sha256(body).hexdigest()[:32])
