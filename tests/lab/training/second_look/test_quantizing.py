from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("onnx", reason="makes a model with the package onnx")
pytest.importorskip("onnxruntime", reason="needs the extra 'second-look'")

from lab.training.second_look.quantizing import quantized, to_int8

ROWS, COLUMNS, BLOCK = 64, 32, 32


def four_bits(random: np.random.Generator) -> bytes:
    from onnx import TensorProto, helper, numpy_helper

    packed = random.integers(0, 256, (COLUMNS, ROWS // BLOCK, BLOCK // 2), dtype=np.uint8)
    scales = random.uniform(0.01, 0.1, COLUMNS * ROWS // BLOCK).astype(np.float32)
    node = helper.make_node(
        "MatMulNBits", ["x", "w", "s"], ["y"], domain="com.microsoft", K=ROWS, N=COLUMNS, bits=4, block_size=BLOCK
    )
    graph = helper.make_graph(
        [node],
        "tiny",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", ROWS])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", COLUMNS])],
        [numpy_helper.from_array(packed, "w"), numpy_helper.from_array(scales, "s")],
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    return bytes(helper.make_model(graph, opset_imports=opsets, ir_version=8).SerializeToString())


def test_eight_bit_weights_give_nearly_the_results_of_four_bit_weights() -> None:
    from onnxruntime import InferenceSession

    random = np.random.default_rng(1)
    model = four_bits(random)
    x = random.normal(size=(5, ROWS)).astype(np.float32)
    before, after = (
        InferenceSession(data, providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]
        for data in (model, to_int8(model))
    )
    assert np.abs(before - after).max() < 0.03 * np.abs(before).max()


def test_the_same_weights_make_the_same_bytes_and_none_of_four_bits_is_left() -> None:
    import onnx

    model = four_bits(np.random.default_rng(1))
    made = onnx.load_from_string(to_int8(model))
    assert [node.op_type for node in made.graph.node] == ["DynamicQuantizeMatMul"]
    assert to_int8(model) == to_int8(model)


def test_a_column_of_zeros_stays_a_column_of_zeros() -> None:
    small, scales = quantized(np.zeros((3, 1), dtype=np.float32))
    assert small.tolist() == [[0], [0], [0]]
    assert scales[0] > 0
