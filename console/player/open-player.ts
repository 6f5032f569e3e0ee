import { sensors as sensorKinds } from "../../core/sensors/sensor-lists.ts";
import { make } from "../verifier/make-element.ts";
import { exaggerations } from "../scene/shown-sensor.ts";
import { nats } from "../labels/quantities.ts";
import { tierLabel } from "../labels/tier-labels.ts";
import { reasonLabel } from "../labels/verdict-labels.ts";
import { describeStory } from "./story/describe-story.ts";
import { openMapView } from "./map-view.ts";
import { openTimeline } from "./timeline/open-timeline.ts";
import { advanced, faster, jumped, sought, stepped, toggled, type PlayClock } from "./play-clock.ts";
import { playerControls } from "./player-controls.ts";
import { playerViews, type PlayerChoice, type PlayerView } from "./player-choice.ts";
import { describeFrame, frameAt, quantity, sensorName, type PlayerFrame } from "./player-frame.ts";
import { openPoseView } from "./pose-view.ts";
import type { StageView } from "./stage-view.ts";
import type { Story } from "./story/story.ts";
import { openStreetView } from "./street-view.ts";

interface PlayerOptions {
  readonly story: Story;
  readonly choice: PlayerChoice;
  /** The reader chose something, or stopped at another moment: what an address keeps. */
  readonly onChoice: (choice: PlayerChoice) => void;
  /** Copies the address of this very moment. */
  readonly copyLink: () => void;
}

/** What a key does; the page that holds the player listens. */
export interface PlayerKey {
  readonly what: string;
  readonly act: () => void;
}

export interface Player {
  readonly keys: Readonly<Record<string, PlayerKey>>;
  close(): void;
}

/**
 * Plays one scenario. Numbers first: a frame is a function of the story and the moment, and everything on the screen is
 * drawn from the frame. Time goes on by the clock whether or not the pictures keep up.
 */
export function openPlayer(
  place: HTMLElement,
  { story, onChoice, copyLink, ...options }: PlayerOptions,
): Player {
  const { durationS, course, moments } = story;
  let choice = options.choice;
  let clock: PlayClock = {
    tS: Math.min(choice.tS, durationS),
    isPlaying: false,
    speed: choice.speed,
    isLooping: choice.isLooping,
  };
  let nextFrame = 0;
  let tickMs = 0;

  const says = describeStory(story);
  const stage = make("div", { class: "stage" });
  const factorMark = make("p", { class: "pose-factor" });
  const readout = make("p", { class: "readout" });
  const timeline = openTimeline(story, { says, onSeek: (tS) => setClock(sought(clock, tS, durationS)) });
  const controls = playerControls({
    story,
    onSeek: (tS) => setClock(sought(clock, tS, durationS)),
    act: (name) => actions[name](),
    choose: (changes) => setChoice({ ...choice, ...changes }),
  });
  const views: Partial<Record<PlayerView, StageView>> = {};
  const viewNow = (): StageView => (views[choice.view] ??= openView(choice.view));
  const openView = (view: PlayerView): StageView => {
    switch (view) {
      case "street":
        return openStreetView(story);
      case "map":
        return openMapView(story);
      case "pose":
        return openPoseView((viewpoint) => setChoice({ ...choice, viewpoint }));
    }
  };

  const draw = (): void => {
    const frame = frameAt(story, clock.tS);
    const view = viewNow();
    if (stage.firstElementChild !== view.element) stage.replaceChildren(view.element, factorMark);
    view.draw(frame, choice, clock.isPlaying);
    factorMark.textContent =
      choice.factor === 1 ? "drift drawn true to scale (×1)" : `drift drawn ×${choice.factor}`;
    readout.replaceChildren(...readoutParts(story, frame));
    timeline.showSensor(choice.sensor ?? story.lead);
    timeline.showTime(clock.tS);
    controls.show({ clock, choice, says: describeFrame(frame) });
    place.dataset["time"] = clock.tS.toFixed(2);
  };
  const tick = (nowMs: number): void => {
    const was = clock;
    clock = advanced(clock, (nowMs - tickMs) / 1000, durationS);
    tickMs = nowMs;
    draw();
    if (clock.isPlaying) nextFrame = requestAnimationFrame(tick);
    else if (was.isPlaying) tellChoice();
  };
  const setClock = (next: PlayClock): void => {
    const began = next.isPlaying && !clock.isPlaying;
    clock = next;
    if (!clock.isPlaying) {
      cancelAnimationFrame(nextFrame);
      draw();
      tellChoice();
    } else if (began) {
      tickMs = performance.now();
      nextFrame = requestAnimationFrame(tick);
    } else draw();
  };
  const setChoice = (next: PlayerChoice): void => {
    choice = next;
    clock = { ...clock, speed: next.speed, isLooping: next.isLooping };
    if (!clock.isPlaying) draw();
    tellChoice();
  };
  const tellChoice = (): void => {
    choice = { ...choice, tS: clock.tS };
    // The address of what runs is that of where it was stopped last.
    if (!clock.isPlaying) onChoice(choice);
  };

  const grid = { periodS: course.period_s, durationS };
  const among = { momentsS: moments.map(({ tS }) => tS), durationS };
  const actions = {
    play: () => setClock(toggled(clock, durationS)),
    back: () => setClock(stepped(clock, -1, grid)),
    ahead: () => setClock(stepped(clock, 1, grid)),
    eventBack: () => setClock(jumped(clock, -1, among)),
    eventAhead: () => setClock(jumped(clock, 1, among)),
    slower: () => setChoice({ ...choice, speed: faster(clock, -1).speed }),
    faster: () => setChoice({ ...choice, speed: faster(clock, 1).speed }),
    nextView: () => setChoice({ ...choice, view: following(playerViews, choice.view) }),
    map: () => setChoice({ ...choice, view: choice.view === "map" ? "street" : "map" }),
    exaggerate: () => setChoice({ ...choice, factor: following(exaggerations, choice.factor) }),
    sensor: () => setChoice({ ...choice, sensor: following([null, ...sensorKinds], choice.sensor) }),
    loop: () => setChoice({ ...choice, isLooping: !choice.isLooping }),
    copy: copyLink,
  };

  place.classList.add("player");
  place.append(
    stage,
    readout,
    controls.element,
    timeline.element,
    make("p", { class: "quiet timeline-legend" }, legend(story)),
  );
  draw();
  return {
    keys: {
      " ": { what: "Play or pause", act: actions.play },
      ArrowLeft: { what: "Frame before", act: actions.back },
      ArrowRight: { what: "Next frame", act: actions.ahead },
      "Shift+ArrowLeft": { what: "Event before", act: actions.eventBack },
      "Shift+ArrowRight": { what: "Next event", act: actions.eventAhead },
      ",": { what: "Slower", act: actions.slower },
      ".": { what: "Faster", act: actions.faster },
      m: { what: "Map or street", act: actions.map },
      v: { what: "Next view", act: actions.nextView },
      e: { what: "Exaggeration", act: actions.exaggerate },
      s: { what: "Next sensor", act: actions.sensor },
      l: { what: "Loop", act: actions.loop },
      c: { what: "Copy the link to this moment", act: actions.copy },
    },
    close() {
      cancelAnimationFrame(nextFrame);
      timeline.close();
      for (const view of Object.values(views)) view.close();
      place.replaceChildren();
      place.classList.remove("player");
    },
  };
}

function following<Item>(items: readonly Item[], item: Item): Item {
  return items[(items.indexOf(item) + 1) % items.length] ?? item;
}

/** What the scorer thinks of each sensor, the statistic and the tier. */
function readoutParts({ course }: Story, frame: PlayerFrame): readonly HTMLElement[] {
  const { word, tone } = tierLabel(frame.tier);
  const statistic =
    frame.statistic === null ? "no sign of a change" : `change, log ratio ${nats(frame.statistic)}`;
  return [
    ...frame.readings.map(({ id, kind, estimate }) =>
      make(
        "span",
        { class: "readout-part" },
        `${sensorName(id)} `,
        make("strong", {}, quantity(kind, estimate)),
      ),
    ),
    make("span", { class: "readout-part" }, `${statistic} (limit ${course.limit})`),
    make(
      "span",
      { class: `readout-part tone-${tone}` },
      make("strong", { class: "tier-word" }, word),
      `: ${reasonLabel(frame.reason)}`,
    ),
    ...(frame.isReceived ? [] : [make("span", { class: "readout-part" }, make("strong", {}, "no data"))]),
  ];
}

function legend({ course }: Story): string {
  const before = course.healthy_frames + course.initial_frames;
  return (
    "Thin: true value. Thick with its 95 % band: the scorer’s estimate. " +
    `Estimate, log likelihood ratio and tier come from scoring ${course.scoring_version}, run on frames made from the feed, one every ` +
    `${course.period_s} s, after ${before} frames before the beginning.`
  );
}
