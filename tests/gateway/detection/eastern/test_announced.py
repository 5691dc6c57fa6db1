from __future__ import annotations

import pytest

from gateway.detection.eastern.announced import announced, listed
from gateway.detection.eastern.installed import load


def names(text: str) -> set[str]:
    return {text[start:end] for start, end in announced(text, load().dictionary)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("아내 프리실라가 왔어요", "프리실라"),
        ("룸메이트 쭈니는 몰라요", "쭈니"),
        ("夫の剛太は元気", "剛太"),
        ("娘のセレナと", "セレナ"),
        ("同じ組のゆずきちゃんが", "ゆずき"),
        ("我女儿朵朵，六岁", "朵朵"),
        ("负责人柏霜雪、", "柏霜雪"),
        ("请柏老师来", "柏"),
        ("古丽·阿依夏，来", "古丽·阿依夏"),
        ("เพื่อนชื่อบอมเบย์ นะ", "บอมเบย์"),
        ("류가람 드림", "류가람"),
        ("빛나 씨가 왔어요", "빛나"),
        ("น้องสาวต้นอยู่ที่บ้าน", "ต้น"),
        ("夫の剛は元気", "剛"),
        ("妹のつむぎと", "つむぎ"),
        ("娘はまひろ、先月", "まひろ"),
        ("私（千鶴）から", "千鶴"),
        ("外甥郄明要结婚", "郄明"),
        ("邻居阿依古丽帮忙", "阿依古丽"),
        ("남편 마이클 도노반과 살아요", "마이클 도노반"),
        ("아버지 남궁철께서", "남궁철"),
        ("쭈니: 나 왔어\n한하나: 응\n쭈니: 미르 너는? 하나는?", "미르"),
        ("쭈니: 나 왔어\n한하나: 응\n쭈니: 미르 너는? 하나는?", "하나"),
        ("ゆず：駅\nりく：家\nゆず：了解", "りく"),
        ("쭈니: 어디야\n빵수: 집\n쭈니: 응", "쭈니"),
        ("쭈니: 어디야\n빵수: 집\n쭈니: 응", "빵수"),
    ],
)
def test_a_name_is_known_by_the_words_around_it(text: str, name: str) -> None:
    assert name in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "엄마 생신에 뭘 드릴까요? 남편 월급이 줄었고 아들 성적이 걱정이에요.",
        "아저씨, 날씨가 좋네요. 고객님과 회원님은 솜씨가 좋아요.",
        "母の誕生日、妻の実家が遠い、夫の給料が減った、娘の成績が心配です。",
        "お客様、皆様、業者さん、患者さん、赤ちゃん、神様",
        "妈妈不听话怎么办？女儿作业太多，丈夫工作忙，邻居噪音大。",
        "总结要点，加工流程，施工方案，老师好",
        "问：什么是区块链？\n答：账本。\n问：有什么用？",
        "질문: 파이썬이 뭐예요?\n답변: 언어입니다.\n질문: 왜 써요?",
        "夫のことが心配。母のようになりたい。弟のせいで。息子は正直者。私（学生）に合う。兄は今年も帰らない。",
        "朋友推荐的书，邻居家的狗，同事过来，我弟喜欢打游戏",
        "아버지 앞으로 과태료가 왔다. 며느리 노릇이 힘들어요. 학생 수가 줄고 있다.",
        "客：多少钱\n店员：十块\n客：太贵",
        "記者：どうですか\n選手：嬉しい\n記者：次は",
        "日時：未定\n場所：未定\n日時：来週",
        "ชื่อไฟล์ไม่ถูกต้อง ชื่อบริษัท คุณภาพดี คุณสมบัติผู้สมัคร",
    ],
)
def test_ordinary_words_after_the_same_words_are_no_names(text: str) -> None:
    assert names(text) == set()


def test_the_rest_of_a_list_is_known_by_two_names_in_it() -> None:
    text = "쭈니, 김민수, 박서연, 사과"
    known = [(4, 7), (9, 12)]
    assert [text[start:end] for start, end in listed(text, known, load().dictionary)] == ["쭈니"]
    assert list(listed(text, known[:1], load().dictionary)) == []
