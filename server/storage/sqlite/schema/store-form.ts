import { sensorKinds } from "../../../../core/sensors/kinds.ts";
import type { DatabaseForm } from "./database-form.ts";

const file = (name: string): URL => new URL(name, import.meta.url);

/** The embedded store, plumbline.db. */
export const storeForm: DatabaseForm = {
  applicationId: 0x506c_6d62, // "Plmb"
  tables: [
    "vehicle.sql",
    "journal.sql",
    "evidence.sql",
    "log.sql",
    "work.sql",
    "event.sql",
    "scenario.sql",
    "access.sql",
    "usage.sql",
    "deferral.sql",
    "row-change.sql",
  ].map(file),
  upgrades: [],
  figures: { table: "vehicle", columns: sensorKinds.map(({ drift }) => drift.member) },
};
