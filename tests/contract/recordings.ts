import { readFileSync } from "node:fs";

export type Frame = Readonly<Record<string, unknown>>;

interface Exchange {
  readonly dir: "send" | "recv";
  readonly who?: string;
  readonly frame: Frame;
}

export interface Recording {
  readonly exchanges: readonly Exchange[];
  /** Commands sent, in order, each with the result that came to it. */
  readonly commands: readonly { readonly command: Frame; readonly result: Frame }[];
  /** Events received, in order: their `event`. */
  readonly events: readonly Frame[];
}

/** Frames between a client and Home Assistant 2026.11, recorded and cut to what is compared. */
export function recording(topic: string): Recording {
  const file = new URL(`../fixtures/transcripts/${topic}.json`, import.meta.url);
  const { exchanges } = JSON.parse(readFileSync(file, "utf8")) as { exchanges: readonly Exchange[] };
  const received = exchanges.filter((exchange) => exchange.dir === "recv");
  const commands = exchanges
    .filter(({ dir, frame }) => dir === "send" && typeof frame["id"] === "number")
    .flatMap(({ who, frame }) => {
      const result = received.find((other) => other.who === who && other.frame["id"] === frame["id"] && other.frame["type"] !== "event");
      return result ? [{ command: frame, result: result.frame }] : [];
    });
  const events = received.flatMap(({ frame }) => (frame["type"] === "event" ? [frame["event"] as Frame] : []));
  return { exchanges, commands, events };
}

/** The recorded result of the first command that fits. */
export function recordedResult(topic: string, fits: (command: Frame) => boolean): Frame {
  const found = recording(topic).commands.find(({ command }) => fits(command));
  if (!found) throw new Error(`there is no such command in the recording ${topic}`);
  return found.result;
}

/** The first recorded event that fits. */
export function recordedEvent(topic: string, fits: (event: Frame) => boolean): Frame {
  const found = recording(topic).events.find(fits);
  if (!found) throw new Error(`there is no such event in the recording ${topic}`);
  return found;
}
