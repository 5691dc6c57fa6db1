"""Made-up values in Korean."""

from __future__ import annotations

from lab.training.eastern.values.values import Values


class Korean(Values):
    """People, places and organisations in Korean."""

    dates = ("{y}년 {m}월 {d}일", "{m}월 {d}일", "{y}.{m}.{d}")
    space = " "
    stops = (".", ",", "?", "")

    def name(self, one: float) -> str:
        """Returns a surname and a given name, few with a space between them."""
        if one < 0.06:
            return self.value("foreign")
        return self.often("surname") + (" " if one > 0.97 else "") + self.given(one)

    def given(self, one: float) -> str:
        """Returns a given name."""
        return self.drawn("given") if one < 0.5 else self.often("given")

    def foreign(self, one: float) -> str:
        """Returns a first name, or a full name."""
        return self.drawn("foreign") + (" " + self.drawn("foreign_last") if one < 0.6 else "")

    def place(self, one: float) -> str:
        """Returns a place, some with a district."""
        return f"{self.drawn('city')} {self.drawn('district')}" if one < 0.12 else self.often("place")

    def address(self, one: float) -> str:
        """Returns a road or a town and a number with what is around them, from large to small."""
        road = self.often("given") + self.drawn("street") + f" {1 + int(one * 400)}"
        block = f" {self.drawn('character')}{self.drawn('block')} {self.digits(3)}동 {self.digits(4)}호"
        where = self.any(road, f"{self.drawn('town')} {self.digits(3)}-{self.digits(2)}")
        return f"{self.drawn('place')} {self.drawn('district')} {where}{self.any('', block)}"

    def organisation(self, one: float) -> str:
        """Returns a well-known organisation, one of a place, or a made-up company."""
        name = self.any(self.drawn("character"), self.drawn("given"), self.drawn("character") + self.drawn("character"))
        return self.any(
            "(주)" + name + self.drawn("company"),
            "주식회사 " + name,
            name + self.drawn("company"),
            self.drawn("brand"),
            self.often("place") + self.drawn("suffix"),
            self.often("place") + self.drawn("suffix"),
            name + self.drawn("suffix"),
            name + self.any("", " ") + self.drawn("company"),
        )
