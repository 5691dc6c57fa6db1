"""Words that show whose address it is, in English, German, French, Spanish, Italian, Dutch, Portuguese and Polish.

``PLACES`` (any case) and ``LEGAL_FORMS`` (exact case) name a business or an institution. ``CONNECTING`` words may stand
between these and the address; ``LYING`` are verbs that say where something is. ``HOMES`` (any case) say that people
live or get post there. Words that fit both are in ``HOMES``: in doubt, an address is a home.
"""

from __future__ import annotations

from typing import Final

from gateway.detection.words import by_initials

_ENGLISH: Final = (
    "offices?|head ?quarters?|headquartered|hq|branch(?:es)?|stores?|shops?|warehouses?|showrooms?|factor(?:y|ies)"
    "|depots?|hotels?|hostels?|restaurants?|caf[eé]s?|baker(?:y|ies)|pubs?|bars?|clinics?|hospitals?|pharmac(?:y|ies)"
    "|museums?|galler(?:y|ies)|librar(?:y|ies)|theat(?:er|re)s?|cinemas?|schools?|colleges?|universit(?:y|ies)|kindergarten"
    "|embass(?:y|ies)|consulate|ministry|(?:city|town) hall|courthouse|police station|banks?|compan(?:y|ies)"
    "|agenc(?:y|ies)|institutes?|supermarkets?|gyms?|churche?s?|(?:business|company|corporate|work|registered) address"
    "|place of business"
)
# The ends of compounds are looked for in words that end like one of them.
_COMPOUND: Final = r"(?=[^\W\d_]+(?![^\W_])(?<=ro|os|le|en|ik|us|ei|ke|um|el|nt|ek))[^\W\d_]{0,20}"
_GERMAN: Final = (
    rf"{_COMPOUND}(?:büros?|filialen?|schulen?|kliniken?|krankenhaus|kanzlei|apotheke|museum|hotel|restaurant|bibliothek)"
    "|(?:firmen|haupt|geschäfts|unternehmens|verwaltungs)?sitz|geschäftsstelle|zentrale|niederlassung|laden|geschäft"
    "|lager(?:haus)?|werk|(?:arzt|zahnarzt)?praxis|gast(?:hof|haus)|hochschule|universität|theater|kino|rathaus"
    "|(?:finanz|bezirks|landrats|bürger|standes|arbeits)?amt|botschaft|konsulat|behörde|firma|unternehmen|standort"
    "|(?:geschäfts|firmen|dienst)(?:adresse|anschrift)"
)
_FRENCH: Final = (
    "bureaux?|siège(?: social)?|succursale|agence|boutique|magasin|entrepôt|usine|hôtel|clinique|hôpital|pharmacie"
    "|musée|école|lycée|collège|université|bibliothèque|théâtre|mairie|ambassade|consulat|société|entreprise|établissement"
    "|adresse professionnelle"
)
_SPANISH: Final = (
    "oficinas?|sede(?: social| legale)?|sucursal|tienda|almacén|fábrica|restaurante|clínica|farmacia|museo|escuela"
    "|colegio|instituto|universidad|biblioteca|teatro|ayuntamiento|embajada|consulado|empresa|domicilio social"
)
_ITALIAN: Final = (
    "uffici?o?|filiale|negozio|magazzino|fabbrica|stabilimento|albergo|ristorante|clinica|ospedale|scuola"
    "|liceo|università|municipio|ambasciata|consolato|azienda|società"
)
_DUTCH: Final = (
    "(?:hoofd)?kantoor|winkel|filiaal|(?:hoofd)?vestiging|magazijn|ziekenhuis|apotheek|bibliotheek|bedrijf|gemeentehuis"
    "|statutaire zetel|(?:kantoor|bezoek|bedrijfs)adres"
)
_PORTUGUESE: Final = (
    "escritórios?|filial|loja|armazém|museu|escola|colégio|farmácia|universidade|câmara municipal|embaixada"
)
_POLISH: Final = (
    "biur[oa]|siedzib(?:a|y|ie|ą)|oddziału?|filia|sklepu?|magazynu?|fabryka|hotelu|restauracj[ai]|klinik[ai]|szpitala?"
    "|aptek[ai]|muzeum|szkoł[ay]|uniwersytetu?|teatru?|urz(?:ąd|ędu)|ambasad[ay]|konsulatu?|firm[ay]|spółk[ai]"
)
PLACES: Final = by_initials("|".join((_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _DUTCH, _PORTUGUESE, _POLISH)))

LEGAL_FORMS: Final = (
    r"Ltd\.?|LTD\.?|Limited|LL[CP]|Inc\.?|PLC|plc|Corp\.?|Corporation|& Co\.?|g?GmbH|AG|KG|OHG|UG|eG|e\.V\."
    r"|S\.?A\.?R\.?L\.?|SASU?|S\.A\.(?:S\.)?|S\.L\.(?:U\.)?|S\.r\.l\.|S\.R\.L\.|Srl|SRL|S\.p\.A\.|S\.P\.A\.|SpA|SPA|B\.V\.|BV|N\.V\.|NV"
    r"|L[dD][aA]\.?|[Ss]p\. z o\.o\."
)

CONNECTING: Final = frozenset(
    " ".join(
        (
            "is are was at in on of the and by near our new located situated based registered address branch s",
            "ist sind befindet sich liegt im der die das den dem am an bei unter und zu mit sitz neue adresse",
            "anschrift",
            "est situé située sont trouve se au aux à la le les de du des l d dans sis sise et adresse",
            "está están situado situada ubicado ubicada en el los las del y calle dirección sita sito nueva",
            "è si trova al alla dello della dei presso situata via indirizzo nuova",
            "gevestigd gelegen aan op te het van adres nieuwe",
            "é fica localizado localizada no na em da do dos e endereço nova",
            "jest znajduje mieści się w we na przy ul pod adresem z siedzibą nowa",
        )
    ).split()
)

LYING: Final = (
    "is|are|was|ist|sind|liegt|befindet|est|sont|se (?:trouve|encuentra|sitúa)|está"
    "|è|si trova|fica|jest|mieści|znajduje"
)

_LIVING: Final = (
    "homes?|houses?|live[sd]?|living|resid(?:e[sd]?|ing|ences?|ents?|ential)|apartments?|apt|flats?|flatmates?|roommates?"
    "|(?:my|our|your|his|her|their) (?:place|address)|(?:personal|private|permanent|shipping|delivery) address|to me"
    "|moved|moving|landlord|tenants?|lodgers?|rent(?:s|ed|ing|al)?|lease",
    r"zu ?hause|daheim|wohn\w*|gewohnt|[^\W\d_]{0,20}wohnung|privat\w*|heim\w*|haus"
    r"|(?:meine|seine|ihre) (?:adresse|anschrift)|miet\w*|gemeldet|umzug|gezogen",
    r"chez (?:moi|lui|elle|eux|nous|toi|vous)|domiciles?|domicilié\w*|habit\w*|résid\w*|logement"
    r"|appart(?:ement)?|maison|demeur\w*|(?:mon|son|votre) adresse|loyer|locataire\w*|perso\w*",
    r"casa|hogar|viv(?:o|es?|imos|en|ía|ió|ienda)|domicilio(?! social)|piso|apartamento|departamento"
    r"|particular|(?:mi|su|tu) dirección|inquilin\w*|alquil\w*",
    r"abit\w*|resid\w*|domiciliat\w*|appartamento|viviamo|(?:mio|suo|tuo) indirizzo|affitt\w*",
    r"thuis\w*|huis|huisadres|woon\w*|wonen|woning\w*|(?:mijn|zijn|haar|uw) adres|huur\w*|privé\w*|bij mij",
    r"mor[oa]|moram|morar|domicíli\w*|apto|lar|(?:meu|seu) endereço|minha morada|alug\w*",
    r"dom|dom[uy]|domem|domow\w*|mieszk\w*|zamieszk\w*|zameldow\w*|(?:mój|mojego|moim|twój) adres\w*|prywatn\w*"
    r"|wynaj\w*|u mnie",
)
_PEOPLE: Final = (
    "mom|mum|mother|dad|father|parents?|grand(?:ma|pa|mother|father|parents)|brother|sister|daughter|wife|husband"
    r"|neighbou?rs?|customers?|clients?|patients?|employees?|guests?|students?|pupils?|members?",
    r"mutter|vater|eltern|oma|opa|patient\w*|kund(?:en?|in|innen)|mitarbeiter\w*|nachbar\w*|gäste?",
    r"mère|père|voisin\w*|madre|padre|padres|vecin\w*|mamma|papà|genitori|moeder|vader|ouders|buren|buur\w*|klant\w*|vizinh\w*"
    r"|client\w*|pa[cz]ient\w*|pacjent\w*|klient\w*|sąsiad\w*|rodzic\w*",
)
_POST: Final = (
    "statements?|bills?|receipts?|records?|orders?|deliver(?:y|ies|ed)|shipped|sent|letters?"
    "|rechnung|bestellung|liefer(?:ung|adresse)|facture|livraison|commande|factura|pedido|entrega|envío|fattura|ordine"
    "|consegna|factuur|bestelling|levering|faktura|zamówienie|dostawa|fatura|encomenda",
)
HOMES: Final = by_initials("|".join((*_LIVING, *_PEOPLE, *_POST)))
