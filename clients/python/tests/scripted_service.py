from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import yaml  # type: ignore[import-untyped]

REPOSITORY = Path(__file__).parent.parent.parent.parent
CONFORMANCE = REPOSITORY / "clients/conformance"


def contract() -> Mapping[str, Any]:
    """The OpenAPI document."""
    text = (REPOSITORY / "core/contract/published/openapi.yaml").read_text("utf-8")
    document: Mapping[str, Any] = yaml.load(text, yaml.CSafeLoader)
    return document


def node() -> Path:
    """The pinned Node: of the test runner that started this one, or that of the repository."""
    return Path(os.environ.get("NODE_FOR_TESTS", REPOSITORY / "node_modules/.bin/node"))


@dataclass(frozen=True)
class Session:
    """A conversation: what the service will answer, in turn."""

    base_url: str
    http: httpx2.Client

    def requests(self, expected: int) -> Sequence[Mapping[str, Any]]:
        """What it was asked. A request whose sender gave up at once may be read a little later."""
        gives_up_at = time.monotonic() + 20
        while True:
            seen: Sequence[Mapping[str, Any]] = self.http.get(self.base_url).json()["requests"]
            if len(seen) >= expected or time.monotonic() > gives_up_at:
                return seen
            time.sleep(0.02)


class ScriptedService:
    """The service of the HTTP cases, in a process of its own (clients/conformance/http/README.md)."""

    def __init__(self) -> None:
        words = [node(), CONFORMANCE / "http/scripted-server.ts"]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        self._http = httpx2.Client()

    def opened(self, answers: Sequence[Mapping[str, Any]]) -> Session:
        opened = self._http.post(f"{self.address}/sessions", json={"answers": answers})
        return Session(self.address + opened.json()["path"], self._http)

    def stop(self) -> None:
        self._http.close()
        # It ends with its input.
        self._process.communicate()


def conformance(name: str) -> Any:
    return json.loads((CONFORMANCE / name).read_text("utf-8"))
