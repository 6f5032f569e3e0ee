#!/usr/bin/env bash
# Installs what this peer needs into bench/.cache/peers-ingest/fastapi-postgres, a virtual environment nothing else uses,
# and PostgreSQL 15 from Debian's packages where it is absent. No server is started: the bench does that in a folder of its own.
set -euo pipefail
cd "$(dirname "$0")"
if [ ! -x /usr/lib/postgresql/15/bin/postgres ]; then
  apt-get install --yes --no-install-recommends postgresql-15
fi
target=../../.cache/peers-ingest/fastapi-postgres
python3 -m venv "$target"
"$target/bin/pip" install --quiet --requirement requirements.txt
echo "installed into bench/.cache/peers-ingest/fastapi-postgres"
