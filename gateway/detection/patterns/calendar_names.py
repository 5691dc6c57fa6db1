"""Names of months and days in English, German, French, Spanish, Italian, Dutch, Portuguese and Polish."""

from typing import Final

# Names that count only beside a number, because some are short and ambiguous ("may", "set", "ago").
MONTHS: Final = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
    "|januar|jänner|februar|märz|maerz|mai|juni|juli|oktober|dezember|okt|dez"
    "|janvier|février|fevrier|mars|avril|juin|juillet|août|aout|septembre|octobre|novembre|décembre|decembre"
    "|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre"
    "|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|januari|februari|maart|mei|augustus"
    "|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro"
    "|stycznia|styczeń|lutego|luty|marca|marzec|kwietnia|kwiecień|maja|czerwca|czerwiec|lipca|lipiec"
    "|sierpnia|sierpień|września|wrzesień|października|październik|listopada|listopad|grudnia|grudzień"
)
# Names that mean nothing else in their language, written as in running text.
FULL_MONTHS: Final = (
    "January|February|March|April|June|July|August|September|October|November|December"
    "|Januar|Februar|März|Juni|Juli|Oktober|Dezember"
    "|janvier|février|avril|juillet|août|septembre|octobre|novembre|décembre"
    "|enero|febrero|abril|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    "|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
    "|januari|februari|maart|augustus|janeiro|fevereiro|março|junho|julho|setembro|outubro|novembro|dezembro"
    "|stycznia|lutego|kwietnia|czerwca|lipca|sierpnia|września|października|listopada|grudnia"
)
WEEKDAYS: Final = (
    "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
    "|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag"
    "|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    "|lunes|martes|miércoles|jueves|viernes|sábado|domingo"
    "|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica"
    "|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag"
    "|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira"
    "|poniedziałek|wtorek|środa|środę|czwartek|piątek|sobota|sobotę|niedziela|niedzielę"
)
SHORT_WEEKDAYS: Final = "mon|tue|tues|wed|thu|thur|thurs|fri|sat|sun"
