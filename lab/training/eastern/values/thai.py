"""Made-up values in Thai."""

from __future__ import annotations

from lab.training.eastern.values.values import Values


class Thai(Values):
    """People, places and organisations in Thai."""

    dates = ("{d} มกราคม 2566", "{d} ส.ค. 2540", "{d}/{m}/{y}")
    stops = (" ", " ", "", "?")

    def own(self, slot: str, one: float) -> str:
        """Returns a value for a slot; a family name alone is Thai alone."""
        return self.drawn("surname") if slot == "family" else super().own(slot, one)

    def name(self, one: float) -> str:
        """Returns a given name and a family name."""
        if one < 0.05:
            return self.value("foreign")
        return f"{self.drawn('given')}{' ' if one < 0.96 else '  '}{self.drawn('surname')}"

    def given(self, one: float) -> str:
        """Returns a nickname or a given name."""
        return self.drawn("nick") if one < 0.45 else self.drawn("given")

    def foreign(self, one: float) -> str:
        """Returns a first name, or a full name."""
        return self.drawn("foreign") + (" " + self.drawn("foreign_last") if one < 0.5 else "")

    def place(self, one: float) -> str:
        """Returns a place, some with their kind before it."""
        return self.any("จังหวัด", "อำเภอ", "เมือง", "เขต", "จ.") * (one < 0.25) + self.often("place")

    def address(self, one: float) -> str:
        """Returns a number, a road and what is around them, from small to large."""
        road = f" {self.drawn('street')}{self.any(self.drawn('surname'), self.drawn('place'))}"
        area = self.any(" แขวง{} เขต{}", " ตำบล{} อำเภอ{}", " ต.{} อ.{}")
        area = area.format(self.drawn("place"), self.drawn("place"))
        where = self.any(" จังหวัด", " จ.", " ") + self.often("place")
        house = f"{self.digits(2)}/{self.digits(1)}{self.any('', road)}"
        return f"{house}{area}{where}{self.any('', ' ' + self.digits(5))}"

    def organisation(self, one: float) -> str:
        """Returns a well-known organisation, one of a place, or a made-up company."""
        name = self.any(self.drawn("surname"), self.drawn("place"), self.often("clean"))
        return self.any(
            f"บริษัท {name}{self.drawn('company')} จำกัด",
            f"บริษัท {name} จำกัด (มหาชน)",
            self.drawn("org"),
            self.drawn("suffix") + self.often("place"),
            self.drawn("suffix") + self.often("place"),
            "หจก." + name + self.drawn("company"),
            f"โรงเรียน{name}{self.any('วิทยา', 'พิทยาคม', '')}",
            self.drawn("org"),
            "บริษัท" + name + self.drawn("company"),
        )
