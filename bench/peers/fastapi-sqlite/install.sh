#!/usr/bin/env bash
# Installs what this peer needs into bench/.cache/peers-ingest/fastapi-sqlite, a virtual environment nothing else uses.
set -euo pipefail
cd "$(dirname "$0")"
target=../../.cache/peers-ingest/fastapi-sqlite
python3 -m venv "$target"
"$target/bin/pip" install --quiet --requirement requirements.txt
echo "installed into bench/.cache/peers-ingest/fastapi-sqlite"
