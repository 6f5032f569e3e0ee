import runpy
from pathlib import Path
from typing import Any, get_args

from plumbline import models

TOOLS = Path(__file__).parent.parent / "tools"


def test_a_sensor_that_the_contract_adds_is_a_column_of_its_own() -> None:
    write = runpy.run_path(str(TOOLS / "write_models.py"))
    members = {
        "thermal_rotation_matrix": {"type": "array"},
        "sonar_range_bias_m": {"type": "number", "minimum": -10, "maximum": 10},
    }
    schemas = {"Sensors": {"properties": members}, "ScenarioType": {"enum": ["nominal_control"]}}
    order = {"name": "sort", "schema": {"enum": ["urgency", "sonar_drift_m"]}}
    listing = {"get": {"operationId": "listVehicles", "parameters": [order]}}
    written: dict[str, Any] = {}
    exec(
        write["vocabulary"]({"components": {"schemas": schemas}, "paths": {"/v1/vehicles": listing}}), written
    )

    assert written["RANGES"] == {"sonar_range_bias_m": (-10, 10)}
    assert written["ROTATIONS"] == {"thermal_rotation": "thermal_rotation_matrix"}
    assert list(written["SensorColumns"].__annotations__) == ["thermal_rotation", "sonar_range_bias_m"]
    assert get_args(written["VehicleOrder"]) == ("urgency", "sonar_drift_m")


def test_members_and_values_of_a_later_service_are_kept() -> None:
    from_later = {"vehicle_id": "veh-1", "status": "queued", "frames_ingested": 1, "fleet_tier": "PERFECT"}
    later = models.IngestResult.model_validate(
        {**from_later, "timestamp": "2026-01-05T08:00:00Z", "shard": {"n": 7}}
    )

    assert later.status == "queued"
    assert later.fleet_tier == "PERFECT"
    assert later.to_dict()["shard"] == {"n": 7}


def test_texts_are_kept_as_the_service_wrote_them() -> None:
    written = {"vehicle_id": "veh-1", "timestamp": "2026-01-05T08:00:00.120000000Z", "sensors": {}}

    assert models.TelemetryFrame.model_validate(written).to_dict() == written
