"""A teacher with a tiny encoder of random weights: it needs the packages of teachers, not one's download."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gateway.detection.circumstances.cutting import EasternWords
from gateway.detection.circumstances.words import split
from gateway.types import EntityType
from lab.training.circumstances.designs import TYPES, Read, marked
from lab.training.rows import Row

transformers = pytest.importorskip("transformers", reason="only who trains a teacher needs transformers and torch")
pytest.importorskip("torch")

ROWS = [
    Row("made", "1", "my bad flu", ((3, 10, EntityType.HEALTH_INFORMATION),)),
    Row("made", "2", "their soup"),
] * 6000  # enough for some fifty steps
READS = [Read(row.text, marked(row, split(row.text, EasternWords(())))) for row in ROWS]


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("encoder")
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "my", "bad", "fl", "##u", "their", "soup"]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    transformers.BertTokenizerFast(vocab=str(folder / "vocab.txt")).save_pretrained(folder)
    shape = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 32}
    transformers.set_seed(0)
    config = transformers.BertConfig(vocab_size=len(vocabulary), **shape)
    transformers.BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


def test_a_word_has_the_same_state_alone_and_beside_longer_ones(encoder: Path) -> None:
    from lab.training.circumstances.teacher import Teacher

    teacher = Teacher(encoder)
    soup, flu = teacher.states(["soup", "flu"])
    assert np.allclose(teacher.states(["soup"])[0], soup, atol=0.02)
    assert not np.allclose(soup, flu, atol=0.1)


def test_it_learns_what_words_tell_and_says_the_same_when_it_is_loaded_again(encoder: Path, tmp_path: Path) -> None:
    from lab.training.circumstances.teacher import Teacher

    teacher = Teacher(encoder)
    before = teacher.shares(READS[:2])
    teacher.learn(READS)
    ill, fed = teacher.shares(READS[:2])
    health = 1 + TYPES.index(EntityType.HEALTH_INFORMATION)
    assert ill[2, health] > before[0][2, health]
    assert (ill[1:, health] > fed[:, health]).all()
    teacher.save(tmp_path)
    again = Teacher(tmp_path).shares(READS[:2])
    assert all(np.array_equal(one, other) for one, other in zip((ill, fed), again, strict=True))


def test_teachers_say_in_the_mean_what_each_of_them_says(encoder: Path, tmp_path: Path) -> None:
    from lab.training.circumstances.teacher import Teacher, Teachers

    folders = [tmp_path / "whole", tmp_path / "first layer"]
    for folder, layers in zip(folders, (None, 1), strict=True):
        Teacher(encoder, layers, seed=len(folder.name)).save(folder)
    whole, first = (Teacher(folder).shares(READS[:1])[0] for folder in folders)
    (mean,) = Teachers(folders).shares(READS[:1])
    assert not np.allclose(whole, first, atol=0.001)
    assert np.allclose(mean, (whole + first) / 2, atol=0.001)
