import { carriedFiles } from "./carried-files.ts";
import { startVerifier } from "./start-verifier.ts";

const place = document.querySelector<HTMLElement>("#verifier");
if (place === null) throw new Error("verify.html has no element with the id verifier");
startVerifier(place, carriedFiles(document));
