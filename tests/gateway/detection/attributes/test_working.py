from __future__ import annotations

import pytest

from gateway.detection.attributes.working import PATTERNS
from tests.gateway.detection.finding import found

WORKING = [
    ("جارتي تعمل كبستانية في الحديقة", "بستانية"),
    ("পেশায় ঝালাইকার, মিরপুরে থাকেন", "ঝালাইকার"),
    ("উনি তবলচি হিসেবে কাজ করেন", "তবলচি"),
    ("Ο ξάδερφος δουλεύει ως κλειδαράς στον Βόλο", "κλειδαράς"),
    ("אחותי עובדת כסנדלרית ברמלה", "סנדלרית"),
    ("הוא מועסק בתור שענן", "שענן"),
    ("वह पेशे से ठठेरा है", "ठठेरा"),
    ("बहन सहायक पुरालेखपाल के पद पर कार्यरत है", "सहायक पुरालेखपाल"),
    ("Тётя работает колористкой в салоне", "колористкой"),
    ("Meine Schwester arbeitet als Hufschmiedin", "Hufschmiedin"),
    ("Er war als Steinmetz tätig", "Steinmetz"),
    ("Mon cousin travaille comme élagueur", "élagueur"),
    ("Mi primo trabaja como tapicero", "tapicero"),
    ("Mia zia lavora come merlettaia", "merlettaia"),
    ("Mijn broer werkt als rietdekker", "rietdekker"),
    ("O meu tio trabalha como calceteiro", "calceteiro"),
    ("Він підробляє фонтанником улітку", "фонтанником"),
]
NOT_WORKING = [
    "الجهاز يعمل كذلك بدون كهرباء",
    "دستگاه کار می‌کند",
    "ছবিটি উদাহরণ হিসেবে কাজ করে",
    "Η εφαρμογή δουλεύει ως συνήθως",
    "המנוע עובד כרגיל, והשרת עובד כראוי",
    "यह उदाहरण के रूप में काम आता है",
    "Сервис работает вечером и работает над ошибками таким образом",
    "Das Modul arbeitet als Proxy, wir arbeiten als Team",
    "Cela travaille comme prévu",
    "El script trabaja como siempre, lo script lavora come previsto",
    "We werken als team, trabalhamos como antes",
    "Кнопка працює таким чином",
]


@pytest.mark.parametrize(("text", "job"), WORKING)
def test_what_somebody_works_as_is_an_occupation_though_no_list_has_it(text: str, job: str) -> None:
    assert found(PATTERNS, text) == [job]


@pytest.mark.parametrize("text", NOT_WORKING)
def test_how_a_thing_works_is_none(text: str) -> None:
    assert found(PATTERNS, text) == []
