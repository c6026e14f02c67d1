import { boundedNames, type SlotRecord } from "../context-record.ts";
import type { Collected, ContextItem, ContextProvider } from "./context-providers.ts";

/** What goes into a prompt of a slot's items. */
export interface Section {
  readonly slot: ContextProvider["slot"];
  /** Headings and items; empty for none. */
  readonly text: string;
  /** Tokens of the text. */
  readonly used: number;
  readonly items: readonly ContextItem[];
  readonly record: Pick<SlotRecord, "put" | "left" | "trouble">;
}

/** Marks around the data of the home, counted for each section. */
const FRAME_TOKENS = 10;

/** Tokens of the first of a slot's items that fit into `floor`; of the first alone, if that is no longer than twice as much. */
export function leastOf(
  collected: readonly Collected[],
  slot: Section["slot"],
  { floor, count }: { readonly floor: number; readonly count: (text: string) => number },
): number {
  return sectionsOf(collected, slot, { room: floor, count }).used || Math.min(firstTokens(collected, slot, count), floor * 2);
}

function firstTokens(collected: readonly Collected[], slot: Section["slot"], count: (text: string) => number): number {
  const first = collected.find((one) => one.slot === slot && one.items.length > 0);
  return first?.items[0] ? count(first.items[0].text) + count(first.heading) + FRAME_TOKENS : 0;
}

/** Takes items in their order as long as there is room: each as a whole, and after the first that is too long none. */
export function sectionsOf(
  collected: readonly Collected[],
  slot: Section["slot"],
  { room, count }: { readonly room: number; readonly count: (text: string) => number },
): Section {
  const lines: string[] = [];
  const taken: ContextItem[] = [];
  const left: string[] = [];
  let used = 0;
  for (const { heading, items } of collected.filter((one) => one.slot === slot)) {
    let full = false;
    for (const [index, item] of items.entries()) {
      const tokens = count(item.text) + (index === 0 ? count(heading) + FRAME_TOKENS : 0);
      full ||= used + tokens > room;
      if (full) {
        left.push(item.source);
        continue;
      }
      if (index === 0) lines.push(heading);
      lines.push(item.text);
      taken.push(item);
      used += tokens;
    }
  }
  const trouble = collected.find((one) => one.slot === slot && one.outcome !== "in_time")?.outcome;
  return {
    slot,
    text: lines.join("\n"),
    used,
    items: taken,
    record: {
      put: boundedNames(taken.map(({ source }) => source)),
      left: boundedNames(left),
      ...(trouble !== undefined && trouble !== "in_time" && { trouble }),
    },
  };
}
