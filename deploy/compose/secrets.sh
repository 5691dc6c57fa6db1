#!/bin/sh
# Makes deploy/compose/secrets/ with a file for each secret that is not there yet. OPENAI_API_KEY is taken from the
# environment, if it is set.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
random() { head -c 32 /dev/urandom | base64; }
keep() { test -s "secrets/$1" || printf '%s\n' "$2" > "secrets/$1"; }
keep sealing_keys "k1:$(random)"
for name in hashing_key analytics_key noise_key audit_key; do
    keep "$name" "$(random)"
done
keep openai_api_key "${OPENAI_API_KEY:-none}"
# The roles run as a user of their own, who must be able to read what is mounted for them.
chmod 0444 secrets/*
