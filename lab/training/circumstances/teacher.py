"""The teacher of the network: an encoder that has read very much, trained to say what words tell of people.

It is that of multilingual BERT (Devlin and others, 2019), under the Apache License 2.0. It is too slow for a gateway,
but what it says of many texts teaches the network. It learns and reads on a graphics processor if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np

from gateway.detection.circumstances.judging import SECRETS
from gateway.detection.sequences import Floats
from lab.training.circumstances.designs import TYPES, Read, Shares
from lab.training.circumstances.pieces import windows
from lab.training.networks import pace
from lab.training.packages import require

PACKAGES: Final = ("torch", "transformers")
_EPOCHS: Final = 6
_SECRETS: Final = [1 + TYPES.index(each) for each in SECRETS]
_SECRETS_COUNT: Final = 3  # so many times more than other words: they are few
_RATE: Final = 0.0538  # over the size of a layer
_DECAY: Final = 0.01
_STEEPEST: Final = 1.0  # of a gradient
_LONGEST_WORD: Final = 16  # pieces of a word by itself
_PIECES: Final = 3000  # read in one step, with what fills up shorter windows


class _Job(NamedTuple):
    """A window of a text, which has a number: its pieces, which of them begin words, and the numbers of these words."""

    text: int
    pieces: list[int]
    firsts: list[int]
    words: list[int]


class Teacher:
    """Says what the words of texts tell, in the languages that its encoder knows.

    The same texts, folder and seed give the same shares on the same machine; other machines may round otherwise.
    """

    def __init__(self, folder: Path, layers: int | None = None, seed: int = 0) -> None:
        """Loads the first layers of an encoder, all without a number, or a teacher that ``save`` wrote.

        Raises NotFound if a package is missing.
        """
        require(PACKAGES, "train-teacher")
        import torch  # noqa: PLC0415 - only teachers need it
        from transformers import (  # noqa: PLC0415 - only teachers need it
            AutoConfig,
            AutoModelForTokenClassification,
            AutoTokenizer,
        )

        torch.manual_seed(seed)  # an encoder has no classes yet
        self._device, self._seed = "cuda" if torch.cuda.is_available() else "cpu", seed
        config: Any = AutoConfig.from_pretrained(folder, num_labels=1 + len(TYPES))
        config.num_hidden_layers = layers or config.num_hidden_layers
        self._tokenizer: Any = AutoTokenizer.from_pretrained(folder)
        model: Any = AutoModelForTokenClassification.from_pretrained(folder, config=config)
        self._model = model.to(self._device)
        self._rate = _RATE / config.hidden_size

    def learn(self, texts: Sequence[Read]) -> None:
        """Trains on texts whose words are known."""
        import torch  # noqa: PLC0415 - only teachers need it

        random = Random(self._seed)
        once = [*_steps(self._jobs(texts))]
        steps = [step for _ in range(_EPOCHS) for step in _shuffled(once, random)]
        learner = torch.optim.AdamW(self._model.parameters(), lr=self._rate, weight_decay=_DECAY)
        self._model.train()
        for number, step in enumerate(steps):
            learner.param_groups[0]["lr"] = self._rate * pace(number, len(steps))
            gold = np.concatenate([texts[job.text].example.shares[job.words] for job in step])
            are_known = ~np.isnan(gold[:, 0])
            shares = torch.from_numpy(gold[are_known].astype(np.float32)).to(self._device)
            logits = self._logits(step)[torch.from_numpy(are_known).to(self._device)]
            losses = torch.nn.functional.cross_entropy(logits, shares, reduction="none")
            counts = 1 + _SECRETS_COUNT * shares[:, _SECRETS].sum(1)
            loss = (losses * counts).sum() / counts.sum()
            learner.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self._model.parameters(), _STEEPEST)
            learner.step()

    def shares(self, texts: Sequence[Read]) -> list[Shares]:
        """Returns what it says of the words of each text; not-a-number of words in which no piece begins."""
        import torch  # noqa: PLC0415 - only teachers need it

        said = [np.full_like(text.example.shares, np.nan) for text in texts]
        self._model.eval()
        with torch.inference_mode():
            for step in _steps(self._jobs(texts)):
                shares = self._logits(step).softmax(-1).cpu().numpy().astype(np.float16)
                ends = np.cumsum([len(job.words) for job in step])[:-1]
                for job, of_job in zip(step, np.split(shares, ends), strict=True):
                    said[job.text][job.words] = of_job
        return said

    def states(self, words: Sequence[str]) -> Floats:
        """Returns its state of each word by itself: of the word's first piece, and the mean of all of its pieces."""
        import torch  # noqa: PLC0415 - only teachers need it

        read = self._tokenizer(
            [*words], return_tensors="pt", padding=True, truncation=True, max_length=_LONGEST_WORD
        ).to(self._device)
        are_pieces = read["attention_mask"].clone()
        are_pieces[:, 0] = 0  # what stands before and behind the pieces
        are_pieces[torch.arange(len(words)), read["attention_mask"].sum(1) - 1] = 0
        self._model.eval()
        with torch.inference_mode(), torch.autocast(self._device, dtype=torch.bfloat16):
            states = self._model.base_model(
                input_ids=read["input_ids"], attention_mask=read["attention_mask"]
            ).last_hidden_state.float()
        weights = are_pieces[:, :, None].float()
        means = (states * weights).sum(1) / weights.sum(1).clamp(min=1)
        return np.concatenate([states[:, 1].cpu().numpy(), means.cpu().numpy()], axis=1)

    def save(self, folder: Path) -> None:
        """Writes it to a folder, which ``Teacher`` loads again."""
        self._model.save_pretrained(folder)
        self._tokenizer.save_pretrained(folder)

    def _jobs(self, texts: Sequence[Read]) -> Iterator[_Job]:
        for number, (text, example) in enumerate(texts):
            cut = self._tokenizer(text, return_offsets_mapping=True, add_special_tokens=False, verbose=False)
            words = [*zip(example.words.starts, example.words.ends, strict=True)]
            for window in windows(cut["offset_mapping"], words):
                yield _Job(number, cut["input_ids"][window.pieces], window.firsts, window.words)

    def _logits(self, step: Sequence[_Job]) -> Any:
        """Returns a row for each word of the windows, one after the other."""
        import torch  # noqa: PLC0415 - only teachers need it

        first, last = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        pieces = [torch.tensor([first, *job.pieces, last]) for job in step]
        read = torch.nn.utils.rnn.pad_sequence(pieces, batch_first=True).to(self._device)
        are_read = torch.nn.utils.rnn.pad_sequence([torch.ones_like(each) for each in pieces], batch_first=True)
        are_read = are_read.to(self._device)
        with torch.autocast(self._device, dtype=torch.bfloat16):
            logits = self._model(input_ids=read, attention_mask=are_read).logits.float()
        return torch.cat([logits[row, [1 + first for first in job.firsts]] for row, job in enumerate(step)])


class Teachers:
    """Says what several teachers say in the mean: each of them errs elsewhere."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._teachers = [Teacher(folder) for folder in folders]

    def shares(self, texts: Sequence[Read]) -> list[Shares]:
        """Returns what they say of the words of each text; not-a-number of words in which no piece begins."""
        said = zip(*(teacher.shares(texts) for teacher in self._teachers), strict=True)
        return [np.stack(of_text).mean(axis=0, dtype=np.float32).astype(np.float16) for of_text in said]


def _steps(jobs: Iterable[_Job]) -> Iterator[list[_Job]]:
    """Yields windows of about the same length together, so many that little is filled up."""
    step: list[_Job] = []
    for job in sorted(jobs, key=lambda job: (len(job.pieces), job)):
        if step and len(job.pieces) * (len(step) + 1) > _PIECES:
            yield step
            step = []
        step.append(job)
    if step:
        yield step


def _shuffled(steps: Iterable[list[_Job]], random: Random) -> list[list[_Job]]:
    return sorted(steps, key=lambda _: random.random())
