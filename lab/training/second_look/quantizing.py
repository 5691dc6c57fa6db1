"""Converts a model with 4-bit weights to 8-bit weights, which CPUs run twice as fast at the same quality."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnx import GraphProto, NodeProto

_ZERO: Final = 8  # the 4-bit value of 0
# Uses seven of the eight bits: processors without VNNI add two products in 16 bits, which could overflow.
_LARGEST: Final = 63

_Floats = NDArray[np.float32]


def to_int8(model: bytes) -> bytes:
    """Returns the same network with 8-bit weights and a scale per column; needs the package onnx.

    ONNX Runtime's operator ``MatMulNBits`` becomes ``DynamicQuantizeMatMul``.
    """
    import onnx  # noqa: PLC0415 - only who prepares the model needs it

    loaded = onnx.load_from_string(model)
    for node in loaded.graph.node:
        if node.op_type == "MatMulNBits":
            _replace(loaded.graph, node)
    return bytes(loaded.SerializeToString())


def unpacked(packed: NDArray[np.uint8], scales: _Floats, rows: int) -> _Floats:
    """Returns weights from blocks with two values per byte, the lower half first; columns are outputs.

    >>> unpacked(np.array([[[0x98]], [[0x7F]]], dtype=np.uint8), np.array([[1], [2]], dtype=np.float32), 2).tolist()
    [[0.0, 14.0], [1.0, -2.0]]
    """
    columns, blocks, _ = packed.shape
    values = np.stack([packed & 15, packed >> 4], axis=-1).reshape(columns, blocks, -1).astype(np.float32) - _ZERO
    scaled = values * scales.reshape(columns, blocks, 1)
    return np.ascontiguousarray(scaled.reshape(columns, -1)[:, :rows].T)


def quantized(weights: _Floats) -> tuple[NDArray[np.int8], _Floats]:
    """Returns the quantized weights and the scale of each column.

    >>> small, scales = quantized(np.array([[1, 0], [-2, 0.5]], dtype=np.float32))
    >>> small.tolist(), (small * scales).round(1).tolist()
    ([[31, 0], [-63, 63]], [[1.0, 0.0], [-2.0, 0.5]])
    """
    scales = np.maximum(np.abs(weights).max(axis=0) / _LARGEST, np.finfo(np.float32).tiny)
    return np.rint(weights / scales).astype(np.int8), scales.astype(np.float32)


def _replace(graph: GraphProto, node: NodeProto) -> None:
    from onnx import helper, numpy_helper  # noqa: PLC0415

    tensors = {tensor.name: tensor for tensor in graph.initializer}
    given, packed, scales = node.input
    rows = next(attribute.i for attribute in node.attribute if attribute.name == "K")
    weights = unpacked(numpy_helper.to_array(tensors[packed]), numpy_helper.to_array(tensors[scales]), rows)
    small, of_columns = quantized(weights)
    tensors[packed].CopyFrom(numpy_helper.from_array(small, packed))
    tensors[scales].CopyFrom(numpy_helper.from_array(of_columns, scales))
    node.CopyFrom(
        helper.make_node(
            "DynamicQuantizeMatMul", [given, packed, scales], list(node.output), name=node.name, domain=node.domain
        )
    )
