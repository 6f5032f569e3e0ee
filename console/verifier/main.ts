import { carriedFiles } from "./carried-files.ts";
import { carriedScorers } from "./carried-scorers.ts";
import { startVerifier } from "./start-verifier.ts";

const place = document.querySelector<HTMLElement>("#verifier");
if (place === null) throw new Error("verify.html has no element with the id verifier");
await carriedScorers.openAll();
startVerifier(place, { carried: carriedFiles(document), rescore: carriedScorers.rescore });
