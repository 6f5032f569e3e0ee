import type { ScenarioFeed } from "../../../contract/types.ts";
import type { StreetNetwork } from "../../streets/generate-streets.ts";
import type { Drive, Leg } from "../../streets/plan-drive.ts";
import { decimal, element } from "../xml-text.ts";
import { type VariableChange, mostSteps, variableChanges } from "./variable-changes.ts";

/** Init puts the car on its way; one act sets the variables and lets the car follow its speeds, until the scenario's end. */
export function storyboard(feed: ScenarioFeed, network: StreetNetwork, drive: Drive): string {
  const { visualizer } = feed.parameters;
  return element("Storyboard", {}, [
    element("Init", {}, [element("Actions", {}, [environmentOf(feed), egoStart(network, drive)])]),
    element("Story", { name: "drift" }, [
      element("Act", { name: "drift" }, [
        ...(feed.level === "logical" ? [] : [maneuver("drift", [], variableChanges(feed).map(changeEvent))]),
        maneuver("drive", ["ego"], [speedEvent(drive, visualizer.duration_s)]),
        element("StartTrigger", {}, [atTime("act begins", 0)]),
      ]),
    ]),
    element("StopTrigger", {}, [atTime("scenario ends", visualizer.duration_s)]),
  ]);
}

function maneuver(name: string, actors: readonly string[], events: readonly string[]): string {
  const entities = actors.map((entityRef) => element("EntityRef", { entityRef }));
  return element("ManeuverGroup", { name, maximumExecutionCount: 1 }, [
    element("Actors", { selectTriggeringEntities: "false" }, entities),
    element("Maneuver", { name }, events),
  ]);
}

/** Slower in bends, as the drive of all other exports. */
function speedEvent({ speedAt }: Drive, durationS: number): string {
  const stepS = Math.max(0.5, durationS / mostSteps);
  const count = Math.ceil(durationS / stepS);
  const entries = Array.from({ length: count + 1 }, (_, at) =>
    element("SpeedProfileEntry", {
      speed: decimal(speedAt(at * stepS)),
      time: at === 0 ? 0 : decimal(stepS),
    }),
  );
  return element("Event", { name: "speed", priority: "parallel", maximumExecutionCount: 1 }, [
    element("Action", { name: "follow the speed profile" }, [
      privateAction(
        element("LongitudinalAction", {}, [
          element("SpeedProfileAction", { followingMode: "position" }, entries),
        ]),
      ),
    ]),
    element("StartTrigger", {}, [atTime("drive begins", 0)]),
  ]);
}

function changeEvent({ tS, variable: name, value }: VariableChange, at: number): string {
  return element("Event", { name: `change ${at}`, priority: "parallel", maximumExecutionCount: 1 }, [
    element("Action", { name: `set ${name} ${at}` }, [
      element("GlobalAction", {}, [
        element("VariableAction", { variableRef: name }, [element("SetAction", { value })]),
      ]),
    ]),
    element("StartTrigger", {}, [atTime(`at ${decimal(tS)} s`, tS)]),
  ]);
}

function atTime(name: string, tS: number): string {
  return element("ConditionGroup", {}, [
    element("Condition", { name, delay: 0, conditionEdge: "none" }, [
      element("ByValueCondition", {}, [
        element("SimulationTimeCondition", { value: decimal(tS), rule: "greaterOrEqual" }),
      ]),
    ]),
  ]);
}

/** On level ground, with the sun overhead. */
const clearSkyLux = 100_000;

function environmentOf({ parameters: { environment } }: ScenarioFeed): string {
  const elevationRad = (environment.sun_elev_deg * Math.PI) / 180;
  const isWet = environment.rain_mm_h > 0;
  return element("GlobalAction", {}, [
    element("EnvironmentAction", {}, [
      element("Environment", { name: "environment" }, [
        element("Weather", { temperature: decimal(environment.ambient_c + 273.15) }, [
          element("Sun", {
            azimuth: 0,
            elevation: decimal(elevationRad),
            illuminance: decimal(clearSkyLux * Math.max(0, Math.sin(elevationRad))),
          }),
          element("Precipitation", {
            precipitationType: isWet ? "rain" : "dry",
            precipitationIntensity: decimal(environment.rain_mm_h),
          }),
        ]),
        element("RoadCondition", { frictionScaleFactor: isWet ? 0.7 : 1, wetness: isWet ? "moist" : "dry" }),
      ]),
    ]),
  ]);
}

function egoStart(network: StreetNetwork, { legs, speedAt }: Drive): string {
  const lane = ({ street, lane: laneId }: Leg, share: number) => {
    const { lengthM } = network.streets.find(({ id }) => id === street)!.line;
    return element("LanePosition", {
      roadId: street,
      laneId,
      s: decimal(lengthM * (laneId < 0 ? share : 1 - share)),
      offset: 0,
    });
  };
  const waypoints = legs.map((leg, at) =>
    element("Waypoint", { routeStrategy: "shortest" }, [
      element("Position", {}, [lane(leg, at === 0 ? 0.01 : 0.5)]),
    ]),
  );
  return element("Private", { entityRef: "ego" }, [
    privateAction(element("TeleportAction", {}, [element("Position", {}, [lane(legs[0]!, 0.01)])])),
    privateAction(
      element("LongitudinalAction", {}, [
        element("SpeedAction", {}, [
          element("SpeedActionDynamics", { dynamicsShape: "step", dynamicsDimension: "time", value: 0 }),
          element("SpeedActionTarget", {}, [element("AbsoluteTargetSpeed", { value: decimal(speedAt(0)) })]),
        ]),
      ]),
    ),
    privateAction(
      element("RoutingAction", {}, [
        element("AssignRouteAction", {}, [element("Route", { name: "drive", closed: "false" }, waypoints)]),
      ]),
    ),
  ]);
}

function privateAction(action: string): string {
  return element("PrivateAction", {}, [action]);
}
