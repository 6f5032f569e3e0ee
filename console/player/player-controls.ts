import { kindOf, sensors as sensorKinds } from "../../core/sensors/sensor-lists.ts";
import { make } from "../verifier/make-element.ts";
import { iconButton } from "../scene/icon-button.ts";
import { group, plainButton } from "../scene/pose-controls.ts";
import { exaggerations } from "../scene/shown-sensor.ts";
import { speeds, type PlayClock } from "./play-clock.ts";
import { playerViews, type PlayerChoice, type PlayerView } from "./player-choice.ts";
import type { Story } from "./story/story.ts";

type ActionName = "play" | "back" | "ahead" | "eventBack" | "eventAhead" | "copy";

interface PlayerControlsOptions {
  readonly story: Story;
  readonly onSeek: (tS: number) => void;
  readonly act: (name: ActionName) => void;
  readonly choose: (changes: Partial<PlayerChoice>) => void;
}

interface Shown {
  readonly clock: PlayClock;
  readonly choice: PlayerChoice;
  /** The moment in words. */
  readonly says: string;
}

/** A button for everything a key or a drag does. */
export function playerControls({ story, onSeek, act, choose }: PlayerControlsOptions): {
  readonly element: HTMLElement;
  readonly show: (shown: Shown) => void;
} {
  const pressed: { readonly button: HTMLButtonElement; readonly isPressed: (shown: Shown) => boolean }[] = [];
  const toggle = (
    label: string,
    changes: () => Partial<PlayerChoice>,
    isPressed: (shown: Shown) => boolean,
  ) => {
    const button = plainButton(label, () => choose(changes()));
    pressed.push({ button, isPressed });
    return button;
  };
  let isLooping = false;
  const play = plainButton("Play", () => act("play"));
  play.classList.add("button-play");
  const clockMark = make("span", { class: "clock" });
  const slider = make("input", {
    type: "range",
    class: "seek",
    min: "0",
    max: `${story.durationS}`,
    step: `${story.course.period_s}`,
    "aria-label": "Moment of the scenario",
  });
  slider.addEventListener("input", () => onSeek(Number(slider.value)));

  const element = make(
    "div",
    { class: "player-controls" },
    make(
      "div",
      { class: "pose-group", role: "group", "aria-label": "Play" },
      iconButton(icons.eventBack, { label: "Event before", onPress: () => act("eventBack") }),
      iconButton(icons.back, { label: "Frame before", onPress: () => act("back") }),
      play,
      iconButton(icons.ahead, { label: "Next frame", onPress: () => act("ahead") }),
      iconButton(icons.eventAhead, { label: "Next event", onPress: () => act("eventAhead") }),
      clockMark,
    ),
    slider,
    group(
      "Speed",
      speeds.map((speed) =>
        toggle(
          `${speed}×`,
          () => ({ speed }),
          ({ clock }) => clock.speed === speed,
        ),
      ),
    ),
    group("Repeat", [
      toggle(
        "Loop",
        () => ({ isLooping: !isLooping }),
        ({ clock }) => clock.isLooping,
      ),
    ]),
    group(
      "View",
      playerViews.map((view) =>
        toggle(
          viewLabels[view],
          () => ({ view }),
          ({ choice }) => choice.view === view,
        ),
      ),
    ),
    group(
      "Drift drawn",
      exaggerations.map((factor) =>
        toggle(
          `×${factor}`,
          () => ({ factor }),
          ({ choice }) => choice.factor === factor,
        ),
      ),
    ),
    group(
      "Sensor",
      [null, ...sensorKinds].map((sensor) =>
        toggle(
          sensor === null ? "All" : kindOf(sensor).label,
          () => ({ sensor }),
          ({ choice }) => choice.sensor === sensor,
        ),
      ),
    ),
    plainButton("Copy link to this moment", () => act("copy")),
  );
  return {
    element,
    show(shown) {
      isLooping = shown.clock.isLooping;
      for (const { button, isPressed } of pressed)
        button.setAttribute("aria-pressed", String(isPressed(shown)));
      play.textContent = shown.clock.isPlaying ? "Pause" : "Play";
      slider.value = `${shown.clock.tS}`;
      slider.setAttribute("aria-valuetext", shown.says);
      clockMark.textContent = `${shown.clock.tS.toFixed(2)} / ${story.durationS.toFixed(2)} s`;
    },
  };
}

const viewLabels: Readonly<Record<PlayerView, string>> = { street: "Street", map: "Map", pose: "Pose" };

const icons = {
  back: "M10 3 5 8l5 5",
  ahead: "M6 3l5 5-5 5",
  eventBack: "M12 3 7 8l5 5M4 3v10",
  eventAhead: "M4 3l5 5-5 5m8-10v10",
} as const;
