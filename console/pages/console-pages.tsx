import type { ComponentType } from "react";
import type { ConsolePageName } from "../../core/contract/console-addresses.ts";
import type { Scope } from "../../core/contract/api-key.ts";
import type { NavigationItem } from "../frame/navigation-item.ts";
import { analyticsViewOf } from "./analytics/analytics-view.ts";
import { addressOf, type PageRoute } from "../frame/route.ts";
import { vehicleViewOf } from "./vehicle/vehicle-view.ts";

/** One page: what its window is called, and what shows it. */
export interface ConsolePage {
  title(route: PageRoute): string;
  /** The scope without which a key sees nothing on it. */
  readonly needs: Scope;
  /** Where it is offered on every page. */
  readonly offered?: Omit<NavigationItem, "address" | "scope">;
  /** The page this one is a part of; Esc leads there. */
  above?(route: PageRoute): string;
  /** A page that differs in this is another one: it begins anew. */
  identity?(route: PageRoute): string;
  /** The component of the page, which is loaded when it is asked for: nobody waits for the others' code. */
  load(): Promise<ComponentType<PageRoute>>;
}

const toVehicle = ({ parts }: PageRoute) => addressOf("vehicle", { vehicle_id: parts["vehicle_id"]! });

/** Every page of the console, by the name of its address. */
export const consolePages: Readonly<Record<ConsolePageName, ConsolePage>> = {
  fleet: {
    title: () => "Fleet",
    needs: "fleet:read",
    offered: { label: "Fleet", key: "f" },
    load: async () => {
      const { FleetPage } = await import("./fleet/fleet-page.tsx");
      return FleetPage;
    },
  },
  vehicle: {
    title: ({ parts }) => parts["vehicle_id"]!,
    needs: "fleet:read",
    above: () => addressOf("fleet"),
    identity: ({ parts }) => parts["vehicle_id"]!,
    load: async () => {
      const { VehiclePage } = await import("./vehicle/vehicle-page.tsx");
      return ({ parts, query }) => (
        <VehiclePage vehicleId={parts["vehicle_id"]!} view={vehicleViewOf(query)} />
      );
    },
  },
  sensor: {
    title: ({ parts }) => `${parts["sensor"]} of ${parts["vehicle_id"]}`,
    needs: "fleet:read",
    above: toVehicle,
    identity: ({ parts }) => `${parts["vehicle_id"]} ${parts["sensor"]}`,
    load: async () => {
      const { SensorPage } = await import("./sensor/sensor-page.tsx");
      return ({ parts, query }) => (
        <SensorPage vehicleId={parts["vehicle_id"]!} sensor={parts["sensor"]!} view={vehicleViewOf(query)} />
      );
    },
  },
  evidenceList: {
    title: () => "Evidence",
    needs: "evidence:read",
    offered: { label: "Evidence", key: "e" },
    load: async () => {
      const { EvidenceListPage } = await import("./evidence/evidence-list-page.tsx");
      return EvidenceListPage;
    },
  },
  evidence: {
    title: ({ parts }) => parts["event_id"]!,
    needs: "evidence:read",
    above: () => addressOf("evidenceList"),
    identity: ({ parts }) => parts["event_id"]!,
    load: async () => {
      const { EvidencePage } = await import("./evidence/evidence-page.tsx");
      return ({ parts }) => <EvidencePage eventId={parts["event_id"]!} />;
    },
  },
  pose: {
    title: ({ parts }) => `Sensor poses of ${parts["vehicle_id"]!}`,
    needs: "fleet:read",
    above: toVehicle,
    identity: ({ parts }) => parts["vehicle_id"]!,
    load: async () => {
      const { PosePage } = await import("./pose/pose-page.tsx");
      return ({ parts, query }) => <PosePage vehicleId={parts["vehicle_id"]!} query={query} />;
    },
  },
  scenarios: {
    title: () => "Scenarios",
    needs: "risk:write",
    offered: { label: "Scenarios", key: "c" },
    load: async () => {
      const { ScenariosPage } = await import("./scenarios/scenarios-page.tsx");
      return ({ query }) => <ScenariosPage query={query} />;
    },
  },
  scenario: {
    title: ({ parts }) => `Scenario ${parts["scenario_id"]!}`,
    needs: "risk:write",
    above: () => addressOf("scenarios"),
    identity: ({ parts }) => parts["scenario_id"]!,
    load: async () => {
      const { ScenarioPage } = await import("./scenarios/scenario-page.tsx");
      return ({ parts, query }) => <ScenarioPage scenarioId={parts["scenario_id"]!} query={query} />;
    },
  },
  analytics: {
    title: () => "Analytics",
    needs: "fleet:read",
    offered: { label: "Analytics", key: "a" },
    load: async () => {
      const { AnalyticsPage } = await import("./analytics/analytics-page.tsx");
      return ({ query }) => <AnalyticsPage view={analyticsViewOf(query)} />;
    },
  },
  whatIf: {
    title: () => "Threshold simulator",
    needs: "fleet:read",
    above: () => addressOf("analytics"),
    load: async () => {
      const [{ WhatIfPage }, { textsOf }] = await Promise.all([
        import("./what-if/what-if-page.tsx"),
        import("./what-if/setting-texts.ts"),
      ]);
      return ({ query }) => <WhatIfPage texts={textsOf(query)} />;
    },
  },
  status: {
    title: () => "Status",
    needs: "fleet:read",
    offered: { label: "Status", key: "s" },
    load: async () => {
      const { StatusPage } = await import("./status/status-page.tsx");
      return StatusPage;
    },
  },
};
