// The six operations through what openapi-generator made of the document for Go.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	plumbline "plumbline.example/client"
)

const vehicle = "made-by-openapi-generator-go"

func frame(minute int) plumbline.TelemetryFrame {
	sensors := plumbline.NewSensors()
	sensors.SetRadarRangeBiasM(0.0123456789012345)
	sensors.SetLidarRegistrationErrorM(0.03)
	sensors.SetCameraRotationMatrix([]float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
	return *plumbline.NewTelemetryFrame(vehicle, fmt.Sprintf("2025-03-01T08:%02d:00Z", minute), *sensors)
}

func need(holds bool, what any, err error) {
	if err != nil {
		log.Fatalf("%v: %v", err, what)
	}
	if !holds {
		log.Fatalf("not as it should be: %+v", what)
	}
}

func main() {
	settings := plumbline.NewConfiguration()
	settings.Servers = plumbline.ServerConfigurations{{URL: os.Getenv("SERVICE_URL")}}
	client := plumbline.NewAPIClient(settings)
	ctx := context.WithValue(context.Background(), plumbline.ContextAccessToken, os.Getenv("API_KEY"))
	eventId := os.Getenv("EVENT_ID")

	first := frame(0)
	body := plumbline.IngestTelemetryRequest{TelemetryFrame: &first}
	one, _, err := client.TelemetryAPI.IngestTelemetry(ctx).IngestTelemetryRequest(body).Execute()
	need(err == nil && one.IngestResult != nil && one.IngestResult.Status == plumbline.INGEST_STATUS_ACCEPTED, one, err)
	batch := plumbline.IngestTelemetryRequest{TelemetryBatch: plumbline.NewTelemetryBatch([]plumbline.TelemetryFrame{frame(1), frame(2)})}
	two, _, err := client.TelemetryAPI.IngestTelemetry(ctx).IngestTelemetryRequest(batch).Execute()
	need(err == nil && two.BatchIngestResult != nil && two.BatchIngestResult.FramesIngested == 2, two, err)

	score, _, err := client.ScoringAPI.ScoreResidual(ctx).TelemetryFrame(frame(4)).Execute()
	need(err == nil && score.Tier == plumbline.TIER_UNKNOWN && score.FrameSeq == 4, score, err)

	bundle, _, err := client.EvidenceAPI.GetEvidenceBundle(ctx, eventId).Execute()
	need(err == nil && bundle.EventId == eventId && bundle.Frames.Bytes > 0, bundle, err)

	summary, _, err := client.FleetAPI.GetFleetHealthSummary(ctx).Execute()
	need(err == nil && summary.TotalVehicles >= 2, summary, err)

	wanted := plumbline.NewScenarioFeedRequest()
	wanted.SetScenarioType(plumbline.SCENARIO_TYPE_POST_COLLISION)
	wanted.SetMapCenter([]float64{37.7749, -122.4194})
	wanted.SetDurationS(20)
	wanted.SetSeed(4294967295)
	feed, _, err := client.RiskAPI.CreateScenarioFeed(ctx).ScenarioFeedRequest(*wanted).Execute()
	need(err == nil && feed.Seed == 4294967295 && feed.Parameters.Visualizer.MapCenter[1] == -122.4194, feed, err)

	health, _, err := client.ServiceAPI.GetHealth(ctx).Execute()
	need(err == nil && health.Status == plumbline.HEALTH_STATUS_OK, health, err)

	keys, _, err := client.EvidenceAPI.GetKeySet(ctx).Execute()
	need(err == nil && keys.Keys[0].Kid == bundle.Proof.Envelope.Signatures[0].Keyid, keys, err)
	root, _, err := client.EvidenceAPI.GetTrustedRoot(ctx).Execute()
	need(err == nil && root.Tlogs[0].HashAlgorithm == "SHA2_256", root, err)
	sigstore, _, err := client.EvidenceAPI.GetEvidenceSigstore(ctx, eventId).Execute()
	need(err == nil && sigstore.DsseEnvelope.Payload == bundle.Proof.Envelope.Payload, sigstore, err)
	fmt.Println("ok")
}
