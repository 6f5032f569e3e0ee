#!/bin/sh
# Makes .venv beside this file with what verify_evidence.py uses. Never needed by the product.
set -eu
cd "$(dirname "$0")"
python3 -m venv .venv
.venv/bin/pip install --quiet --disable-pip-version-check --requirement requirements.txt
echo "ready: $PWD/.venv"
