import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import type { Entity, Home } from "../homeassistant/home.ts";
import type { HistoryEntry } from "../storage/sessions.ts";
import { createTimeLine, entityLines, homeSummary, type Persona, staticPrompt } from "./prompts.ts";
import type { TurnStateValues } from "./state.ts";

/** The seed's slot for the conversation (plan §M9): about 2,000 tokens, at 3.5 characters a token. */
const HISTORY_CHARACTERS = 7_000;
/** Entries read before the budget cuts. */
const HISTORY_ENTRIES = 40;
/** Entities put into the prompt because the question seems to be about them. */
const ENTITY_LIMIT = 12;

interface AssembleDependencies {
  readonly home: Pick<Home, "info" | "exposed" | "hiddenNamed" | "generation" | "ready">;
  readonly search: (query: string, limit: number) => readonly Entity[];
  readonly history: (sessionId: string, limit: number) => readonly HistoryEntry[];
  readonly persona: Persona;
  readonly clock: () => number;
}

/** Builds the prompt: what never changes first, what always changes last, so that the model server's prefix cache holds. */
export function createAssembleNode({ home, search, history, persona, clock }: AssembleDependencies) {
  const head = staticPrompt(persona);
  const timeLine = createTimeLine();
  let summary = { generation: -1, text: "" };
  const summarise = (): string => {
    if (!home.ready) return "The home cannot be reached right now.";
    if (summary.generation !== home.generation) summary = { generation: home.generation, text: homeSummary(home.info, home.exposed()) };
    return summary.text;
  };
  return ({ turn }: TurnStateValues): Partial<TurnStateValues> => {
    const found = home.ready ? search(turn.text, ENTITY_LIMIT) : [];
    const hidden = home.ready ? home.hiddenNamed(turn.text) : 0;
    const context = [
      entityLines(found),
      turn.replyText === undefined ? "" : `The person replies to your message: "${turn.replyText.slice(0, 500)}"`,
      `${turn.personName} writes to you. Answer in the language "${turn.language}" unless the message is in another one.`,
      timeLine(clock(), home.ready ? home.info.timeZone : "UTC"),
    ].filter((part) => part !== "");
    const messages: BaseMessage[] = [
      new SystemMessage(`${head}\n\n${summarise()}`),
      ...recent(history(turn.sessionId, HISTORY_ENTRIES)).map((entry) =>
        entry.role === "person" ? new HumanMessage(entry.content) : new AIMessage(entry.content),
      ),
      new HumanMessage(`[${context.join("\n")}]\n\n${turn.text}`),
    ];
    return { messages, hidden };
  };
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
