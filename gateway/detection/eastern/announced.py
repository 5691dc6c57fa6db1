"""Finds names that the words before them announce ("아내 파티마가", "夫の剛は", "ชื่อบอส") where the model sees none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from typing import Final

from gateway.detection.eastern.dictionary import LONGEST, Dictionary, EasternClass
from gateway.detection.eastern.edges import ordinary
from gateway.detection.eastern.told import in_chat, told
from gateway.detection.eastern.units import split

_HAN: Final = "々\u3400-\u4dbf\u4e00-\u9fff"
_KATAKANA: Final = "ァ-ヺー"
_HANGUL: Final = "가-힣"
_THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e4e"

_KOREAN_KIN: Final = (
    "어머니|아버지|엄마|아빠|남편|아내|와이프|부인|딸|아들|누나|언니|오빠|여동생|남동생|동생|이모|고모|삼촌"
    "|할머니|할아버지|시어머니|시아버지|장모님|장인어른"
    "|며느리|사위|손자|손녀|조카|사촌|남자친구|여자친구|남친|여친|친구|동료|선배|후배|룸메이트|큰딸|작은딸"
    "|막내딸|큰아들|작은아들|막내|첫째|둘째|외삼촌|외숙모|매형|처남|형부|올케|시누이|전남편|전처|약혼자|피의자"
    "|피고인|증인|대리인|보호자|학생|사원|직원|수험생|집주인|세입자"
    "|임차인|임대인|원고|피고|피고인|피해자|환자|고객"
    "|담당자|작성자|신청인|이름은|성명|이름|성함은"
)
_KOREAN_TITLES: Final = (
    "드림|올림|배상|귀하|(?:어린이|여사|과장|대리|차장|부장|팀장|실장|이사|사장|대표|교수|선생|원장|변호사"
    "|간호사|기사|주임|사원|반장|코치|감독|매니저)님?"
)
_KOREAN_ENDS: Final = "이?(?:는|가|를|의|랑|한테|에게|께|도|와)|은|을|과|이|입니다|예요|이에요|이고|님"
_JAPANESE_KIN: Final = (
    "母|父|妻|夫|娘|息子|姉|妹|兄|弟|祖母|祖父|叔母|叔父|義母|義父|孫|彼氏|彼女|友達|友人|同僚|上司|部下|先輩"
    "|後輩|元カノ|元彼|奥さん|旦那|長男|次男|長女|次女|従兄弟|義弟|義妹|義兄|義姉|元夫|元妻|婚約者|同級生"
    "|クラスメイト|幼なじみ|担当|隣人|助産師|看護師|保育士|店長|部長|課長|いとこ"
)
_CHINESE_KIN: Final = (
    "妈妈|爸爸|母亲|父亲|妻子|丈夫|老公|老婆|太太|女儿|儿子|姐姐|妹妹|哥哥|弟弟|奶奶|爷爷|外婆|外公|阿姨|叔叔"
    "|舅舅|婆婆|公公|岳父|岳母|男友|女友|男朋友|女朋友|朋友|同事|同学"
    "|室友|邻居|孙子|孙女|侄子|侄女|表妹|表哥|表姐|表弟|堂哥|堂弟|堂姐|堂妹|大女儿|小女儿|大儿子|小儿子|姑姑"
    "|姑妈|姨妈|舅妈|嫂子|姐夫|妹夫|前夫|前妻|前男友|前女友|同桌|班长|房东|租客|保姆|证人|申请人|患者|原告"
    "|被告|甲方：|乙方：|联系人：?|收件人：?"
    "|姓名：|名叫|叫做|我叫|参加人|参会人|与会人|出席人|组长|负责人|经办人"
)
_CHINESE_TITLES: Final = (
    "老师|總|总|工|姐|哥|叔|姨|经理|主任|阿姨|大姐|大哥|师傅|先生|女士|小姐|医生|教授|律师|院长|校长"
)
_THAI_KIN: Final = (
    "น้องชาย|น้องสาว|พี่ชาย|พี่สาว|แฟน|ลูกสาว|ลูกชาย|ภรรยา|สามี|เพื่อน|พยาบาล|คุณหมอ|ชื่อเล่น|ชื่อ|คุณ|พี่|น้อง|ป้า|ลุง|น้า|หมอ|ครู"
)
_THAI_ENDS: Final = (
    "หรือ|เป็น|อยู่|อายุ|ชอบ|บอก|และ|กับ|ที่|จะ|ไม่|ได้|มา|ไป|ครับ|ค่ะ|คะ|นะ|จาก|แต่|เขา|เคย|มี|ฝ่าย|แผนก|ข้างบ้าน"
    "|ทำงาน|ป่วย|เพิ่ง|โทร|ส่ง|ฝาก|เล่า|พูด|ยืม|ติด|ลา|ขอ|โดน|ถูก|พา|กำลัง|เพราะ|ด้วย"
)
_THAI_NO_NAMES: Final = (
    "สาว|ชาย|ชื่อ|สมบัติ|ภาพ|ค่า|ธรรม|ประโยชน์|ไฟล์|บริษัท|เรื่อง|สินค้า|โครงการ|เว็บ|ตัวแปร|ฟังก์ชัน|คอลัมน์|ร้าน"
    "|โดเมน|ผู้ใช้|เต็ม|จริง"
    "|สกุล|โปรแกรม|เพลง"
    "|หนัง|วิชา|ยา|ทีม|กลุ่ม|ตาราง|ฟิลด์|คือ|ควร|หมา|แมว|พยาบาล|หมอ|ครู|ช่วย|คิด|รู้|อยาก|สามารถ|เขียน|ต้อง|ทำ|ใช้"
    "|เห็น|ลอง"
    "|แนะนำ|รัก|พ่อ|แม่|ลูก|ผู้|กำลัง|พร้อม|สนใจ|ให้|ถาม|ตอบ|เอง|ตา|ยาย|ปู่|ย่า|ลุง|ป้า|น้า|หญิง|นาย|ว่า|เลย|ก็|ใน"
    "|ของ"
)
_NO_NAME: Final = re.compile("[家不没很也都就要想会能去来在是有说总经常最被把给的了]|.*[하되있없않싶]$")

_ANNOUNCED: Final = (
    re.compile(
        f"(?=[{_HANGUL}])(?<![{_HANGUL}])(?:{_KOREAN_KIN}) (?P<name>[{_HANGUL}]{{2,5}}?)"
        f"(?:(?:{_KOREAN_ENDS})(?![{_HANGUL}])|(?= 씨| 여사| 어린이|,|\\)))"
    ),
    re.compile(
        f"(?:{_JAPANESE_KIN})の(?P<name>[{_HAN}]{{1,3}}|[{_KATAKANA}]{{2,8}})(?=さん|くん|ちゃん|君"
        f"|[はがをとにも、（(])"
    ),
    re.compile(
        f"(?:{_CHINESE_KIN})(?P<name>[{_HAN}]{{2,3}}?)"
        "(?=[，、。；：（(,:;\\s]|$|今年|住在|因|的|说|在|是|和|跟|与|已|有|刚|患|诉|、)"
    ),
)
# Words after a name, and how a name of several parts is written.
_ADDRESSED: Final = (
    re.compile(f"(?<![{_HANGUL}])(?P<name>[{_HANGUL}]{{2,4}})(?P<title>씨| ?님| 군| 양)(?![{_HANGUL}]{{2}})"),
    re.compile(f"(?<![{_HANGUL}])(?P<name>[{_HANGUL}]{{2,3}})(?P<title>) (?:{_KOREAN_TITLES})(?![{_HANGUL}]{{3}})"),
    re.compile(f"(?<![{_HANGUL}])(?P<name>[{_HANGUL}]{{3}})(?P<title>)(?= \\(?01[016-9])"),
    re.compile(f"(?<![{_HAN}])(?P<name>[{_HAN}]{{2,4}})(?P<title>さん|くん|ちゃん|様|氏)"),
    re.compile(f"(?<![{_KATAKANA}])(?P<name>[{_KATAKANA}]{{2,8}})(?P<title>さん|くん|ちゃん|様|氏)"),
    re.compile("(?<=[のはがとにもを、。「（\\s])(?P<name>[ぁ-ゖ]{2,4})(?P<title>さん|くん|ちゃん)"),
    re.compile(f"(?<=[小老阿])(?P<name>[{_HAN}])(?P<title>(?=[，。、；的说在是和跟让请对给去来]))"),
)
_SPACED: Final = re.compile(
    f"(?<![{_HANGUL}])[{_HANGUL}]{{1,3}}(?= 씨(?![{_HANGUL}]{{3}}))"
)  # hardly ever anything else
_PARTED: Final = re.compile(f"[{_HAN}]{{2,6}}(?:·[{_HAN}]{{1,5}})+")
_LETTERS: Final = f"{_HAN}{_KATAKANA}{_HANGUL}{_THAI}ぁ-ゖ"
_THREE: Final = re.compile(f"[{_HAN}]{{3}}")
_PART: Final = re.compile(f"[{_LETTERS}][{_LETTERS}·・ ]{{1,11}}")
_SHORT_PART: Final = re.compile(f"[{_HAN}]{{2,4}}|[{_HANGUL} ]{{2,6}}|[{_KATAKANA}・]{{2,12}}|[{_THAI} ]{{3,12}}")
_LIST: Final = re.compile(f"(?:[{_LETTERS}][{_LETTERS}·・ ]{{1,11}}[,、] ?){{2,40}}[{_LETTERS}]{{2,12}}")
_SPEAKER: Final = re.compile(f"^(?:\\[[^\\]\\n]{{2,24}}\\] ?)?(?P<name>[{_LETTERS}]{{1,10}})[:：](?=.)", re.MULTILINE)
_CHINESE_TITLED: Final = re.compile(f"(?P<name>[{_HAN}])(?P<title>{_CHINESE_TITLES})")
_THAI_ANNOUNCED: Final = re.compile(
    f"(?P<kin>{_THAI_KIN}) ?(?=[{_THAI}]{{2}})(?!{_THAI_NO_NAMES}|{_THAI_ENDS})(?=(?P<name>[{_THAI}]{{2,24}}))"
)
_FULL: Final = 3  # syllables of a Korean surname and given name
_SHORT: Final = 4  # clusters of letters: so long is a nickname that stands alone
_THAI_NAME: Final = re.compile(f"(?P<name>[{_THAI}]{{2,12}}?)(?={_THAI_ENDS}|[^{_THAI}]|$)")


def announced(text: str, dictionary: Dictionary) -> Iterator[tuple[int, int]]:
    """Yields half-open offsets of names after words that announce one, unless the lists have them as ordinary words."""
    for expression in _ANNOUNCED:
        for match in expression.finditer(text):
            if _may_name(match["name"], dictionary):
                yield match.span("name")
    for expression in _ADDRESSED:
        for match in expression.finditer(text):
            before = _classes(text[max(0, match.start() - 1) : match.end()], dictionary)
            is_word = len(match["name"]) == 1 and before & EasternClass.FREQUENT
            if not is_word and _is_addressed(match["name"], match["title"].strip(), dictionary):
                yield match.span("name")
    for expression in (_SPACED, _PARTED):
        yield from (match.span() for match in expression.finditer(text) if match[0] not in ordinary())
    may_name = partial(_may_name, dictionary=dictionary)
    yield from told(text, may_name)
    yield from _speakers(text, dictionary)
    yield from in_chat(text)
    for match in _CHINESE_TITLED.finditer(text):
        if _is_surname(match["name"], match["title"], text[max(0, match.start() - 1) : match.start()], dictionary):
            yield match.span("name")
    for match in _THAI_ANNOUNCED.finditer(text):
        length = _length_in_thai(match["name"], match["kin"].startswith("ชื่อ"), dictionary)
        if length:
            yield match.start("name"), match.start("name") + length


def _may_name(word: str, dictionary: Dictionary) -> bool:
    classes = _classes(word, dictionary)
    is_word = classes & EasternClass.WORD and not classes & (EasternClass.GIVEN | EasternClass.PERSON)
    return not (is_word or word in ordinary() or _NO_NAME.match(word) or _has_word(word, dictionary))


def _has_word(word: str, dictionary: Dictionary) -> bool:
    """Returns whether the first or last two of three letters are a word: "工作忙", "誕生日"."""
    return _THREE.fullmatch(word) is not None and any(
        _classes(each, dictionary) & EasternClass.WORD for each in (word[:2], word[1:])
    )


def _is_addressed(word: str, title: str, dictionary: Dictionary) -> bool:
    if len(word) == 1:
        return bool(_classes(word, dictionary) & EasternClass.SURNAME)
    if not title:
        return bool(_classes(word, dictionary) & EasternClass.GIVEN) or _is_korean_name(word, dictionary)
    return (
        word[0] not in "おご"
        and _may_name(word, dictionary)
        and not _classes(word + title, dictionary) & EasternClass.WORD
    )


def _is_korean_name(word: str, dictionary: Dictionary) -> bool:
    is_known = _classes(word[0], dictionary) & EasternClass.SURNAME
    return len(word) == _FULL and bool(is_known) and not _classes(word, dictionary) & EasternClass.WORD


def _speakers(text: str, dictionary: Dictionary) -> Iterator[tuple[int, int]]:
    """Yields who speaks in a chat: what stands before a colon in two lines or more, if it is no ordinary word."""
    lines = list(_SPEAKER.finditer(text)) if ":" in text or "：" in text else []
    said = Counter(line["name"] for line in lines)
    if len(said) < 2:
        return
    is_chat = len(said) < len(lines) and any(_may_name(name, dictionary) for name in said)
    for line in lines:
        name = line["name"]
        is_given = _classes(name, dictionary) & EasternClass.GIVEN and _may_name(name, dictionary)
        if is_given or (is_chat and name not in ordinary()):
            yield line.span("name")


def listed(text: str, names: Collection[tuple[int, int]], dictionary: Dictionary) -> Iterator[tuple[int, int]]:
    """Yields the other parts of lists of which two parts are known as names."""
    for match in _LIST.finditer(text) if len(names) > 1 else ():
        parts = [(match.start() + part.start(), match.start() + part.end()) for part in _PART.finditer(match[0])]
        known = [part for part in parts if any(start < part[1] and part[0] < end for start, end in names)]
        if len(known) > 1:
            for part in parts:
                written = text[slice(*part)]
                if part not in known and _SHORT_PART.fullmatch(written) and _may_name(written, dictionary):
                    yield part


def _is_surname(letter: str, title: str, before: str, dictionary: Dictionary) -> bool:
    """Returns whether a letter before a title is a surname, and no word with the title or the letter before."""
    if not _classes(letter, dictionary) & EasternClass.SURNAME or letter in "高大小老新女男":
        return False
    beside = (letter + title[0], before + letter) if before.strip() else (letter + title[0],)
    return not any(_classes(each, dictionary) & EasternClass.WORD for each in beside)


def _length_in_thai(run: str, is_called: bool, dictionary: Dictionary) -> int:
    """Returns how many letters of a run are a name: the longest one in the lists, or any after "is called"."""
    units = split(run)
    codes, ends = units.codes[units.is_judged], units.ends[units.is_judged]
    for length in range(min(LONGEST, len(codes)), 0, -1):
        classes = dictionary.together(codes[:length])
        if classes & EasternClass.GIVEN and (is_called or not classes & EasternClass.FREQUENT):
            return int(ends[length - 1])
    name = _THAI_NAME.match(run)
    if name and _classes(name["name"], dictionary) & EasternClass.GIVEN:
        return len(name["name"])
    is_short = is_called or len(codes) <= _SHORT
    return len(name["name"]) if name and is_short and _may_name(name["name"], dictionary) else 0


def _classes(word: str, dictionary: Dictionary) -> EasternClass:
    units = split(word)
    return dictionary.together(units.codes[units.is_judged])
