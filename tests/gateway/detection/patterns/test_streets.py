"""Streets by the word for them in languages beyond the commonest, and homes without such a word."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import street, street_elsewhere, street_told
from tests.gateway.detection.finding import found

STREETS = (*street.PATTERNS, *street_elsewhere.PATTERNS, *street_told.PATTERNS)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Живу на ул. Гоголя, д. 8 давно", "ул. Гоголя, д. 8"),
        ("забери на наб. Обводного канала, 118А утром", "наб. Обводного канала, 118А"),
        ("мешкає на просп. Перемоги, 44-а вже", "просп. Перемоги, 44-а"),
        ("Evim Zafer Cad. No: 45 adresinde", "Evim Zafer Cad. No: 45"),
        ("Μένω στην οδό Κανάρη 7 τώρα", "οδό Κανάρη 7"),
        ("הוא גר ברחוב הזית 12 בעיר", "רחוב הזית 12"),
        ("في شارع النصر، عمارة 12 أسكن", "شارع النصر، عمارة 12"),
        ("पता मकान नं. 45 है", "मकान नं. 45"),
        ("ठिकाना ग्राम सोनपुर, वार्ड 4 है", "ग्राम सोनपुर, वार्ड 4"),
        ("She lives at 27 Curlew Bank, near me", "27 Curlew Bank"),
        ("Ann Lee\n27 Curlew Bank\nStornoway", "27 Curlew Bank"),
        ("Die Oma wohnt Im Wiesengrund 4, gleich", "Im Wiesengrund 4"),
        ("I stay in House No 12, Gali 4 now", "House No 12, Gali 4"),
        ("elle vit au lieu-dit La Grange Haute depuis", "lieu-dit La Grange Haute"),
        ("vivo en Carrera 15 # 93-47 ahora", "Carrera 15 # 93-47"),
        ("vive en calle Juárez #45 desde", "calle Juárez #45"),
        ("il loge 23 r. Victor-Hugo chez", "23 r. Victor-Hugo"),
        ("przy ulicy Polnej 8 mieszka", "ulicy Polnej 8"),
        ("Goethestr. 14/II ist", "Goethestr. 14/II"),
    ],
)
def test_a_street_is_found_by_its_word_or_by_the_words_before_it(text: str, value: str) -> None:
    assert found(STREETS, text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "ул. — это сокращение, проезд стоит 45 рублей",
        "Площадь 45 кв. м, бульвар без номера 3",
        "Türk Cad 5 programı, Sokak lezzetleri için 10 tarif",
        "Η οδός 3 στο παιχνίδι είναι κλειστή",
        "שכונת ילדות 3 סיפורים",
        "طريق 5 خطوات للنجاح",
        "मकान 5 लाख का, गाँव सुंदर, शांत है",
        "We sold 40 Mountain View sets and 10 River Bank loans",
        "send 5 Grand Gate posters to everybody",
        "Schick es Am Ende 3 Mal, er wohnt Im Januar 5 Tage dort",
        "House 3, Cross 2 and Plot 7, Block 2 of my game",
        "la calle 13 y la carrera 5 de 10 km",
    ],
)
def test_such_words_with_other_numbers_are_no_address(text: str) -> None:
    assert found(STREETS, text) == []
