import { writeFileSync } from "node:fs";

import { renderSettingsPage } from "./settings-page.ts";

writeFileSync(new URL("../../docs/scoring-settings.md", import.meta.url), renderSettingsPage());
