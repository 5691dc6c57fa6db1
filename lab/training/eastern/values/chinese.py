"""Made-up values in Chinese."""

from __future__ import annotations

from lab.training.eastern.values.values import Values


class Chinese(Values):
    """People, places and organisations in Chinese, in simplified characters."""

    dates = ("{y}年{m}月{d}日", "{m}月{d}日", "{y}-{m}-{d}")

    def name(self, one: float) -> str:
        """Returns a surname with one character or two, some of them put together anew."""
        if one < 0.06:
            return self.value("foreign")
        surname, given = self.often("surname"), self.often("given")
        return surname + (given if one < 0.5 else given[0] + self.often("given")[-1])

    def given(self, one: float) -> str:
        """Returns a given name, or a short form of it."""
        given = self.often("given")
        short = self.any("小", "阿", "小", "老") + (given[-1] if one < 0.7 else self.often("surname"))
        return given if len(given) > 1 and one < 0.65 else short if one < 0.85 else given[-1] * 2

    def foreign(self, one: float) -> str:
        """Returns one name or two with a dot between them."""
        both = f"{self.often('foreign')}·{self.often('foreign')}"
        return both if one < 0.35 else self.often("foreign")

    def place(self, one: float) -> str:
        """Returns a place, some with their kind or a district."""
        place = self.often("place")
        return place + (self.drawn("district") if one < 0.1 else self.any("市", "县", "省") * (one > 0.93))

    def address(self, one: float) -> str:
        """Returns a street and a number with what is around them, from large to small."""
        road = self.drawn("character") + self.drawn("character") + self.drawn("street")
        road = self.drawn("place")[:2] + self.drawn("street") if one < 0.5 else road
        room = f"{self.digits(1)}单元{self.digits(3)}室"
        flat = self.any("", "", room, f"{self.digits(2)}楼", f"{self.digits(1)}栋")
        block = self.drawn("character") + self.drawn("character") + self.drawn("block")
        area = self.any(self.drawn("district"), "", self.drawn("place"))
        return f"{self.often('place')}{area}{road}{1 + int(one * 900)}号{self.any('', block)}{flat}"

    def organisation(self, one: float) -> str:
        """Returns a well-known organisation, one of a place, or a made-up company."""
        name = self.drawn("character") + self.drawn("character")
        return self.any(
            self.often("place") + self.drawn("suffix"),
            self.often("place") + self.drawn("suffix"),
            self.drawn("brand"),
            self.often("place") + self.any("市", "") + name + self.drawn("company"),
            name + self.drawn("company"),
            self.often("organisation"),
            self.often("clean") + self.drawn("company"),
            self.often("surname") + "氏" + self.drawn("company"),
        )
