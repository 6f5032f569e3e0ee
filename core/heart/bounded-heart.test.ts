import { describe, expect, test } from "vitest";

import { openBoundedHeart, type HeartRefusal } from "./bounded-heart.ts";
import {
  compiledBytes,
  compiledHeart,
  moduleOf,
  normals,
  refusedModules,
  TestBank,
} from "./heart-for-tests.ts";
import { type Heart, openHeart } from "./open-heart.ts";

const limits = { mebibytes: 16, steps: 10_000_000 };

/** Opens a module and calls what it exports as `run`; why that was refused, or null. */
async function refusalOf(bytes: Uint8Array<ArrayBuffer>): Promise<HeartRefusal | null> {
  try {
    const heart = await openBoundedHeart(bytes, limits);
    (heart as unknown as { readonly run: () => void }).run();
    return null;
  } catch (fault) {
    return (fault as { readonly reason: HeartRefusal }).reason;
  }
}

describe("a module that nobody vouches for", () => {
  test.each(refusedModules)("$name: $reason", async ({ bytes, reason }) => {
    expect(await refusalOf(bytes)).toBe(reason);
  });

  test("runs where it keeps to what is allowed", async () => {
    expect(await refusalOf(moduleOf({ code: [[0x01]] }))).toBe(null);
  });

  test("is refused at any length that it is cut to", async () => {
    const whole = moduleOf({ code: [[0x01]] });
    for (let length = 0; length < whole.length; length += 1) {
      expect(await refusalOf(whole.slice(0, length))).not.toBe(null);
    }
  });

  test("pays for each byte that an instruction fills", async () => {
    // for ever: memory[0] += 1; fill 60,000 bytes from 16 on
    const count = [0x41, 0, 0x41, 0, 0x28, 2, 0, 0x41, 1, 0x6a, 0x36, 2, 0];
    const fill = [0x41, 16, 0x41, 0, 0x41, 0xe0, 0xd4, 0x03, 0xfc, 11, 0];
    const bytes = moduleOf({ code: [[0x03, 0x40, ...count, ...fill, 0x0c, 0, 0x0b]] });
    const heart = await openBoundedHeart(bytes, { mebibytes: 16, steps: 100_000 });
    expect(() => {
      (heart as unknown as { readonly run: () => void }).run();
    }).toThrow("steps");
    const rounds = new DataView(heart.memory.buffer).getInt32(0, true);
    expect(rounds).toBeGreaterThan(20);
    expect(rounds).toBeLessThanOrEqual(27);
  });
});

const bitsAfter = (heart: Heart, blocks: number) => {
  const normal = normals(5);
  const bank = new TestBank(heart, 2, 60);
  const statistics = Array.from({ length: blocks }, (_, i) =>
    bank.fold(60 * i, [normal(), normal() + (i > 700 ? 3 : 0)], i >= 50),
  );
  return JSON.stringify([statistics, Buffer.from(bank.bytes()).toString("base64")]);
};

test("the engine with its steps counted gives the same bits", async () => {
  expect(bitsAfter(await openBoundedHeart(compiledBytes, limits), 1000)).toBe(
    bitsAfter(compiledHeart(), 1000),
  );
});

test("the engine with any byte changed is refused, stopped, or gives the bits that it gives unbounded", async () => {
  const normal = normals(34);
  let ran = 0;
  for (let i = 0; i < 200; i += 1) {
    const bent = compiledBytes.slice();
    bent[Math.floor(Math.abs(normal()) * 4000) % bent.length]! ^= 1 << (i % 8);
    let bits: string;
    try {
      bits = bitsAfter(await openBoundedHeart(bent, { mebibytes: 1, steps: 3_000_000 }), 60);
    } catch {
      continue;
    }
    ran += 1;
    expect(bits).toBe(bitsAfter(openHeart(new WebAssembly.Module(bent), 1), 60));
  }
  expect(ran).toBeGreaterThan(20);
});

test("the engine is stopped where it may take fewer steps than it needs", async () => {
  const opened = openBoundedHeart(compiledBytes, { mebibytes: 16, steps: 1000 });
  await expect(opened).rejects.toMatchObject({ reason: "steps" });
});
