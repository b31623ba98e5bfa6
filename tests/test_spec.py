"""`openapi.yaml` is true: it is held against the routes, the request schemas, every example and every answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from calculator_api.registry import catalogue
from calculator_api.web import schemas

Json = dict[str, Any]

SPEC: Json = yaml.safe_load(Path("openapi.yaml").read_bytes())
METHODS = {"get", "put", "post", "delete", "patch"}


def validator(name: str) -> jsonschema.Draft202012Validator:
    """Of one of the description's schemas."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": SPEC["components"]}
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.FormatChecker())


def wrong(checker: jsonschema.Draft202012Validator, data: Any) -> list[str]:
    """In words, what a schema has against the data."""
    return [f"{error.json_path}: {error.message[:200]}" for error in checker.iter_errors(data)]


def resolved(schema: Json) -> Json:
    """A schema with its references followed, one level deep."""
    for part in [schema, *schema.get("allOf", [])]:
        if "$ref" in part:
            target: Json = SPEC["components"]["schemas"][part["$ref"].rsplit("/", 1)[1]]
            schema = {
                **resolved(target),
                **{key: value for key, value in schema.items() if key not in ("$ref", "allOf")},
            }
    return schema


def test_the_description_is_valid() -> None:
    assert [str(error) for error in OpenAPIV31SpecValidator(SPEC).iter_errors()] == []


def test_every_route_is_described_and_every_description_has_a_route(app: Flask) -> None:
    described = {(path, method) for path, item in SPEC["paths"].items() for method in item if method in METHODS}
    served = {
        (re.sub(r"<(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert described == served


# The request schemas --------------------------------------------------------------------------------------------------

READ = {
    "Round": schemas.REQUEST,
    "Table": schemas.TABLE,
    "Player": schemas.PLAYER,
    "Meld": schemas.MELD,
    "Win": schemas.WIN,
}


@pytest.mark.parametrize("name", READ)
def test_the_described_fields_are_the_fields_that_are_read(name: str) -> None:
    described, read = SPEC["components"]["schemas"][name], READ[name]
    assert set(described["properties"]) == read.known
    assert set(described.get("required", [])) == read.needed
    for field, property_ in described["properties"].items():
        assert shape(resolved(property_)) == shape_read(read.load_fields[field]), f"{name}.{field}"


def shape(schema: Json) -> Json:
    """What a described field takes."""
    if schema.get("type") == "array" and "enum" in schema["items"]:
        return {"type": "array", "enum": schema["items"]["enum"], "maxItems": schema["maxItems"]}
    if "enum" in schema:
        return {"enum": schema["enum"]}
    keys = ("type", "minimum", "maximum", "maxItems", "maxLength")
    return {key: schema[key] for key in keys if key in schema} or {"tiles": len(schema["oneOf"])}


def shape_read(field: Any) -> Json:
    """What a field that is read takes."""
    match field:
        case schemas.Circumstances():
            return {"type": "array", "enum": list(field.words), "maxItems": len(field.words)}
        case schemas.Choice():
            return {"enum": list(field.words)}
        case schemas.Count():
            return {"type": "integer", "minimum": field.least, "maximum": field.most}
        case schemas.Flag():
            return {"type": "boolean"}
        case schemas.TilesField():
            return {"tiles": 2}
        case schemas.TileField() | schemas.Text():
            return {"type": "string", "maxLength": schemas.LONGEST_TEXT}
        case schemas.Records():
            return {"type": "array", "maxItems": field.most}
    return {"type": "object"}


# Every example and every answer ---------------------------------------------------------------------------------------


def examples(ruleset: str) -> Iterator[tuple[str, Json, bool]]:
    """The examples of a region: id, request, whether it is a request that must be refused."""
    for example in catalogue()[ruleset].examples():
        yield example["id"], example["request"], "problem" in example["expect"]


@pytest.mark.parametrize("ruleset", sorted(catalogue()))
def test_requests_and_answers_of_every_example_are_as_described(client: FlaskClient, ruleset: str) -> None:
    round_, settlement, problem = validator("Round"), validator("Settlement"), validator("Problem")
    found: Json = {}
    for id_, request, refused in examples(ruleset):
        response = client.post("/v1/score", json=request)
        answer = json.loads(response.data)
        faults = [] if refused else wrong(round_, request)
        faults += wrong(settlement if response.status_code == 200 else problem, answer)
        if faults:
            found[id_] = faults
    assert found == {}


@pytest.mark.parametrize("ruleset", sorted(catalogue()))
def test_every_sheet_is_as_described(client: FlaskClient, ruleset: str) -> None:
    assert wrong(validator("RuleSheet"), json.loads(client.get(f"/v1/rulesets/{ruleset}").data)) == []
    examples_ = json.loads(client.get(f"/v1/rulesets/{ruleset}/examples").data)["examples"]
    checker = validator("Example")
    assert [
        fault for example in examples_ if "problem" not in example["expect"] for fault in wrong(checker, example)
    ] == []


@pytest.mark.parametrize("ruleset", sorted(catalogue()))
def test_the_request_schema_of_a_sheet_takes_its_own_examples(ruleset: str) -> None:
    schema = catalogue()[ruleset].describe()["request_schema"]
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(schema)
    found = {
        id_: faults
        for id_, request, refused in examples(ruleset)
        if not refused and (faults := wrong(checker, request))
    }
    assert found == {}


def test_the_list_is_as_described(client: FlaskClient) -> None:
    checker = validator("RulesetSummary")
    for line in json.loads(client.get("/v1/rulesets").data)["rulesets"]:
        assert wrong(checker, line) == []


REQUESTS = SPEC["paths"]["/v1/score"]["post"]["requestBody"]["content"]["application/json"]["examples"]


@pytest.mark.parametrize("name", REQUESTS)
def test_the_requests_in_the_description_win(client: FlaskClient, name: str) -> None:
    response = client.post("/v1/score", json=REQUESTS[name]["value"])
    assert response.status_code == 200
    assert all(win["valid"] for win in json.loads(response.data)["wins"])


PROBLEMS = {
    name: one["content"]["application/problem+json"]["example"]
    for name, one in SPEC["components"]["responses"].items()
    if "example" in one.get("content", {}).get("application/problem+json", {})
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_problems_in_the_description_are_as_described(name: str) -> None:
    assert wrong(validator("Problem"), PROBLEMS[name]) == []
