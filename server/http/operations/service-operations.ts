import type { Health, Liveness } from "../../../core/contract/types.ts";
import type { Application } from "../../app/application.ts";
import { type Answer, jsonAnswer } from "../answer/answer.ts";
import type { PublicHandler } from "../route.ts";

export interface ServiceNeeds {
  readonly readiness: Application["readiness"];
  readonly version: string;
  /** Seconds since the process began to serve. */
  uptimeS(): number;
  /** True once the server has begun to stop. */
  isStopping(): boolean;
}

/** GET /health and /v1/health: 503 when nothing can be committed. */
export function getHealth(needs: ServiceNeeds): PublicHandler {
  return async () => {
    const { ready, checks } = await readinessOf(needs);
    const isWell = Object.values(checks).every((check) => check === "ok");
    return healthAnswer(needs, { status: ready ? (isWell ? "ok" : "degraded") : "unavailable", checks });
  };
}

/** GET /readyz: 503 also while stopping, so that no more is sent. */
export function getReadiness(needs: ServiceNeeds): PublicHandler {
  return async () => {
    const { ready, checks } = await readinessOf(needs);
    if (needs.isStopping())
      return healthAnswer(needs, { status: "unavailable", checks: { ...checks, server: "stopping" } });
    return healthAnswer(needs, { status: ready ? "ok" : "unavailable", checks });
  };
}

/** GET /livez */
export function getLiveness(): PublicHandler {
  const body: Liveness = { status: "ok" };
  return async () => jsonAnswer(body);
}

/** A check that itself fails is a reason not to be ready, not a fault of the request. */
async function readinessOf(needs: ServiceNeeds): ReturnType<Application["readiness"]> {
  try {
    return await needs.readiness();
  } catch {
    return { ready: false, checks: { storage: "the check failed" } };
  }
}

function healthAnswer(needs: ServiceNeeds, { status, checks }: Pick<Health, "status" | "checks">): Answer {
  const body: Health = {
    status,
    version: needs.version,
    uptime_s: Math.round(needs.uptimeS() * 10) / 10,
    checks,
  };
  return status === "unavailable"
    ? jsonAnswer(body, { status: 503, headers: { "Retry-After": "2" } })
    : jsonAnswer(body);
}
