#!/bin/sh
# Makes .venv beside this file with the validators of the exports: ASAM's quality checkers, which bring the schemas of
# OpenSCENARIO and OpenDRIVE, a reader of MCAP, and two packages that are taken for one file each and not run: the OSI
# descriptor (betterosi) and the OpenLABEL schema (vcd). Standards' files are never copied into the repository.
set -eu
cd "$(dirname "$0")"
"${PYTHON:-python3}" -m venv .venv
.venv/bin/pip install --quiet --disable-pip-version-check --requirement requirements.txt
.venv/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement carriers.txt
echo "ready: $PWD/.venv"
