import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { problemCodes } from "../../core/contract/problems.ts";
import { writeContractTypes } from "./generate-contract.ts";

test("types are written once for a contract, whole where two write at once, and anew where they are of another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-types-"));
  const file = join(folder, "contract.ts");
  try {
    await Promise.all([writeContractTypes(folder), writeContractTypes(folder)]);
    expect(readdirSync(folder).toSorted()).toEqual(["contract.ts", "problem-codes.ts"]);
    const written = readFileSync(file, "utf8");
    expect(written).toContain("export type TelemetryFrame = ");
    const codes = readFileSync(join(folder, "problem-codes.ts"), "utf8");
    for (const code of Object.keys(problemCodes)) expect(codes).toContain(`  | "${code}"`);

    const { ino } = statSync(file);
    expect(await writeContractTypes(folder)).toBe("up to date");
    expect(statSync(file).ino).toBe(ino);

    writeFileSync(file, written.replace(/[0-9a-f]{64}/u, "0".repeat(64)));
    expect(await writeContractTypes(folder)).toBe("written");
    expect(readFileSync(file, "utf8")).toBe(written);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
