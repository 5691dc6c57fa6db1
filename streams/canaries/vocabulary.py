"""The words that realistic canaries are made of: common enough to be believed, combined as nobody combines them."""

from __future__ import annotations

from typing import Final

FIRST_NAMES: Final = (
    "Amina", "Bruno", "Carla", "Dilek", "Elodie", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kofi", "Leila", "Mateo",
    "Nadia", "Oskar", "Priya", "Quentin", "Rosa", "Samir", "Tamsin", "Ulrike", "Viktor", "Wanda", "Ximena", "Yusuf",
    "Zora", "Alma", "Benedikt", "Chiara", "Dario", "Esther", "Fiona", "Gideon", "Hanna", "Igor", "Jasmin", "Karim",
    "Lucia", "Marek", "Noemi",
)  # fmt: skip
SURNAMES: Final = (
    "Okafor", "Lindqvist", "Moreau", "Tanaka", "Novak", "Haddad", "Weber", "Kaya", "Murphy", "Mensah", "Verhaegen",
    "Castellanos", "Drozdov", "Eriksen", "Fairweather", "Gutierrez", "Halvorsen", "Ivanova", "Jankowski", "Kowalczyk",
    "Lombardi", "Mbeki", "Nakamura", "Oyelaran", "Petrov", "Quiroga", "Rasmussen", "Szymanski", "Thorvaldsen",
    "Umarov", "Vasquez", "Wozniak", "Xanthos", "Yamamoto", "Zielinski", "Abernathy", "Bergstrom", "Calloway",
    "Delacroix", "Engstrom", "Ferreira", "Galanis", "Hofstadter", "Iglesias", "Jorgensen", "Kaplan", "Leclerc",
    "Marchetti", "Nwosu", "Ostrowski",
)  # fmt: skip
SECTORS: Final = (
    "Hydraulics", "Biologics", "Logistics", "Ceramics", "Robotics", "Textiles", "Optics", "Brewing", "Aviation",
    "Timber", "Foundry", "Plastics",
)  # fmt: skip
SUFFIXES: Final = ("Inc.", "LLC", "Ltd.", "GmbH", "Corp.", "AG")
STREETS: Final = (
    "Alder", "Birchwood", "Cedar", "Dogwood", "Elmhurst", "Foxglove", "Garnet", "Hawthorn", "Ironwood", "Juniper",
    "Kestrel", "Larkspur", "Maple", "Nutmeg", "Orchard", "Primrose", "Quarry", "Rosewood", "Sycamore", "Thornbury",
)  # fmt: skip
STREET_TYPES: Final = ("Street", "Avenue", "Lane", "Road", "Court", "Drive")
TOWNS: Final = (
    ("Springfield", "IL", 62), ("Fairfield", "CT", 6), ("Riverside", "CA", 92), ("Ashland", "OR", 97),
    ("Franklin", "TN", 37), ("Georgetown", "TX", 78), ("Salem", "MA", 1), ("Clinton", "MS", 39),
)  # fmt: skip
NOUNS: Final = (
    "harbor", "lantern", "quarry", "meadow", "copper", "juniper", "falcon", "granite", "willow", "tundra", "orchid",
    "beacon",
)  # fmt: skip
PLACES: Final = ("wiki", "intranet", "files", "git", "billing", "portal")
PAGES: Final = ("runbook", "invoice", "report", "session", "handbook", "ticket")
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
KIN: Final = (
    "mother", "father", "sister", "brother", "wife", "husband", "daughter", "son", "aunt", "uncle", "cousin", "nephew",
    "niece", "grandmother", "grandfather",
)  # fmt: skip
GENDERS: Final = (
    "trans woman", "trans man", "non-binary person", "cisgender woman", "cisgender man", "genderfluid person",
    "transgender man", "transgender woman",
)  # fmt: skip
RACES: Final = (
    "Asian", "Black", "white", "Hispanic", "Latina", "biracial", "multiracial", "Caucasian", "African American",
    "Pacific Islander", "Native American", "mixed-race",
)  # fmt: skip
PEOPLES: Final = (
    "Yoruba", "Igbo", "Kurdish", "Tamil", "Punjabi", "Bengali", "Sami", "Berber", "Inuit", "Zulu", "Hausa", "Gujarati",
    "Ashkenazi", "Sephardic", "Uyghur",
)  # fmt: skip
RELIGIONS: Final = (
    "Quaker", "Jain", "Sikh", "Zoroastrian", "Methodist", "Lutheran", "Mennonite", "Buddhist", "Hindu", "Catholic",
    "Mormon", "Baptist", "Wiccan", "Muslim", "Jewish", "Anglican", "Presbyterian",
)  # fmt: skip
ORIENTATIONS: Final = ("gay", "lesbian", "bisexual", "queer", "asexual", "pansexual", "homosexual", "heterosexual")
STATUSES: Final = ("married", "divorced", "widowed", "separated", "engaged")
DIETS: Final = (
    "vegan", "vegetarian", "pescatarian", "halal", "kosher", "gluten-free", "lactose-free", "paleo", "keto",
    "low-sodium",
)  # fmt: skip
JOBS: Final = (
    "nurse", "welder", "plumber", "librarian", "pharmacist", "carpenter", "translator", "accountant", "paramedic",
    "electrician", "geologist", "violinist", "baker", "surveyor", "dentist", "beekeeper",
)  # fmt: skip
CONDITIONS: Final = (
    "asthma", "lupus", "gout", "epilepsy", "psoriasis", "glaucoma", "anemia", "migraine", "celiac disease", "eczema",
    "type 2 diabetes", "hypertension", "arthritis", "narcolepsy", "endometriosis", "sciatica",
)  # fmt: skip
SUBJECTS: Final = (
    "Botany", "Geology", "Linguistics", "Statistics", "Nursing", "Economics", "Philosophy", "Chemistry", "History",
    "Architecture",
)  # fmt: skip
DEGREES: Final = ("Bachelor", "Master", "PhD", "MBA", "Diploma")
BRANDS: Final = ("Corvex", "Tallis", "Nordwind", "Ambrel", "Kestron", "Veyra", "Solvane", "Brightmoor")
GOODS: Final = ("router", "espresso machine", "bicycle", "headset", "thermostat", "camera", "drill", "printer")
STAPLES: Final = ("spelt flour", "copper wire", "basmati rice", "gravel", "olive oil", "oak planks", "cement", "barley")
