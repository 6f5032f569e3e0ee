import type { BodyFault } from "./refusal.ts";

/** One frame that passed the contract, with what the rest of the service needs of it. */
export interface IncomingFrame {
  readonly vehicleId: string;
  /** As received; echoed and kept in evidence. */
  readonly timestamp: string;
  /** Capture time, microseconds since 1970. */
  readonly timestampUs: number;
  /** Hex SHA-256 of the canonical JSON (RFC 8785) of `sensors`: part of the frame's identity. */
  readonly sensorsSha256: string;
  /** The frame's JSON text exactly as received. */
  readonly raw: string;
  readonly reading: IncomingReading;
  readonly fleetId?: string;
  readonly region?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Codes such as `rotation_not_orthonormal`; usually empty. */
  readonly warnings: readonly string[];
}

/** The same members as the scoring's reading; absent means that the sensor did not report. */
export interface IncomingReading {
  readonly timestampUs: number;
  readonly cameraRotation?: readonly number[];
  readonly radarRangeBiasM?: number;
  readonly lidarRegistrationErrorM?: number;
  readonly lidarConfidence?: number;
}

/** One frame of a batch that was not taken, as the answer lists it. */
export interface RejectedFrame {
  /** Position in the batch, from 0. */
  readonly index: number;
  /** Line of the NDJSON body, from 1, blank lines counted. */
  readonly line?: number;
  readonly code: string;
  readonly pointer: string;
  readonly detail: string;
}

export type ParsedFrame =
  | { readonly kind: "frame"; readonly frame: IncomingFrame }
  | { readonly kind: "rejected"; readonly faults: readonly BodyFault[] };
