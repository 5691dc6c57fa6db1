"""Made-up values in Japanese."""

from __future__ import annotations

from lab.training.eastern.values.values import Values


class Japanese(Values):
    """People, places and organisations in Japanese."""

    dates = ("{y}年{m}月{d}日", "{m}月{d}日", "令和5年{m}月{d}日", "{y}/{m}/{d}")

    def own(self, slot: str, one: float) -> str:
        """Returns a value for a slot; names in katakana are Japanese alone."""
        return self._kana(one) if slot == "kana" else super().own(slot, one)

    def name(self, one: float) -> str:
        """Returns a surname and a given name, some with a space between them."""
        if one < 0.05:
            return self.value("foreign")
        space = "" if one < 0.65 else " " if one < 0.88 else "\u3000"
        return self.often("surname") + space + self.given(self.random.random())

    def given(self, one: float) -> str:
        """Returns a given name, some of them put together anew."""
        given, other = self.often("given"), self.often("given")
        return given if one < 0.75 or len(given) != 2 or len(other) < 2 else given[0] + other[1:]

    def foreign(self, one: float) -> str:
        """Returns one name in katakana, or two."""
        return self.often("foreign") + (self.any("・", "・", " ") + self.often("foreign") if one < 0.6 else "")

    def place(self, one: float) -> str:
        """Returns a place, some with the prefecture before it."""
        combined = self.drawn("prefecture") + self.drawn("municipality")
        return combined if one < 0.15 else self.drawn("municipality") if one < 0.25 else self.often("place")

    def address(self, one: float) -> str:
        """Returns numbers of blocks with what is around them, from large to small."""
        area = self.any(self.drawn("area"), self.drawn("place"), self.often("surname") + "町")
        first = 1 + int(one * 9)
        short = f"{first}-{self.digits(2)}-{self.digits(1)}"
        numbers = self.any(short, f"{first}丁目{self.digits(2)}番{self.digits(1)}号", f"{self.digits(3)}番地")
        house = f"{self.any('', ' ')}{self.drawn('character')}{self.drawn('block')}"
        block = f"{house}{self.digits(3)}{self.any('', '号室')}"
        prefecture = self.any(self.drawn("prefecture"), "")
        city = self.any(self.drawn("municipality"), self.often("place") + "市")
        return prefecture + city + area + numbers + self.any("", block)

    def organisation(self, one: float) -> str:
        """Returns a well-known organisation, one of a place, or a made-up company."""
        name = self.any(self.drawn("character"), self.often("surname"), self.often("place"), self.drawn("character"))
        firm = self.any("株式会社", "有限会社", "合同会社")
        return self.any(
            firm + name + self.drawn("company"),
            name + self.drawn("company") + firm,
            self.drawn("brand"),
            self.often("place") + self.drawn("suffix"),
            self.drawn("prefecture") + "立" + self.often("place") + self.drawn("suffix"),
            self.often("place") + "市立" + self.often("surname") + self.drawn("suffix"),
            name + self.drawn("company"),
            firm + self.often("foreign"),
            self.often("surname") + self.drawn("suffix"),
            firm + self.often("clean"),
        )

    def _kana(self, one: float) -> str:
        surname, space = self.often("kana_surname"), self.any("", " ", "\u3000")
        return surname + space + (self.often("kana_given") if one < 0.8 else "")
