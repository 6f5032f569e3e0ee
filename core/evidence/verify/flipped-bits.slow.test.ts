import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  bundle,
  check,
  frames,
  issued,
} from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { checkFrames } from "./check-frames.ts";

const { sha256 } = primitives;

/** Every bit takes a minute; without the variable one bit of every byte is tried. */
const everyBit = process.env["PLUMBLINE_EVERY_BIT"] === "1";

function bitsToFlip(bytes: Uint8Array): readonly number[] {
  const bits = Array.from({ length: bytes.length * 8 }, (_, bit) => bit);
  return everyBit ? bits : bits.filter((bit) => bit % 8 === Math.floor(bit / 8) % 8);
}

function flipped(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = bytes.slice();
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
}

test("no bit of a bundle can be flipped: not one is unauthenticated", { timeout: 300_000 }, () => {
  const accepted = bitsToFlip(issued.bytes).filter(
    (bit) => check({ bundle: flipped(issued.bytes, bit), frames: null }).verdict !== "invalid",
  );
  expect(accepted).toEqual([]);
});

test("no bit of a frames file can be flipped", () => {
  const core = bundle;
  const accepted = Array.from({ length: frames.bytes.length * 8 }, (_, bit) => bit).filter(
    (bit) => checkFrames(core, flipped(frames.bytes, bit), sha256).kind === "whole",
  );
  expect(accepted).toEqual([]);
  expect(check({ frames: flipped(frames.bytes, 1000) })).toMatchObject({ code: "E_FRAMES" });
});
