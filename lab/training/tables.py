"""The results of training and evaluation, as readable tables or as JSON."""

from __future__ import annotations

import orjson

from gateway.types import JsonObject

_COLUMNS = ("labelled", "claimed", "found", "wholly_covered", "typed", "precision", "f2", "word_f2", "word_precision")


def trained(manifest: JsonObject, as_json: bool) -> str:
    """Returns a summary of the written artefact."""
    return _json(manifest) if as_json else f"{manifest['bytes']} bytes, sha256 {manifest['sha256']}"


def table(result: JsonObject, as_json: bool) -> str:
    """Returns a block for each tier with a row for each type."""
    if as_json:
        return _json(result)
    compared = result["tiers"]
    assert isinstance(compared, dict)
    lines = [f"{result['data']}, {result['half']} rows"]
    for name, measured in compared.items():
        assert isinstance(measured, dict)
        lines += ["", name, *_block(measured)]
    return "\n".join(lines)


def _block(measured: JsonObject) -> list[str]:
    types = measured.get("types")
    if not isinstance(types, dict):
        return [f"  {name:<28} {value}" for name, value in measured.items()]
    rows = [("all", measured), *types.items()]
    head = f"  {'type':<24}" + "".join(f"{column:>16}" for column in _COLUMNS)
    return [head, *(_line(name, row) for name, row in rows if isinstance(row, dict))]


def _line(name: str, row: JsonObject) -> str:
    return f"  {name:<24}" + "".join(f"{row.get(column)!s:>16}" for column in _COLUMNS)


def _json(value: JsonObject) -> str:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
