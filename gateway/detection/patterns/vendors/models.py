"""Keys of model providers and of what is built around models."""

from typing import Final

from gateway.detection.patterns.vendors.key_shape import (
    HEX,
    HEXADECIMAL,
    LETTERS,
    MIXED,
    START,
    TOKEN,
    UUID,
    KeyShape,
)

_ID: Final = "01234567-89ab-cdef-0123-456789abcdef"

SHAPES: Final = (
    KeyShape(
        "openai",
        f"sk-(?:proj|svcacct|admin|None)-{TOKEN}{{16,}}+|{START}sess-{LETTERS}{{36,}}+",
        finds=(f"sk-proj-{MIXED[:64]}_-{MIXED[:50]}", f"sk-svcacct-{MIXED[:100]}", f"sk-admin-{MIXED[:80]}"),
        leaves=("sk-proj-name", "process-admin-and-proj"),
    ),
    KeyShape(
        "anthropic",
        f"sk-ant-{TOKEN}{{16,}}+",
        finds=(f"sk-ant-api03-{MIXED[:93]}AA", f"sk-ant-admin01-{MIXED[:93]}AA", f"sk-ant-oat01-{MIXED[:93]}AA"),
        leaves=("sk-ant-hill",),
    ),
    KeyShape(
        "openrouter",
        f"sk-or-{TOKEN}{{16,}}+",
        finds=(f"sk-or-v1-{HEXADECIMAL[:64]}",),
        leaves=("sk-or-not",),
    ),
    KeyShape(
        "hugging_face",
        f"hf_{LETTERS}{{20,}}+|api_org_{LETTERS}{{30,}}+",
        finds=(f"hf_{'aBcDeFgH' * 4}xY", f"api_org_{'aBcDeFgH' * 4}xY"),
        leaves=("hf_hub_download", "hf_transfer"),
    ),
    KeyShape("groq", f"gsk_{LETTERS}{{20,}}+", finds=(f"gsk_{MIXED[:52]}",), leaves=("gsk_widget",)),
    KeyShape("xai", f"{START}xai-{LETTERS}{{20,}}+", finds=(f"xai-{MIXED[:80]}",), leaves=("xai-sdk-python",)),
    KeyShape("replicate", f"{START}r8_{LETTERS}{{20,}}+", finds=(f"r8_{MIXED[:37]}",), leaves=("r8_unorm",)),
    KeyShape("nvidia", f"nvapi-{TOKEN}{{20,}}+", finds=(f"nvapi-{MIXED[:64]}",), leaves=("nvapi-sys",)),
    KeyShape("perplexity", f"pplx-{LETTERS}{{32,}}+", finds=(f"pplx-{MIXED[:48]}",), leaves=("pplx-70b-online",)),
    KeyShape("fireworks", f"{START}fw_{LETTERS}{{22,}}+", finds=(f"fw_{MIXED[:24]}",), leaves=("fw_version",)),
    KeyShape("together", f"tgp_v1_{TOKEN}{{32,}}+", finds=(f"tgp_v1_{MIXED[:43]}",), leaves=("tgp_v1_alpha",)),
    KeyShape("cerebras", f"{START}csk-{LETTERS}{{32,}}+", finds=(f"csk-{MIXED[:48]}",), leaves=("csk-mask",)),
    KeyShape(
        "elevenlabs", f"{START}sk_{HEX}{{40,}}+", finds=(f"sk_{HEXADECIMAL[:48]}",), leaves=("sk_buff", "sk_0123abcd")
    ),
    KeyShape(
        "langsmith",
        f"lsv2_(?:pt|sk)_{HEX}{{20,}}+(?:_{HEX}{{4,}}+)?",
        finds=(f"lsv2_pt_{HEXADECIMAL[:32]}_{HEXADECIMAL[:10]}", f"lsv2_sk_{HEXADECIMAL[:32]}"),
        leaves=("lsv2_pt_name",),
    ),
    KeyShape(
        "langfuse", f"{START}[sp]k-lf-{UUID}", finds=(f"sk-lf-{_ID}", f"pk-lf-{_ID}"), leaves=("sk-lf-host", "pk-lf-")
    ),
    KeyShape(
        "helicone", f"sk-helicone-{TOKEN}{{16,}}+", finds=(f"sk-helicone-{MIXED[:28]}",), leaves=("sk-helicone-",)
    ),
    KeyShape("wandb", f"wandb_v1_{TOKEN}{{30,}}+", finds=(f"wandb_v1_{MIXED[:64]}",), leaves=("wandb_v1_run",)),
    KeyShape("tavily", f"tvly-{TOKEN}{{16,}}+", finds=(f"tvly-dev-{MIXED[:32]}",), leaves=("tvly-search",), drawn=True),
    KeyShape("jina", f"{START}jina_{LETTERS}{{40,}}+", finds=(f"jina_{MIXED[:60]}",), leaves=("jina_embeddings_v3",)),
    KeyShape("runpod", f"{START}rpa_{LETTERS}{{30,}}+", finds=(f"rpa_{MIXED[:44].upper()}",), leaves=("rpa_bot",)),
    KeyShape(
        "voyage", f"{START}pa-{TOKEN}{{40,}}+", finds=(f"pa-{MIXED[:43]}",), leaves=("pa-rt-of-speech",), drawn=True
    ),
    KeyShape("firecrawl", f"{START}fc-{HEX}{{32,}}+", finds=(f"fc-{HEXADECIMAL[:32]}",), leaves=("fc-cache",)),
    KeyShape("e2b", f"{START}e2b_{HEX}{{32,}}+", finds=(f"e2b_{HEXADECIMAL[:40]}",), leaves=("e2b_sandbox",)),
    KeyShape(
        "pinecone",
        f"pcsk_{LETTERS}{{4,}}+_{LETTERS}{{32,}}+|pcsk_{LETTERS}{{32,}}+",
        finds=(f"pcsk_{MIXED[:6]}_{MIXED[:63]}",),
        leaves=("pcsk_index",),
    ),
)
