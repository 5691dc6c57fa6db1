from __future__ import annotations

import pytest

from gateway.detection.patterns.labelled_in_script import PATTERNS
from gateway.types import EntityType
from tests.gateway.detection.finding import found

LABELLED = [
    (EntityType.ID_NUMBER, "অর্ডার নম্বর BD-77120, رقم الطلب: ٧٧١٢٠٤", ["BD-77120", "٧٧١٢٠٤"]),
    (EntityType.ID_NUMBER, "工号E20417，序列号7HK3920PLX，订单CN-77120还没发货", ["E20417", "7HK3920PLX", "CN-77120"]),
    (EntityType.ID_NUMBER, "社員番号E20417、注文JP-77120が", ["E20417", "JP-77120"]),
    (EntityType.ID_NUMBER, "주문번호 KR-20240611-18이 안 왔고 주문 KR-77120도", ["KR-20240611-18", "KR-77120"]),
    (EntityType.ID_NUMBER, "الرقم الوظيفي E20417، رقم القضية 118/2024", ["E20417", "118/2024"]),
    (EntityType.ID_NUMBER, "案号（2024）沪0118民初118号", ["（2024）沪0118民初118号"]),
    (
        EntityType.ID_NUMBER,
        "事件番号は令和6年(ワ)第118号、사건번호 2024가단11820",
        ["令和6年(ワ)第118号", "2024가단11820"],
    ),
    (EntityType.ID_NUMBER, "Заказ 77120-4: где он? ΠΑΡΑΓΓΕΛΊΑΣ 88-12045", ["77120-4", "88-12045"]),
    (EntityType.BANK_ACCOUNT, "계좌 110-234-567890, บัญชี 123-4-56789-0", ["110-234-567890", "123-4-56789-0"]),
    (EntityType.PASSPORT, "दो पासपोर्ट: Z4471820", ["Z4471820"]),
    (EntityType.PHONE_NUMBER, "内線は2417です。שלוחה 8812", ["2417", "8812"]),
    (EntityType.KEYS, "דלת: הקוד עדיין 660918?", ["660918"]),
    (EntityType.ID_NUMBER, "تذكرة #SUP-55821, টিকিট নং BDX-774092", ["SUP-55821", "BDX-774092"]),
    (EntityType.ID_NUMBER, "고소인 옹재현(840217-1394825), 빙도현(830417-1)", ["840217-1394825", "830417-1"]),
    (EntityType.KEYS, "비번(dotori-8812), รหัสเก่าคือ Maew#2531rak", ["dotori-8812", "Maew#2531rak"]),
    (EntityType.KEYS, "でパスが「tanpopo#0419」", ["tanpopo#0419"]),
]
NOT_LABELLED = [
    "订单号见附件。价格12000元",
    "דרך קוד פתוח גרסה 8.0.36",
    "हर महीने की संख्या 15,100 है",
    "комната 1801",
    "订单20个，注文2000個，주문 2000개",
    "договор 2024 года",
    "電話番号は090-1234-5678",
    "番号 2024-05-03",
    "تحول رقمي 2030",
    "เลขาธิการ 2565",
    "टिकट 1500 में मिला",
    "ファイルパスは src/main2.py",
    "パスは C:\\Users\\a1",
    "พาสต้า spaghetti2",
    "รหัสวิชา CS101A",
    "รหัสสี #FF5733",
    "버전 v240315-1 배포, 회의록 240315-2 파일",
]


@pytest.mark.parametrize(("entity_type", "text", "values"), LABELLED, ids=lambda each: str(each)[:30])
def test_a_number_after_its_label_is_found(entity_type: EntityType, text: str, values: list[str]) -> None:
    assert found([each for each in PATTERNS if each.entity_type is entity_type], text) == values


@pytest.mark.parametrize("text", NOT_LABELLED)
def test_other_numbers_are_left_alone(text: str) -> None:
    assert found(PATTERNS, text) == []
