import { countPytestCases, installedPackage } from "./run-pytest.ts";

await countPytestCases("system", `--ignore=${installedPackage}`);
