"""Ages that are told of somebody in Chinese, Japanese, Korean and Thai: "他四十有三", "娘は九つ", "저는 서른여섯인데".

The words for such numbers count much else, so a word for a person stands right before them.
"""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.counted_eastern import KOREAN_AGE, KOREAN_ONES, THAI_ONES
from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_TENS: Final = "[二三四五六七八九]十"
_CHINESE_AGE: Final = (
    f"{_TENS}(?:有[余餘一二三四五六七八九]|又[一二三四五六七八九]|出[头頭]|好[几幾]|开外|開外|来岁|來歲|多岁|多歲"
    "|高[龄齡]|岁上下)"
    "|[年已][近过過逾届屆](?:[五六七八九]旬|[三四五六七八九]十|半百|花甲|古稀|耄耋|不惑|而立)|[五六七八九]旬(?=老"
    "|翁|[妇婦]|母|父|高[龄齡]|$|[，。,的了])"
    "|[五六七八九]旬(?:高[龄齡])?|(?:而立|不惑|知命|花甲|古稀|耄耋)之年|年方二八|奔[三四五六七八]|(?:[0-9]{1,2}"
    "|[一二两兩三四五六七八九十]{1,3})(?:[岁歲]半|[岁歲]多)"
    "|(?:[0-9]{1,2}|[一二两兩三四五六七八九十]{1,2})(?:个多?月|個多?月)(?=会|會|就|还|還|[，,。了]|$)"
)
_CHINESE_WHO: Final = (
    "我|他|她|[父母爸妈媽爷爺奶婆妻夫女儿兒子弟妹哥姐叔姨伯姑娃孩宝寶孙孫汉漢翁嫂]|老[人伯汉漢太]|刚过|剛過|今年"
    "|患者|病人|[阿外老公]公|阿[嬤嫲]"
)
_JAPANESE_WHO: Final = (
    "娘|息子|長男|長女|次男|次女|三男|三女|孫|上の子|下の子|姪|甥|弟|妹|子ども|子供|うちの子|園児|児童|父|母|祖父"
    "|祖母|夫|妻|兄|姉|おば|おじ|叔父|叔母|私|彼女?"
)
_JAPANESE_AGE: Final = (
    "[一二三四五六七八九]つ(?=です|に[なも]|の時|のとき|の頃|、|。|で[、す]|半|$)"
    "|(?:[二三四五六七八九]十[一二三四五六七八九]?|[2-9][0-9])(?:過ぎ|手前|そこそこ)"
)
_KOREAN_WHO: Final = (
    "(?:어머니|아버지|엄마|아빠|할머니|할아버지|남편|아내|와이프|저|나|딸|아들|손자|손녀|조카|큰애|작은애|애|아이"
    "|동생|언니|오빠|누나|형|이모|삼촌|고모|첫째"
    "|둘째|막내|씨|님|그녀|장모님|시어머니|며느리|사위|부모님)(?:이|가|은|는|께서|께서는|도|만)?,? ?(?:올해 ?"
    "|이제 ?|벌써 ?|곧 ?|겨우 ?|만 ?)?$"
)
_KOREAN_SMALL: Final = f"(?:{KOREAN_ONES}) ?살"
_SCHOOL_YEAR: Final = (
    "(?:小学校?|中学校?|高校|大学|[小中高])(?:[1-6]|[一二三四五六])年生?(?=[でに、。の）)]|$)|(?:小学|初中|高中"
    "|大学|国小|國小)?[1-6一二三四五六](?:年级|年級)"
    "|(?:초등학교|중학교|고등학교|대학교?|[초중고]) ?[1-6]학년"
)
_KOREAN_CHILD: Final = "딸|아들|큰애|작은애|아이|애가|애는|손자|손녀|조카|동생|첫째|둘째|막내|저는|제가"

PATTERNS: Final = (
    Pattern(
        name="age_told_in_chinese",
        entity_type=EntityType.AGE,
        expression=f"(?<![0-9一二三四五六七八九十])(?:{_CHINESE_AGE})",
        score=0.65,
        prefilter=(
            "十[有又出好开開来來多高岁]|[近过過逾届屆][半花古耄不而三四五六七八九]|[五六七八九]旬|之年|二八|奔"
            "|[岁歲][半多]|月"
        ),
        context=f"(?:{_CHINESE_WHO})[^\\n。？?]{{0,6}}$",
    ),
    Pattern(
        name="age_told_in_japanese",
        entity_type=EntityType.AGE,
        expression=f"(?<![0-9一二三四五六七八九十])(?:{_JAPANESE_AGE})",
        score=0.65,
        prefilter="[一二三四五六七八九]つ|[0-9一二三四五六七八九十](?:過ぎ|手前|そこそこ)",
        context=f"(?:{_JAPANESE_WHO})[はがも、のも]{{0,2}}[^\\n。をに]{{0,6}}$",
    ),
    Pattern(
        name="age_told_in_korean",
        entity_type=EntityType.AGE,
        expression=(
            f"{_KOREAN_SMALL}|{KOREAN_AGE}(?=이|인|입|에|의|[ .,]?(?:되|된|넘|쯤|살)|[.,]|$)(?: ?넘은)?"
            "|[1-9]0대(?: ?(?:초반|중반|후반))?"
            "|(?<![가-힣])[이삼사오육칠팔구]십(?:[일이삼사오육칠팔구])?(?=이|입|인데|넘)"
        ),
        score=0.65,
        prefilter=f"살|(?:{KOREAN_AGE})|0대|십",
        context=_KOREAN_WHO,
    ),
    Pattern(
        name="age_of_thai_child",
        entity_type=EntityType.AGE,
        expression=(
            f"(?:(?:[0-9]{{1,2}}|{THAI_ONES}) ?)?ขวบ(?:ครึ่ง|กว่าๆ?)|[0-9]{{1,2}} ?เดือน(?= ?(?:ไม่|ร้อง|กิน|เป็น|มี|แล้ว|ยัง))"
        ),
        score=0.6,
        prefilter="ขวบ|[0-9] ?เดือน",
        context="(?:ลูก|หลาน|น้อง|ทารก|เด็ก)[^0-9\\n]{0,14}$",
    ),
    Pattern(
        name="school_year_eastern",
        entity_type=EntityType.EDUCATIONAL_RECORD,
        expression=_SCHOOL_YEAR,
        score=0.65,
        prefilter="年生|年级|年級|학년",
        context=f"(?:{_CHINESE_WHO}|{_JAPANESE_WHO}|{_KOREAN_CHILD})[^0-9\\n。.]{{0,6}}$",
    ),
)
