"""A build in a checkout of the repository first writes what git does not hold (tools/write_generated.py). A source
distribution holds it, and needs none of the tools."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CLIENT = Path(__file__).parent
IS_CHECKOUT = (CLIENT.parent.parent / "core/contract/published/openapi.yaml").is_file()
TOOLS = ("datamodel-code-generator", "pyyaml", "ruff", "unasync")


class WriteGenerated(BuildHookInterface):
    def dependencies(self) -> list[str]:
        if not IS_CHECKOUT:
            return []
        pins = (CLIENT / "requirements.txt").read_text("utf-8")
        return re.findall(rf"^(?:{'|'.join(TOOLS)})==[^ ;]+", pins, re.MULTILINE)

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        if IS_CHECKOUT:
            subprocess.run([sys.executable, CLIENT / "tools/write_generated.py"], check=True)
