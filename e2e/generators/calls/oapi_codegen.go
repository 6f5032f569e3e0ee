// The six operations through what oapi-codegen made of the document.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	plumbline "plumbline.example/calls/client"
)

func frame(minute int) plumbline.TelemetryFrame {
	radar, lidar, camera := 0.0123456789012345, 0.03, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	return plumbline.TelemetryFrame{
		VehicleId: "made-by-oapi-codegen",
		Timestamp: fmt.Sprintf("2025-03-01T08:%02d:00Z", minute),
		Sensors: plumbline.Sensors{
			RadarRangeBiasM: &radar, LidarRegistrationErrorM: &lidar, CameraRotationMatrix: &camera,
		},
	}
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func need(holds bool, body []byte) {
	if !holds {
		log.Output(2, fmt.Sprintf("not as it should be: %s", body))
		os.Exit(1)
	}
}

func main() {
	log.SetFlags(log.Lshortfile)
	ctx := context.Background()
	signIn := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client := must(plumbline.NewClientWithResponses(os.Getenv("SERVICE_URL"), plumbline.WithRequestEditorFn(signIn)))
	eventId := os.Getenv("EVENT_ID")

	var body plumbline.IngestTelemetryRequest
	must(0, body.FromTelemetryFrame(frame(0)))
	one := must(client.IngestTelemetryWithResponse(ctx, nil, body))
	need(one.JSON200 != nil && must(one.JSON200.AsIngestResult()).Status == plumbline.INGESTSTATUSACCEPTED, one.Body)
	must(0, body.FromTelemetryBatch(plumbline.TelemetryBatch{Frames: []plumbline.TelemetryFrame{frame(1), frame(2)}}))
	two := must(client.IngestTelemetryWithResponse(ctx, nil, body))
	need(two.JSON200 != nil && must(two.JSON200.AsBatchIngestResult()).FramesIngested == 2, two.Body)

	score := must(client.ScoreResidualWithResponse(ctx, nil, frame(4)))
	need(score.JSON200 != nil && score.JSON200.Tier == plumbline.TIERUNKNOWN && score.JSON200.FrameSeq == 4, score.Body)

	bundle := must(client.GetEvidenceBundleWithResponse(ctx, eventId, nil))
	need(bundle.JSON200 != nil && bundle.JSON200.EventId == eventId && bundle.JSON200.Frames.Bytes > 0, bundle.Body)

	summary := must(client.GetFleetHealthSummaryWithResponse(ctx, nil))
	need(summary.JSON200 != nil && summary.JSON200.TotalVehicles >= 2, summary.Body)

	kind, center, duration, seed := plumbline.SCENARIOTYPEPOSTCOLLISION, []float64{37.7749, -122.4194}, 20.0, int64(4294967295)
	wanted := plumbline.ScenarioFeedRequest{ScenarioType: &kind, MapCenter: &center, DurationS: &duration, Seed: &seed}
	feed := must(client.CreateScenarioFeedWithResponse(ctx, nil, wanted))
	need(feed.JSON200 != nil && feed.JSON200.Seed == seed && feed.JSON200.Parameters.Visualizer.MapCenter[1] == center[1], feed.Body)

	health := must(client.GetHealthWithResponse(ctx))
	need(health.JSON200 != nil && health.JSON200.Status == plumbline.HEALTHSTATUSOK, health.Body)

	envelope := bundle.JSON200.Proof.Envelope
	keys := must(client.GetKeySetWithResponse(ctx, nil))
	set := keys.ApplicationjwkSetJSON200
	need(set != nil && set.Keys[0].Kid == envelope.Signatures[0].Keyid, keys.Body)
	trusted := must(client.GetTrustedRootWithResponse(ctx, nil))
	root := trusted.ApplicationvndDevSigstoreTrustedrootJSON200
	need(root != nil && root.Tlogs[0].HashAlgorithm == "SHA2_256", trusted.Body)
	sigstore := must(client.GetEvidenceSigstoreWithResponse(ctx, eventId, nil))
	made := sigstore.ApplicationvndDevSigstoreBundleV03JSON200
	need(made != nil && made.DsseEnvelope.Payload == envelope.Payload, sigstore.Body)
	fmt.Println("ok")
}
