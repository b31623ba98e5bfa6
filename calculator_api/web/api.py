"""The routes of the API, the limits of a request, and the headers of every response."""

from __future__ import annotations

import hashlib
import re
import time
import uuid
from functools import cache
from pathlib import Path
from typing import Any, Final

import yaml
from flask import Blueprint, Response, abort, current_app, g, request
from werkzeug.datastructures import MIMEAccept

import calculator_api
from calculator_api.describe import outline
from calculator_api.registry import Region, catalogue, nearest_ids

from . import strictjson
from .problems import Problem
from .service import score
from .strictjson import encode

MOST_BYTES: Final = 16 * 1024
JSON: Final = "application/json"
YAML: Final = "application/yaml"
FRESH: Final = "public, max-age=300"
SANE_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
SECURITY: Final = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
CORS: Final = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, X-Request-Id, X-Engine-Version, X-Ruleset-Version",
}
PREFLIGHT: Final = {
    "Access-Control-Allow-Headers": "Content-Type, If-None-Match, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}

api: Final = Blueprint("api", __name__)


@api.post("/v1/score")
def post_score() -> Response:
    """Settles one finished round."""
    acceptable(JSON)
    data = strictjson.read(body())
    g.ruleset = named(data)
    started = time.perf_counter()
    answer = score(data)
    current_app.extensions["metrics"].note_score(answer, time.perf_counter() - started)
    made = Response(encode(answer), mimetype=JSON)
    made.headers["Cache-Control"] = "no-store"
    made.headers["X-Ruleset-Version"] = answer["ruleset"]["version"]
    return made


def named(data: Any) -> str | None:
    """The rule set a request asks for, where there is one of that id."""
    ruleset = data.get("ruleset") if isinstance(data, dict) else None
    return ruleset if isinstance(ruleset, str) and ruleset in catalogue() else None


@api.get("/v1/rulesets")
def get_rulesets() -> Response:
    """Every rule set in a few words."""
    return document(*rulesets_text(), JSON)


@api.get("/v1/rulesets/<ruleset>")
def get_ruleset(ruleset: str) -> Response:
    """One rule sheet."""
    region = known(ruleset)
    made = document(*sheet_text(ruleset), JSON)
    made.headers["X-Ruleset-Version"] = region.sheet.version
    return made


@api.get("/v1/rulesets/<ruleset>/examples")
def get_examples(ruleset: str) -> Response:
    """The worked examples of one rule set."""
    region = known(ruleset)
    made = document(*examples_text(ruleset), JSON)
    made.headers["X-Ruleset-Version"] = region.sheet.version
    return made


@api.get("/openapi.yaml")
def get_openapi_yaml() -> Response:
    """The API's description as it was written."""
    text = openapi_path().read_bytes()
    return document(text, tag(text), YAML)


@api.get("/openapi.json")
def get_openapi_json() -> Response:
    """The same as JSON."""
    return document(*openapi_text(), JSON)


@api.get("/livez")
def get_livez() -> Response:
    """Whether the process answers."""
    return status({"status": "ok"})


@api.get("/readyz")
def get_readyz() -> Response:
    """Whether rule sets are loaded, so that rounds can be scored."""
    return status({"status": "ready", "rulesets": len(catalogue())})


def status(data: dict[str, Any]) -> Response:
    """A state that must never be cached."""
    made = Response(encode(data), mimetype=JSON)
    made.headers["Cache-Control"] = "no-store"
    return made


def known(ruleset: str) -> Region:
    """The region of an id in the address."""
    region = catalogue().get(ruleset)
    if region is None:
        meant = nearest_ids(ruleset)
        hint_zh = f"；相近的有 {'、'.join(meant)}" if meant else ""
        hint_en = f"; the nearest are {', '.join(meant)}" if meant else ""
        raise Problem(404, "unknown_ruleset", f"没有这套规则{hint_zh}", f"there is no such rule set{hint_en}")
    return region


def document(text: bytes, etag: str, mimetype: str) -> Response:
    """Something that changes only with a new version: served with a strong ETag."""
    acceptable(mimetype)
    made = Response(text, mimetype=mimetype)
    made.headers["Cache-Control"] = FRESH
    made.set_etag(etag)
    made.make_conditional(request)
    if made.status_code == 412:
        abort(412)
    return made


def tag(text: bytes) -> str:
    """A strong ETag: the same bytes, the same tag, on every machine."""
    return hashlib.sha256(text).hexdigest()[:32]


def tagged(data: Any) -> tuple[bytes, str]:
    """Data as bytes and their tag."""
    text = encode(data).encode()
    return text, tag(text)


@cache
def rulesets_text() -> tuple[bytes, str]:
    """The list of rule sets."""
    return tagged({"rulesets": [outline(catalogue()[ruleset].sheet) for ruleset in sorted(catalogue())]})


@cache
def sheet_text(ruleset: str) -> tuple[bytes, str]:
    """One rule sheet."""
    return tagged(catalogue()[ruleset].describe())


@cache
def examples_text(ruleset: str) -> tuple[bytes, str]:
    """The examples of one rule set."""
    return tagged({"ruleset": ruleset, "examples": catalogue()[ruleset].examples()})


@cache
def openapi_text() -> tuple[bytes, str]:
    """The API's description as JSON."""
    return tagged(yaml.safe_load(openapi_path().read_bytes()))


@cache
def openapi_path() -> Path:
    """Beside the package in a working copy, inside it once installed."""
    package = Path(calculator_api.__file__).parent
    inside = package / "openapi.yaml"
    return inside if inside.exists() else package.parent / "openapi.yaml"


def acceptable(mimetype: str) -> None:
    """Refuses a client that does not want what there is."""
    wanted = request.headers.get("Accept")
    if wanted is None or wanted == "*/*" or wanted == mimetype or not wanted.strip():
        return
    if not takes(request.accept_mimetypes, mimetype):
        raise Problem(406, "not_acceptable", f"这里只有 {mimetype}", f"only {mimetype} is served here")


def takes(wanted: MIMEAccept, mimetype: str) -> bool:
    """Whether this type is wanted; what its parameters say (`charset=utf-8`) is true of all that is served here."""
    bare = MIMEAccept([(kind.partition(";")[0].strip(), quality) for kind, quality in wanted])
    return bare.quality(mimetype) > 0


def body() -> bytes:
    """The request's body, once its headers say that it is JSON and small."""
    if request.headers.get("Content-Encoding") is not None:
        raise Problem(415, "content_encoding", "不接受压缩的请求", "a Content-Encoding is not accepted")
    kind = request.mimetype_params
    charset = kind.get("charset", "utf-8").lower()
    if request.mimetype != JSON or charset not in ("utf-8", "utf8"):
        raise Problem(
            415,
            "unsupported_media_type",
            f"Content-Type 应为 {JSON}",
            f"the Content-Type must be {JSON}",
            headers={"Accept": JSON},
        )
    return read_exactly(length())


def length() -> int:
    """How many bytes the client says it sends."""
    text = request.environ.get("CONTENT_LENGTH") or ""
    if request.headers.get("Transfer-Encoding") is not None or not text:
        raise Problem(411, "length_required", "需要 Content-Length", "a Content-Length is needed")
    if not text.isascii() or not text.isdigit():
        raise Problem(400, "malformed_request", "Content-Length 不是数字", "the Content-Length is no number")
    if len(text) > 9 or int(text) > MOST_BYTES:
        raise Problem(413, "too_large", f"请求最多{MOST_BYTES}字节", f"a request has at most {MOST_BYTES} bytes")
    return int(text)


def read_exactly(size: int) -> bytes:
    """The whole body; less than announced is a broken request."""
    try:
        text: bytes = request.environ["wsgi.input"].read(size)
    except OSError:  # the client hung up, or its network did
        text = b""
    if len(text) < size:
        raise Problem(400, "incomplete_body", "请求没有发完", "the body is shorter than its Content-Length")
    return text


def name_request() -> None:
    """Takes over a sane request id, so that one round can be followed through several services; else makes one."""
    sent = request.headers.get("X-Request-Id", "")
    g.request_id = sent if SANE_ID.fullmatch(sent) else uuid.uuid4().hex


def finish(response: Response) -> Response:
    """The headers of every response."""
    headers = response.headers
    if request.method == "OPTIONS" and response.status_code == 200:
        response.status_code = 204
        headers.pop("Content-Type", None)
        headers["Allow"] = headers["Access-Control-Allow-Methods"] = ", ".join(sorted(response.allow))
        headers.extend(PREFLIGHT)
    headers["X-Request-Id"] = g.get("request_id") or uuid.uuid4().hex
    headers["X-Engine-Version"] = calculator_api.__version__
    headers.extend(CORS)
    for name, value in SECURITY.items():
        headers.setdefault(name, value)
    return response
