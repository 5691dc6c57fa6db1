"""Numbers of orders, cases, contracts, devices, members and staff, after the word for them."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import id_number
from tests.gateway.detection.finding import found


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("laptop QLB-NB-11873, serial 7HK3920PLX", ["QLB-NB-11873", "7HK3920PLX"]),
        ("insurance: Northgate, member ZLH55820193; employee E20417", ["ZLH55820193", "E20417"]),
        ("docket 24-cv-00871, our ref: KL/0117/24, payroll no. 0041772", ["24-cv-00871", "KL/0117/24", "0041772"]),
        ("charge ch_1Nq7vKLz8Rt2Wm4B of cus_Pq83LmZx02Kd", ["ch_1Nq7vKLz8Rt2Wm4B", "cus_Pq83LmZx02Kd"]),
        ("Bestellung DE-77120, Aktenzeichen 4 C 118/24, Personalnr. 0041772", ["DE-77120", "4 C 118/24", "0041772"]),
        ("commande n° FR-77120, matricule E20417", ["FR-77120", "E20417"]),
        ("pedido ES-77120, legajo E20417", ["ES-77120", "E20417"]),
        ("ordine IT-77120, codice cliente C77120", ["IT-77120", "C77120"]),
        ("bestelling NL-77120, personeelsnummer E20417", ["NL-77120", "E20417"]),
        ("encomenda PT-77120, nº de série 7HK3920PLX", ["PT-77120", "7HK3920PLX"]),
        ("zamówienie PL-77120, numer seryjny 7HK3920PLX", ["PL-77120", "7HK3920PLX"]),
        ("sipariş no TR-77120, sicil no E20417", ["TR-77120", "E20417"]),
        ("номер заказа RU77120, табельный номер E20417", ["RU77120", "E20417"]),
        ("αριθμός παραγγελίας GR-77120", ["GR-77120"]),
    ],
)
def test_a_number_is_found_after_its_word(text: str, values: list[str]) -> None:
    assert found(id_number.PATTERNS, text) == values


@pytest.mark.parametrize(
    "text",
    [
        "Upgrade to version 2.45.1, the commit 3f2a9bc broke it; order 66; in order 2024",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8, uuid 550e8400-e29b-41d4-a716-446655440000",
        "switch case 404: return; case 0x80070005; case COVID-19; member EU27; contract ERC-721",
        "serial port COM3 at 115200 baud; serial 8N1; device sda1, device eth0, device nvme0n1p2",
        "reference RFC-2616, reference ISO-8601, license Apache-2.0, licence GPL-3.0, file utils2.py",
        "charge 4.5 V; charge 20 percent; lead 2-0, deal 50-50, order 5-10 items, order 20 pizzas",
        "invoice Q3-2024 summary, case study 2023, claim 12, policy of 2019, ticket costs 45",
        "im Fall 12, Auftrag 1 von 3, facture 2024, contrat 35h, pedido de 20 unidades, zamówienie 20 sztuk",
        "pod web-5d8f7c9b4-x2v9k restarted; image sha256:9f86d081884c; src_for_tests_and_more",
    ],
)
def test_versions_standards_and_counts_are_left_alone(text: str) -> None:
    assert found(id_number.PATTERNS, text) == []
