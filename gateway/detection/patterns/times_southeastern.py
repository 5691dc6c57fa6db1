"""Times in words in Greek and Turkish: "στα τέλη Μαρτίου", "το καλοκαίρι του 2017", "perşembe öğleden sonra"."""

from __future__ import annotations

from typing import Final

from gateway.detection.patterns.times_of_languages import FIGURES, YEAR, TimeWords, times

_CLOCK: Final = "[0-2]?[0-9](?:[:.][0-5][0-9])?"
_GREEK_MONTH: Final = (
    "(?:ιανουαρί|φεβρουαρί|μαρτί|απριλί|μαΐ|ιουνί|ιουλί|αυγούστ|σεπτεμβρί|οκτωβρί|νοεμβρί|δεκεμβρί)ου"
    "|(?:ιανουάρι|φεβρουάρι|μάρτι|απρίλι|μάι|ιούνι|ιούλι|αύγουστ|σεπτέμβρι|οκτώβρι|νοέμβρι|δεκέμβρι)ος?"
    "|γενάρη|φλεβάρη|μάρτη|απρίλη|μάη|ιούνη|ιούλη"
    "|σεπτέμβρη|οκτώβρη|νοέμβρη|δεκέμβρη"
)
_GREEK_NUMBER: Final = (
    "(?:μία|μια|δύο|δυο|τρεις|τρία|τέσσερις|τέσσερα|πέντε|έξι|επτά|εφτά|οκτώ|οχτώ|εννέα|εννιά|δέκα|έντεκα|δώδεκα"
    "|λίγες|λίγους|[0-9]{1,2})"
)
_TURKISH_MONTH: Final = "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık"
_TURKISH_NUMBER: Final = "(?:bir|iki|üç|dört|beş|altı|yedi|sekiz|dokuz|on|on bir|on iki|birkaç|[0-9]{1,2})"
_TURKISH_CASE: Final = "(?:['’]?(?:t[ae]n?|d[ae]n?|y[aeıiuü]|[ıiuü]n?d?[ae]?n?|n[ıiuü]n|s[ıiuü]|[ea]))?"

PATTERNS: Final = (
    *times(
        "el",
        TimeWords(
            into="σ?τ(?:ον?|ην?|α|ις|ους)|από|μέχρι|έως|πριν|μετά|για|κατά|γύρω",
            part="(?:τέλη|τέλος|αρχές|αρχή|μέσα) (?:του |της )?",
            month=_GREEK_MONTH,
            of="του |το ",
            season="(?:την )?άνοιξη|(?:το )?(?:καλοκαίρι|φθινόπωρο)|(?:τον )?χειμώνα",
            last="περασμέν(?:ο|η|α)|προηγούμεν(?:ο|η)|επόμεν(?:ο|η)|ερχόμεν(?:ο|η)|πέρσι|πέρυσι|φέτος",
            day="δευτέρα|τρίτη|τετάρτη|πέμπτη|παρασκευή|σάββατο|κυριακή|σήμερα|αύριο|χθες|χτες|προχθές|μεθαύριο",
            daytime="(?:το )?(?:πρωί|απόγευμα|βράδυ|μεσημέρι)|τη νύχτα|τα μεσάνυχτα|τα ξημερώματα",
            at="στις|στη|κατά τις|γύρω στις|πριν τις|μετά τις|ώρα",
            hour=f"(?:{_CLOCK}|{_GREEK_NUMBER}(?: και (?:μισή|τέταρτο)| παρά τέταρτο)?|τρεισήμισι|τεσσερισήμισι"
            f"|(?:δυό|πεντέ|εξί|εφτά|οχτώ|εννιά)μισι)"
            "(?: (?:το πρωί|το βράδυ|το απόγευμα|το μεσημέρι|π\\.μ\\.|μ\\.μ\\.))?",
            others=(
                f"(?:πριν|εδώ και) (?:από )?(?:περίπου )?{_GREEK_NUMBER} (?:μέρ(?:ες|α)|ημέρες|εβδομάδ(?:ες|α)"
                f"|βδομάδες|μήν(?:ες|α)|χρόνια|χρόνο|ώρες)",
                f"(?:τη )?νύχτα (?:της )?{FIGURES}(?:ης)? (?:προς )?(?:{FIGURES}(?:η)? )?(?:{_GREEK_MONTH})",
                f"(?:την )?(?:πρώτη|1η) (?:{_GREEK_MONTH})(?: {YEAR})?",
                "(?:την? )?παραμονή (?:τ(?:ων|ης|ου) )?(?:χριστουγέννων|πρωτοχρονιάς|πάσχα)|(?:τα|το|την?"
                "|μέχρι|μετά|πριν|από) (?:τ(?:α|ο|ην?) )?"
                f"(?:χριστούγεννα|πάσχα|πρωτοχρονιά|δεκαπενταύγουστο|μεγάλη παρασκευή|καθαρά δευτέρα|απόκριες"
                f"|φώτα|πεντηκοστή)(?: (?:του )?{YEAR})?",
                f"(?:το )?(?:πρώτο|δεύτερο|τρίτο|τέταρτο|[1-4]ο) (?:τρίμηνο|εξάμηνο) (?:του )?{YEAR}",
                "(?:τον|την|το) (?:περασμέν(?:ο|η)|προηγούμεν(?:ο|η)|επόμεν(?:ο|η)) (?:μήνα|εβδομάδα|χρόνο"
                "|καλοκαίρι|χειμώνα|δευτέρα|τρίτη|τετάρτη|πέμπτη|παρασκευή"
                "|σάββατο|κυριακή)",
            ),
        ),
    ),
    *times(
        "tr",
        TimeWords(
            into="geçen|bu|gelecek|önümüzdeki|her",
            part="(?:başlangıç|orta|son) ",
            month=_TURKISH_MONTH,
            of="yılı ",
            season="yaz|kış|ilkbahar|sonbahar|bahar|güz",
            last="geçen|önceki|gelecek|önümüzdeki|bu",
            day=(
                "(?:geçen |bu |gelecek |önümüzdeki )?(?:pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)"
                "|bugün|yarın|dün|evvelsi gün|ertesi gün"
            ),
            daytime="(?:günü )?(?:öğleden sonra|öğleden önce|sabahı?|akşamı?|gecesi?|öğlen?|ikindi)",
            at="saat|sabah|akşam|öğlen|gece|günü saat",
            hour=(
                f"(?:{_CLOCK}|{_TURKISH_NUMBER}(?: buçuk| çeyrek)?){_TURKISH_CASE}(?: (?:gibi|civarı|sularında"
                f"|buçukta))?"
            ),
            others=(
                f"(?:{_TURKISH_MONTH}) (?:(?:19|20)[0-9]{{2}} )?(?:başında|ortasında|sonunda|başı|ortası|sonu)"
                f"|(?:{_TURKISH_MONTH})(?:['’]?(?:ın|in|un|ün)) (?:başında"
                "|ortasında|sonunda)",
                "(?:19|20)[0-9]{2} (?:yılı(?:nın)? )?(?:yazı|kışı|baharı|ilkbaharı|sonbaharı|güzü|yılbaşı"
                "|başı|ortası|sonu)(?:nda|ndan|na)?",
                f"(?:yaklaşık )?{_TURKISH_NUMBER} (?:gün|hafta|ay|yıl|sene|saat) (?:önce|evvel)",
                f"(?:{FIGURES}|bir|iki|üç) (?:{_TURKISH_MONTH})['’][a-zçğıöşü]{{1,4}}",
                f"{FIGURES}['’][ıiuü] {FIGURES}['’](?:ya|ye|a|e|i|ine) bağlayan gece"
                f"|{FIGURES} (?:{_TURKISH_MONTH}) gecesi",
                "(?:yılbaşı|ramazan bayramı|kurban bayramı|şeker bayramı|bayram|ramazan|sevgililer günü"
                "|anneler günü|babalar günü|kandil|nevruz|hıdırellez)(?:nda|['’]?da"
                "|ndan|['’]?dan|nda|na|de) ?(?:önce|sonra|beri)?",
                "(?:geçen|önceki|gelecek|önümüzdeki|bu) (?:yaz|kış|bahar|hafta|ay|yıl|sene|bayram|ramazan"
                "|(?:pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|pazar)(?: günü)?)",
                f"saat (?:sabah |akşam )?{_TURKISH_NUMBER}(?: buçuk)?{_TURKISH_CASE}",
            ),
        ),
    ),
)
