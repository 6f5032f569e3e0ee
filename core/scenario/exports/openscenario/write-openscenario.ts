import type { ScenarioFeed } from "../../../contract/types.ts";
import { driveOf, streetsOf } from "../../streets/drive-of.ts";
import { decimal, element, xmlDocument } from "../xml-text.ts";
import { egoVehicle } from "./ego-vehicle.ts";
import { storyboard } from "./storyboard.ts";
import { conditionSeries } from "./variable-changes.ts";

/**
 * ASAM OpenSCENARIO XML 1.3. The standard has no mounting pose of a sensor. The drift travels as parameters (how the
 * scenario was made), as variables that are set as time goes on (`drift_deg`, `tier`, `received`), and as properties of the
 * vehicle whose names begin with `plumbline:` (the sensors' poses). The roads are the OpenDRIVE file's, which is expected
 * beside this one.
 *
 * Of a logical scenario it declares the parameters with their limits and moves nothing: no formula of a drift can be
 * written in the standard's expressions. What they are drawn from is in a file of its own (write-parameters.ts).
 */
export function writeOpenScenario(feed: ScenarioFeed): string {
  const network = streetsOf(feed);
  const drive = driveOf(feed, network);
  return xmlDocument(
    element("OpenSCENARIO", {}, [
      fileHeader(feed),
      element("ParameterDeclarations", {}, parametersOf(feed)),
      ...(feed.level === "logical" ? [] : [element("VariableDeclarations", {}, variablesOf(feed))]),
      element("CatalogLocations", {}),
      element("RoadNetwork", {}, [element("LogicFile", { filepath: `${feed.scenario_id}.xodr` })]),
      element("Entities", {}, [egoVehicle(feed)]),
      storyboard(feed, network, drive),
    ]),
  );
}

function variablesOf(feed: ScenarioFeed): string[] {
  return [
    variable("drift_deg", "double", decimal(feed.parameters.trajectory.drift_deg[0] ?? 0)),
    variable("tier", "string", feed.parameters.initial_drift_state.tier),
    variable("received", "boolean", "true"),
    variable("event", "string", "none"),
    ...conditionSeries(feed).map(({ name, values }) => variable(name, "double", decimal(values[0]!))),
  ];
}

/** Core has no clock, and the same feed gives the same file: the date is that of what was measured, or none. */
const noDate = "1970-01-01T00:00:00Z";

export function fileHeader({
  scenario_id: id,
  scenario_type: type,
  generator,
  provenance,
}: ScenarioFeed): string {
  return element("FileHeader", {
    revMajor: 1,
    revMinor: 3,
    date: provenance.window?.from ?? noDate,
    author: `${generator.name} ${generator.version}`,
    description: `${id}: ${type}, ${provenance.kind}; frames after ISO 8855, sensors' poses in the vehicle's properties`,
  });
}

function parametersOf({
  seed,
  scenario_type: type,
  parameters: { drift_model: model },
}: ScenarioFeed): string[] {
  return [
    parameter("scenario_type", "string", type),
    parameter("seed", "unsignedInt", String(seed)),
    parameter("drift_moves", "string", model.moves),
    ...["x", "y", "z"].map((name, at) =>
      parameter(`drift_axis_${name}`, "double", decimal(model.axis[at] ?? 0)),
    ),
    ...Object.entries(model.params).map(([name, value]) =>
      parameter(`drift_${name}`, "double", decimal(value), limitsOf(model.distributions?.[name])),
    ),
  ];
}

/** Both hold at once: they are one group. */
function limitsOf(distribution: { readonly low: number; readonly high: number } | undefined): string[] {
  if (distribution === undefined) return [];
  const { low, high } = distribution;
  return [
    element("ConstraintGroup", {}, [
      element("ValueConstraint", { rule: "greaterOrEqual", value: decimal(low) }),
      element("ValueConstraint", { rule: "lessOrEqual", value: decimal(high) }),
    ]),
  ];
}

function parameter(
  name: string,
  parameterType: string,
  value: string,
  constraints: readonly string[] = [],
): string {
  return element("ParameterDeclaration", { name, parameterType, value }, constraints);
}

function variable(name: string, variableType: string, value: string): string {
  return element("VariableDeclaration", { name, variableType, value });
}
