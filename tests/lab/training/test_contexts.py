from __future__ import annotations

from gateway.types import EntityType
from lab.training.contexts import marked_rows, slotted
from lab.training.written import marked


def test_a_language_has_prompts_with_and_without_anything_marked() -> None:
    rows = list(marked_rows("ko"))
    assert any(row.spans for row in rows)
    assert any(not row.spans for row in rows)
    assert all(row.text for row in rows)


def test_values_give_way_to_slots_and_the_rest_stays() -> None:
    row = marked("1", "Ask ⟦NAME|Ann⟧ about {x} in ⟦GEOLOCATION|Graz⟧ on ⟦TIME|Monday⟧.")

    def slot(entity_type: EntityType, value: str) -> str:
        return value if entity_type is EntityType.TIME else f"{{{entity_type.value.lower()}}}"

    assert slotted(row, slot) == "Ask {name} about (x) in {geolocation} on Monday."
