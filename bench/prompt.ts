import { performance } from "node:perf_hooks";
import { englishWords } from "../eval/retrieval-home.ts";
import { createContextNode } from "../src/agent/prompt/context.ts";
import { createContextCollector, createEntityProvider, createKnowledgeProvider } from "../src/agent/prompt/context-sources.ts";
import { createConversation } from "../src/agent/prompt/conversation.ts";
import { createSystemPrompt } from "../src/agent/prompt/prompts.ts";
import { createTokenEstimate } from "../src/agent/prompt/token-estimate.ts";
import { createScreen } from "../src/agent/screen.ts";
import type { TurnInput, TurnStateValues } from "../src/agent/state.ts";
import { createEntityIndex } from "../src/entity-search/entity-index.ts";
import { createPersonalRetrieval } from "../src/knowledge/retrieval-for-person.ts";
import { startingState } from "../src/simulated-home/furnishing.ts";
import type { NumberedEntry } from "../src/storage/turns/summaries.ts";
import { createCallHaService } from "../src/tools/call-ha-service.ts";
import { createGetEntityState } from "../src/tools/get-entity-state.ts";
import { createGetHaEntities } from "../src/tools/get-ha-entities.ts";
import { createGetUserProfile } from "../src/tools/get-user-profile.ts";
import { createGetEntityHistory } from "../src/tools/history/get-entity-history.ts";
import { createGetCalendarEvents } from "../src/tools/reading/get-calendar-events.ts";
import { createGetListItems } from "../src/tools/reading/get-list-items.ts";
import { createGetStatistics } from "../src/tools/reading/get-statistics.ts";
import { createGetWeather } from "../src/tools/reading/get-weather.ts";
import { createRetrieveKnowledge } from "../src/tools/retrieve-knowledge.ts";
import { createSearchWeb } from "../src/tools/search-web.ts";
import { createUpdateUserProfile } from "../src/tools/update-user-profile.ts";
import { fakeHome } from "../tests/fakes/home.ts";
import { largeFurnishing } from "../tests/fakes/large-home.ts";
import { atLeast, atMost, type Figure, percentile } from "./figure.ts";

const SIZES = [100, 500, 2_000, 5_000];
/** Homes whose prompts are to be as long as each other's: in the smallest the list of rooms, which is bounded, is not full yet. */
const FLAT_FROM = 500;
const FLAT = 1.05;
/** From the smallest home to the largest: 200 tokens of rooms' names, and no more. */
const GROWTH = 1.05;
const WINDOW = 8_192;
const ROUNDS = 100;
/** Of the prompt at a conversation's fifth turn: rules and tools alone are more. What the last turn looked up, and its time, come anew. */
const LEAST_READ = 0.7;
const WARM_UP = 20;

/** Plain commands as people give them; the number picks a room of the home. */
const COMMANDS = [
  (room: number) => `turn on the light in the kitchen ${room}`,
  (room: number) => `please switch off the bedroom ${room} plug`,
  (room: number) => `close the blind in living room ${room}`,
  () => "make it a bit brighter here",
];

const HISTORY: readonly NumberedEntry[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  role: index % 2 === 0 ? "person" : "assistant",
  personId: index % 2 === 0 ? "anna" : undefined,
  content: index % 2 === 0 ? "is the window in the office open, and how warm is it there?" : "The window is closed, and it is 21 °C there.",
  origin: index % 2 === 0 ? "person" : "home",
}));

function turnOf(text: string): TurnInput {
  return {
    ...{ turnId: "1", sessionId: "s", channel: "telegram", text, origin: "person", personId: "anna", personName: "Anna", role: "owner" },
    ...{ language: "en", isPrivate: true, replyText: undefined, replyOrigin: "home" },
  };
}

/** Turns of a conversation as people have them, with what the assistant says. */
const CONVERSATION = [
  ["is the window in the kitchen 1 open?", "The window in Kitchen 1 is closed."],
  ["and how warm is it in there?", "It is 21 °C in Kitchen 1."],
  ["then turn on the light in living room 2", "Light Living Room 2 is now on."],
  ["which lights are on upstairs?", "Upstairs two lights are on: Bedroom 1 and Bathroom 1."],
  ["turn off the light in bedroom 1", "Light Bedroom 1 is now off."],
] as const;

/** What only a call of a tool would need. */
const unused = async (): Promise<never> => {
  throw new Error("no tool is called here");
};

/** The service's own tools and search over a home of so many entities, without a model: tokens are weighed as before any was asked. */
function assembler(size: number, history: readonly NumberedEntry[] = HISTORY) {
  const furnishing = largeFurnishing(size);
  const home = fakeHome({
    entities: furnishing.entities.map((entity) => ({
      entityId: entity.entity_id,
      name: entity.name ?? entity.entity_id,
      ...(typeof entity.area === "string" && { area: entity.area }),
      state: startingState(entity),
      attributes: entity.attributes ?? {},
      exposed: entity.exposed ?? true,
    })),
    areas: (furnishing.areas ?? []).flatMap((area) =>
      typeof area === "string" ? [] : [{ name: area.name, ...(area.floor !== undefined && { floor: area.floor }) }],
    ),
  });
  const words = englishWords();
  const search = createEntityIndex({ home, words: () => words });
  const retrieval = createPersonalRetrieval({ passage: () => undefined, home, retrieval: { search: async () => [] } });
  const logger = { debug() {}, info() {}, warn() {}, error() {}, child: () => logger };
  const tools = [
    createGetHaEntities({ home, search }),
    createGetEntityState({ home, now: Date.now }),
    createGetEntityHistory({
      home,
      history: { of: async () => ({ from: 0, to: 0, changes: [], buckets: [], omitted: 0 }) },
      traces: { triggerAt: async () => undefined },
      logbook: { causes: async () => [], ownUserId: async () => "" },
      actions: { list: () => [], byContext: () => new Map() },
      personOfUser: () => undefined,
      now: Date.now,
    }),
    createRetrieveKnowledge({ retrieval, conversations: { search: async () => [], told: unused } }),
    createGetUserProfile({ memory: { visibleTo: () => [], recall: unused }, day: String, now: Date.now }),
    createUpdateUserProfile({
      memory: { learn: unused, correct: () => undefined, forget: () => 0, forgetItems: () => undefined, visibleTo: () => [] },
      unlearn: () => 0,
      areaId: () => undefined,
      now: Date.now,
    }),
    createSearchWeb({
      search: { search: unused },
      engine: "",
      policy: { decide: (text) => ({ outcome: "allow", text }), find: () => [] },
      mayLeave: () => false,
      saidBefore: () => [],
      egress: { blocked() {}, leaving: () => () => () => undefined },
      links: { found() {} },
    }),
    createGetWeather({ home, answers: unused }),
    createGetCalendarEvents({ home, answers: unused, now: Date.now }),
    createGetListItems({ home, answers: unused }),
    createGetStatistics({ home, statistics: { of: unused, meters: unused, costOf: unused }, now: Date.now }),
    createCallHaService(),
  ].map(({ name, description, parameters }) => ({ name, description, parameters }));
  const systemPrompt = createSystemPrompt(home, { assistantName: "Assistant", persona: "" }, WINDOW);
  const screen = createScreen({ logger });
  const assemble = createContextNode({
    begunBy: async () => undefined,
    groups: async () => [],
    ...{ home, systemPrompt, offered: () => tools, screen },
    collect: createContextCollector({
      screen,
      providers: [
        createEntityProvider({
          home,
          find: (text, { limit }) => search.find(text, { limit }).map(({ entity }) => entity),
        }),
        createKnowledgeProvider({ retrieve: retrieval.search }),
      ],
      later: () => ({ [Symbol.dispose]() {} }),
      logger,
    }),
    conversation: createConversation({
      store: { summary: () => undefined, entriesAfter: (_, after) => history.filter(({ id }) => id > after) },
      summariser: { want() {} },
    }),
    models: { status: () => ({ model: "bench", reachable: true, problem: undefined }) },
    estimate: createTokenEstimate(),
    numCtx: WINDOW,
    runs: new Map([["1", { signal: new AbortController().signal, late: false, progress() {} }]]),
    clock: Date.now,
  });
  /** What a model's server reads, from its first byte to its last. */
  const written = ({ messages = [] }: Partial<TurnStateValues>): Buffer =>
    Buffer.from(JSON.stringify([tools, ...[systemPrompt(), ...messages].map((message) => [message.getType(), message.text])]));
  return { assemble, written };
}

/** How much of the last turn's prompt of a conversation the server has read already: it begins like the prompt before it, byte for byte. */
async function samePrefix(): Promise<number> {
  const history: NumberedEntry[] = [];
  const { assemble, written } = assembler(100, history);
  let before: Buffer = Buffer.alloc(0);
  let share = 0;
  for (const [question, answer] of CONVERSATION) {
    const prompt = written(await assemble({ turn: turnOf(question) } as TurnStateValues));
    const other = prompt.findIndex((byte, at) => byte !== before[at]);
    share = other / prompt.length;
    before = prompt;
    history.push(
      { id: history.length + 1, role: "person", personId: "anna", content: question, origin: "person" },
      { id: history.length + 2, role: "assistant", personId: undefined, content: answer, origin: "home" },
    );
  }
  return share;
}

/** What a plain command costs in tokens with tools, a short history and what it may be about, and how long putting that together takes. */
export async function promptSize(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const commands = new Map<number, number>();
  for (const size of SIZES) {
    const { assemble } = assembler(size);
    const tokens: number[] = [];
    const times: number[] = [];
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      const sentence = COMMANDS[round % COMMANDS.length]?.(1 + (round % 2)) ?? "";
      const from = performance.now();
      const { context } = await assemble({ turn: turnOf(sentence) } as TurnStateValues);
      if (round < WARM_UP) continue;
      times.push(performance.now() - from);
      tokens.push(context?.tokens ?? Number.NaN);
    }
    const command = percentile(tokens, 0.95);
    commands.set(size, command);
    figures.push(atMost(3_000, { name: `prompt_of_a_command_${size}_entities`, value: command, unit: "tokens" }));
    figures.push(atMost(15, { name: `prompt_assembly_p95_${size}_entities`, value: percentile(times, 0.95), unit: "ms" }));
  }
  const larger = SIZES.filter((size) => size >= FLAT_FROM);
  figures.push(atMost(FLAT, { name: `prompt_growth_from_${FLAT_FROM}_entities`, value: spread(commands, larger), unit: "ratio" }));
  figures.push(atMost(GROWTH, { name: `prompt_growth_from_${SIZES[0]}_entities`, value: spread(commands, SIZES), unit: "ratio" }));
  const share = await samePrefix();
  figures.push(atLeast(LEAST_READ, { name: "prompt_read_before_at_turn_5", value: share, unit: "ratio" }));
  return figures;
}

/** The longest of some homes' prompts, in shares of the shortest. */
function spread(tokens: ReadonlyMap<number, number>, sizes: readonly number[]): number {
  const some = sizes.map((size) => tokens.get(size) ?? Number.NaN);
  return Math.max(...some) / Math.min(...some);
}
