/**
 * Begins a query; then `kept` holds the places of the chain of the vehicle `:vehicleKey`, the newest first: all from entry
 * `:fromSeq` on and the one before these. Each says how many positions before it the one before it stands, as frames do
 * (linked-frames.ts).
 */
export const withKeptPlaces = `WITH RECURSIVE kept (position, seq, back, head, leaf_index, leaf) AS (
    SELECT position, seq, back, head, leaf_index, leaf FROM chain_place WHERE vehicle_key = :vehicleKey
      AND position = (SELECT position FROM chain_end WHERE vehicle_key = :vehicleKey)
    UNION ALL
    SELECT place.position, place.seq, place.back, place.head, place.leaf_index, place.leaf
      FROM kept CROSS JOIN chain_place AS place ON place.position = kept.position - kept.back
      WHERE kept.seq > :fromSeq AND place.vehicle_key = :vehicleKey)`;
