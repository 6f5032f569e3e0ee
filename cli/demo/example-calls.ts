/** One call of the contract that can be pasted into a shell as it stands. */
export interface ExampleCall {
  readonly what: string;
  readonly curl: string;
}

export interface ExampleContext {
  readonly url: string;
  readonly key: string;
  /** Capture time of the example frame. */
  readonly timestamp: string;
  /** Evidence that exists; null when none was issued yet. */
  readonly evidenceId: string | null;
}

/** One curl for each operation of the contract, in the order in which somebody new would try them. */
export function exampleCalls({ url, key, timestamp, evidenceId }: ExampleContext): readonly ExampleCall[] {
  const authorised = `-H 'Authorization: Bearer ${key}'`;
  const json = "-H 'Content-Type: application/json'";
  const frame = JSON.stringify({
    vehicle_id: "veh-0042",
    timestamp,
    sensors: {
      camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      radar_range_bias_m: 0.02,
      lidar_registration_error_m: 0.04,
      lidar_confidence: 0.95,
    },
    metadata: { fleet_id: "vans-north", region: "eu-central" },
  });
  return [
    { what: "is it up", curl: `curl -s ${url}/health` },
    { what: "count the fleet by tier", curl: `curl -s ${url}/v1/fleet/health-summary ${authorised}` },
    {
      what: "ingest a frame",
      curl: `curl -s ${url}/v1/telemetry/ingest ${authorised} ${json} -d '${frame}'`,
    },
    {
      what: "score it (the same frame counts once)",
      curl: `curl -s ${url}/v1/score/residual ${authorised} ${json} -H 'Idempotency-Key: try-${Date.parse(timestamp)}' -d '${frame}'`,
    },
    ...(evidenceId === null ? [] : [evidenceCall(url, key, evidenceId)]),
    {
      what: "make a scenario of the worst vehicle",
      curl: `curl -s -X POST ${url}/v1/risk/scenario-feed ${authorised}`,
    },
  ];
}

export function evidenceCall(url: string, key: string, evidenceId: string): ExampleCall {
  return {
    what: "fetch signed evidence",
    curl: `curl -s ${url}/v1/evidence/${evidenceId}/bundle -H 'Authorization: Bearer ${key}'`,
  };
}
