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
  ].map(file),
  upgrades: [],
};
