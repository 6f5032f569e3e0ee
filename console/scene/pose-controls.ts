import { make } from "../verifier/make-element.ts";
import { iconButton } from "./icon-button.ts";
import { viewText, type PoseChoice } from "./pose-choice.ts";
import { exaggerations, type ShownSensor } from "./shown-sensor.ts";
import { presetNames, presets, type PresetName } from "./viewpoint.ts";

interface PoseControlsOptions {
  readonly sensors: readonly ShownSensor[];
  readonly hasOwnChoices: boolean;
  readonly onChoice: (choice: PoseChoice) => void;
  readonly onMove: (by: ViewStep) => void;
}

export interface ViewStep {
  readonly azimuthDeg?: number;
  readonly elevationDeg?: number;
  readonly zoom?: number;
}

/** One button a choice; everything dragging does has a button, too. */
export function poseControls({ sensors, hasOwnChoices, onChoice, onMove }: PoseControlsOptions): {
  readonly element: HTMLElement;
  readonly show: (choice: PoseChoice) => void;
} {
  let chosen: PoseChoice | null = null;
  const choices: {
    readonly button: HTMLButtonElement;
    readonly isChosen: (choice: PoseChoice) => boolean;
  }[] = [];

  const choiceButton = (
    label: string,
    {
      isChosen,
      change,
    }: { isChosen: (choice: PoseChoice) => boolean; change: (choice: PoseChoice) => PoseChoice },
  ): HTMLButtonElement => {
    const button = plainButton(label, () => {
      if (chosen !== null) onChoice(change(chosen));
    });
    choices.push({ button, isChosen });
    return button;
  };

  const views = presetNames.map((name) =>
    choiceButton(presetLabels[name], {
      isChosen: ({ viewpoint }) => viewText(viewpoint) === name,
      change: (choice) => ({ ...choice, viewpoint: presets[name] }),
    }),
  );
  const through = choiceButton("Look through", {
    isChosen: ({ viewpoint }) => viewpoint.kind === "through",
    change: (choice) => {
      const sensorId = choice.focus ?? sensors[0]?.id ?? "";
      return { ...choice, focus: sensorId, viewpoint: { kind: "through", sensorId } };
    },
  });
  const factors = exaggerations.map((factor) =>
    choiceButton(`×${factor}`, {
      isChosen: (choice) => choice.factor === factor,
      change: (choice) => ({ ...choice, factor }),
    }),
  );
  const focuses = [null, ...sensors].map((sensor) =>
    choiceButton(sensor === null ? "All" : shortName(sensor.name), {
      isChosen: (choice) => choice.focus === (sensor?.id ?? null),
      change: (choice) => withFocus(choice, sensor?.id ?? null),
    }),
  );

  return {
    element: make(
      "div",
      { class: "pose-controls" },
      group("View", hasOwnChoices ? [...views, through] : views),
      ...(hasOwnChoices ? [group("Drift drawn", factors), group("Sensor", focuses)] : []),
      group(
        "Turn",
        steps.map(({ icon, label, by }) => iconButton(icon, { label, onPress: () => onMove(by) })),
      ),
    ),
    show(choice) {
      chosen = choice;
      for (const { button, isChosen } of choices)
        button.setAttribute("aria-pressed", String(isChosen(choice)));
    },
  };
}

const presetLabels: Readonly<Record<PresetName, string>> = {
  overview: "Overview",
  top: "Top",
  side: "Side",
  front: "Front",
};

const stepDeg = 15;
const steps: readonly { readonly icon: string; readonly label: string; readonly by: ViewStep }[] = [
  { icon: "M13 8H3m4.5-4.5L3 8l4.5 4.5", label: "Turn the view left", by: { azimuthDeg: -stepDeg } },
  { icon: "M3 8h10M8.5 3.5 13 8l-4.5 4.5", label: "Turn the view right", by: { azimuthDeg: stepDeg } },
  { icon: "M8 13V3M3.5 7.5 8 3l4.5 4.5", label: "Raise the view", by: { elevationDeg: stepDeg } },
  { icon: "M8 3v10M3.5 8.5 8 13l4.5-4.5", label: "Lower the view", by: { elevationDeg: -stepDeg } },
  { icon: "M8 3v10M3 8h10", label: "Nearer", by: { zoom: 1.25 } },
  { icon: "M3 8h10", label: "Farther", by: { zoom: 0.8 } },
];

/** Looking through a sensor ends with looking at another. */
function withFocus(choice: PoseChoice, focus: string | null): PoseChoice {
  if (choice.viewpoint.kind !== "through") return { ...choice, focus };
  return {
    ...choice,
    focus,
    viewpoint: focus === null ? presets.overview : { kind: "through", sensorId: focus },
  };
}

/** "The front camera" is "Front camera" on a button. */
function shortName(name: string): string {
  const rest = name.replace(/^The /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export function group(label: string, buttons: readonly HTMLButtonElement[]): HTMLElement {
  return make(
    "div",
    { class: "pose-group", role: "group", "aria-label": label },
    make("span", { class: "quiet", "aria-hidden": "true" }, label),
    ...buttons,
  );
}

export function plainButton(text: string, onPress: () => void): HTMLButtonElement {
  const button = make("button", { type: "button", class: "button" }, text);
  button.addEventListener("click", onPress);
  return button;
}
