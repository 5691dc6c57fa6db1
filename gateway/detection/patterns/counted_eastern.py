"""Ages in words, times of day, incomes and weeks of pregnancy in Chinese, Japanese, Korean and Thai."""

from __future__ import annotations

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

KOREAN_ONES: Final = "한|하나|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉"
KOREAN_AGE: Final = f"(?:(?:스물|서른|마흔|쉰|예순|일흔|여든|아흔)(?:{KOREAN_ONES})?|스무|열(?:{KOREAN_ONES}))"
THAI_ONES: Final = "หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า"
_THAI_AGE: Final = f"(?:(?:ยี่|{THAI_ONES})?สิบ(?:เอ็ด|{THAI_ONES})?|{THAI_ONES})"
_CHINESE: Final = "[一二三四五六七八九十两兩]"
_INFANT: Final = (
    rf"(?:生後|出生后|생후) ?(?:\d{{1,2}}|{_CHINESE}{{1,3}}) ?(?:[かカヶケヵ]月|个月|個月|개월|日|天|일|週間?|周|주)"
    rf"|(?:\d{{1,2}}|{_CHINESE}{{1,3}})(?:个多?月|個月)大|\d{{1,2}}개월(?= ?(?:된|아기|딸|아들))"
)
_DECADE: Final = (
    "[1-9]0代(?=の?(?:男性|女性|前半|半ば|後半|会社員|主婦|夫婦))"
    "|[1-9]0대(?: ?(?:초반|중반|후반)|(?= ?(?:남성|여성|남자|여자|직장인|주부)))"
    "|[이삼사오육칠팔구]십대 ?(?:초반|중반|후반)|[三四五六七八九]十路|アラ(?:サー|フォー|フィフ)"
)
_THAI_ABOUT: Final = "(?: ?(?:กว่าๆ?|ต้น ?ๆ|กลาง ?ๆ|ปลาย ?ๆ|เศษๆ?))?"
_AGE_WORDS: Final = "อายุ|วัย|나이|年龄|年齢"
_ROUND: Final = "환갑|칠순|팔순|구순|還暦|古希|喜寿|傘寿|米寿|卒寿|白寿"  # birthdays that have a name

_MINUTES: Final = rf"(?:半|(?:\d{{1,2}}|{_CHINESE}{{1,3}})分)?"
_HOUR: Final = rf"(?:\d{{1,2}}|{_CHINESE}{{1,3}})"
_KOREAN_HOUR: Final = "(?:[0-9]{1,2}|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열한|열두|열)"
_CLOCK: Final = (
    rf"(?:上午|下午|早上|晚上|中午|凌晨|傍晚|清晨){_HOUR}[点點时時](?:[一三]刻|{_MINUTES})"
    rf"|(?:午前|午後|朝|夜|夕方|(?<=日)|(?<=[日）)] )){_HOUR}時{_MINUTES}"
    rf"|(?:오전|오후|아침|저녁|밤|새벽|낮|(?<=일)) ?{_KOREAN_HOUR} ?시(?: ?반(?![가-힣])| ?\d{{1,2}}분)?"
    r"|\d{1,2}[.:]\d{2} ?น\."
    rf"|(?:บ่าย|ตี) ?(?:\d{{1,2}}|{THAI_ONES})(?: ?โมง)?(?:ครึ่ง)?"
    rf"|(?:\d{{1,2}}|{_THAI_AGE}) ?(?:โมง(?:เช้า|เย็น|ครึ่ง)|ทุ่ม)"
)

_EARNED: Final = (
    "年薪|月薪|年收入|月收入|工资|工資|薪水|年収|月収|手取り|月給|時給|연봉|월급|월수입|연소득|급여|เงินเดือน|รายได้"
)
_EARNING: Final = (
    rf"(?:\d[\d,.]{{0,10}} ?[万萬千만천]{{1,2}}|[一二两兩三四五六七八九十百]{{1,4}}[万萬千]{_CHINESE}?|\d{{1,3}}"
    rf"(?:,\d{{3}}){{1,2}}|\d{{4,7}})"
    " ?(?:元|円|块|원|บาท)?"
)

_PREGNANT: Final = (
    r"(?:怀孕|懷孕|孕)\d{1,2}(?:多?[周週]|个多?月|個月)|妊娠\d{1,2}(?:週|[かカヶケ]月)目?|임신 ?\d{1,2} ?"
    r"(?:주차?|개월)"
    r"|(?:ตั้งครรภ์|ตั้งท้อง|ท้อง)(?:ได้)? ?\d{1,2} ?(?:สัปดาห์|เดือน)"
)

PATTERNS: Final = (
    Pattern(
        name="pregnant_for",
        entity_type=EntityType.HEALTH_INFORMATION,
        expression=_PREGNANT,
        score=0.7,
        prefilter="(?:孕|妊娠|임신 ?|ท้อง(?:ได้)? ?|ตั้งครรภ์(?:ได้)? ?)[0-9]",
    ),
    Pattern(
        name="age_of_infant_or_decade",
        entity_type=EntityType.AGE,
        expression=f"{_INFANT}|(?<![0-9]){_DECADE}",
        score=0.6,
        prefilter="生後|생후|出生后|月大|개월|0代|0대|십대|十路|アラ[サフ]",
    ),
    Pattern(
        name="age_counted_in_words",
        entity_type=EntityType.AGE,
        expression=f"{KOREAN_AGE} ?살|{_THAI_AGE} ?ขวบ|{_ROUND}|[0-9]{{1,3}}(?:周岁|才(?=の|で|に|、|。))",
        score=0.7,
        prefilter=f"살|ขวบ|周岁|才|{_ROUND}",
    ),
    Pattern(
        name="age_in_words",
        entity_type=EntityType.AGE,
        expression=(
            f"(?<![가-힣]){KOREAN_AGE}(?=[이인입에의, .])|{_THAI_AGE} ?ปี|(?:(?<=อายุ)|(?<=อายุ )"
            f"|(?<=วัย)){_THAI_AGE}{_THAI_ABOUT}"
        ),
        score=0.6,
        prefilter="스물|서른|마흔|쉰|예순|일흔|여든|아흔|ปี|อายุ|วัย",
        context="(?:올해|나이|연세|춘추|อายุ|วัย)[^\\n]{0,12}$",
    ),
    Pattern(
        name="age_of_patient",
        entity_type=EntityType.AGE,
        expression=r"(?<![\d.,])\d{1,3} ?ปี",
        score=0.6,
        prefilter="[0-9] ?ปี",
        context="(?:ผู้ป่วย|คนไข้|หญิง|ชาย|วัย|เพศ)[^\\d\\n]{0,8}$",
    ),
    Pattern(
        name="age_after_word",
        entity_type=EntityType.AGE,
        expression=r"(?<![\d.,])\d{1,3}(?!\d|[.,]\d|[a-zA-Z-])(?: ?(?:ปี|เดือน|สัปดาห์|ขวบ))?",
        score=0.6,
        prefilter=f"{_AGE_WORDS}|(?:さん|氏|씨|님|女士|先生) ?[(（][0-9]",
        context=(
            f"(?:{_AGE_WORDS})(?:ได้|ประมาณ|ราว|เพียง|แค่|ครบ|เกือบ)?[ :：=]{{0,2}}$|(?:さん|氏|씨|님|女士|先生) ?[(（]$"
        ),
    ),
    Pattern(
        name="clock_eastern",
        entity_type=EntityType.TIME,
        expression=_CLOCK,
        score=0.6,
        prefilter="点|點|时|時|시|น\\.|โมง|ทุ่ม|ตี|บ่าย",
    ),
    Pattern(
        name="earned_eastern",
        entity_type=EntityType.INCOME,
        expression=rf"(?<![\d.,-]){_EARNING}(?![\d年月日])",
        score=0.7,
        prefilter=_EARNED,
        context=f"(?:{_EARNED})[^\\d\\n。.]{{0,8}}$",
    ),
)
