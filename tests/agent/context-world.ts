import { SystemMessage } from "@langchain/core/messages";
import { createContextNode } from "../../src/agent/prompt/context.ts";
import { type ContextProvider, createContextCollector, createEntityProvider } from "../../src/agent/prompt/context-sources.ts";
import { createConversation } from "../../src/agent/prompt/conversation.ts";
import { createTokenEstimate } from "../../src/agent/prompt/token-estimate.ts";
import { createScreen } from "../../src/agent/screen.ts";
import type { TurnInput, TurnStateValues } from "../../src/agent/state.ts";
import type { ToolDeclaration } from "../../src/models/models.ts";
import { createLogger } from "../../src/observability/logger.ts";
import type { NumberedEntry, Summary } from "../../src/storage/turns/summaries.ts";
import { type EntityDescription, fakeHome } from "../fakes/home.ts";
import { NOW } from "../storage/stores.ts";
import { timersByHand } from "./later.ts";

export const TURN: TurnInput = {
  ...{ turnId: "1", sessionId: "s", text: "what is on?", personId: "anna", personName: "Anna", role: "owner", language: "en" },
  ...{ isPrivate: true, replyText: undefined, replyOrigin: "home", channel: "telegram", origin: "person" },
};

export const person = (id: number, content: string, origin = "person"): NumberedEntry => ({
  ...{ id, role: "person", personId: "anna", personName: "Anna", content, origin },
});
export const assistant = (id: number, content: string, origin = "home"): NumberedEntry => ({
  ...{ id, role: "assistant", personId: undefined, content, origin },
});

interface ContextOptions {
  readonly entities?: readonly EntityDescription[];
  /** Entity ids that the search finds. */
  readonly found?: readonly string[];
  readonly providers?: readonly ContextProvider[];
  readonly system?: string;
  readonly tools?: readonly ToolDeclaration[];
  readonly numCtx?: number;
}

/** The assembler over a home and one session that tests write. */
export function contextWorld({
  entities = [],
  found = [],
  providers = [],
  system = "RULES",
  tools = [],
  numCtx = 8_192,
}: ContextOptions = {}) {
  const home = fakeHome({ entities });
  const history: NumberedEntry[] = [];
  const summaries = new Map<string, Summary>();
  const wanted: number[] = [];
  const timers = timersByHand();
  const estimate = createTokenEstimate();
  const things = createEntityProvider({
    home,
    find: (_, { limit }) => found.flatMap((id) => home.find(id) ?? []).slice(0, limit),
  });
  const all = [...(providers.some(({ slot }) => slot === things.slot) ? [] : [things]), ...providers];
  const logger = createLogger({ level: "error", destination: { write() {} } });
  const screen = createScreen({ logger });
  const node = createContextNode({
    begunBy: async () => undefined,
    groups: async () => [],
    home: { areas: () => [], info: home.info, hiddenNamed: home.hiddenNamed, ready: true },
    systemPrompt: () => new SystemMessage(system),
    offered: () => tools,
    collect: createContextCollector({ providers: all, screen, later: timers.later, logger }),
    screen,
    conversation: createConversation({
      store: {
        summary: (sessionId) => summaries.get(sessionId),
        entriesAfter: (_, after, limit) => history.filter(({ id }) => id > after).slice(-limit),
      },
      summariser: { want: (_, upTo) => void wanted.push(upTo) },
    }),
    models: { status: () => ({ model: "m", reachable: true, problem: undefined }) },
    estimate,
    numCtx,
    runs: new Map([["1", { signal: new AbortController().signal, late: false, progress() {} }]]),
    clock: () => NOW,
  });
  const assemble = async (turn: Partial<TurnInput> = {}) => {
    const state = await node({ turn: { ...TURN, ...turn } } as TurnStateValues);
    const texts = (state.messages ?? []).map(({ text }) => text);
    return { ...state, texts, last: texts.at(-1) ?? "" };
  };
  return { assemble, history, summaries, wanted, timers, estimate };
}
