#!/bin/sh
# Writes requirements.txt from requirements.in, with uv: what is pinned there already stays, everything is pinned anew after
# `: > requirements.txt`. Hashes are those of files for the machines that test this: Linux and macOS, Python 3.11 and later.
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
cat > "$scratch/pyproject.toml" <<'END'
[project]
name = "pinned"
version = "0"
requires-python = ">=3.11"

[tool.uv]
package = false
environments = [
  "sys_platform == 'linux' and platform_machine == 'x86_64'",
  "sys_platform == 'linux' and platform_machine == 'aarch64'",
  "sys_platform == 'darwin'",
]
END
uv add --quiet --project "$scratch" --no-sync --requirements requirements.in --constraints requirements.txt
uv export --quiet --project "$scratch" --frozen --no-header --no-annotate --output-file "$scratch/requirements.txt"
# The machines again at each package; elsewhere pip shall say that a hash is missing.
everywhere="(platform_machine == 'aarch64' or platform_machine == 'x86_64') and sys_platform == 'linux' or sys_platform == 'darwin'"
sed "s/ ; $everywhere / /" "$scratch/requirements.txt" > requirements.txt
