import type { Plugin } from "vite";

/**
 * TypeBox tries at its start whether it may make functions of text. The console's policy forbids that, and the browser
 * reports each attempt: here it does not try, and checks schemas without.
 */
export function withoutEvaluation(): Plugin {
  return {
    name: "plumbline-without-evaluation",
    enforce: "pre",
    transform: (_code, id) =>
      id.replaceAll("\\", "/").endsWith("/typebox/build/system/environment/evaluate.mjs") ? standIn : null,
  };
}

const standIn = `
export function CanEvaluate() {
  return false;
}
export function Evaluate() {
  throw new Error("this page makes no functions of text");
}
`;
