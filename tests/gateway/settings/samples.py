"""A configuration with every section, and an environment with all its secrets."""

from base64 import b64encode

RING = "k2:" + b64encode(bytes(range(32))).decode() + ",k1:" + b64encode(bytes(32)).decode()

ENVIRONMENT = {
    "CANARYGATE_SEALING_KEYS": RING,
    "SUPPORT_SEALING_KEYS": RING,
    "CANARYGATE_HASHING_KEY": "hashing key of at least 32 characters",
    "CANARYGATE_ANALYTICS_KEY": "analytics key of at least 32 characters",
    "CANARYGATE_NOISE_KEY": "noise key, also of at least 32 characters",
    "CANARYGATE_AUDIT_KEY": "audit key, again of at least 32 characters",
    "CANARYGATE_AUDITOR_API_KEY": "the auditor's key as a client",
    "OPENAI_API_KEY": "the provider's key",
    "TRUSTED_KEY": "the trusted endpoint's key",
    "KAFKA_PASSWORD": "the broker's password",
}

# Every section that has a secret, and what stands around them.
EMBEDDED = """\
edge: {listen: 127.0.0.1:8080, max_body_bytes: 10485760, max_in_flight: 512, max_in_flight_per_key: 64,
       request_timeout_seconds: 540}
metrics: {listen: 127.0.0.1:9464}
broker: embedded                         # or {bootstrap: "kafka-1:9092,kafka-2:9092", security_protocol: SASL_SSL}
sealing: {keys: os.environ/CANARYGATE_SEALING_KEYS, tenants: {support: os.environ/SUPPORT_SEALING_KEYS}}
hashing: {key: os.environ/CANARYGATE_HASHING_KEY}
api_keys: [{name: support-bot, hash: "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            tenant: support, policy: default}]
model_list:                                                                             # LiteLLM's
  - {model_name: gpt-4.1,
     litellm_params: {model: openai/gpt-4.1, api_base: "https://…", api_key: os.environ/OPENAI_API_KEY}}
analytics: {key: os.environ/CANARYGATE_ANALYTICS_KEY, noise_key: os.environ/CANARYGATE_NOISE_KEY,
            window_hours: 24, k_min: 25}
audit: {key: os.environ/CANARYGATE_AUDIT_KEY, clients: [{api_key: os.environ/CANARYGATE_AUDITOR_API_KEY}],
        model: gpt-4.1, monthly_probes: 9000,
        edge: "http://edge:8080"}
trusted_models: []
policies:
  default:
    actions: {NAME: REDACT, TIME: RETAIN, "*": REDACT}
    score_thresholds: {NAME: 0.5}
    allow_list: ["Acme Corp"]
    on_unavailable: block
    refuse: [images, unknown_fields, store]
"""

BROKER = """\
broker: {bootstrap: "kafka-1:9092,kafka-2:9092", security_protocol: SASL_SSL, sasl_mechanism: SCRAM-SHA-512,
         sasl_username: canarygate, sasl_password: os.environ/KAFKA_PASSWORD}
"""
TRUSTED = "trusted_models: [{model_name: t, litellm_params: {model: openai/t, api_key: os.environ/TRUSTED_KEY}}]"

# The same on a real broker, with a secret in every place that may have one.
REAL = EMBEDDED.replace("broker: embedded", BROKER.rstrip()).replace("trusted_models: []", TRUSTED)
