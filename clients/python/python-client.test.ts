import { countPytestCases } from "./run-pytest.ts";

await countPytestCases("not system");
