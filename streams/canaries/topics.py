"""What the synthetic conversations are about: for each topic what people ask for, and what they add to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ConversationTopic:
    """A topic: its name, what people ask for, most frequent first, and details that they add."""

    name: str
    tasks: tuple[str, ...]
    details: tuple[str, ...]


TOPICS: Final = (
    ConversationTopic(
        "python programming",
        ("debug this Python traceback", "write a Python script that parses JSON files", "vectorise a slow pandas loop"),
        ("It crashes on nested lists", "The import fails on Windows", "I am a beginner with decorators"),
    ),
    ConversationTopic(
        "essay writing",
        (
            "outline a persuasive essay about school uniforms",
            "polish the thesis statement of my essay",
            "shorten this essay conclusion",
        ),
        ("The teacher wants three paragraphs", "My grammar is shaky", "It must cite two sources"),
    ),
    ConversationTopic(
        "customer refunds",
        (
            "request a refund for a damaged parcel",
            "dispute a duplicate charge from the store",
            "return shoes without the receipt",
        ),
        ("The order arrived late", "The seller ignores my messages", "The warranty ended last week"),
    ),
    ConversationTopic(
        "cooking recipes",
        ("find a vegetarian lasagna recipe", "bake sourdough bread at altitude", "season a lentil curry"),
        ("I have no oven thermometer", "My guests avoid gluten", "The dough never rises"),
    ),
    ConversationTopic(
        "travel planning",
        ("plan a week of trains through Portugal", "choose a quiet beach hotel", "compare flights to Osaka"),
        ("We travel with two toddlers", "The budget is tight", "I dislike overnight layovers"),
    ),
    ConversationTopic(
        "anxiety and sleep",
        (
            "calm down before a panic attack",
            "fall asleep without melatonin",
            "understand side effects of anxiety medication",
        ),
        ("My heart races at midnight", "Therapy starts next month", "Meditation makes it worse"),
    ),
    ConversationTopic(
        "job interviews",
        ("prepare answers for a nursing interview", "explain a gap in my resume", "negotiate the salary of an offer"),
        ("The recruiter called twice", "I changed careers recently", "The panel has five managers"),
    ),
    ConversationTopic(
        "database queries",
        ("optimise a slow SQL join", "migrate a Postgres schema", "design indexes for an orders table"),
        ("The table has millions of rows", "Replication lags behind", "The planner ignores my hint"),
    ),
    ConversationTopic(
        "personal budgeting",
        ("set up a monthly household budget", "pay down credit card debt faster", "start an emergency fund"),
        ("My rent increased sharply", "I am paid every fortnight", "Spreadsheets confuse me"),
    ),
    ConversationTopic(
        "fitness training",
        ("build a beginner strength programme", "train for a first half marathon", "stretch a tight hamstring"),
        ("My knee hurts on stairs", "I only own dumbbells", "Mornings suit me best"),
    ),
    ConversationTopic(
        "language learning",
        ("practise Spanish past tenses", "memorise Japanese kanji", "pronounce German umlauts"),
        ("Flashcards bore me", "My tutor speaks too fast", "The exam is in spring"),
    ),
    ConversationTopic(
        "gardening",
        ("rescue tomato plants with yellow leaves", "prune an old apple tree", "keep slugs off lettuce"),
        ("The soil is heavy clay", "My balcony faces north", "Frost comes early here"),
    ),
    ConversationTopic(
        "machine learning",
        (
            "tune the learning rate of a transformer",
            "explain overfitting in a small classifier",
            "label images for detection",
        ),
        ("The validation loss explodes", "I rent one small GPU", "Half the labels are noisy"),
    ),
    ConversationTopic(
        "legal questions",
        ("understand an eviction notice", "draft a simple will", "appeal a parking fine"),
        ("The landlord kept the deposit", "The court date is near", "I cannot afford a lawyer"),
    ),
    ConversationTopic(
        "home repair",
        ("fix a dripping kitchen faucet", "patch a hole in drywall", "reset a tripped breaker"),
        ("The plumber is booked out", "The house is ninety years old", "Water pools under the sink"),
    ),
    ConversationTopic(
        "parenting",
        ("settle a teething baby", "limit screen time for a teenager", "explain divorce to a child"),
        ("My partner works nights", "The nursery complained", "Bedtime takes hours"),
    ),
    ConversationTopic(
        "music practice",
        ("learn barre chords on guitar", "count polyrhythms at the piano", "tune a violin by ear"),
        ("My fingers buzz the strings", "The recital is soon", "The metronome distracts me"),
    ),
    ConversationTopic(
        "photography",
        ("expose night sky photographs", "edit portraits with natural skin", "pick a prime lens"),
        ("My tripod wobbles", "Raw files fill the disk", "Street lamps cast orange light"),
    ),
    ConversationTopic(
        "car maintenance",
        ("diagnose a squealing brake", "change engine oil at home", "jump start a flat battery"),
        ("The dashboard light blinks", "The garage quoted too much", "It is an old diesel"),
    ),
    ConversationTopic(
        "immigration paperwork",
        ("fill a visa renewal form", "translate a birth certificate", "sponsor a spouse for residence"),
        ("The embassy never answers", "My permit expires shortly", "The photos were rejected"),
    ),
    ConversationTopic(
        "poetry",
        ("compose a sonnet about winter", "find rhymes for silence", "analyse a haiku"),
        ("The metre feels clumsy", "It is for a wedding", "Metaphors escape me"),
    ),
    ConversationTopic(
        "chemistry homework",
        ("balance a redox equation", "titrate a weak acid", "name organic esters"),
        ("The textbook skips steps", "The lab is tomorrow", "Moles puzzle me"),
    ),
    ConversationTopic(
        "pet care",
        ("house train a rescue puppy", "introduce two jealous cats", "clean a turtle tank"),
        ("The vet closes early", "She chews every cable", "He refuses dry food"),
    ),
    ConversationTopic(
        "astronomy",
        ("locate Saturn with binoculars", "collimate a reflector telescope", "predict a lunar eclipse"),
        ("Clouds roll in nightly", "My mount drifts westward", "The eyepiece fogs up"),
    ),
)

OPENERS: Final = (
    "Help me",
    "Could you help me",
    "Please show me how to",
    "What is the best way to",
    "I need to",
    "Can you explain how to",
    "I am trying to",
    "Give me three steps to",
)

CLOSERS: Final = (
    "Thanks",
    "A short answer is fine",
    "Please keep it simple",
    "Take your time",
    "I tried twice already",
    "Any advice is welcome",
)
