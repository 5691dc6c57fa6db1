#!/bin/sh
# Makes deploy/compose/secrets/ with a file for each secret that is not there yet. OPENAI_API_KEY is taken from the
# environment, if it is set. The hashes of the first client's API key and of the auditor's go into canarygate.yaml.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { head -c 32 /dev/urandom | base64; }
keep() { test -s "secrets/$1" || printf '%s\n' "$2" > "secrets/$1"; }
sha256() { if command -v sha256sum > /dev/null; then sha256sum; else shasum -a 256; fi | cut -c 1-64; }
# As `canarygate keys new` makes them: 256 random bits, safe in URLs.
api_key() {
    test -s "secrets/$1" && return
    keep "$1" "cg-$(random | tr '+/' '-_' | tr -d '=')"
    hash=$(tr -d '\n' < "secrets/$1" | sha256)
    # Written in place: a container that runs has this very file mounted.
    changed=$(sed "s/sha256:0\{63\}$2/sha256:$hash/" canarygate.yaml)
    printf '%s\n' "$changed" > canarygate.yaml
}
keep sealing_keys "k1:$(random)"
for name in hashing_key analytics_key noise_key audit_key; do
    keep "$name" "$(random)"
done
api_key first_app_key 1
api_key auditor_api_key 2
keep openai_api_key "${OPENAI_API_KEY:-none}"
# The roles run as a user of their own, who must be able to read what is mounted for them.
chmod 0444 secrets/*
