"""The commands of ``canarygate detect``: they train, evaluate and prepare the models that find names."""

from __future__ import annotations

import argparse
import sys

import orjson

from gateway.detection.names import installed
from gateway.detection.second_look import installed as installed_second_look
from lab.training import evaluate as evaluating
from lab.training import tables
from lab.training import train as training
from lab.training.caseless import train as training_caseless
from lab.training.circumstances import train as training_circumstances
from lab.training.circumstances.teacher import Teacher, Teachers
from lab.training.eastern import train as training_eastern
from lab.training.second_look import preparing


def train(options: argparse.Namespace) -> int:
    """Trains a model, writes it with its manifest, and prints its scores."""
    sys.stdout.write(tables.trained(training.train(options.data, options.out, options.rows), options.json) + "\n")
    return 0


def train_caseless(options: argparse.Namespace) -> int:
    """Trains the model for scripts without letter case, writes it with its manifest, and prints its scores as JSON."""
    manifest = training_caseless.train(options.out)
    sys.stdout.write(orjson.dumps(manifest["held_out"], option=orjson.OPT_INDENT_2).decode() + "\n")
    return 0


def evaluate(options: argparse.Namespace) -> int:
    """Prints the scores of patterns, names and optionally the second look, on labelled rows or source code."""
    weights = installed.load(options.model or installed.SHIPPED)
    classifier = installed_second_look.load(options.second_look, weights.lexicon) if options.second_look else None
    tiers = evaluating.tiers(weights, classifier)
    found = evaluating.evaluate(options.data, options.rows, tiers, weights.lexicon)
    sys.stdout.write(tables.table(found, options.json) + "\n")
    return 0


def train_eastern(options: argparse.Namespace) -> int:
    """Trains the model for scripts without spaces, writes it with its manifest, and prints its scores."""
    sys.stdout.write(tables.trained(training_eastern.train(options.out, options.rows), options.json) + "\n")
    return 0


def train_circumstances(options: argparse.Namespace) -> int:
    """Trains the model of what people tell of their lives, writes it, and prints its scores as JSON."""
    manifest = training_circumstances.train(
        options.data, options.vectors, Teachers(options.teacher), Teacher(options.grouping), options.out
    )
    sys.stdout.write(orjson.dumps(manifest["held_out"], option=orjson.OPT_INDENT_2).decode() + "\n")
    return 0


def train_teacher(options: argparse.Namespace) -> int:
    """Trains a teacher of the model of what people tell of their lives, and writes it to a folder."""
    teacher = Teacher(options.encoder, options.layers, options.seed)
    training_circumstances.train_teacher(options.data, teacher, options.out)
    return 0


def second_look(options: argparse.Namespace) -> int:
    """Prepares the model of the second look in a folder, and prints its size, its source and its licence."""
    made = preparing.prepare(options.out)
    sys.stdout.write(f"{options.out}: {made['bytes']} bytes, {made['work']}, {made['licence']}\n")
    return 0
