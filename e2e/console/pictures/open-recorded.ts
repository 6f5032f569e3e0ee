import { openWatchedPage, sharedBrowser, type WatchedPage } from "../../open-browser.ts";
import { playRecording, readRecording, type Recording } from "./recorded-service.ts";
import { recordings } from "./stored-pictures.ts";

/** The console over the recorded fleet: for what needs pages to be there, and no service to be at work. */
export interface RecordedConsole {
  readonly addresses: Recording["addresses"];
  readonly url: string;
  open(
    path: string,
    view?: { readonly theme?: "light" | "dark"; readonly width?: number },
  ): Promise<WatchedPage>;
  close(): Promise<void>;
}

export async function openRecorded(): Promise<RecordedConsole> {
  const browser = await sharedBrowser();
  const recording = readRecording(recordings.fleet);
  const played = await playRecording(recording);
  return {
    addresses: recording.addresses,
    url: played.url,
    async open(path, view = {}) {
      const watched = await openWatchedPage(browser, { origin: played.url, ...view });
      await watched.page.clock.setFixedTime(recording.clock);
      await watched.page.goto(path);
      return watched;
    },
    close: () => played.close(),
  };
}
