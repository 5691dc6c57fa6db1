#!/bin/sh
# Installs Canarygate into TARGET: what LOCK names, each file checked against its hash, and nothing that builds or
# installs. The image is made with it, and so is the same tree where no Docker runs.
#
#   sh deploy/image/install.sh TARGET LOCK
#
# Run it in the project's root; PYTHON (3.11.5 or later, python3 if unset) is what TARGET runs on. TARGET must not exist.
set -eu
target=$1 lock=$2
test ! -e "$target" || { echo "$target is there already: name a folder that does not exist" >&2; exit 2; }

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-setup.lock

# uv reads none of pip's settings: the package index and the certificates that pip was told of are handed on.
of_pip() { "$tools/bin/python" -m pip config list | sed -n "s/^[a-z:]*\.$1='\(.*\)'\$/\1/p" | head -n 1; }
: "${UV_DEFAULT_INDEX:=$(of_pip index-url)}" "${SSL_CERT_FILE:=$(of_pip cert)}"
export UV_DEFAULT_INDEX SSL_CERT_FILE

"${PYTHON:-python3}" -m venv --without-pip "$target"
"$tools/bin/uv" pip sync --quiet --python "$target/bin/python" --require-hashes --link-mode copy "$lock"
"$tools/bin/uv" pip install --quiet --python "$target/bin/python" --link-mode copy --no-deps .
# The tree is read-only where it runs, so everything is compiled here.
"$target/bin/python" -m compileall -q "$target/lib" || true
rm -f "$target"/bin/activate* "$target"/bin/Activate*
