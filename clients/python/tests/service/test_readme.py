"""Every sample of the README, in its order, against the service."""

from __future__ import annotations

import contextlib
import io
import json
import re
import threading
import urllib.error
import urllib.request
from datetime import datetime, timezone
from http.server import HTTPServer
from pathlib import Path
from typing import Any

import pytest

from plumbline import Plumbline

from ..test_webhooks import EXAMPLES, SECRET, signed
from .real_service import RealService
from .test_smoke import frame

pytestmark = pytest.mark.system

README = Path(__file__).parent.parent.parent / "README.md"
FENCED = re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
# The others need no service, and are run beside what they show.
RUN_ELSEWHERE = ("verify_bundle", "rescore_bundle", "plumbline.frames")
SAMPLES = [one for one in FENCED if not any(word in one for word in RUN_ELSEWHERE)]


def test_the_samples_run_as_they_stand(
    service: RealService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NADIR_API_KEY", service.key)
    monkeypatch.setenv("NADIR_BASE_URL", service.url)
    monkeypatch.chdir(tmp_path)
    lines = [json.dumps(frame_as_text(minute)) for minute in range(120)]
    (tmp_path / "drive.ndjson").write_text("\n".join(lines) + "\n")
    leave_evidence(service, tmp_path)

    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for sample in SAMPLES:
            exec(compile(sample, str(README), "exec"), names)

    said = printed.getvalue()
    for expected in EXPECTED:
        assert expected in said, said
    assert re.search("EVB-[^ ]+ (valid|incomplete)", said), said
    assert "invalid" not in said, said
    names["client"].close()
    receives_webhooks(names["Receiver"], names)


EXPECTED = [
    "UNKNOWN none",
    "60 new, 0 counted before, 0 rejected",
    "60 accepted",
    "veh-7 CRITICAL",
    "not_found",
    "vehicle.tier_changed veh-7",
    "\n304\n",
]


def frame_as_text(minute: int) -> dict[str, Any]:
    one = frame(minute, vehicle="veh-0042")
    return {**one, "timestamp": one["timestamp"].isoformat().replace("+00:00", "Z")}


def leave_evidence(service: RealService, folder: Path) -> None:
    """A vehicle whose radar jumped; its evidence, as files, with the trust file of the service."""
    with Plumbline() as client:
        client.telemetry.ingest_batch([frame(minute, vehicle="veh-7") for minute in range(200)])
        evidence, *_ = client.evidence.list(vehicle_id="veh-7").data
        (folder / "bundle.json").write_bytes(client.evidence.bundle_bytes(evidence.event_id))
        (folder / "frames.ndjson").write_bytes(client.evidence.frames(evidence.event_id))
    (folder / "trust.json").write_bytes((service.data_folder / "keys/trust.json").read_bytes())


def receives_webhooks(receiver: Any, names: dict[str, Any]) -> None:
    names["SECRET"] = SECRET
    body = json.dumps(next(one for one in EXAMPLES if one["type"] == "vehicle.tier_changed"))
    with HTTPServer(("127.0.0.1", 0), receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        headers = signed(body, SECRET, at=datetime.now(timezone.utc))
        assert post(url, body, headers) == 204
        assert post(url, body + " ", headers) == 400
        server.shutdown()


def post(url: str, body: str, headers: Any) -> int:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body.encode(), dict(headers))) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
