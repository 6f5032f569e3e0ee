import { keyName } from "../frame/key-name.ts";
import { scenarioElementId, type CarriedScenario } from "../../core/scenario/course/carry-scenario.ts";
import { make } from "../verifier/make-element.ts";
import { describeStory } from "./story/describe-story.ts";
import { openPlayer, type PlayerKey } from "./open-player.ts";
import { playFromQuery, queryOfPlay } from "./player-choice.ts";
import { scenarioLabel } from "../labels/scenario-labels.ts";
import { tellStory } from "./story/story.ts";

const page = document.querySelector<HTMLElement>("#player-page");
if (page === null) throw new Error("player.html has no element with the id player-page");
const carried = document.querySelector(`#${scenarioElementId}`)?.textContent;
if (carried === undefined) {
  page.append(
    make("h1", {}, "Scenario player"),
    make(
      "p",
      {},
      "This page carries no scenario. ",
      make("code", {}, "plumbline scenario --html FILE"),
      " writes one that does, and so does the button on a scenario’s page.",
    ),
  );
} else {
  play(page, JSON.parse(carried) as CarriedScenario);
}

/** The moment stands behind the `#`, which asks for nothing: the page stays one file. */
function play(page: HTMLElement, { feed, course }: CarriedScenario): void {
  const story = tellStory(feed, course);
  const { name, what } = scenarioLabel(feed.scenario_type);
  document.title = `${name} · Scenario player`;
  const place = make("div", {});
  page.append(
    make("h1", {}, name, " ", make("span", { class: "quiet" }, `seed ${feed.seed} · ${feed.scenario_id}`)),
    make("p", {}, `${what} ${describeStory(story)}`),
    place,
  );
  const player = openPlayer(place, {
    story,
    choice: playFromQuery(new URLSearchParams(window.location.hash.slice(1))),
    onChoice: (choice) => {
      const query = new URLSearchParams(queryOfPlay(choice)).toString();
      window.history.replaceState(null, "", query === "" ? window.location.pathname : `#${query}`);
    },
    copyLink: () => void navigator.clipboard.writeText(window.location.href),
  });
  listenToKeys(player.keys);
}

/** The player's keys on a page that has no others. */
function listenToKeys(keys: Readonly<Record<string, PlayerKey>>): void {
  window.addEventListener("keydown", (event) => {
    const key = keys[keyName(event)];
    if (key === undefined || isForSomethingElse(event)) return;
    event.preventDefault();
    key.act();
  });
}

function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  // A button is pressed by the same keys, and a slider is moved by its own.
  if (target.matches("button")) return /^( |Enter)$/.test(event.key);
  return target.matches("input") && /^(Arrow|Home|End|Page)/.test(event.key);
}
