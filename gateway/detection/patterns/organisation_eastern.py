"""Organisations in Chinese, Japanese, Korean and Thai, by the word for what they are that begins or ends their name."""

from __future__ import annotations

from typing import Final

from gateway.detection.recognizer import Pattern
from gateway.types import EntityType

_HAN: Final = "々\u3400-\u4dbf\u4e00-\u9fff"
_THAI: Final = "\u0e01-\u0e3a\u0e40-\u0e4e"

# After these a name may begin; a run of Chinese letters has no other edge.
_WHERE: Final = "(?:(?<=在)|(?<=于)|(?<=来自)|(?<=入职)|(?<=加入)|(?<=我是))"
# Letters of sentences rather than of names.
_CHINESE_LETTERS: Final = f"(?:(?![的了是在和与去来到要会能有没不这那哪什么个家所我你他她们就都也很])[{_HAN}])"
_CHINESE_ENDS: Final = (
    "传媒|科技|商贸|集团|物流|医院|诊所|学校|大学|中学|小学|幼儿园|家政|网络|文化|实业|建材|餐饮|药业|地产"
    "|证券|律所|律师事务所|公司|有限公司"
)
# How a kind of organisation is called, and what no name begins with.
_CHINESE_KINDS: Final = (
    "[这那哪某该本我你您他她它们的了在一两几每各有去来找给请被把从和与跟对为]|(?:当地|附近|市|县|省|区|镇|乡"
    "|国内|国外|国际|民办|公立|私立|三甲|综合|专科|中医|儿童|妇幼|人民|互联网|人工智能"
    "|高新|信息|生物|现代|传统|跨境|电商|快递|冷链|上市|保险|物业|搬家|装修|外包|贸易|国有|私营|小微|初创|母"
    "|子|分|总|重点|普通|职业|寄宿|全日制|名牌|社交|中国|美国|日本|企业|流行|传播|校园)"
)
_JAPANESE_ENDS: Final = (
    "病院|クリニック|医院|大学|高校|高等学校|中学校|小学校|幼稚園|保育園|こども園|銀行|信用金庫|工業|製作所"
    "|運輸|印刷|商事|建設|電機|電装|精機|物産|不動産|製薬|食品|化学|商店|工務店|薬局|法律事務所|産業|証券|交通"
    "|出版|書店|苑"
)
_JAPANESE_KINDS: Final = (
    "(?:総合|大学|県立|市立|国立|私立|公立|都立|救急|精神科|動物|地元|近所|地方|都市|大手|中小|有名|一流|女子"
    "|短期|通信制|全日制|定時制|付属|附属|重|軽|自動車|産婦人科|歯科|眼科|小児科|整形外科|内科|皮膚科|調剤"
    "|認可|無認可|公共|化学|電子|冷凍|健康|自然|基幹|第一次|第二次|第三次|有機|無機|中央"
    "|[一二三四五六七八九十][つ次]?)"
)
_KOREAN_ENDS: Final = (
    "물류|상사|미디어|소프트|전자|건설|물산|제약|식품|화학|병원|의원|한의원|산부인과|치과|내과"
    "|소아과|정형외과|약국|은행|대학교|고등학교|중학교|초등학교|유치원|어린이집|법률사무소|운수|통상"
    "|엔지니어링|증권|홀딩스"
)
_KOREAN_KINDS: Final = (
    "(?:종합|대학|동네|정신|요양|한방|치과|동물|국립|사립|공립|시립|개인|중소|대기업|지방|시중|저축|투자"
    "|인터넷|소셜|매스|뉴|멀티|국제|여자|남자|공업|상업|외국어|예술|과학|자율형|특성화|서비스|제조|반도체"
    "|자동차|바이오|가전|가공|냉동|건강|유기|무기|중화학|석유|근처|주변|우리|해당|전문|일반|여성|어린이|아동"
    "|응급|야간|바이)"
)
_THAI_BEGINS: Final = "บริษัท|ห้างหุ้นส่วนจำกัด|โรงพยาบาล|มหาวิทยาลัย|วิทยาลัย|โรงเรียน|ธนาคาร|คลินิก|ร้าน|มูลนิธิ|โรงแรม|สหกรณ์"
_THAI_KINDS: Final = (
    "ของ|ที่|ใน|ได้|จะ|ให้|ไม่|และ|ตั้ง|ขอ|มี|เป็น|กับ|เพื่อ|ว่า|อยู่|แต่|เขา|ผม|ฉัน|เรา|นี้|นั้น|หรือ|ต้อง|ควร|ไหน|อะไร|ใด|เอกชน|รัฐ"
    "|ค้า|อาหาร|กาแฟ|ขาย|ตัดผม|เสริมสวย|หนังสือ|ยา|ประถม|มัธยม|อนุบาล|นานาชาติ|สัตว์|ใกล้|แห่ง|มหาชน|จำกัด|ประกัน|ขนส่ง|ต่าง"
    "|ใหญ่|เล็ก|พาณิชย์|ออนไลน์|โดย|ส่ง|จ่าย|แจ้ง|ปิด|เปิด|ไทย|เดิม|เก่า|ใหม่|ทำ|ครับ|ค่ะ|ก็|มา|ไป|กำลัง|แล้ว|ปรับ"
)


def _organisation(name: str, expression: str, prefilter: str) -> Pattern:
    return Pattern(name, EntityType.AFFILIATION, expression, 0.55, prefilter=prefilter)


PATTERNS: Final = (
    _organisation(
        "organisation_chinese",
        f"{_WHERE}(?!{_CHINESE_KINDS}){_CHINESE_LETTERS}{{2,6}}?(?:{_CHINESE_ENDS})(?![{_HAN}]{{0,1}}[家所种类型业品])",
        _CHINESE_ENDS,
    ),
    _organisation(
        "organisation_japanese",
        f"(?<![{_HAN}ァ-ヺー])(?!{_JAPANESE_KINDS})(?:[{_HAN}]{{2,4}}?|[ァ-ヺー]{{3,8}})(?:{_JAPANESE_ENDS})"
        "(?=[ぁ-ゖ])"
        f"|[ぁ-ゖ]{{3,4}}(?<![のはがをにでとも]...)(?:保育園|幼稚園|こども園)"
        f"|(?:株式会社|有限会社|合同会社|医療法人|学校法人|社会福祉法人)[{_HAN}ァ-ヺーA-Za-z]{{2,12}}",
        f"{_JAPANESE_ENDS}|株式会社|有限会社|合同会社|医療法人|学校法人|社会福祉法人",
    ),
    _organisation(
        "organisation_korean",
        f"(?<![가-힣])(?!{_KOREAN_KINDS})[가-힣]{{2,6}}?(?:{_KOREAN_ENDS})(?![가-힣]{{3}})"
        "|(?:주식회사|㈜|\\(주\\)) ?[가-힣A-Za-z]{2,12}",
        f"{_KOREAN_ENDS}|주식회사|㈜|\\(주\\)",
    ),
    _organisation(
        "organisation_thai",
        (
            f"(?:{_THAI_BEGINS})(?: (?=[{_THAI}]{{2,24}} จำกัด))?(?:(?!{_THAI_KINDS})[{_THAI}]){{3,16}}(?![{_THAI}])"
            "(?: จำกัด)?"
        ),
        _THAI_BEGINS,
    ),
)
