"""The data-minimization paper's figures, for comparison with ours: numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

ORACLE: Final = "gpt-5"  # its oracle is the reference in tables 5 and 6
ATTACKERS: Final = "gemini-flash-1.5 and llama-3.1-70b"  # pooled in tables 3 and 7 to 18


class ComparatorFigures(NamedTuple):
    """Agreement with people on all pairs and on those of high consensus, and seconds per decision (table 1)."""

    agreement: float
    agreement_consensus: float
    seconds: float


class Shares(NamedTuple):
    """Shares of the actions."""

    redact: float
    abstract: float
    retain: float


class Ablated(NamedTuple):
    """How many entities got each action from a model asked once, by what its prompt said (table 4)."""

    dataset: str
    model: str
    order: str
    redact: int
    abstract: int
    retain: int
    undecided: int


class SpanFigures(NamedTuple):
    """Attacked spans, the shares recovered and left unknown, and the mean confidence (tables 7 to 10)."""

    spans: int
    recovered: float
    unknown: float
    confidence: float


class TypeFigures(NamedTuple):
    """Attacked prompts, and the shares with a hit first or among three, from the original and minimized text."""

    prompts: int
    hit_1_original: float
    hit_1_minimized: float
    hit_3_original: float
    hit_3_minimized: float


COMPARATORS: Final[Mapping[str, ComparatorFigures]] = {
    "o1": ComparatorFigures(0.70, 0.90, 8.05),
    "o3": ComparatorFigures(0.70, 0.89, 6.37),
    "o3-mini": ComparatorFigures(0.69, 0.88, 4.32),
    "Qwen2.5-7B-Instruct, tuned": ComparatorFigures(0.71, 0.89, 0.31),
}

OPEN_ENDED: Final[Mapping[str, Shares]] = {
    "gpt-5": Shares(0.857, 0.086, 0.057),
    "gpt-4.1": Shares(0.826, 0.099, 0.076),
    "gpt-4.1-nano": Shares(0.796, 0.100, 0.105),
    "claude-sonnet-4-20250514": Shares(0.748, 0.112, 0.140),
    "claude-3-7-sonnet-20250219": Shares(0.775, 0.106, 0.119),
    "lgai/exaone-deep-32b": Shares(0.604, 0.174, 0.222),
    "mistral-small-3.1-24b-instruct": Shares(0.753, 0.125, 0.122),
    "qwen2.5-7b-instruct": Shares(0.699, 0.120, 0.181),
    "qwen2.5-0.5b-instruct": Shares(0.193, 0.110, 0.697),
}

CLOSED_ENDED: Final[Mapping[str, Shares]] = {
    "gpt-5": Shares(0.971, 0.018, 0.011),
    "gpt-4.1": Shares(0.980, 0.010, 0.010),
    "gpt-4.1-nano": Shares(0.913, 0.020, 0.067),
    "claude-sonnet-4-20250514": Shares(0.972, 0.019, 0.009),
    "claude-3-7-sonnet-20250219": Shares(0.795, 0.101, 0.104),
    "lgai/exaone-deep-32b": Shares(0.750, 0.102, 0.147),
    "mistral-small-3.1-24b-instruct": Shares(0.964, 0.017, 0.019),
    "qwen2.5-7b-instruct": Shares(0.917, 0.046, 0.037),
    "qwen2.5-0.5b-instruct": Shares(0.321, 0.117, 0.562),
}

ABLATION: Final = (
    Ablated("sharegpt", "gpt-5", "notion", 164, 663, 363, 0),
    Ablated("sharegpt", "gpt-5", "only", 225, 656, 309, 0),
    Ablated("sharegpt", "gpt-5", "none", 153, 728, 309, 0),
    Ablated("sharegpt", "mistral-small-24b", "notion", 6, 1155, 29, 0),
    Ablated("sharegpt", "mistral-small-24b", "only", 20, 1070, 100, 0),
    Ablated("sharegpt", "mistral-small-24b", "none", 20, 1027, 143, 0),
    Ablated("sharegpt", "qwen2.5-7b", "notion", 16, 1174, 0, 0),
    Ablated("sharegpt", "qwen2.5-7b", "only", 38, 1116, 31, 5),
    Ablated("sharegpt", "qwen2.5-7b", "none", 139, 1000, 46, 5),
    Ablated("medqa", "gpt-5", "notion", 533, 405, 38, 0),
    Ablated("medqa", "gpt-5", "only", 808, 140, 28, 0),
    Ablated("medqa", "gpt-5", "none", 688, 258, 30, 0),
    Ablated("medqa", "mistral-small-24b", "notion", 0, 912, 64, 0),
    Ablated("medqa", "mistral-small-24b", "only", 2, 609, 365, 0),
    Ablated("medqa", "mistral-small-24b", "none", 2, 531, 443, 0),
    Ablated("medqa", "qwen2.5-7b", "notion", 0, 973, 3, 0),
    Ablated("medqa", "qwen2.5-7b", "only", 2, 940, 30, 4),
    Ablated("medqa", "qwen2.5-7b", "none", 19, 928, 28, 1),
)

REDACT_OVERLAPS: Final[Mapping[str, Mapping[str, float]]] = {
    "sharegpt": {
        "gpt-4.1-nano": 0.802493,
        "gpt-4.1": 0.845057,
        "claude-3-7-sonnet-20250219": 0.792776,
        "claude-sonnet-4-20250514": 0.754572,
        "lgai/exaone-deep-32b": 0.583899,
        "mistralai/mistral-small-3.1-24b-instruct": 0.743466,
        "qwen/qwen2.5-7b-instruct": 0.686103,
        "qwen/qwen2.5-0.5b-instruct": 0.145875,
    },
    "wildchat": {
        "gpt-4.1-nano": 0.849807,
        "gpt-4.1": 0.860465,
        "claude-3-7-sonnet-20250219": 0.797419,
        "claude-sonnet-4-20250514": 0.800771,
        "lgai/exaone-deep-32b": 0.701961,
        "mistralai/mistral-small-3.1-24b-instruct": 0.853816,
        "qwen/qwen2.5-7b-instruct": 0.794839,
        "qwen/qwen2.5-0.5b-instruct": 0.298128,
    },
    "medqa": {
        "gpt-4.1-nano": 0.875905,
        "gpt-4.1": 0.950464,
        "claude-3-7-sonnet-20250219": 0.708768,
        "claude-sonnet-4-20250514": 0.952183,
        "lgai/exaone-deep-32b": 0.762055,
        "mistralai/mistral-small-3.1-24b-instruct": 0.954451,
        "qwen/qwen2.5-7b-instruct": 0.889583,
        "qwen/qwen2.5-0.5b-instruct": 0.292683,
    },
    "casehold": {
        "gpt-4.1-nano": 0.945274,
        "gpt-4.1": 0.985075,
        "claude-3-7-sonnet-20250219": 0.987531,
        "claude-sonnet-4-20250514": 0.987562,
        "lgai/exaone-deep-32b": 0.736181,
        "mistralai/mistral-small-3.1-24b-instruct": 0.937811,
        "qwen/qwen2.5-7b-instruct": 0.957711,
        "qwen/qwen2.5-0.5b-instruct": 0.395522,
    },
}

ABSTRACT_OVERLAPS: Final[Mapping[str, Mapping[str, float]]] = {
    "sharegpt": {
        "gpt-4.1-nano": 0.203704,
        "gpt-4.1": 0.256039,
        "claude-3-7-sonnet-20250219": 0.182648,
        "claude-sonnet-4-20250514": 0.178261,
        "lgai/exaone-deep-32b": 0.090625,
        "mistralai/mistral-small-3.1-24b-instruct": 0.189189,
        "qwen/qwen2.5-7b-instruct": 0.152941,
        "qwen/qwen2.5-0.5b-instruct": 0.014354,
    },
    "wildchat": {
        "gpt-4.1-nano": 0.141414,
        "gpt-4.1": 0.132653,
        "claude-3-7-sonnet-20250219": 0.114035,
        "claude-sonnet-4-20250514": 0.085470,
        "lgai/exaone-deep-32b": 0.108974,
        "mistralai/mistral-small-3.1-24b-instruct": 0.126214,
        "qwen/qwen2.5-7b-instruct": 0.090909,
        "qwen/qwen2.5-0.5b-instruct": 0.052326,
    },
    "medqa": {
        "gpt-4.1-nano": 0.023810,
        "gpt-4.1": 0.093750,
        "claude-3-7-sonnet-20250219": 0.060403,
        "claude-sonnet-4-20250514": 0.175000,
        "lgai/exaone-deep-32b": 0.031008,
        "mistralai/mistral-small-3.1-24b-instruct": 0.111111,
        "qwen/qwen2.5-7b-instruct": 0.090909,
        "qwen/qwen2.5-0.5b-instruct": 0.026316,
    },
    "casehold": {
        "gpt-4.1-nano": 0.000000,
        "gpt-4.1": 0.000000,
        "claude-3-7-sonnet-20250219": 0.200000,
        "claude-sonnet-4-20250514": 0.000000,
        "lgai/exaone-deep-32b": 0.000000,
        "mistralai/mistral-small-3.1-24b-instruct": 0.000000,
        "qwen/qwen2.5-7b-instruct": 0.000000,
        "qwen/qwen2.5-0.5b-instruct": 0.000000,
    },
}

SPANS: Final[Mapping[str, Mapping[str, SpanFigures]]] = {
    "casehold": {
        "ABSTRACT": SpanFigures(142, 0.092, 0.338, 0.613),
        "REDACT": SpanFigures(6430, 0.050, 0.731, 0.190),
    },
    "medqa": {
        "ABSTRACT": SpanFigures(935, 0.056, 0.030, 0.964),
        "REDACT": SpanFigures(12835, 0.027, 0.790, 0.158),
    },
    "sharegpt": {
        "ABSTRACT": SpanFigures(1376, 0.149, 0.310, 0.630),
        "REDACT": SpanFigures(6929, 0.051, 0.803, 0.138),
    },
    "wildchat": {
        "ABSTRACT": SpanFigures(679, 0.119, 0.323, 0.627),
        "REDACT": SpanFigures(5627, 0.077, 0.762, 0.175),
    },
}

TYPES: Final[Mapping[str, Mapping[str, TypeFigures]]] = {
    "casehold": {
        "ADDRESS": TypeFigures(8, 1.000, 0.000, 1.000, 0.000),
        "AFFILIATION": TypeFigures(459, 0.684, 0.017, 0.725, 0.020),
        "AGE": TypeFigures(8, 1.000, 0.000, 1.000, 0.000),
        "ETHNICITY": TypeFigures(9, 0.000, 0.000, 0.000, 0.000),
        "FINANCIAL_INFORMATION": TypeFigures(9, 0.000, 0.000, 0.000, 0.000),
        "GEOLOCATION": TypeFigures(344, 0.759, 0.140, 0.788, 0.157),
        "HEALTH_INFORMATION": TypeFigures(8, 0.500, 0.000, 0.500, 0.000),
        "INCOME": TypeFigures(7, 1.000, 0.000, 1.000, 0.000),
        "NAME": TypeFigures(377, 0.915, 0.000, 0.997, 0.000),
        "RACE": TypeFigures(34, 0.735, 0.000, 0.735, 0.000),
        "TIME": TypeFigures(238, 0.870, 0.004, 0.916, 0.004),
    },
    "medqa": {
        "AFFILIATION": TypeFigures(9, 0.000, 0.000, 0.000, 0.000),
        "AGE": TypeFigures(864, 0.990, 0.000, 0.994, 0.000),
        "DIETARY_PREFERENCE": TypeFigures(9, 0.111, 0.000, 0.111, 0.000),
        "GENDER": TypeFigures(475, 1.000, 0.120, 1.000, 0.120),
        "GEOLOCATION": TypeFigures(108, 0.704, 0.000, 0.704, 0.000),
        "HEALTH_INFORMATION": TypeFigures(800, 0.919, 0.031, 0.970, 0.048),
        "MARITAL_STATUS": TypeFigures(9, 1.000, 0.000, 1.000, 0.000),
        "OCCUPATION": TypeFigures(69, 0.768, 0.000, 0.768, 0.000),
        "RACE": TypeFigures(68, 1.000, 0.015, 1.000, 0.015),
        "SEXUAL_ORIENTATION": TypeFigures(24, 0.375, 0.000, 0.375, 0.000),
        "TIME": TypeFigures(85, 0.541, 0.000, 0.824, 0.000),
    },
    "sharegpt": {
        "ADDRESS": TypeFigures(8, 1.000, 0.000, 1.000, 0.000),
        "AFFILIATION": TypeFigures(548, 0.845, 0.042, 0.892, 0.044),
        "AGE": TypeFigures(272, 0.746, 0.029, 0.787, 0.029),
        "EDUCATIONAL_RECORD": TypeFigures(46, 0.413, 0.000, 0.413, 0.000),
        "EMAIL": TypeFigures(17, 1.000, 0.000, 1.000, 0.000),
        "ETHNICITY": TypeFigures(31, 1.000, 0.000, 1.000, 0.000),
        "FINANCIAL_INFORMATION": TypeFigures(54, 0.833, 0.148, 0.852, 0.148),
        "GENDER": TypeFigures(78, 1.000, 0.038, 1.000, 0.038),
        "GEOLOCATION": TypeFigures(935, 0.858, 0.051, 0.961, 0.058),
        "HEALTH_INFORMATION": TypeFigures(83, 0.855, 0.000, 0.964, 0.024),
        "INCOME": TypeFigures(48, 0.729, 0.000, 0.729, 0.000),
        "IP_ADDRESS": TypeFigures(7, 0.429, 0.000, 1.000, 0.000),
        "MARITAL_STATUS": TypeFigures(64, 0.703, 0.000, 0.781, 0.000),
        "NAME": TypeFigures(621, 0.853, 0.018, 0.937, 0.018),
        "OCCUPATION": TypeFigures(209, 0.775, 0.086, 0.823, 0.105),
        "RACE": TypeFigures(13, 1.000, 0.000, 1.000, 0.000),
        "RELIGION": TypeFigures(7, 1.000, 0.000, 1.000, 0.000),
        "TIME": TypeFigures(656, 0.861, 0.046, 0.918, 0.052),
        "URL": TypeFigures(90, 0.922, 0.000, 0.933, 0.000),
        "VEHICLE": TypeFigures(6, 1.000, 0.000, 1.000, 0.000),
    },
    "wildchat": {
        "AFFILIATION": TypeFigures(535, 0.830, 0.019, 0.871, 0.019),
        "AGE": TypeFigures(123, 0.691, 0.000, 0.764, 0.000),
        "EDUCATIONAL_RECORD": TypeFigures(24, 0.667, 0.000, 1.000, 0.000),
        "EMAIL": TypeFigures(18, 0.000, 0.000, 0.000, 0.000),
        "ETHNICITY": TypeFigures(27, 0.630, 0.000, 1.000, 0.000),
        "FINANCIAL_INFORMATION": TypeFigures(39, 0.923, 0.000, 0.923, 0.000),
        "GENDER": TypeFigures(38, 1.000, 0.026, 1.000, 0.026),
        "GEOLOCATION": TypeFigures(677, 0.898, 0.022, 0.954, 0.031),
        "GPA": TypeFigures(8, 1.000, 0.000, 1.000, 0.000),
        "HEALTH_INFORMATION": TypeFigures(39, 1.000, 0.000, 1.000, 0.000),
        "ID_NUMBER": TypeFigures(9, 1.000, 0.000, 1.000, 0.000),
        "INCOME": TypeFigures(33, 0.727, 0.000, 0.727, 0.030),
        "KEYS": TypeFigures(9, 1.000, 0.000, 1.000, 0.000),
        "NAME": TypeFigures(621, 0.903, 0.000, 0.981, 0.000),
        "OCCUPATION": TypeFigures(137, 0.854, 0.080, 0.934, 0.080),
        "PHONE_NUMBER": TypeFigures(9, 1.000, 0.000, 1.000, 0.000),
        "PRODUCT": TypeFigures(8, 1.000, 0.000, 1.000, 0.000),
        "QUANTITY": TypeFigures(18, 0.500, 0.000, 0.500, 0.000),
        "RACE": TypeFigures(8, 1.000, 0.000, 1.000, 0.000),
        "TIME": TypeFigures(536, 0.733, 0.000, 0.862, 0.000),
        "URL": TypeFigures(44, 0.886, 0.000, 0.886, 0.000),
        "USERNAME": TypeFigures(15, 0.533, 0.000, 0.533, 0.000),
    },
}
