#!/usr/bin/env bash
# Installs the peer detectors into bench/.cache/peers, a virtual environment nothing else uses.
set -euo pipefail
cd "$(dirname "$0")"
target=../../.cache/peers
python3 -m venv "$target"
"$target/bin/pip" install --quiet --requirement requirements.txt
echo "installed into bench/.cache/peers"
