/**
 * What the engine's sources use beside plain TypeScript: WebAssembly's numbers and instructions under AssemblyScript's names.
 * The compiler knows them; under Node `../plain/plain-heart.ts` defines them, so that the same files run, step and are covered as
 * they stand. Only what is used is named.
 */

type f64 = number;
type f32 = number;
type i32 = number;
/** An address, in bytes. */
type usize = number;
/** Sixteen bytes as lanes. */
interface v128 {
  readonly lanes: never;
}

declare function f64(value: number): f64;
declare namespace f64 {
  function load(at: usize, offset?: usize): f64;
  function store(at: usize, value: f64, offset?: usize): void;
}
declare function f32(value: number): f32;
declare namespace f32 {
  function load(at: usize, offset?: usize): f32;
  function store(at: usize, value: f32, offset?: usize): void;
}
declare function i32(value: number): i32;
declare namespace i32 {
  function load(at: usize, offset?: usize): i32;
  function store(at: usize, value: i32, offset?: usize): void;
}
declare function usize(value: number): usize;

declare namespace v128 {
  function load(at: usize): v128;
  function store(at: usize, value: v128): void;
  function and(a: v128, b: v128): v128;
  function or(a: v128, b: v128): v128;
}
declare namespace f32x4 {
  function splat(value: f32): v128;
  function add(a: v128, b: v128): v128;
  function sub(a: v128, b: v128): v128;
  function mul(a: v128, b: v128): v128;
  function abs(a: v128): v128;
  function pmin(a: v128, b: v128): v128;
  function pmax(a: v128, b: v128): v128;
  function gt(a: v128, b: v128): v128;
  function ge(a: v128, b: v128): v128;
}
declare namespace i32x4 {
  function splat(value: i32): v128;
  function shl(a: v128, places: i32): v128;
  function shr_u(a: v128, places: i32): v128;
  function bitmask(a: v128): i32;
}
declare namespace memory {
  function copy(to: usize, from: usize, bytes: usize): void;
  function fill(at: usize, value: number, bytes: usize): void;
}
