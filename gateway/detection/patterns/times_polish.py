"""Times in words in Polish: "pod koniec marca", "w nocy z 6 na 7 stycznia", "dwa tygodnie temu"."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.times_of_languages import FIGURES, YEAR, TimeWords, times

_CLOCK: Final = "[0-2]?[0-9](?:[:.][0-5][0-9])?"
_POLISH_MONTH: Final = (
    "styczni(?:a|u)|lut(?:ego|ym)|mar(?:ca|cu)|kwietni(?:a|u)|maj(?:a|u)|czerwc(?:a|u)|lipc(?:a|u)"
    "|sierpni(?:a|u)|wrześni(?:a|u)"
    "|październik(?:a|u)|listopad(?:a|zie)|grudni(?:a|u)"
)
_POLISH_HOUR: Final = (
    "(?:pierwszej|drugiej|trzeciej|czwartej|piątej|szóstej|siódmej|ósmej|dziewiątej|dziesiątej|jedenastej|dwunastej)"
)
_POLISH_NUMBER: Final = "(?:jeden|dwa|dwie|trzy|cztery|pięć|sześć|siedem|osiem|dziewięć|dziesięć|kilka|parę|[0-9]{1,2})"
_POLISH_ORDINAL: Final = (
    "(?:(?:dwudziestego |trzydziestego )?(?:pierwszego|drugiego|trzeciego|czwartego|piątego|szóstego|siódmego"
    "|ósmego|dziewiątego)"
    "|dziesiątego|[a-zśćęą]{3,8}nastego|dwudziestego|trzydziestego)"
)

PATTERNS: Final = (
    *times(
        "pl",
        TimeWords(
            into="w|we|od|do|na|około|przed|po|z",
            part=(
                "(?:(?:pod |do |na )?(?:koniec|końca|końcu)|(?:na )?początk(?:u|iem)|(?:od )?początku"
                "|(?:w )?połow(?:ie|y|ę)) "
            ),
            month=_POLISH_MONTH,
            of="roku |zeszłego roku ",
            season="wiosną|latem|jesienią|zimą|wiosny|lata|jesieni|zimy|lecie",
            last=(
                "zeszł[aey]j?|zeszłego|ostatni(?:ej|ego|ą|m)?|przyszł(?:ej|ego|y|ym)|najbliższ(?:y|ą|ej|ym)|tej"
                "|tego|ubiegłej|ubiegłego"
            ),
            day=(
                "poniedziałek|wtorek|środę|środa|czwartek|piątek|sobotę|sobota|niedzielę|niedziela|dziś|dzisiaj"
                "|jutro|wczoraj|przedwczoraj|pojutrze"
            ),
            daytime="rano|wieczorem|po południu|w południe|w nocy|nad ranem|przed południem",
            at="o|około|ok\\.|na|do|od|po|godz\\.|o godz\\.|o godzinie|koło",
            hour=f"(?:{_CLOCK}|(?:wpół do |kwadrans po |za kwadrans )?{_POLISH_HOUR})",
            others=(
                f"(?:jakieś |około |prawie )?{_POLISH_NUMBER} (?:dni|dzień|tygodni[ea]?|tydzień|miesi(?:ąc|ące"
                f"|ęcy)|lata?|rok|godzin[yę]?) temu"
                "|(?:rok|tydzień|miesiąc|dwa lata) temu",
                f"w? ?nocy z {FIGURES} na {FIGURES}(?: (?:{_POLISH_MONTH}))?",
                f"{_POLISH_ORDINAL} (?:{_POLISH_MONTH})(?: {YEAR})?",
                "(?:w|we|na|przed|po|od|do) (?:walentynki|wigili[ęai]|sylwestra|sylwestrze|nowy rok"
                "|nowym roku|wielkanoc|wielkanocy|boże narodzenie|bożym"
                f" narodzeniu|wielki piątek|święta|świętach|boże ciało|wszystkich świętych|majówkę|andrzejki"
                f"|mikołajki|dzień matki)(?: {YEAR})?",
                f"(?:w )?(?:pierwszym|drugim|trzecim|czwartym|[1-4]\\.|iv?|i{{2,3}}) kwartale {YEAR}",
                "(?:w )?(?:zeszłym|przyszłym|ubiegłym) (?:roku|tygodniu|miesiącu)",
            ),
        ),
    ),
)
