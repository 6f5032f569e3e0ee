import { useState, type ReactElement } from "react";
import {
  settingsCatalogue,
  type DescribedSetting,
} from "../../../core/scoring/settings/settings-catalogue.ts";
import { sensors } from "../../../core/sensors/sensor-lists.ts";
import { count } from "../../labels/quantities.ts";
import {
  firstGroup,
  isFound,
  textInForce,
  whyNotText,
  withText,
  type SettingTexts,
} from "./setting-texts.ts";

/** Every setting of the scoring, in groups: those that are searched for, those that were moved, and the limits at first. */
export function SettingFields(props: {
  readonly texts: SettingTexts;
  readonly onChange: (texts: SettingTexts) => void;
}): ReactElement {
  const { texts, onChange } = props;
  const [search, setSearch] = useState("");
  const sought = search.trim();
  const groups = settingsCatalogue.map((group) => ({
    ...group,
    settings: group.settings.filter((setting) => sought === "" || isFound(setting, sought)),
  }));
  const found = groups.reduce((sum, { settings }) => sum + settings.length, 0);
  return (
    <>
      <label className="what-if-search">
        Find a setting
        <input
          type="search"
          value={search}
          placeholder={`${sensors[0]}, nats, baseline …`}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      {sought !== "" && (
        <p role="status" className="quiet">
          {found === 0
            ? "No setting has this name."
            : `${count(found)} ${found === 1 ? "setting" : "settings"} found.`}
        </p>
      )}
      {groups
        .filter(({ settings }) => settings.length > 0)
        .map(({ name, title, settings }) => {
          const moved = settings.filter(({ path }) => texts[path] !== undefined).length;
          return (
            <details key={`${name} ${sought}`} open={sought !== "" || name === firstGroup || moved > 0}>
              <summary>
                {title} <span className="quiet">{moved > 0 ? `${count(moved)} moved` : ""}</span>
              </summary>
              <div className="limits">
                {settings.map((setting) => (
                  <SettingField
                    key={setting.path}
                    setting={setting}
                    text={texts[setting.path]}
                    onText={(text) => onChange(withText(texts, setting.path, text))}
                  />
                ))}
              </div>
            </details>
          );
        })}
    </>
  );
}

function SettingField(props: {
  readonly setting: DescribedSetting;
  readonly text: string | undefined;
  readonly onText: (text: string) => void;
}): ReactElement {
  const { setting, text, onText } = props;
  const { path, meaning, unit, least, most } = setting;
  const present = textInForce(path);
  const why = text === undefined ? null : whyNotText(path, text);
  const id = `setting-${path}`;
  return (
    <div className="setting">
      <label htmlFor={id}>
        <code>{path}</code>
      </label>
      <p id={`${id}-meaning`} className="quiet">
        {meaning} {least} to {most}
        {unit === "" ? "" : ` ${unit}`}; now {present}.
      </p>
      <input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text ?? present}
        aria-describedby={`${id}-meaning`}
        aria-invalid={why !== null}
        onChange={({ target }) => onText(target.value)}
      />
      {why !== null && <p className="setting-fault">{`${path}: ${why}.`}</p>}
    </div>
  );
}
