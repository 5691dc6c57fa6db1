"""A token classification model on onnxruntime; its packages are imported only when a model is made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from gateway.detection.names.weights import Floats
from gateway.detection.second_look.classifier import Pieces

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

_PICTURES: Final = re.compile("[\u2190-\u2bff\ud800-\udfff\U00010000-\U0010ffff]")


class OnnxModel:
    """A stateless ``TokenModel`` that runs on the caller's thread only. Safe to share between threads."""

    def __init__(self, model: bytes, tokenizer: bytes, labels: Sequence[str]) -> None:
        self._session = _session(model)
        self._tokenizer = _tokenizer(tokenizer)
        self._labels = tuple(labels)
        self._first, self._last = self._tokenizer.token_to_id("[CLS]"), self._tokenizer.token_to_id("[SEP]")

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the columns of its probabilities."""
        return self._labels

    def pieces(self, text: str) -> Pieces:
        """Returns the tokens of a text; emoji and lone surrogates count as spaces, so words beside them are read."""
        encoded = self._tokenizer.encode(_PICTURES.sub(" ", text), add_special_tokens=False)
        offsets = np.array(encoded.offsets, dtype=np.int64).reshape(-1, 2)
        return Pieces(encoded.ids, offsets[:, 0], offsets[:, 1])

    def probabilities(self, ids: list[int]) -> Floats:
        """Returns the softmax of the logits, one row per token."""
        window = np.array([[self._first, *ids, self._last]], dtype=np.int64)
        given = {"input_ids": window, "attention_mask": np.ones_like(window), "token_type_ids": np.zeros_like(window)}
        (logits,) = self._session.run(["logits"], given)
        inside = logits[0, 1:-1]
        raised = np.exp(inside - inside.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)


def _session(model: bytes) -> InferenceSession:
    from onnxruntime import InferenceSession, SessionOptions  # noqa: PLC0415 - an option

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _tokenizer(tokenizer: bytes) -> Tokenizer:
    from tokenizers import Tokenizer  # noqa: PLC0415 - an option

    made = Tokenizer.from_buffer(tokenizer)
    made.no_truncation()
    made.no_padding()
    return made
