"""Addresses, organisations, ages, times, incomes, user names and numbers in Chinese, Japanese, Korean and Thai."""

from __future__ import annotations

import pytest

from gateway.detection.patterns import (
    address_eastern,
    counted_eastern,
    labelled_in_script,
    numbers_eastern,
    organisation_eastern,
    username,
)
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType
from tests.gateway.detection.finding import found

USERNAMES = [each for each in username.PATTERNS if each.name == "handle_in_script"]


def of_type(entity_type: EntityType) -> list[Pattern]:
    return [each for each in counted_eastern.PATTERNS if each.entity_type is entity_type]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("请寄到云川市南浦区望江路56号7栋2单元1103室，谢谢", "云川市南浦区望江路56号7栋2单元1103室"),
        ("她住在锦绣花园3号楼1201，很近", "锦绣花园3号楼1201"),
        ("住所は静谷県南森市柳町3丁目5番12号ハイツ桜102です", "静谷県南森市柳町3丁目5番12号ハイツ桜102"),
        ("北原市西区本郷2-8-15です", "北原市西区本郷2-8-15"),
        (
            "배송지는 가람시 솔미구 은빛로 45번길 12, 햇살아파트 103동 1502호예요",
            "가람시 솔미구 은빛로 45번길 12, 햇살아파트 103동 1502호",
        ),
        ("솔미구 달빛동 123-4로", "솔미구 달빛동 123-4"),
        ("住在觀塘和樂邨居安樓2115室", "觀塘和樂邨居安樓2115室"),
        ("メゾン若草204号室です", "メゾン若草204号室"),
        ("햇살빌라 203호에 살아요", "햇살빌라 203호"),
        ("ส่ง 61/4 ซอยบัวขาว 7 ตึก D ห้อง 902 ค่ะ", "61/4 ซอยบัวขาว 7 ตึก D ห้อง 902"),
        ("อยู่คอนโดริมธาร ชั้น 5 ห้อง 511 ครับ", "คอนโดริมธาร ชั้น 5 ห้อง 511"),
        ("老家攀枝花的", "攀枝花"),
        ("고향이 정선이에요", "정선"),
        ("ส่งที่ 45/7 หมู่ 3 ตำบลนาทุ่ง อำเภอเมือง 56000 ค่ะ", "45/7 หมู่ 3 ตำบลนาทุ่ง อำเภอเมือง 56000"),
    ],
)
def test_an_address_is_found_as_a_whole_from_the_town_to_the_room(text: str, address: str) -> None:
    assert address in found(address_eastern.PATTERNS, text)


@pytest.mark.parametrize(
    "text",
    [
        "第3号文件，第5单元练习题，一楼大厅2号窗口，高速公路3号出口",
        "市場調査2-3回、村の3号店、東京都の人口",
        "매출은 하반기로 1200만 원, 감동 3번, 그리고 5가지",
        "3 หมวด 5 ข้อ หน้า 12 ชั้น",
        "サンプル123、団地100選、コート150cm、105ページ、302호 강의실, ห้อง 305 ว่าง",
    ],
)
def test_numbers_of_other_things_are_no_address(text: str) -> None:
    assert found(address_eastern.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("我在云帆科技上班，后来加入了明泉集团", ["云帆科技"]),
        ("松葉病院に通い、株式会社ナナホシに勤める", ["松葉病院", "株式会社ナナホシ"]),
        ("다온물류에서 새솔초등학교까지", ["다온물류", "새솔초등학교"]),
        ("母はすずめ訪問看護ステーションへ。かもめ水族館で働く", ["すずめ訪問看護ステーション", "かもめ水族館"]),
        ("특수학교 말고 솔빛연구소에서, 단비노인복지관은", ["솔빛연구소", "단비노인복지관"]),
        ("我在晨曦早餐店打工，去安泰日间中心", ["晨曦早餐店", "安泰日间中心"]),
        ("ซ่อมที่อู่ช่างแดง กินร้านเจ๊หมวย", ["อู่ช่างแดง", "ร้านเจ๊หมวย"]),
        ("ทำงานที่บริษัทดาวเหนือ กับ บริษัท นกฮูก จำกัด", ["บริษัทดาวเหนือ", "บริษัท นกฮูก จำกัด"]),
    ],
)
def test_an_organisation_is_known_by_the_word_for_what_it_is(text: str, names: list[str]) -> None:
    assert found(organisation_eastern.PATTERNS, text) == names


@pytest.mark.parametrize(
    "text",
    [
        "孩子需要马上去医院吗？什么是物流？在现代物流中，他在一家互联网公司。",
        "総合病院と大学病院の違いは。化学工業とは。近所の小学校に",
        "附近的早餐店推荐。想在农村开养老院。如何开托儿所？社区卫生院的职责。",
        "有名な動物病院を探す。訪問看護ステーションの開設。駅前の整骨院。うちら高校からの友達。",
        "국책연구소 취업, 근처 정형외과의원, 수학학원 홍보, 지역 복지센터의 역할",
        "종합병원과 동네병원, 물류 산업, 서비스산업이 발전한다.",
        "โรงพยาบาลของรัฐ ร้านอาหาร บริษัทที่ดี บริษัทกำลังจะปรับโครงสร้าง",
    ],
)
def test_kinds_of_organisations_are_none(text: str) -> None:
    assert found(organisation_eastern.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("entity_type", "text", "values"),
    [
        (
            EntityType.AGE,
            "올해 서른둘이고 아들은 열다섯 살, 생후 8개월, 40대 여성",
            ["서른둘", "열다섯 살", "생후 8개월", "40대"],
        ),
        (EntityType.AGE, "อายุยี่สิบห้าปี ลูกหกขวบ", ["ยี่สิบห้าปี", "หกขวบ"]),
        (EntityType.AGE, "年龄：52，三个月大，50代の女性、還暦", ["52", "三个月大", "50代", "還暦"]),
        (EntityType.AGE, "อายุ 6 เดือน วัยเจ็ดสิบ 戸田さん（82）", ["6 เดือน", "เจ็ดสิบ", "82"]),
        (EntityType.TIME, "下午三点半见，3月5日10時30分、오후 2시 30분", ["下午三点半", "10時30分", "오후 2시 30분"]),
        (EntityType.TIME, "นัดบ่ายสองโมงครึ่ง หรือ 14.30 น.", ["บ่ายสองโมงครึ่ง", "14.30 น."]),
        (
            EntityType.INCOME,
            "年薪30万，月薪两万五；年収480万、연봉 4,500만원",
            ["30万", "两万五", "480万", "4,500만원"],
        ),
        (EntityType.HEALTH_INFORMATION, "妊娠12週、임신 5개월, ท้อง 7 เดือน", ["妊娠12週", "임신 5개월", "ท้อง 7 เดือน"]),
    ],
)
def test_ages_times_and_incomes_are_known_by_their_words(entity_type: EntityType, text: str, values: list[str]) -> None:
    assert sorted(found(of_type(entity_type), text)) == sorted(values)


@pytest.mark.parametrize(
    "text",
    [
        "人气才女，三才，加热三分钟，1980年代，充电10时",
        "세 살림, 열 가지, 100대 기업, 3시간",
        "使用3 ปี ราคา 1,990 บาท",
        "2024年销售额30万",
    ],
)
def test_what_counts_other_things_is_left_alone(text: str) -> None:
    assert found(counted_eastern.PATTERNS, text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("我的微信号是 lanlan_92", "lanlan_92"),
        ("用户名：chenyi_dev", "chenyi_dev"),
        ("利用者=knaka", "knaka"),
        ("카톡 아이디는 sora.k88 예요", "sora.k88"),
        ("ไลน์ mali.ka22 นะ", "mali.ka22"),
    ],
)
def test_a_user_name_is_found_after_the_word_for_it(text: str, name: str) -> None:
    assert found(USERNAMES, text) == [name]


@pytest.mark.parametrize(
    "text",
    ["用户名不能为空", "用户 API 文档", "用户 admin 登录", "ユーザーは https://site.example を", "계정 example.com/a"],
)
def test_what_is_no_account_of_anybody_is_left_alone(text: str) -> None:
    assert found(USERNAMES, text) == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("车牌沪A·K4471，案号（2023）岚0203民初4471号。", ["沪A·K4471", "（2023）岚0203民初4471号"]),
        ("車は品川 300 あ 12-34です。平成30年（ワ）第447号", ["品川 300 あ 12-34", "平成30年（ワ）第447号"]),
        (
            "차량 12가 3456, 사건 2023가단44718, 국민은행 440-21-0447-182",
            ["12가 3456", "2023가단44718", "440-21-0447-182"],
        ),
        ("ทะเบียนรถ กข 4471 เชียงใหม่ 1-1037-02071-81-2", ["กข 4471 เชียงใหม่", "1-1037-02071-81-2"]),
        ("普通預金 4471820", ["4471820"]),
        ("카뱅 3333-07-1182904, 신한 110-282-339104", ["3333-07-1182904", "110-282-339104"]),
        ("문서번호 제2023-나-004417호, 발급번호 20240511-00318", ["제2023-나-004417호", "20240511-00318"]),
        ("身分證字號B229913307，港澳身份證R318824(6)，社保卡号C40018273", ["B229913307", "R318824(6)", "C40018273"]),
    ],
)
def test_plates_cases_cards_and_accounts_are_known_by_their_shape(text: str, values: list[str]) -> None:
    assert sorted(found(numbers_eastern.PATTERNS, text)) == sorted(values)


@pytest.mark.parametrize(
    "text",
    [
        "型号A12345，第（2023）号",
        "民法709の1234円",
        "10주 2000원, 2023년 1234개",
        "กข 4471",
        "电话 440-21-0447-182",
        "제18-2호 법률, 버전번호 20241, 2024-봄-01",
    ],
)
def test_other_numbers_have_another_shape_or_no_word_before_them(text: str) -> None:
    assert found(numbers_eastern.PATTERNS, text) == []


def test_a_labelled_number_may_stand_between_letters_of_a_script_without_spaces() -> None:
    assert found(labelled_in_script.PATTERNS, "旅券番号はTK4471820です。注文番号JP-30447の部品") == [
        "TK4471820",
        "JP-30447",
    ]
