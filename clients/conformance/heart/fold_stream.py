"""Folds the stream of fold-stream.ts by the engine in wasmtime, within bounds of memory and steps.

    python3 clients/conformance/heart/fold_stream.py HEART_WASM BLOCKS    prints the two digests
    python3 clients/conformance/heart/fold_stream.py MODULE               prints why a module is refused

Needs wasmtime (clients/python/requirements.txt).
"""

import ctypes
import hashlib
import json
import struct
import sys
from pathlib import Path

import wasmtime

MEBIBYTES = 16
# Instructions of each call: a block of five channels and all noise models takes up to 450,000.
FUEL = 10_000_000

FREE_MEMORY = 65_536
GAPS_SECONDS = (1.0, 60.0, 600.0, 14_400.0)
DROP_AFTER = (75.0, 200.0, 500.0, 2000.0)
CHANNELS = 3
UNJUDGED = 50
BANK_BYTES = 131_072


class RefusedError(Exception):
    """A module that is not run, or not to its end; the message is the reason."""


class Engine:
    """A module that imports nothing, in a store of its own."""

    def __init__(self, module_bytes):
        config = wasmtime.Config()
        config.consume_fuel = True
        config.wasm_relaxed_simd = False
        engine = wasmtime.Engine(config)
        self.store = wasmtime.Store(engine)
        self.store.set_limits(memory_size=MEBIBYTES << 20, table_elements=0, memories=1)
        try:
            module = wasmtime.Module(engine, module_bytes)
        except wasmtime.WasmtimeError as fault:
            raise RefusedError("not-a-module") from fault
        if module.imports:
            raise RefusedError("imports")
        self.store.set_fuel(FUEL)
        try:
            instance = wasmtime.Instance(self.store, module, [])
        except wasmtime.Trap as trap:
            raise self._stopped() from trap
        except wasmtime.WasmtimeError as fault:
            raise RefusedError("memory") from fault
        self.exports = instance.exports(self.store)

    def call(self, name, *numbers):
        self.store.set_fuel(FUEL)
        try:
            return self.exports[name](self.store, *numbers)
        except wasmtime.Trap as trap:
            raise self._stopped() from trap

    def _stopped(self):
        return RefusedError("steps" if self.store.get_fuel() == 0 else "trap")

    def memory(self):
        """All of the memory that is allowed, as bytes that can be written."""
        memory = self.exports["memory"]
        pages = MEBIBYTES * 16
        memory.grow(self.store, pages - memory.size(self.store))
        start = ctypes.addressof(memory.data_ptr(self.store).contents)
        return memoryview((ctypes.c_ubyte * (pages << 16)).from_address(start)).cast("B")


class Draw:
    def __init__(self):
        self.state = 2_463_534_242

    def uniform(self):
        """0 to 1: Marsaglia's xorshift of 32 bits (2003)."""
        state = self.state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self.state = state
        return state / 4_294_967_296

    def normal(self):
        """Variance 1, nearly normal: the sum of four."""
        total = self.uniform() + self.uniform() + self.uniform() + self.uniform()
        return (total - 2) * 1.7320508075688772


class Vehicle:
    def __init__(self, gap, bank):
        self.gap, self.bank = gap, bank
        self.time = self.wander = self.session = 0.0

    def next(self, block, draw):
        late = draw.uniform() < 0.0625
        self.time += self.gap * (1 + 7 * draw.uniform()) if late else self.gap
        if block % 250 == 249:
            self.time += 20_000
            self.session = draw.normal()
        knock = 12 if draw.uniform() < 0.00390625 else 0
        step = 3 if block % 4000 >= 3000 else 0
        white = 0.5 * draw.normal() + knock
        self.wander = 0.98 * self.wander + 0.2 * draw.normal()
        wandering = self.wander + 0.3 * draw.normal() + step
        return white, wandering, self.session + 0.3 * draw.normal()


def fold_stream(engine, blocks):
    memory = engine.memory()
    vehicles = [Vehicle(gap, FREE_MEMORY + BANK_BYTES * (at + 1)) for at, gap in enumerate(GAPS_SECONDS)]
    for vehicle, drop_after in zip(vehicles, DROP_AFTER, strict=True):
        engine.call("sowBank", vehicle.bank, CHANNELS, 0.8, vehicle.gap)
        engine.call("limitBank", vehicle.bank, 2.5, drop_after)
    struct.pack_into("<3d", memory, FREE_MEMORY + 128, 0.0, 0.25, 0.0)
    draw, statistics = Draw(), hashlib.sha256()
    for at in range(blocks):
        vehicle, block = vehicles[at % 4], at // 4
        struct.pack_into("<3d", memory, FREE_MEMORY, *vehicle.next(block, draw))
        engine.call("foldBlock", vehicle.bank, vehicle.time, float(block), FREE_MEMORY, 0 if block < UNJUDGED else 1)
        if block >= UNJUDGED:
            statistics.update(memory[FREE_MEMORY + 256 : FREE_MEMORY + 256 + 8 * CHANNELS])
    states = hashlib.sha256()
    for vehicle in vehicles:
        states.update(memory[vehicle.bank : vehicle.bank + engine.call("bankBytes", vehicle.bank)])
    return {"states": states.hexdigest(), "statistics": statistics.hexdigest()}


def main():
    try:
        engine = Engine(Path(sys.argv[1]).read_bytes())
        printed = fold_stream(engine, int(sys.argv[2])) if len(sys.argv) > 2 else engine.call("run")
    except RefusedError as refused:
        printed = {"refused": str(refused)}
    print(json.dumps(printed))


if __name__ == "__main__":
    main()
