import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import type { Entity, Home } from "../homeassistant/home.ts";
import { type Origin, originOfState, worstOrigin } from "../security/origin.ts";
import type { OutsideText } from "../security/outside.ts";
import { mayRead } from "../security/readable.ts";
import type { HistoryEntry } from "../storage/sessions.ts";
import { dataBlock, entityLines, timeLine } from "./prompts.ts";
import type { TurnStateValues } from "./state.ts";

/** A quarter of the default context (8,192 tokens) is for what was said before: about 2,000 tokens, at 3.5 characters a token. */
const HISTORY_CHARACTERS = 7_000;
/** Entries read before the budget cuts. */
const HISTORY_ENTRIES = 40;
/** Entities put into the prompt because the question seems to be about them. */
const ENTITY_LIMIT = 12;
/** Entities looked at for these: some may not be for the person's eyes. */
const SEARCH_LIMIT = 60;

/** Of a message that the person replies to: they saw it, and it may be a long one. */
const REPLY_CHARACTERS = 500;

interface AssembleDependencies {
  readonly home: Pick<Home, "info" | "hiddenNamed" | "ready">;
  readonly search: (query: string, limit: number) => readonly Entity[];
  readonly history: (sessionId: string, limit: number) => readonly HistoryEntry[];
  readonly clock: () => number;
}

/** Builds what is said in this turn: history, what the question seems to be about, and what always changes last. */
export function createAssembleNode({ home, search, history, clock }: AssembleDependencies) {
  return ({ turn }: TurnStateValues): Partial<TurnStateValues> => {
    // As for the reading tools: names and states of routines are not for everybody.
    const readable = home.ready ? search(turn.text, SEARCH_LIMIT).filter(({ domain }) => mayRead(domain, turn.role)) : [];
    const found = readable.slice(0, ENTITY_LIMIT);
    const hidden = home.ready ? home.hiddenNamed(turn.text) : 0;
    const replied = turn.replyText?.slice(0, REPLY_CHARACTERS);
    const entries = recent(history(turn.sessionId, HISTORY_ENTRIES));
    const data = dataBlock([
      entityLines(found),
      replied === undefined ? "" : `Your message that the person replies to: ${JSON.stringify(replied)}`,
    ]);
    const context = [
      `${turn.personName} writes to you. Answer in the language "${turn.language}" unless the message is in another one.`,
      timeLine(clock(), home.ready ? home.info.timeZone : "UTC"),
    ];
    const speaker = (name: string | undefined) => (turn.isPrivate || name === undefined ? "" : `${name}: `);
    const messages: BaseMessage[] = [
      ...entries.map((entry) =>
        entry.role === "person" ? new HumanMessage(speaker(entry.personName) + entry.content) : new AIMessage(entry.content),
      ),
      new HumanMessage(`${data}[${context.join("\n")}]\n\n${speaker(turn.personName)}${turn.text}`),
    ];
    const texts: readonly (OutsideText & { origin: Origin })[] = [
      ...entries.flatMap(({ content, origin, outside }) => {
        // an answer holds more than what it rests on
        const told = outside ?? [{ source: "history", text: content }];
        return told.map((text) => ({ ...text, origin: worstOrigin([origin]) }));
      }),
      ...found.map(({ name, state }) => ({ source: name, text: state.state, origin: originOfState(state.state) })),
      ...(replied === undefined ? [] : [{ source: "reply", text: replied, origin: turn.replyOrigin }]),
    ];
    return {
      messages,
      hidden,
      origin: worstOrigin(texts.map((text) => text.origin)),
      outside: distinct(texts.filter((text) => text.origin === "outside")),
    };
  };
}

function distinct(texts: readonly OutsideText[]): readonly OutsideText[] {
  return [...new Map(texts.map(({ source, text }) => [`${source}\0${text}`, { source, text }])).values()];
}

/** Whole turns from the newest back, as many as fit. */
function recent(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let used = 0;
  let from = entries.length;
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    used += entries[index]?.content.length ?? 0;
    if (used > HISTORY_CHARACTERS) break;
    if (entries[index]?.role === "person") from = index;
  }
  return entries.slice(from);
}
