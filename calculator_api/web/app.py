"""The Flask application."""

from __future__ import annotations

import importlib
import importlib.util

from flask import Flask

from calculator_api.registry import catalogue

from . import problems, telemetry
from .api import api, finish, name_request


def create_app() -> Flask:
    """The whole service. Loads every rule set, and fails here if one of them is faulty."""
    catalogue()
    app = Flask(__name__, static_folder=None)
    app.url_map.strict_slashes = True
    app.url_map.merge_slashes = False
    # First, so that it starts before all else and sees the response as it is sent.
    telemetry.register(app)
    app.before_request(name_request)
    app.after_request(finish)
    app.register_blueprint(api)
    problems.register(app)
    if importlib.util.find_spec("calculator_api.web.pages"):
        importlib.import_module("calculator_api.web.pages").register(app)
    return app
