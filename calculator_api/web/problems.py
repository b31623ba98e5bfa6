"""Everything that can go wrong with a request, as RFC 9457 problem documents in two languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from calculator_api.round import Fault, ImpossibleRound, TooMuchWork

from .service import TOO_MUCH_WORK
from .strictjson import BadJSON, encode

MOST_FAULTS: Final = 100  # what a person can read; a request of nothing but faults would be answered with a megabyte
TYPE: Final = "urn:mahjong-score:problem:"
TYPE_OF_PROBLEMS: Final = "application/problem+json"
TITLES: Final = {
    400: "Malformed request",
    404: "Not found",
    405: "Method not allowed",
    406: "Not acceptable",
    411: "Length required",
    412: "Precondition failed",
    413: "Request too large",
    414: "Address too long",
    415: "Unsupported media type",
    417: "Expectation failed",
    422: "Impossible round",
    431: "Request headers too large",
    500: "Internal error",
    503: "Too much work",
}
# What werkzeug raises by itself, in the words of this API.
RAISED: Final = {
    404: ("not_found", "没有这个地址", "there is nothing at this address"),
    405: ("method_not_allowed", "这个地址不支持这种请求方法", "this address does not support this method"),
    412: ("precondition_failed", "内容已变，与 If-Match 不符", "what is here is not what If-Match names"),
    413: ("too_large", "请求太大", "the request is too large"),
    414: ("too_large", "地址太长", "the address is too long"),
    431: ("too_large", "请求头太大", "the request headers are too large"),
    500: (
        "internal_error",
        "服务内部出错；请带上 request_id 报告",
        "an internal error; please report it with the request_id",
    ),
}


class Problem(Exception):
    """Ends a request with a problem document."""

    def __init__(
        self,
        status: int,
        code: str,
        zh: str,
        en: str,
        errors: Iterable[Fault] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(en)
        self.status, self.code, self.zh, self.en = status, code, zh, en
        self.errors, self.headers = list(errors), headers or {}


def document(problem: Problem, request_id: str) -> dict[str, Any]:
    """The problem as JSON data."""
    return {
        "type": TYPE + problem.code,
        "title": TITLES.get(problem.status, "Malformed request"),
        "status": problem.status,
        "code": problem.code,
        "detail": problem.en,
        "zh": problem.zh,
        "en": problem.en,
        "errors": [{"pointer": f.pointer, "code": f.code, "zh": f.zh, "en": f.en} for f in problem.errors],
        "request_id": request_id,
    }


def response(problem: Problem) -> Response:
    """The problem as a response."""
    text = encode(document(problem, g.get("request_id", "")))
    made = Response(text, problem.status, mimetype=TYPE_OF_PROBLEMS)
    made.headers["Cache-Control"] = "no-store"
    for name, value in problem.headers.items():
        made.headers[name] = value
    return made


def impossible(error: ImpossibleRound) -> Problem:
    """All faults of a request that describes no possible round."""
    count = len(error.faults)
    faults = "1 fault" if count == 1 else f"{count} faults"
    return Problem(
        422,
        "impossible_round",
        f"这一局不成立：有{count}处错误，见 errors",
        f"this describes no possible round: {faults}, see errors",
        error.faults[:MOST_FAULTS],
    )


def bad_json(error: BadJSON) -> Problem:
    """A body that cannot be read."""
    return Problem(400, error.code, error.zh, error.en, [Fault("", error.code, error.zh, error.en)])


def raised(error: HTTPException) -> Problem:
    """What werkzeug raises by itself: no such address, wrong method."""
    status = error.code or 500
    code, zh, en = RAISED.get(status, ("malformed_request", "请求有误", "the request is malformed"))
    headers = {}
    if isinstance(error, MethodNotAllowed):
        headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    return Problem(status, code, zh, en, headers=headers)


def register(app: Flask) -> None:
    """Answers every error of the app with a problem document."""
    app.register_error_handler(Problem, response)
    app.register_error_handler(ImpossibleRound, lambda error: response(impossible(error)))
    app.register_error_handler(TooMuchWork, overworked)
    app.register_error_handler(BadJSON, lambda error: response(bad_json(error)))
    app.register_error_handler(HTTPException, lambda error: response(raised(error)))
    app.register_error_handler(Exception, crashed)


def overworked(error: TooMuchWork) -> Response:
    """A round that would cost too much: given up, and counted, since no real one does."""
    current_app.extensions["metrics"].overworked.inc()
    current_app.logger.error("request %s given up: %s", g.get("request_id", ""), error)
    return response(Problem(503, *TOO_MUCH_WORK))


def crashed(error: Exception) -> Response:
    """A fault of ours: logged with the request's id, and nothing of it shown."""
    current_app.logger.error("request %s %s failed", g.get("request_id", ""), request.path, exc_info=error)
    return response(Problem(500, *RAISED[500]))
