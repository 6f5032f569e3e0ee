import { REORDERING_WINDOW } from "./memory.ts";

/**
 * The clock of one sensor. Sensors may be sent one after another, so each has a newest time of its own. Times are seconds; all
 * zero before the first reading.
 */
export const CLOCK_BYTES: usize = 40;
/** The newest time that a second reading confirms. */
const NEWEST: usize = 0;
/** A time that none confirms: of a reading ahead of the newest, or the latest of a run of late ones; the newest where neither is. */
const APART: usize = 8;
/** Late readings in a row, and all of them. */
const LATE_RUN: usize = 16;
const LATE: usize = 24;
/** 0 before the first reading, 1 with one that none confirms, 2 once there is a newest time. */
const STAGE: usize = 32;

const USUAL_WINDOW: f64 = 600;
const LATE_UNTIL_UNJUDGED: f64 = 10;
const LATE_UNTIL_NEW_CLOCK: f64 = 20;

/** Lays the usual window; called once an instance of the engine. */
export function layClock(): void {
  setReorderingWindow(USUAL_WINDOW);
}
/** A reading older than its sensor's newest by more than so many seconds is late. */
export function setReorderingWindow(seconds: f64): void {
  f64.store(REORDERING_WINDOW, seconds);
}
export function reorderingWindow(): f64 {
  return f64.load(REORDERING_WINDOW);
}

/**
 * Takes in the time of a reading; 1 where it is late. One alone ahead of all others is in time and moves no clock until a second
 * confirms it: neither an hour of imported history nor a clock that was wrong once makes later readings late.
 */
export function followClock(at: usize, time: f64): i32 {
  const window: f64 = f64.load(REORDERING_WINDOW);
  const newest: f64 = newestOf(at);
  if (time < newest - window) return followLate(at, time);
  const apart: f64 = f64.load(at, STAGE) === 0 ? -Infinity : f64.load(at, APART);
  f64.store(at, 0, LATE_RUN);
  if (time <= newest + window) {
    setNewest(at, Math.max(newest, time));
  } else if (apart > newest && time >= apart - window) {
    setNewest(at, time > apart + window ? apart : Math.max(apart, time));
    if (time > apart + window) f64.store(at, time, APART);
  } else {
    f64.store(at, time, APART);
    f64.store(at, Math.max(1, f64.load(at, STAGE)), STAGE);
  }
  return 0;
}
function setNewest(at: usize, time: f64): void {
  f64.store(at, time, NEWEST);
  f64.store(at, time, APART);
  f64.store(at, 2, STAGE);
}

/**
 * A clock that was set back and has gone on from there for so many readings is the sensor's. What is sent newest first goes
 * further back with every reading, and is none.
 */
function followLate(at: usize, time: f64): i32 {
  const run: f64 = f64.load(at, LATE_RUN) + 1;
  const latest: f64 = run === 1 ? time : Math.max(f64.load(at, APART), time);
  if (run >= LATE_UNTIL_NEW_CLOCK && time === latest) {
    setNewest(at, time);
    f64.store(at, 0, LATE_RUN);
    return 0;
  }
  f64.store(at, latest, APART);
  f64.store(at, run, LATE_RUN);
  f64.store(at, f64.load(at, LATE) + 1, LATE);
  return 1;
}

/** −∞ while no second reading has confirmed a time. */
export function newestOf(at: usize): f64 {
  return f64.load(at, STAGE) < 2 ? -Infinity : f64.load(at, NEWEST);
}
export function lateRun(at: usize): f64 {
  return f64.load(at, LATE_RUN);
}
export function lateReadings(at: usize): f64 {
  return f64.load(at, LATE);
}
/** Whether so many readings in a row were late that nobody knows how the sensor stands. */
export function isUnjudged(at: usize): i32 {
  return f64.load(at, LATE_RUN) >= LATE_UNTIL_UNJUDGED ? 1 : 0;
}
