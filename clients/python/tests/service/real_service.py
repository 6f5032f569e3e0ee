from __future__ import annotations

import os
import re
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from ..scripted_service import REPOSITORY, node

LISTENING = re.compile(r"listening on (http://[\d.]+:\d+)")


class RealService:
    """`plumbline serve --dev` on a data folder, which is started, killed and started again at one address."""

    key = "plumb_dev_local"

    def __init__(self, folder: Path) -> None:
        self.data_folder = folder
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self.url = f"http://127.0.0.1:{self._port}"
        self.trust_file = folder / "keys/trust.json"

    def start(self, **settings: str) -> None:
        words = ["serve", "--dev", "--port", str(self._port), "--data-dir", str(self.data_folder)]
        self._process = subprocess.Popen(
            [node(), REPOSITORY / "cli/main.ts", *words],
            cwd=REPOSITORY,
            env={**os.environ, "NO_COLOR": "1", **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        said = ""
        for line in self._process.stdout:
            said += line
            if LISTENING.search(line):
                # Its output is read to the end, or a full pipe would stop it.
                self._reading = threading.Thread(target=self._process.stdout.read, daemon=True)
                self._reading.start()
                return
        raise RuntimeError(f"The service did not start:\n{said}")

    def kill(self) -> None:
        """As a power switch would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._reading.join()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="plumbline-python-", ignore_cleanup_errors=True)
