"""Numbers after the word for them outside of the Latin alphabet: orders, accounts, passports, extensions, codes."""

from typing import Final

from gateway.detection.passwords import untold_password
from gateway.detection.recognizer import Pattern
from gateway.detection.words import somewhere
from gateway.types import EntityType

_BETWEEN: Final = r"[^\d\n。！？!?;；]{0,16}$"
_NEAR: Final = r"[ :：#№(（「]{0,3}(?:是|为|は|은|는|نمبر|नंबर|নম্বর|رقم|מס)?[ :：'׳]{0,2}$"
_START: Final = r"(?=[A-Z\d ])(?<![A-Za-z0-9_.,/-])(?<!\d)"
_COUNTED: Final = (
    "元|円|圆|块|원|個|个|件|枚|개|명|人|条|條|張|张|本|台|次|回|天|日|月|年|년|월|일|分|点|點|页|頁|ページ|歳|岁|세"
    "|号楼|บาท|ชิ้น|คน|วัน|ปี|रुपये|रुपए|साल|दिन|टका|টাকা|বছর|দিন|টি\\b|ريال|دينار|جنيه|يوم|سنة|عام|שקל|ימים|שנים"
    "|года|лет|штук|дней|руб|грн"
)
_END: Final = rf"(?![A-Za-z0-9_%]|\d|[.,/:-]\d| ?(?:{_COUNTED}))"
_ORDERS: Final = (
    "订单号|訂單|单号|案号|工号|学号|编号|会员号|保单号|序列号|合同号|病历号|客户号|注文番号|伝票番号|受付番号"
    "|事件番号|会員番号|社員番号|学籍番号|証券番号|契約番号|製造番号|シリアル番号|シリアルナンバー|診察券番号|診察券"
    "|お客様番号|顧客番号|管理番号|整理番号|追跡番号|주문번호|주문 번호|사건번호|사번|등록번호|학번|회원번호|고객번호"
    "|계약번호|증권번호|운송장|시리얼|일련번호|접수번호|예약번호|หมายเลข|เลขที่|รหัสพนักงาน|รหัสนักศึกษา|รหัสสมาชิก"
    "|เลขพัสดุ|รหัสลูกค้า|ऑर्डर|संख्या|आधार|सीरियल|रोल नंबर|क्रमांक|पॉलिसी|কর্মী নং|অর্ডার|মামলা নং|পরিচয়পত্র|রেজি"
    "|সিরিয়াল|রোল|পলিসি|সদস্য নং|গ্রাহক নং|رقم الطلب|رقم الهوية|رقم الملف|برقم|رقم القضية|الرقم الوظيفي"
    "|الرقم الجامعي|رقم العضوية|الرقم التسلسلي|رقم العقد|رقم الوثيقة"
    "|مدني|الرقم القومي|الإقامة|اقامتي|إقامتي|هويتي|बीमा नंबर|वोटर|राशन कार्ड|उपभोक्ता|पंजीकरण|एनरोलमेंट"
    "|ভোটার|জন্ম নিবন্ধন|এনআইডি"
    '|رقم العميل|رقم الموظف|رقم الفاتورة|رقم الشحنة|הזמנה|מספר|ת"ז|תעודת זהות|תיק|פוליסה|заказ|замовлення|договор|полис'
    "|παραγγελίας|ΑΦΜ|ΑΜΚΑ"
    "|رقمي الوظيفي|রোল নং|দাবি নং|মিটার নং|কার্ড নং"
)
# Short words for a number, which other words contain: the number stands beside them, and is long or has letters.
_NUMBER_WORDS: Final = (
    "رقم|تذكرة|للبطاقة|بطاقة|নং|নম্বর|আইডি|বুকিং|লেনদেন|লাইসেন্স|পিপিও|מס|פנייה|רישיון|ת\\.ז|कोड|टिकट|खसरा|कन्फ़र्मेशन"
    "|เลข|รหัส|กรมธรรม์|番号|ばんごう|防犯登録|免許証|就诊卡|就診卡|번호"
)
_LONG_NUMBER: Final = (
    r"[A-Z]{2,5}/\d{2,4}/\d{3,8}|[A-Z]{1,4}-?\d{4,12}|[1-9]\d{1,3}-\d{5,8}|[1-9]\d{5,13}"
    r"|(?=[A-Z-]{0,12}\d[A-Z-]{0,12}\d)(?=[0-9-]{0,30}[A-Z])[A-Z0-9]{2,6}(?:-[A-Z0-9]{2,10}){1,3}"
    r"|(?=[A-Z]{1,8}\d|\d{1,8}[A-Z])[A-Z0-9]{8,12}"
)
_THINGS: Final = (
    "订单|快递|运单|合同|保单|会员|学生|员工|注文|会員|社員|荷物|契約|学生|주문|택배|회원|계약|직원|학생|ออเดอร์"
    "|คำสั่งซื้อ|พัสดุ|สมาชิก|พนักงาน|कर्मचारी|मामला|केस|सदस्य|ग्राहक|छात्र|पार्सल|কর্মী|মামলা|কেস|সদস্য|গ্রাহক|ছাত্র"
    "|পার্সেল|طلب|طلبية|طلبي|القضية|الموظف|العضو|الشحنة|חבילה|עובד|לקוח|סטודנט|חוזה|дело|клиент|справа|клієнт|посылка"
    "|посилка"
)
_ACCOUNTS: Final = "银行卡|账号|账户|口座|계좌|บัญชี|खाते|खाता|অ্যাকাউন্ট|حساب|חשבון|счёт|счет|рахунок|λογαριασμ"
_PASSPORTS: Final = "护照|護照|旅券|여권|หนังสือเดินทาง|พาสปอร์ต|पासपोर्ट|পাসপোর্ট|جواز|דרכון|паспорт|διαβατ"
_PASSPORT: Final = r"[A-Z]{0,2} ?\d{6,9}[A-Z]?|\d{2}[A-Z]{2}\d{5}|[A-Z]\d{3}[A-Z]\d{4}|\d{2} ?\d{2} (?:№ ?)?\d{6}"
_FLATS: Final = "ห้อง|บ้านเลขที่|फ्लैट|फ़्लैट|ফ্ল্যাট|شقة|דירה|квартир"
_EXTENSIONS: Final = (
    "分机|內線|内线|内線|尾号|내선|끝자리|เบอร์ภายใน|เบอร์ต่อ|ลงท้าย|एक्सटेंशन|अंक|এক্সটেনশন|অঙ্ক|التحويلة|للتحويلة"
    "|آخر أرقام|שלוחה|אחרונות|добавочный|внутренний"
)
_VEHICLES: Final = "سيار|لوح|مركب|باص|شاحن|تاكسي|موتور|רכב|רישוי|מכונית|אוטו|טנדר|משאית"
_PLATE: Final = r"(?:[\u0621-\u064a]ـ? ){1,3}\d{2,5}|[\u0621-\u064a]{2,3} \d{3,5}|\d{2,3}-\d{2,3}-\d{2,3}"
_PASSWORDS: Final = (
    "密码|密碼|口令|パスワード|パスは|パスが|暗証|비밀번호|비번|패스워드|รหัส|พาสเวิร์ด|พาส |باسوورد|باسورد|كلمة المرور"
    "|كلمة السر|كلمة سر|رقمي السري|סיסמה|סיסמא|סיסמת|पासवर्ड|पासकोड|পাসওয়ার্ড|পাসওয়ার্ড|পাসকোড|পাসও "
)
_CODES: Final = "密码|密碼|暗証番号|비밀번호|รหัส|कोड|পিন|কোড|رمز|كود|קוד|код от|код двер"


_CASE_CODES: Final = (
    "가단|가합|가소|고단|고합|고정|드단|드합|느단|느합|구합|구단|카단|카합|타경|하단|개회|형제|재가합|재고합|초기"
)
_CASES: Final = (
    r"[(（](?:19|20)\d{2}[)）][\u4e00-\u9fff]{1,2}\d{0,6}[\u4e00-\u9fff]{1,6}\d{1,6}号"
    r"|(?:令和|平成|昭和) ?(?:\d{1,2}|元)年 ?[(（][^\s()（）]{1,3}[)）] ?第? ?\d{1,6} ?号"
    rf"|(?:19|20)\d{{2}}(?:{_CASE_CODES})\d{{1,7}}(?!\d)"
)


def _numbers(
    name: str, entity_type: EntityType, value: str, labels: str, between: str = _BETWEEN, *, score: float = 0.7
) -> Pattern:
    written = somewhere(labels)
    return Pattern(
        name=name,
        entity_type=entity_type,
        expression=rf"{_START}(?:{value}){_END}",
        score=score,
        prefilter=written,
        context=f"(?-i:{written}){between}",
        hint=written,
    )


PATTERNS: Final = (
    _numbers(
        "order_in_script",
        EntityType.ID_NUMBER,
        r"(?:[A-Z]{1,4}-?)?\d[\d/-]{3,24}|(?=[A-Z-]{0,6}\d(?:[A-Z-]{0,6}\d){2})[A-Z0-9](?:-?[A-Z0-9]){4,24}",
        _ORDERS,
    ),
    _numbers("number_after_short_word", EntityType.ID_NUMBER, _LONG_NUMBER, _NUMBER_WORDS, _NEAR, score=0.55),
    _numbers(
        "thing_in_script",
        EntityType.ID_NUMBER,
        r"[A-Z]{1,4}-?\d{3}[\dA-Z-]{0,20}|\d{3,8}[-/]\d{1,8}(?:[-/]\d{1,8})?",
        _THINGS,
        _NEAR,
    ),
    Pattern(
        name="case_in_script",
        entity_type=EntityType.ID_NUMBER,
        expression=rf"(?<!\d)(?:{_CASES})",
        score=0.8,
        prefilter=f"[0-9]号|[0-9] 号|{_CASE_CODES}",
    ),
    _numbers("account_in_script", EntityType.BANK_ACCOUNT, r"\d[\d -]{6,28}\d", _ACCOUNTS),
    _numbers("passport_in_script", EntityType.PASSPORT, _PASSPORT, _PASSPORTS),
    _numbers("flat_in_script", EntityType.ADDRESS, r"[A-Z]-?\d{1,4}|\d{1,4}[/-]\d{1,4}[A-Z]?", _FLATS, _NEAR),
    _numbers("extension_in_script", EntityType.PHONE_NUMBER, r"\d{3,5}", _EXTENSIONS),
    Pattern(
        name="plate_in_script",
        entity_type=EntityType.VEHICLE,
        expression=rf"(?<![\w-])(?:{_PLATE})(?![\w-])",
        score=0.8,
        prefilter=somewhere(_VEHICLES),
        context=f"(?:{_VEHICLES}){_BETWEEN}",
    ),
    Pattern(
        name="mobile_in_india",
        entity_type=EntityType.PHONE_NUMBER,
        expression=r"(?<![\w+-])0?[6-9]\d{4}[ -]\d{5}(?![\w-])",
        score=0.7,
        prefilter="[6-9][0-9]{4}[ -][0-9]{5}",
        context="[\u0900-\u097f]",
    ),
    Pattern(
        name="resident_number_korean",
        entity_type=EntityType.ID_NUMBER,
        expression=(
            r"(?<![\w-])\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]"
            r"(?:(?:\d{6}|\*{6})(?![\d*-])|(?<=[(（]\d{6}-\d)(?=[)）]))"
        ),
        score=0.8,
        prefilter="[0-9]{6}-[1-8]",
        context="[가-힣]",
    ),
    Pattern(
        name="password_in_script",
        entity_type=EntityType.KEYS,
        expression=(
            r"(?<![A-Za-z0-9!#$%&*@_.\\/-])(?=[!#-&*-~]{0,63}[a-z])(?=[!#-&*-~]{0,63}[0-9!#$%&*@])"
            r"(?![!#-&*-~]{0,63}[/\\])(?![!#-&*-~]{0,63}\.[a-z]{2,4}(?![!#-&*-~]))[A-Za-z0-9!#$%&*@][!#-&*-~]{5,63}"
        ),
        score=0.75,
        judge=untold_password,
        prefilter=somewhere(_PASSWORDS),
        context=f"(?-i:{somewhere(_PASSWORDS)})[^A-Za-z0-9\\n]{{0,16}}$",
    ),
    _numbers("code_in_script", EntityType.KEYS, r"\d{4,8}", _CODES),
)
