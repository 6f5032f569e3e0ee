#!/bin/sh
# Writes what is written from the contract and from the asynchronous half anew. Needs .venv (install.sh).
set -eu
cd "$(dirname "$0")/.."
if [ ! -x .venv/bin/python ]; then
  echo "clients/python/.venv is not here: run clients/python/install.sh, then $0" >&2
  exit 1
fi
.venv/bin/python tools/write_models.py
.venv/bin/python tools/write_sync.py
