"""Finds names that a sentence, a table or a chat tells where the model sees none, or only a part.

Of kin ("夫の剛は", "娘はいろは、"), in brackets behind "I" ("私（千歳）"), of several parts ("남편 피터 오코너와",
"薬袋 フミ"), and of who speaks or is spoken to in a chat.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from gateway.detection.words import listed_in

LABELS: Final = Path(__file__).with_name("labels.txt")

_HAN: Final = "々\u3400-\u4dbf\u4e00-\u9fff"
_KATAKANA: Final = "ァ-ヺー"
_HIRAGANA: Final = "ぁ-ゖ"
_HANGUL: Final = "가-힣"
_THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e4e"
_LETTERS: Final = f"{_HAN}{_KATAKANA}{_HANGUL}{_THAI}{_HIRAGANA}"

_JAPANESE_KIN: Final = (
    "母|父|妻|夫|娘|息子|姉|妹|兄|弟|祖母|祖父|叔母|叔父|義母|義父|孫|彼氏|彼女|友達|友人|同僚|上司|部下|先輩|後輩"
    "|元カノ|元彼|旦那|嫁|長男|次男|三男|長女"
    "|次女|三女|従兄弟|いとこ|甥|姪|上の子|下の子|幼なじみ|婚約者|うち|親友|ママ友|隣人|実習生|留学生|バイト"
    "|アルバイト|園児|生徒"
)
# Given names of one Chinese letter; any other such letter behind "夫の" may be a thing.
_SINGLE: Final = (
    "剛健翔蓮誠薫翼大隆豊茂実稔勇武進学博浩洋修治聡哲智徹亮涼遼諒翠葵凛楓樹海空陸岳潤淳純純準順旬駿俊隼瞬匠"
    "拓卓巧巌清澄渉航渡湊渚汐湧滉凌冴"
    "司仁信伸慎真愛彩綾絢文史恵慧聖静忍望希瞳唯結舞歩歌奏響律詩栞茜梓桜桃柚杏蘭菫椿蛍光輝晃晶昭明暁昇昴旭晴"
    "陽曜優裕祐佑侑悠雄勝克毅強力豪猛"
    "正忠孝悌義保守護衛賢秀英栄繁滋久久尚恒永寿康靖泰宏弘広寛紘紀則典憲法徳節操貢功勲勤努勉励均衡平公忍崇敬"
    "恭謙譲穣稜直亘巡要環玲怜鈴凪燈"
)
# Given names in hiragana that are also words.
_KANA_WORDS: Final = (
    "ひより|いろは|みなみ|りく|ゆず|さくら|あおい|ひかり|のぞみ|かなえ|つばさ|ひなた|こころ|かえで|もみじ|すみれ"
    "|あやめ|ゆり|はる|なつ|あき|ふゆ|そら|うみ|ほたる|しずく|つむぎ"
    "|あかり|のどか|まこと|しのぶ|かおる|ひかる|みのる|いずみ|めぐみ|みどり|あかね|いちご|りん|らん|れん|けん|じん"
    "|しん|ゆう|めい|もも|なぎさ|ちはる|こはる|みらい|ちひろ|まどか|ゆめ"
    "|あゆみ|はな|はなえ|つばき|みつき|ことり|わかば|ふみ|きよ|とし|しげる|まさる|すすむ|たける|つよし|ただし"
)
_OTHERS_BEHIND: Final = "(?=さん|くん|ちゃん|君|[はがをにとも、（(])"

_TOLD: Final = (
    re.compile(f"(?:{_JAPANESE_KIN})[のは](?P<name>[{_SINGLE}])(?=[はがをにともで、（(])"),
    re.compile(f"(?:{_JAPANESE_KIN})の(?P<name>{_KANA_WORDS}){_OTHERS_BEHIND}"),
    re.compile(
        f"(?:{_JAPANESE_KIN})は(?P<name>[{_HIRAGANA}]{{2,5}}?|[{_HAN}]{{2,3}}|[{_KATAKANA}]{{2,8}})"
        "(?=と(?:いい|申し|言い)|、(?:[0-9０-９一二三四五六七八九]|先月|今年|来月|もうすぐ))"
    ),
    re.compile(
        f"(?:私|僕|俺|わたし|本人|筆者|差出人|記入者)[（(](?P<name>[{_HAN}]{{1,4}}|[{_HIRAGANA}]{{2,5}}"
        f"|[{_KATAKANA}]{{2,8}})[）)]"
    ),
)
_KANA: Final = re.compile(f"(?:{_JAPANESE_KIN})の(?P<name>[{_HIRAGANA}]{{3,4}}?){_OTHERS_BEHIND}")
# Words that only look like a name of three letters in kana.
_NO_KANA: Final = re.compile(
    ".*[うくすつぬむるいっんでてにをはのなだ]$|こ[とっ]|よう|ほう|ため|せい|おか|とこ|そば|まえ|あと|いえ|うち"
)

_CHINESE_WHO: Final = (
    "妈妈?|爸爸?|母亲|父亲|妻子|丈夫|老公|老婆|太太|女儿|儿子|姐姐?|妹妹?|哥哥?|弟弟?|奶奶|爷爷|外[婆公]|阿姨|叔叔"
    "|舅舅|岳[父母]|朋友|同事|同学|室友|邻居"
    "|孙[子女]|侄[子女]|外甥女?|[表堂][姐妹哥弟]|嫂子|[前]?[夫妻]|学生|员工|工友|老乡|徒弟|师傅|保姆|患者|原告|被告"
    "|房东|租客"
)
# Family names that are hardly ever another word.
_RARE_SURNAMES: Final = (
    "乜仉逄逯郄郤亓仝佘佟俎倪冼冀冉刁卞厍吕妫娄宓尹庾戚扈敖昝晏柯栾桓樊殷毋滕潘濮焦狄琚璩甄瞿禚禹竺窦笪符糜"
    "缪翟耿聂臧艾芮苏荀莘菅蒯蒲蓟蔺薛虞"
    "裘裴褚詹谌谭谯贲郁郎郏郑郗郜郝郦郭鄂鄢邬邱邵邸邓钭闫闵闻阎阙阚阮隗雒靳鞠韦韶骆骞鲍鹿龚丌凃訾眭禤缐訚芈"
    "蹇鄣郇妘谈卢冯彭蒋沈吴赵陈刘杨徐孙胡朱罗宋韩唐董袁"
    "许傅曾吕蔡贾丁魏叶杜潘戴夏汪田任姜范姚廖邹陆孔崔康邱秦江史顾侯孟段钱汤尹黎易武乔贺赖龚庞樊殷施翟倪牛鲁"
    "葛韦岳俞季霍辛"
)
# Parts of Tibetan and Uyghur names as they are written with Chinese letters.
_FOREIGN_PARTS: Final = (
    "卓玛|央宗|次仁|扎西|多吉|旺堆|顿珠|格桑|拉姆|边巴|巴桑|仁青|白玛|曲珍|央金|桑吉|洛桑|丹增|旦增|强巴|索朗|普布"
    "|嘎玛|才让|卓嘎|措姆|朗杰|次旦|加措|坚赞|古丽|买买提|麦麦提|艾买提|阿依古"
    "|吐尔逊|热依扎|阿卜杜|阿不都|艾力|玉素甫|迪丽|热巴|帕提古|卡德尔|艾尔肯|库尔班|尼亚孜|巴哈尔|阿娜尔|塔依尔"
    "|木合塔尔|艾合买提|阿迪力|依明|肉孜|热合曼|祖丽"
)
_FOREIGN: Final = re.compile(f"(?:{_FOREIGN_PARTS})(?:{_FOREIGN_PARTS}|[尔娜罕木汗江丽依提拉姆]){{0,4}}")
_CHINESE_TOLD: Final = re.compile(
    f"(?:{_CHINESE_WHO})(?P<name>[{_RARE_SURNAMES}][{_HAN}]{{1,2}}?)"
    "(?=[，、。；：（(,:;\\s]|$|今年|住|因|的|说|在|是|和|跟|与|已|有|刚|患|请|帮|欠|上[了小初高大班一二三四五六]"
    "|要|来|被|把|没|不|也|就|得了|做|去|给|结|怀|成绩|打|借)"
)
_CHINESE_PARTED: Final = re.compile(f"[{_HAN}]{{2,6}}?(?:·[{_HAN}]{{1,5}})+")

_KOREAN_WHO: Final = (
    "어머니|아버지|엄마|아빠|남편|아내|와이프|부인|딸|아들|누나|언니|오빠|동생|며느리|사위|조카|남자친구|여자친구"
    "|남친|여친|친구|동료|선배|후배|룸메이트|약혼자|유학생|학생"
    "|사원|직원|연구원|세입자|임차인|임대인|원고|피고|피고인|피해자|환자|고객|담당자|신청인|이름은|성명|증인|노동자"
    "|근로자|배우자|외국인|교수|강사|저는|제 이름은"
)
_KOREAN_ENDS: Final = "이?(?:는|가|를|랑|한테|에게|께서?|께|도|와)|은|을|과|이|의|입니다|예요|이에요|이고|라고|님"
_KOREAN_TOLD: Final = (
    re.compile(
        f"(?<![{_HANGUL}])(?:{_KOREAN_WHO}):? ?(?<= )(?P<name>[{_HANGUL}]{{2,5}} [{_HANGUL}]{{1,4}}?(?: ["
        f"{_HANGUL}]{{1,4}}?)?)"
        f"(?=(?:{_KOREAN_ENDS})(?![{_HANGUL}])|,|\\)|\\(| ?\\(| 씨| 님|\\n|$)"
    ),
    re.compile(
        f"(?<![{_HANGUL}])(?:{_KOREAN_WHO}) (?P<name>[{_HANGUL}]{{2,4}}?)(?=(?:께서|께서는"
        f"|{_KOREAN_ENDS})(?![{_HANGUL}])| ?\\(|,|\\.|$)"
    ),
)
_FOREIGN_END: Final = re.compile(
    ".*[르스츠트크드프브그너터더슨튼바마라자카타파야코노니리키디티치비미시로오우요루수즈뉴차나데레세네메베"
    "페테케란안인엔린민빈칸한판반손선센션얀]$"
)
_NO_PART: Final = re.compile(".*(?:이|가|으로|에서|에게|한테|에|께|를|을|은|는|의|과|와|도|까지|부터|때문)$")

# A row's family name, a space and a given name: what the model finds of it is made whole.
_ROW: Final = re.compile(
    f"(?<![{_LETTERS}])[{_HAN}]{{1,5}}[ \u3000](?:[{_HAN}]{{1,3}}|[{_KATAKANA}]{{2,4}}|[{_HIRAGANA}]{{2,4}})"
    f"(?=[ \u3000]?(?:[|,、（(\\t\\n:：。]|$|様|さん|殿|氏|[0-9０-９]))"
)

_SPEAKER: Final = re.compile(f"^(?P<name>[{_LETTERS}]{{2,6}}|[{_HANGUL}])[:：](?=.)", re.MULTILINE)
# What else stands before "you".
_NOT_SPOKEN_TO: Final = (
    "근데|그럼|그런데|그러면|그래서|그리고|그래도|그러니까|하지만|오늘|어제|내일|지금|이제|아까|나중에|요즘|그때"
    "|진짜|정말|혹시|설마|역시|그냥|아마|맞다|대박|아니|그래|당연히"
    "|도대체|대체|만약|만일|이번|다음|원래|일단|이따|이따가|결국|사실|벌써|아직|아무튼|암튼|제발|빨리|나는|내가"
    "|우리|나랑|나도|누가|뭐야|미안|고마워|오키|알겠어|여기|거기|전에|때문에"
)
_SPOKEN_TO: Final = re.compile(
    f"(?<![{_HANGUL}])(?!(?:{_NOT_SPOKEN_TO}) )(?P<name>[{_HANGUL}]{{2,4}}) (?=(?:너|넌|니가|네가|너도"
    f"|너는)(?![{_HANGUL}]))"
)
_FULL: Final = 3  # letters of a family name and a given name
_SYLLABLES: Final = re.compile(f"[{_HANGUL}]+")
_GIVEN: Final = re.compile(f"(?<![{_HANGUL}])(?P<name>[{_HANGUL}]{{2}})(?=(?:{_KOREAN_ENDS}|아|야|만)?(?![{_HANGUL}]))")

_Extent = tuple[int, int]


def told(text: str, may_name: Callable[[str], bool]) -> Iterator[_Extent]:
    """Yields half-open offsets of names; ``may_name`` says whether the lists have a word as no ordinary one."""
    for expression in _TOLD:
        yield from (
            match.span("name") for match in expression.finditer(text) if may_name(match["name"]) or _is_given(match)
        )
    for match in _KANA.finditer(text):
        if may_name(match["name"]) and not _NO_KANA.match(match["name"]):
            yield match.span("name")
    for match in _CHINESE_TOLD.finditer(text):
        if may_name(match["name"]) or (len(match["name"]) == _FULL and may_name(match["name"][:2])):
            yield match.span("name")
    yield from (match.span() for match in _FOREIGN.finditer(text))
    yield from (match.span() for match in _CHINESE_PARTED.finditer(text) if "·" in match[0])
    for match in _KOREAN_TOLD[0].finditer(text):
        parts = [part for part in match["name"].split() if len(part) > 1]
        if (
            all(map(may_name, parts))
            and not any(map(_NO_PART.match, parts[:-1]))
            and any(map(_FOREIGN_END.match, parts))
        ):
            yield match.span("name")
    yield from (match.span("name") for match in _KOREAN_TOLD[1].finditer(text) if may_name(match["name"]))


def in_chat(text: str) -> Iterator[_Extent]:
    """Yields who speaks in a chat without times, who is spoken to there, and the given names of who speaks.

    >>> chat = "쭈니: 나 출발\\n보리: 나도\\n쭈니: 미르 너 왔어?"
    >>> [chat[start:end] for start, end in in_chat(chat)]
    ['쭈니', '보리', '쭈니', '미르']
    """
    lines = list(_SPEAKER.finditer(text)) if ":" in text or "：" in text else []
    said = Counter(line["name"] for line in lines)
    if not 1 < len(said) < len(lines) or not said.keys().isdisjoint(_labels()):
        return
    yield from (line.span("name") for line in lines)
    yield from (match.span("name") for match in _SPOKEN_TO.finditer(text))
    givens = {name[1:] for name in said if len(name) == _FULL and _SYLLABLES.fullmatch(name)}
    yield from (match.span("name") for match in _GIVEN.finditer(text) if match["name"] in givens)


@cache
def _labels() -> frozenset[str]:
    return listed_in(LABELS)


def rows(text: str) -> Iterator[_Extent]:
    """Yields what is a name of two parts if one of them is known as a name."""
    yield from (match.span() for match in _ROW.finditer(text))


def _is_given(match: re.Match[str]) -> bool:
    return re.fullmatch(f"[{_SINGLE}]|{_KANA_WORDS}", match["name"]) is not None
