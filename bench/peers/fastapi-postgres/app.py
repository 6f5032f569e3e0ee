"""Takes telemetry frames, scores each with river, and keeps both in PostgreSQL before it answers."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Annotated

import asyncpg
import numpy as np
from fastapi import FastAPI, Request
from pydantic import BaseModel, Field
from river import drift, preprocessing

TABLE = """
CREATE TABLE IF NOT EXISTS frames (vehicle text, at timestamptz, frame text, z double precision, drifts smallint);
CREATE INDEX IF NOT EXISTS frames_of_vehicle ON frames (vehicle, at);
"""


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
    """River's scaler over all channels, and its Page-Hinkley test on each."""

    def __init__(self) -> None:
        self.mount: np.ndarray | None = None
        self.scaler = preprocessing.StandardScaler()
        self.detectors: dict[str, drift.PageHinkley] = {}

    def score(self, sensors: Sensors) -> tuple[float, int]:
        row = self.row_of(sensors)
        self.scaler.learn_one(row)
        z = self.scaler.transform_one(row)
        drifts = 0
        for channel, value in z.items():
            detector = self.detectors.setdefault(channel, drift.PageHinkley())
            detector.update(value)
            drifts += detector.drift_detected
        return max(map(abs, z.values())), drifts

    def row_of(self, sensors: Sensors) -> dict[str, float]:
        rotation = np.array(sensors.camera_rotation_matrix).reshape(3, 3)
        if self.mount is None:
            self.mount = rotation
        # A small rotation since the first frame is the part of it that changes sign with its direction.
        turned = self.mount.T @ rotation
        return {
            "camera_x": float(turned[2, 1] - turned[1, 2]),
            "camera_y": float(turned[0, 2] - turned[2, 0]),
            "camera_z": float(turned[1, 0] - turned[0, 1]),
            "radar": sensors.radar_range_bias_m,
            "lidar": sensors.lidar_registration_error_m,
            "confidence": sensors.lidar_confidence,
        }


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with asyncpg.create_pool(os.environ["DATABASE"]) as app.state.pool:
        await app.state.pool.execute(TABLE)
        yield


app = FastAPI(lifespan=lifespan)
vehicles: dict[str, Vehicle] = {}


def scored(frame: Frame) -> tuple[str, datetime, str, float, int]:
    vehicle = vehicles.setdefault(frame.vehicle_id, Vehicle())
    return (frame.vehicle_id, frame.timestamp, frame.model_dump_json(), *vehicle.score(frame.sensors))


@app.post("/frame")
async def take_frame(frame: Frame) -> dict[str, int]:
    await app.state.pool.execute("INSERT INTO frames VALUES ($1, $2, $3, $4, $5)", *scored(frame))
    return {"ingested": 1}


@app.post("/frames")
async def take_frames(frames: list[Frame]) -> dict[str, int]:
    # COPY is one statement, and so one transaction: all of the batch is kept, or nothing.
    await app.state.pool.copy_records_to_table("frames", records=[scored(frame) for frame in frames])
    return {"ingested": len(frames)}


@app.post("/ndjson")
async def take_lines(request: Request) -> dict[str, int]:
    lines = (await request.body()).splitlines()
    return await take_frames([Frame.model_validate_json(line) for line in lines])
