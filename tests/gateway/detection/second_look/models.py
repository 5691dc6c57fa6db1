"""A token classification model small enough to read, and the files of one for onnxruntime."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import numpy as np
import orjson

from gateway.detection.names.lexicon import FREQUENCY_SHIFT, Lexicon, hash_of
from gateway.detection.names.weights import Floats
from gateway.detection.second_look.classifier import Pieces, TokenClassifier
from gateway.detection.second_look.installed import LICENCE, MANIFEST, MODEL, TOKENIZER

LABELS = ("O", "B-GIVEN_NAME", "I-GIVEN_NAME", "B-SURNAME", "I-SURNAME", "B-CITY", "I-CITY", "B-EMAIL")
# The model's label for the first token of a word; all other tokens and words are outside of entities.
SAYS = {
    "zul": ("B-GIVEN_NAME", 0.9),
    "smi": ("B-SURNAME", 0.9),
    "lap": ("B-CITY", 0.9),
    "may": ("B-GIVEN_NAME", 0.4),
    "dim": ("B-GIVEN_NAME", 0.1),
    "mai": ("B-EMAIL", 0.9),
}
KNOWN = list(SAYS)
COMMON = ("may", "smile")


class PiecesOfThree:
    """A model whose tokens are three letters long. It records the lengths of its windows."""

    labels = LABELS

    def __init__(self) -> None:
        self.windows: list[int] = []

    def pieces(self, text: str) -> Pieces:
        places = [
            (at, min(at + 3, word.end()))
            for word in re.finditer(r"\w+|[^\w\s]", text)
            for at in range(word.start(), word.end(), 3)
        ]
        ids = [KNOWN.index(piece) + 1 if (piece := text[start:end].lower()) in KNOWN else 0 for start, end in places]
        offsets = np.array(places, dtype=np.int64).reshape(-1, 2)
        return Pieces(ids, offsets[:, 0], offsets[:, 1])

    def probabilities(self, ids: list[int]) -> Floats:
        self.windows.append(len(ids))
        rows = np.zeros((len(ids), len(LABELS)), dtype=np.float32)
        for row, piece in zip(rows, ids, strict=True):
            label, probability = SAYS[KNOWN[piece - 1]] if piece else ("O", 0.0)
            row[0], row[LABELS.index(label)] = 1 - probability, probability or 1.0
        return rows


def lexicon() -> Lexicon:
    """Returns a lexicon that only knows common words."""
    hashes = sorted(map(hash_of, COMMON))
    return Lexicon(np.array(hashes, dtype=np.uint64), np.full(len(hashes), 10 << FREQUENCY_SHIFT, dtype=np.uint32))


def classifier() -> TokenClassifier:
    """Returns a classifier with the model of this module."""
    return TokenClassifier("pieces", PiecesOfThree(), lexicon())


def write_prepared(folder: Path) -> None:
    """Writes a model for onnxruntime that takes the word ``zuleika`` for a given name, and its tokenizer."""
    files = {MODEL: _network(), TOKENIZER: _tokenizer(), LICENCE: b"free"}
    hashes = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / MANIFEST).write_bytes(orjson.dumps({"files": hashes, "labels": ["O", "B-GIVEN_NAME"]}))


def _network() -> bytes:
    from onnx import TensorProto, helper, numpy_helper

    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "pieces"])
        for name in ("input_ids", "attention_mask", "token_type_ids")
    ]
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", "pieces", 2])
    table = numpy_helper.from_array(np.array([[9, 0]] * 4 + [[0, 9]], dtype=np.float32), "table")
    node = helper.make_node("Gather", ["table", "input_ids"], ["logits"])
    graph = helper.make_graph([node], "tiny", inputs, [output], [table])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    return bytes(model.SerializeToString())


def _tokenizer() -> bytes:
    from tokenizers import Tokenizer, normalizers, pre_tokenizers
    from tokenizers.models import WordLevel

    made = Tokenizer(WordLevel({"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "ask": 3, "zuleika": 4}, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return str(made.to_str()).encode()
