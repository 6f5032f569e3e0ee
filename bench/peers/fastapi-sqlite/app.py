"""Takes telemetry frames, scores each with a CUSUM and Hotelling's T² in numpy, and keeps both in SQLite before it answers."""

import os
import sqlite3
import threading
from datetime import datetime
from typing import Annotated

import numpy as np
from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

BASELINE_FRAMES = 20
SLACK = 0.5


class Sensors(BaseModel):
    camera_rotation_matrix: Annotated[list[float], Field(min_length=9, max_length=9)]
    radar_range_bias_m: float
    lidar_registration_error_m: float
    lidar_confidence: float


class Frame(BaseModel):
    vehicle_id: str
    timestamp: datetime
    sensors: Sensors
    metadata: dict[str, str] = {}


class Vehicle:
    """The mean and covariance of a vehicle's first frames, and the sums of what came after."""

    def __init__(self) -> None:
        self.mount: np.ndarray | None = None
        self.rows: list[np.ndarray] = []
        self.mean: np.ndarray | None = None

    def score(self, sensors: Sensors) -> tuple[float, float]:
        row = self.row_of(sensors)
        if self.mean is None:
            self.learn(row)
            return 0.0, 0.0
        departure = row - self.mean
        t2 = float(departure @ self.inverse @ departure)
        z = departure / self.sigma
        self.upper = np.maximum(0.0, self.upper + z - SLACK)
        self.lower = np.maximum(0.0, self.lower - z - SLACK)
        return t2, float(max(self.upper.max(), self.lower.max()))

    def row_of(self, sensors: Sensors) -> np.ndarray:
        rotation = np.array(sensors.camera_rotation_matrix).reshape(3, 3)
        if self.mount is None:
            self.mount = rotation
        # A small rotation since the first frame is the part of it that changes sign with its direction.
        turned = self.mount.T @ rotation
        camera = (turned[2, 1] - turned[1, 2], turned[0, 2] - turned[2, 0], turned[1, 0] - turned[0, 1])
        others = (sensors.radar_range_bias_m, sensors.lidar_registration_error_m, sensors.lidar_confidence)
        return np.array((*camera, *others))

    def learn(self, row: np.ndarray) -> None:
        self.rows.append(row)
        if len(self.rows) < BASELINE_FRAMES:
            return
        rows = np.array(self.rows)
        self.mean, self.sigma = rows.mean(axis=0), rows.std(axis=0, ddof=1)
        self.inverse = np.linalg.pinv(np.cov(rows, rowvar=False))
        self.upper, self.lower = np.zeros(rows.shape[1]), np.zeros(rows.shape[1])
        self.rows = []


app = FastAPI()
vehicles: dict[str, Vehicle] = {}
lock = threading.Lock()
database = sqlite3.connect(os.environ["DATABASE"], check_same_thread=False)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.execute("CREATE TABLE IF NOT EXISTS frames (vehicle TEXT, at TEXT, frame TEXT, t2 REAL, cusum REAL)")
database.execute("CREATE INDEX IF NOT EXISTS frames_of_vehicle ON frames (vehicle, at)")


def keep(frames: list[Frame]) -> dict[str, int]:
    with lock, database:
        scored = [
            (frame, vehicles.setdefault(frame.vehicle_id, Vehicle()).score(frame.sensors))
            for frame in frames
        ]
        database.executemany(
            "INSERT INTO frames VALUES (?, ?, ?, ?, ?)",
            [(frame.vehicle_id, frame.timestamp.isoformat(), frame.model_dump_json(), *score) for frame, score in scored],
        )
    return {"ingested": len(frames)}


@app.post("/frame")
def take_frame(frame: Frame) -> dict[str, int]:
    return keep([frame])


@app.post("/frames")
def take_frames(frames: list[Frame]) -> dict[str, int]:
    return keep(frames)


@app.post("/ndjson")
async def take_lines(request: Request) -> dict[str, int]:
    lines = (await request.body()).splitlines()
    return await run_in_threadpool(lambda: keep([Frame.model_validate_json(line) for line in lines]))
