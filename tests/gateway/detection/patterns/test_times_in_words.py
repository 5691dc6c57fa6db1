"""Times and ages that people write in words or loosely, in the languages that have patterns for them."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import (
    age_in_words,
    ages_eastern_europe,
    ages_germanic,
    ages_romance,
    ages_semitic_and_indic,
    appointment,
    calendar_in_words,
    clock_in_words,
    times_cyrillic,
    times_germanic,
    times_indic,
    times_polish,
    times_romance,
    times_semitic,
    times_southeastern,
)
from gateway.types import EntityType
from tests.gateway.detection.finding import found

TIMES = (
    *appointment.PATTERNS,
    *calendar_in_words.PATTERNS,
    *clock_in_words.PATTERNS,
    *times_cyrillic.PATTERNS,
    *times_germanic.PATTERNS,
    *times_indic.PATTERNS,
    *times_polish.PATTERNS,
    *times_romance.PATTERNS,
    *times_semitic.PATTERNS,
    *times_southeastern.PATTERNS,
)
AGES = (
    *age_in_words.PATTERNS,
    *ages_eastern_europe.PATTERNS,
    *ages_germanic.PATTERNS,
    *ages_romance.PATTERNS,
    *ages_semitic_and_indic.PATTERNS,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The pump alarmed at 0415, nurse called", "0415"),
        ("Wound checked 02:20hrs by the night team", "02:20hrs"),
        ("The piano goes Thurs lunchtime", "Thurs lunchtime"),
        ("We complete a week on Monday", "a week on Monday"),
        ("Her baby came the eleventh of August", "the eleventh of August"),
        ("Rehearsals end on the twenty-second.", "the twenty-second"),
        ("My knee was done 7 wks ago", "7 wks ago"),
        ("We split up in the autumn of '19", "autumn of '19"),
        ("I was let go late 2018", "late 2018"),
        ("He joined in Q4 2021", "Q4 2021"),
        ("Nobody has heard from him since last Ramadan", "last Ramadan"),
        ("She died the summer before last", "the summer before last"),
        ("Speak Thursday 9am Nairobi time", "Thursday 9am Nairobi time"),
        ("Robbed on Sept 12, at about 11:15 pm", "Sept 12, at about 11:15 pm"),
        ("Please ring me before six", "six"),
        ("Wir ziehen Ende Mai 2022 um", "Ende Mai 2022"),
        ("Parti dans la nuit du 4 au 5 février", "dans la nuit du 4 au 5 février"),
        ("Me operaron hace dos semanas", "hace dos semanas"),
        ("Il rogito è a metà giugno", "a metà giugno"),
        ("Ze vertrok drie maanden geleden", "drie maanden geleden"),
        ("A consulta é na terça de manhã", "na terça de manhã"),
        ("Okradli mnie w nocy z 8 na 9 marca", "w nocy z 8 na 9 marca"),
        ("Приём в среду в половине третьего", "в среду в половине третьего"),
        ("Приїхали влітку 2016 року", "влітку 2016 року"),
        ("Έφυγε στα τέλη Ιουνίου 2021", "στα τέλη Ιουνίου 2021"),
        ("Randevu salı öğleden sonra", "salı öğleden sonra"),
        ("عاد السبت الماضي", "السبت الماضي"),
        ("הפגישה בשמונה בבוקר", "בשמונה בבוקר"),
        ("वह 9 तारीख की सुबह निकला", "9 तारीख की सुबह"),
        ("সে মঙ্গলবার সকালে এসেছিল", "মঙ্গলবার সকালে"),
    ],
)
def test_a_time_in_words_is_found_whole(text: str, value: str) -> None:
    assert found(TIMES, text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Wait ten seconds, then retry every three days within 24 hours",
        "The first of many problems, on the second try",
        "A spring of clear water and a fall in prices",
        "Order 1430 has 1200 rows",
        "Half four-by-two boards, a quarter of the budget",
        "The week of hard work was worth it",
        "Explain Christmas to a child",
        "Ende gut, alles gut; die Hälfte reicht",
        "La fin du film, le premier de la liste",
        "El primero de la lista, los setenta usuarios",
        "Конец фильма грустный",
        "Üç adımda anlat",
        "الصيف فصل حار",
        "הקיץ הוא עונה חמה",
        "हर तीन घंटे में एक गोली",
    ],
)
def test_a_duration_and_numbers_of_other_things_are_no_times(text: str) -> None:
    assert found(TIMES, text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("My gran is ninety-three and still drives", "ninety-three"),
        ("His aunt turned one hundred and one on Saturday", "one hundred and one"),
        ("He's seven and a half", "seven and a half"),
        ("A colleague in her late thirties", "in her late thirties"),
        ("It is my dad's 60th birthday", "60th"),
        ("When I was twelve, we moved", "twelve"),
        ("Two boys, four and seven.", "four"),
        ("An 8 mo old baby", "8 mo old"),
        ("Hi, i'm 17f and worried", "17f"),
        ("Meine Nachbarin ist Mitte achtzig", "Mitte achtzig"),
        ("Elle a trente-deux ans", "trente-deux ans"),
        ("Mi hija tiene cinco años y medio", "cinco años y medio"),
        ("Lei è sulla quarantina", "sulla quarantina"),
        ("Mijn moeder is tweeënzeventig.", "tweeënzeventig"),
        ("Ele está na casa dos quarenta", "na casa dos quarenta"),
        ("Syn ma trzy i pół roku", "trzy i pół roku"),
        ("Сыну три с половиной года", "три с половиной года"),
        ("Синові три рочки", "три рочки"),
        ("Η γιαγιά είναι εβδομήντα δύο ετών", "εβδομήντα δύο ετών"),
        ("Oğlum üç buçuk yaşında", "üç buçuk yaşında"),
        ("هي في الثلاثينات من عمرها", "في الثلاثينات من عمرها"),
        ("उम्र बहत्तर साल है", "बहत्तर साल"),
    ],
)
def test_an_age_in_words_is_found(text: str, value: str) -> None:
    assert found(AGES, text)[0] == value


@pytest.mark.parametrize(
    "text",
    [
        "She is one of the best",
        "I am two chapters in, he is four points ahead",
        "The answer is twelve, the recipe is for four",
        "In the thirties, radio was popular",
        "I'm forty percent done",
        "Elle a trois ans d'expérience, il y a deux ans",
        "Tiene tres años de garantía",
        "Ma trzy lata gwarancji",
    ],
)
def test_other_counts_in_words_are_no_ages(text: str) -> None:
    assert found(AGES, text) == []


def test_every_pattern_of_these_modules_is_of_a_time_or_an_age() -> None:
    assert {pattern.entity_type for pattern in (*TIMES, *AGES)} == {EntityType.TIME, EntityType.AGE}
