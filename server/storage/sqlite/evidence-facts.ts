/** Columns of `evidence JOIN vehicle USING (vehicle_key)` as `EvidenceFacts` names them. */
export const evidenceFactColumns = `evidence.organisation, event_id AS eventId, vehicle_key AS vehicleKey, vehicle_id AS vehicleId,
  evidence.fleet_id AS fleetId, seq, breached_at_us AS breachedAtUs, issued_at_us AS issuedAtUs, evidence.tier,
  evidence.probable_fault_source AS probableFaultSource, channel, side, statistic, threshold,
  change_point_seq AS changePointSeq, evidence.health_score AS healthScore, content_digest AS contentDigest,
  frame_count AS frameCount`;
