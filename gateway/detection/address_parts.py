"""How the parts of an address beside its street are written: flats, floors, blocks, postcodes with their town.

``BEHIND`` are the parts that may follow what is known to be an address, ``BEFORE`` those that may precede it, each
with what separates it. The words are those of twelve European languages, Hindi, Bengali, Hebrew and Arabic. They say
nothing without an address beside them.
"""

from __future__ import annotations

from typing import Final

from gateway.detection.words import by_initials

DIGIT: Final = "[0-9٠-٩०-९০-৯]"
INDIAN: Final = "[\u0900-\u0963\u0971-\u09e3\u09f0-\u09ff\u200c\u200d]"  # letters and signs of Hindi and Bengali
_INDIAN_WORD: Final = f"{INDIAN}{{2,14}}"
_LETTER: Final = "[A-Za-zА-Яа-яЁёІіЄєΑ-Ωα-ωא-תأ-ي]"
_END: Final = rf"(?![\w{INDIAN[1:-1]}]|[.,:/]?{DIGIT}|-[^\W\d_]{{3}}| ?[%€$£₽₴₺₹°])"
CAPITALISED: Final = r"[A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĘĚĞİŁŃŇŌŐŘŚŞŠŤŪŮŰŹŻŽΑ-ΩΆΈ-ΏА-ЯЁІЇЄҐ][^\W\d_]*(?:['’-][^\W\d_]+){0,3}"
_NAMED: Final = rf"(?:[Ll][eao]s? |[Ee]l |[Dd][aeio]s? |[Dd]e la ){{0,2}}{CAPITALISED}(?: {CAPITALISED}){{0,2}}"
_WORD_NEXT: Final = f"(?!{DIGIT})"  # before many words: none of them is looked for at a number
_ROMAN: Final = "[IVX]{1,4}"

_LATIN_UNITS: Final = (
    "flat|unit|apt|apartment|suite|ste|room|rm|floor|level|block|blk|bldg|building|tower|wing|entrance|door|buzzer|intercom"
    "|gate|lot|plot|house|gali|galli|sector|phase|ward|cross|main|stage|pocket|villa|shop|box|bay|stairs?"
    "|whg|wohnung|(?-i:WE)|wohneinheit|haus|stiege|tür|(?-i:Top)|stock|etage|og|aufgang|eingang|zimmer|zi|nr|gebäude"
    "|appt|app|appartement|b[âa]t|bâtiment|bat|esc|escalier|porte|étage|code|digicode|interphone|hall|entrée|logement|bp|cs"
    "|piso|pta|puerta|escalera|portal|bloque|blq|dpto|depto|dto|departamento|int|interior|ext|apto|apartamento|casa|torre|lote"
    "|manzana|mz|mza|local|oficina|of|planta|timbre|vivienda|viv"
    "|ap|bloco|bl|sala|lt|quadra|qd|andar|conj|conjunto|fra[cç]ção|fração|porta|sobreloja|loja|campainha"
    "|scala|sc|interno|piano|pal|palazzina|edificio|citofono|lotto|p\\.no"
    "|m|lok|lokal|mieszk|mieszkanie|klatka|kl|piętro|blok|bud|budynek|domofon"
    "|bus|kamer|verdieping|huisnr|toevoeging|toegang|bel"
    "|d|daire|kat|numara|kapı|da|k|blok no|apt no"
)
_OTHER_UNITS: Final = (
    "д|дом|дома|корп|корпус|к|кв|квартира|квартире|квартиры|стр|строение|лит|литера|под|подъезд|п|эт|этаж|оф|офис|ком"
    "|комната|пом|помещение|домофон|код|уч|участок|вл|владение|секция|блок"
    "|буд|будинок|б|під['’ʼ]їзд|поверх|кімн|кімната|прим|офіс|секція"
    "|διαμ|διαμέρισμα|αρ|αριθμός|κουδούνι|κτίριο|είσοδος"
    "|דירה|קומה|כניסה|בית|מיקוד|בניין|חדר|מס['׳]|מספר"
    "|شقة|الشقة|عمارة|العمارة|مبنى|المبنى|بناية|البناية|منزل|بيت|فيلا|الطابق|طابق|الدور|دور|ط|ش|مكتب|غرفة|رقم"
    "|مجمع|طريق|بلوك|قطعة|شارع|باب|مدخل"
)
_INDIAN_UNITS: Final = (
    "वार्ड|मकान|घर|फ़्लैट|फ्लैट|फ़्लैट|कमरा|गली|सेक्टर|ब्लॉक|प्लॉट|मंज़िल|मंजिल|टावर|खंड|दुकान|रोड|लिफ़्ट|पिन"
    "|বাসা|বাড়ি|বাড়ি|ফ্ল্যাট|রোড|সড়ক|সড়ক|ব্লক|সেক্টর|ওয়ার্ড|ওয়ার্ড|হোল্ডিং|প্লট|লিফটের|লিফট|তলা|কক্ষ|রুম|ঘর|লেন|গলি"
)
_MARK: Final = r"(?:[nN][º°o]?\.?|[nN]r\.?|[nN]úm\.?|[Nn]umber|#|№|नं\.?|नंबर|संख्या|सं\.?|क्र\.?|নং|নম্বর|رقم|מס['׳])"
_NUMBER: Final = (
    rf"(?:{DIGIT}{{1,5}}(?:[/-](?:{DIGIT}{{1,5}}|{_LETTER}|{INDIAN}{{1,2}})){{0,2}}(?: ?{_LETTER}(?![:.]? ?{DIGIT}))?"
    rf"|{_LETTER}(?:[-/]?{DIGIT}{{1,4}}(?:/{DIGIT}{{1,4}})?)?|{_ROMAN}){_END}"
)
_INDIAN_NUMBER: Final = (
    rf"(?:(?:[A-Z]|{INDIAN}{{1,3}})?[ -]?{DIGIT}{{1,6}}(?:[/-](?:{DIGIT}{{1,4}}|{INDIAN}{{1,2}}|[A-Z])){{0,2}}"
    rf"(?:[A-Z]|{INDIAN}{{1,2}}| বি| সি)?|{INDIAN}{{1,3}}|[A-Z])(?!{INDIAN}|{DIGIT})"
)
_SIDE: Final = (
    r"(?:links|rechts|mitte|gauche|droite|face|izq(?:uierda|da)?|izda|dcha|derecha|centro|ctro|dto|drt|direito|esq|esquerdo"
    r"|frt|frente|left|right|rear|front|lewo|prawo|слева|справа|αριστερά|δεξιά|[a-h])(?!\w)\.?"
)
_FLOORS: Final = (
    r"[ée]tage|[ée]tg|andar|piso|piano|og|ug|stock|etage|obergeschoss|floor|fl|hoog|verdieping|piętro|p\.|planta|kat"
    r"|όροφος|ορόφου|όρ|этаж|эт|поверх|तल|मंज़िल|मंजिल|তলা"
)
_FLOOR: Final = (
    rf"(?:{DIGIT}{{1,2}}(?!{DIGIT})|{_ROMAN})(?:\.?[ºªo°]\.?|\.|er|[èe]?me|e|ère|st|nd|rd|th|ος|ου|-?[йи]{{1,2}}"
    rf"|ম|য়|য়|র্থ|ষ্ঠ|री|थी)? ?"
    rf"(?:(?:{_FLOORS})(?![\w{INDIAN[1:-1]}])\.?(?: {_SIDE})?|(?<=[ºªo°. ]){_SIDE})"
)
_FLOOR_IN_WORDS: Final = (
    r"(?:ground|first|second|third|fourth|fifth|sixth|top|upper|lower|primo|secondo|terzo|quarto|primer|segundo|tercer"
    r"|primeiro|terceiro|premier|deuxième|troisième|dernier|erster|zweiter|dritter|eerste|tweede|derde|pierwsze|drugie"
    r"|trzecie) (?:floor|flat|piano|piso|andar|étage|stock|verdieping|piętro)(?!\w)"
    rf"|(?:पहली|दूसरी|तीसरी|चौथी|पाँचवीं|ऊपरी) (?:मंज़िल|मंजिल)(?!{INDIAN})"
    rf"|(?:নিচ|নীচ|দ্বিতীয়|দ্বিতীয়|তৃতীয়|তৃতীয়|চতুর্থ|পঞ্চম|ষষ্ঠ) ?তলা(?!{INDIAN})"
    r"|(?:الدور|الطابق) (?:الأرضي|الأول|الثاني|الثالث|الرابع|الخامس|السادس|السابع|الأخير)(?!\w)"
    r"|(?:קומת קרקע|קומה (?:ראשונה|שנייה|שלישית|רביעית))(?!\w)"
)
_ALONE: Final = (
    r"r/?c(?:h)?(?![\w/])\.?|rez-de-chauss[ée]e|rdc(?!\w)|s/[nN](?!\w)|snc(?!\w)|bis(?!\w)|ter(?!\w)|hs(?!\w)|huis(?!\w)"
    r"|[áa]tico|bajos?(?!\w)|entresuelo|principal(?!\w)|cave(?!\w)|fundos(?!\w)|sobrado(?!\w)|sottotetto|piano terra"
    r"|hinterhaus|vorderhaus|seitenflügel|gartenhaus|dachgeschoss|erdgeschoss|souterrain|hochparterre|parterre"
    r"|(?:eg|dg|hh|vh)(?!\w)|parter(?!\w)|poddasze|zemin kat|basement(?: flat)?(?!\w)|penthouse|annexe?(?!\w)"
    r"|(?:links|rechts|gauche|droite|izq(?:da)?|izda|dcha|esq|dto)(?!\w)\.?"
    r"|цоколь|ισόγειο|ημιυπόγειο|भूतल|নিচতলা"
)
_CALLED: Final = (
    rf"(?i:(?:r[ée]s(?:idence)?|rés\.|lotissement|b[âa]timent|immeuble|hameau|lieu-dit|urb|urbanización"
    rf"|col|colonia|barrio|bairro|edif[íi]cio|ed|condomínio|fraz|frazione|loc|località|zona|setor|chez|c/o|p/a"
    rf"|z\.? ?hd\.?|bei|mah|site)\.? )"
    rf"{_NAMED}(?: {DIGIT}{{1,3}})?(?!\w)"
)
_DISTRICTS: Final = "तहसील|जिला|ज़िला|थाना|पोस्ट|डाकघर|থানা|জেলা|উপজেলা|ডাকঘর"
_INDIAN_PLACES: Final = (
    f"(?:{_INDIAN_WORD} ){{1,2}}(?:गली|मार्ग|नगर|रोड|मोहल्ला|कॉलोनी|विहार|बाज़ार|बाजार|टावर|अपार्टमेंट|चौक|पुरा"
    f"|লেন|রোড|সড়ক|সড়ক|নগর|পাড়া|টাওয়ার|টাওয়ার|গলি|বাজার|এলাকা|আবাসিক)(?!{INDIAN})"
)
_ESTATES: Final = (
    rf"{CAPITALISED}(?: {CAPITALISED}){{0,2}} (?:Nagar|Colony|Layout|Residency|Apartments|Towers?|Enclave|Vihar"
    r"|Extension|Estate|Heights|Marg|Mansions?|House|Court)(?: [IVX]{1,3}| [0-9]{1,2})?(?!\w)"
)
_UNITS: Final = by_initials(f"{_LATIN_UNITS}|{_OTHER_UNITS}")
_UNIT: Final = (
    rf"{_WORD_NEXT}(?i:(?:{_UNITS})(?![^\W\d_])\.?)(?: ?{_MARK})?:?[ ]?{_NUMBER}(?: {_SIDE})?"
    rf"|(?:{_INDIAN_UNITS})(?!{INDIAN})(?: ?{_MARK})?[: -]{{0,2}}{_INDIAN_NUMBER}"
    rf"|(?i:h|d|f)\.? ?[nN]o\.? ?{_NUMBER}|No[.:]? ?:?{_NUMBER}|#{_NUMBER}|{_MARK} ?{DIGIT}{{1,5}}{_END}"
    rf"|[0-9]{{1,2}}(?:st|nd|rd|th) (?:[mM]ain|[cC]ross|[sS]treet|[bB]lock|[pP]hase|[sS]tage|[lL]ane)(?!\w)"
    rf"|(?i:porte|porta|puerta|pta|tür)\.? {_SIDE}|(?:{_DISTRICTS}) {_INDIAN_WORD}"
    rf"|{_CALLED}|(?i:{_FLOOR}|{_FLOOR_IN_WORDS}|{_WORD_NEXT}(?:{by_initials(_ALONE)})(?: {_SIDE})?)|{_ESTATES}"
)
_POSTCODE: Final = (
    r"(?:(?i:cep|c\.?p|plz|pin|τ\.?κ|מיקוד|الرمز البريدي)(?!\w)\.?:? ?)?(?:[A-Z]{1,2}-)?"
    rf"(?:[0-9]{{2}}-[0-9]{{3}}|[0-9]{{4,5}}-[0-9]{{3}}|[0-9]{{4}} ?[A-Z]{{2}}|[0-9]{{3}} [0-9]{{2}}|{DIGIT}{{5,6}}"
    rf"|[0-9]{{4}}(?= {CAPITALISED}))(?![\w%€$£]|[.,]{DIGIT})(?! ?(?:EUR|Euro|PLN|USD|TL|CHF|км|km)\b)"
    rf"(?: {CAPITALISED}(?:[ -]{CAPITALISED}){{0,2}}(?: \([A-Z]{{2}}\))?)?"
)
_CLAUSE_END: Final = r"(?=[.,;:!?)»”\n]|\Z)"
_CITY: Final = rf"{CAPITALISED}(?:[ -]{CAPITALISED}){{0,2}}(?: \([A-Z]{{2}}\))?{_CLAUSE_END}"
_LANDMARK: Final = rf"(?:near|opp\.?|opposite|behind|beside|next to) (?:the )?[^\W\d_]+(?: [^\W\d_]+)?{_CLAUSE_END}"
_HOUSE: Final = (
    rf"{DIGIT}{{1,4}}(?:[/-]{DIGIT}{{1,4}})?(?:[ -]?[A-Za-zА-Яа-яІЄієא-ת](?![\w'’]))?{_END}(?! [^\W\d_]{{3}})"
)
_BETWEEN: Final = r"(?:[,،;]? ?\n?|[ ][-–/][ ])[ ]{0,2}"
BEHIND: Final = (
    rf"{_BETWEEN}(?<!\w)(?:{_UNIT}|{_INDIAN_PLACES})"
    rf"|(?:[,،][ ]?\n?|[ ]|\n)[ ]{{0,2}}{_POSTCODE}|[ ]?-[ ][0-9]{{6}}(?!\w)"
)
NUMBER_BEHIND: Final = rf"(?:[,،]?[ ]|[,،]){_HOUSE}"
TOWN_BEHIND: Final = (
    rf"[,،][ ]{{1,2}}(?:{_CITY}|{_LANDMARK})|[ ]{CAPITALISED}[ ]?/[ ]?{CAPITALISED}(?!\w)|[ ]\([A-Z]{{2}}\)"
)
_WAYS: Final = (
    r"ул|улица|улице|улицы|вул|вулиця|вулиці|пр-?т|пр|просп|проспект[еаі]?|пер|переул(?:ок|ке)|пров|провул(?:ок|ку)|б-р|бул"
    r"|бульвар[еі]?|наб|набережн(?:ая|ой|а)|пл|площад[ьи]|площа|шоссе|тупик|проезд|аллея|мкр|мкрн|микрорайон|кв-л|квартал"
    r"|пос|поселок|посёлок|дер|деревня|село|снт|г|гор|город|місто|смт|обл|р-н|[мсдх](?=\.)"
    r"|calle|c/|av|avda|avenida|rua|r(?=\.)|via|viale|piazza|corso|ul|al|os|pl|οδό[ςν]?|λεωφ|λεωφόρο[ςυ]?|πλατεία"
)
_SETTLED: Final = (
    rf"{_WORD_NEXT}(?i:(?:{by_initials(_WAYS)})(?!\w)\.?) ?{CAPITALISED}(?:[ -]{CAPITALISED}){{0,2}}"
    rf"|{CAPITALISED} (?:обл|область|области|р-н|район|край|района)(?!\w)\.?"
    r"|(?:רחוב|מגדל|שכונת|בניין|סמטת|שדרות) [א-ת'\"]{2,12}|(?:حي|برج|شارع|عمارة) [ء-ي]{2,12}"
    rf"|(?:ग्राम|गाँव|गांव|मोहल्ला|पोस्ट|डाकघर|तहसील|गली|জেলা|গ্রাম|ডাকঘর|থানা) {_INDIAN_WORD}"
    rf"|{_INDIAN_WORD} (?:टावर|अपार्टमेंट|भवन|টাওয়ার|ভবন)"
)
BEFORE: Final = (
    rf"(?=[\w#№])(?<![\w{INDIAN[1:-1]}/.-])(?:(?:(?:{_UNIT}|{_SETTLED}|(?:(?:[A-Z]|{INDIAN}{{1,3}})-)?{DIGIT}{{1,4}}[A-Za-z]?|{_POSTCODE})"
    rf"(?:[,،][ ]?\n?|[ ]|\n)){{0,4}}(?:(?i:{by_initials(_WAYS)})(?!\w)\.?[ ]?|The[ ](?:{CAPITALISED}[ ])?)?)\Z"
)
# A last part that was found without the rest of it: "…, appartement" before "12", "…, 1012" before "AN".
UNFINISHED: Final = (
    rf"{_BETWEEN}(?<!\w)(?:(?i:{_LATIN_UNITS}|{_OTHER_UNITS}|{_ALONE})\.?|{_INDIAN_UNITS}|[0-9]{{4,5}})[,،]?\Z"
)
