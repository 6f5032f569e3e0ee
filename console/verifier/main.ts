import { carriedScorers } from "./carried-scorers.ts";
import { carriedFiles } from "./given-file.ts";
import { showReading } from "./show-verdict.ts";
import { startVerifier } from "./start-verifier.ts";

const place = document.querySelector<HTMLElement>("#verifier");
if (place === null) throw new Error("verify.html has no element with the id verifier");
// No verdict before the scorers are there; whoever waits for one sees that it is coming.
place.replaceChildren(showReading());
place.dataset["verdict"] = "reading";
await carriedScorers.openAll();
startVerifier(place, { carried: carriedFiles(document), rescore: carriedScorers.rescore });
