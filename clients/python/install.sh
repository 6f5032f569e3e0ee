#!/bin/sh
# Makes .venv beside this file: the package as it stands here, and the pinned, hash-checked tools that test and check it.
# PYTHON names another interpreter than python3 (3.11 or later). Never needed by those who use the client.
set -eu
cd "$(dirname "$0")"
"${PYTHON:-python3}" -m venv .venv
.venv/bin/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
echo "ready: $PWD/.venv"
