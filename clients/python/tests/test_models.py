from plumbline import models


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
