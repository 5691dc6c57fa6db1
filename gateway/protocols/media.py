"""Walks media: an address, or data in base64. An address is a text, and so is data in which somebody wrote text.

Pictures, sound, PDF and office files are no text: nobody looks into them.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from typing import Final

from gateway.errors import Uninspectable
from gateway.protocols.paths import DOTTED
from gateway.protocols.walk import Walk, walk_text
from gateway.types import LeafKind

HEAD_MARK: Final = f"{DOTTED.key_mark}:data"  # in the path of what stands before a data URL's comma

_DATA_URL: Final = re.compile(r"data:([^,]*?)(;[ ]*base64[ ]*)?,", re.IGNORECASE)
_TYPE: Final = re.compile(
    r"(?:(?:application|audio|font|image|message|model|text|video)/[\w.+-]+)?(?:;[ ]*charset=[\w-]+)?", re.IGNORECASE
)
_OF_TEXT: Final = re.compile(
    r"$|;|text/|image/svg|application/(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|toml|sql|csv|javascript|x-ndjson|rtf)\b",
    re.IGNORECASE,
)
_CHARSET: Final = re.compile(r";[ ]*charset=([\w-]+)", re.IGNORECASE)
_PERCENT: Final = re.compile(rb"%([0-9A-Fa-f]{2})")
_CONTROL: Final = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_STANDARD: Final = str.maketrans("-_", "+/")


@dataclass(frozen=True, slots=True, repr=False)
class _DataUrl:
    """``head`` is what stands between ``data:`` and ``;base64``."""

    head: str
    is_base64: bool
    payload: str

    @property
    def is_of_text(self) -> bool:
        return _OF_TEXT.match(self.head) is not None

    def content(self) -> bytes:
        """Returns the bytes; raises ValueError if they cannot be read."""
        if self.is_base64:
            return _decoded(self.payload)
        return _PERCENT.sub(lambda code: bytes([int(code[1], 16)]), self.payload.encode())

    def encoding(self, content: bytes) -> str:
        named = _CHARSET.search(self.head)
        return named[1] if named else _encoding(content)


def walk_url(url: str, path: str, walk: Walk) -> str:
    """Returns the address with its text replaced; a data URL of text is decoded for that, and encoded again.

    Raises Uninspectable for a data URL that should hold text and cannot be read.

    >>> shout = Walk(lambda path, kind, text, message: text.upper())
    >>> walk_url("https://example.com/ann.png", "url", shout)
    'HTTPS://EXAMPLE.COM/ANN.PNG'
    >>> walk_url("data:text/plain;base64,SGkgQW5u", "url", shout), b64decode("SEkgQU5O")
    ('data:text/plain;base64,SEkgQU5O', b'HI ANN')
    """
    parts = _DATA_URL.match(url)
    if parts is None:
        return walk_text(url, path, walk)
    data = _DataUrl(parts[1], parts[2] is not None, url[parts.end() :])
    head = _walk_head(data.head, path, walk)
    payload = _walk_payload(data, path, walk)
    if payload is None:
        return f"data:{head}{parts[2] or ''},{data.payload}"
    return f"data:{head};base64,{payload}"


def walk_base64(data: str, path: str, walk: Walk) -> str:
    """Returns base64, or a data URL, with its text replaced; what is no text stays as it is.

    >>> shout = Walk(lambda path, kind, text, message: text.upper())
    >>> walk_base64("SGkgQW5u", "data", shout), walk_base64("UklGRv8=", "data", shout)
    ('SEkgQU5O', 'UklGRv8=')
    """
    if _DATA_URL.match(data):
        return walk_url(data, path, walk)
    payload = _walk_payload(_DataUrl("application/octet-stream", True, data), path, walk)
    return data if payload is None else payload


def _walk_head(head: str, path: str, walk: Walk) -> str:
    """Returns what stands before the data: the type stays, and a file's name beside it is a leaf."""
    known = _TYPE.match(head)
    end = known.end() if known else 0
    return head if end == len(head) else head[:end] + walk.leaf(path + HEAD_MARK, LeafKind.TEXT, head[end:])


def _walk_payload(data: _DataUrl, path: str, walk: Walk) -> str | None:
    """Returns the new payload in base64, None if it is no text or stays as it is."""
    if walk.visit is None and not data.is_of_text:
        return None
    try:
        content = data.content()
        encoding = data.encoding(content)
        text = content.decode(encoding)
    except (ValueError, LookupError):
        if data.is_of_text:
            raise Uninspectable(f"`{path}` should hold text, and cannot be read; send it in UTF-8.") from None
        return None
    if not data.is_of_text and _CONTROL.search(text):
        return None
    walked = walk_text(text, path, walk)
    return None if walked == text else b64encode(walked.encode(encoding)).decode()


def _decoded(payload: str) -> bytes:
    plain = "".join(payload.split()).rstrip("=").translate(_STANDARD)
    return b64decode(plain + "=" * (-len(plain) % 4), validate=True)


def _encoding(content: bytes) -> str:
    """Returns the encoding that spreadsheets and editors say with the first two bytes, UTF-8 otherwise.

    Only what names its byte order comes back as it was: "utf-16" writes the mark itself.
    """
    return "utf-16" if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else "utf-8"
