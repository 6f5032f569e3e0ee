import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { problemCodes } from "../../core/contract/problems.ts";
import { writeContractTypes } from "./generate-contract.ts";

test("types of another contract are written anew, and those of today's are left alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-types-"));
  const file = join(folder, "contract.ts");
  try {
    writeFileSync(file, `// Written by generate-contract.ts; not to be changed by hand. ${"0".repeat(64)}\n`);
    expect(await writeContractTypes(folder)).toBe("written");
    expect(readdirSync(folder).toSorted()).toEqual(["contract.ts", "problem-codes.ts"]);
    expect(readFileSync(file, "utf8")).toContain("export type TelemetryFrame = ");
    const codes = readFileSync(join(folder, "problem-codes.ts"), "utf8");
    for (const code of Object.keys(problemCodes)) expect(codes).toContain(`  | "${code}"`);

    const { ino } = statSync(file);
    expect(await writeContractTypes(folder)).toBe("up to date");
    expect(statSync(file).ino).toBe(ino);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
