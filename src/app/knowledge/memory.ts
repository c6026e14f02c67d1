import { createFactList, createFactPresses, createFactQuestions, createMemoryCommand } from "../../agent/commands/command-memory.ts";
import type { PlainMemory } from "../../agent/graph/remember.ts";
import { createProfileProvider } from "../../agent/prompt/context-sources.ts";
import type { ReadTool } from "../../agent/toolbox.ts";
import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Forgetter } from "../../memory/facts/fact.ts";
import { createFactVectors, NO_VECTORS } from "../../memory/facts/fact-vectors.ts";
import { createLearner } from "../../memory/learning/message-learner.ts";
import { createMemory } from "../../memory/memory.ts";
import { createSweeper } from "../../memory/sweeper.ts";
import type { IdleGate } from "../../models/idle-gate.ts";
import type { Models } from "../../models/models.ts";
import type { TimelyVectors } from "../../models/timely-vector.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import { createFactStore } from "../../storage/facts/facts.ts";
import { createLearningQueue } from "../../storage/facts/learning-queue.ts";
import { joinPeople, movedPeople } from "../../storage/turns/people-joined.ts";
import { isNobody } from "../../storage/turns/turns.ts";
import { createGetUserProfile } from "../../tools/get-user-profile.ts";
import { createUpdateUserProfile } from "../../tools/update-user-profile.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

interface RememberingOptions extends Surroundings, Pick<Stores, "database" | "turns" | "outbox"> {
  /** Undefined: facts are found by their words. */
  readonly vectors: TimelyVectors | undefined;
  readonly home: Pick<Home, "info" | "areas" | "ready">;
  readonly models: Models;
  readonly idle: Pick<IdleGate, "add">;
  /** What the note of a fact that tells a habit is in the language of a person. */
  readonly habitNote: (factId: number, note: string, personId: string) => string;
  /** Somebody wants facts forgotten; in the transaction that removes them. */
  readonly onForgetting: (facts: readonly Fact[], by: Forgetter) => void;
  /** What is remembered was changed. */
  readonly onChange: () => void;
}

export type Remembering = ReturnType<typeof createRemembering>;

/** What is remembered of people and the house, and everything that shows or changes it; to be disposed of before the database is closed. */
export function createRemembering(options: RememberingOptions) {
  const { config, database, turns, outbox, home, people, models, idle, clock, later } = options;
  const logger = options.logger.child({ part: "memory" });
  const stack = new AsyncDisposableStack();
  const store = createFactStore({ database, onChange: options.onChange });
  const queue = createLearningQueue({ database });
  const vectors = options.vectors ? stack.use(createFactVectors({ store, vectors: options.vectors, idle, later, logger })) : NO_VECTORS;
  const namesOfOthers = (personId: string) => people.everybody.flatMap(({ id, name }) => (id === personId ? [] : name));
  const memory = createMemory({
    store,
    vectors,
    limit: config.memoryFactsLimit,
    isStranger: (personId) => isNobody(personId) || people.isStranger(personId),
    namesOfOthers,
    onWaiting: createFactQuestions({ turns, outbox, ownChat: people.ownChat, clock }),
    onForgotten: (personId) => void queue.dropOf(personId),
    onForgetting: options.onForgetting,
  });
  const areaId = (name: string) => areaNamed(home, name);
  const idleMs = config.learningIdleMinutes * 60_000;
  const learning = { queue, memory, models, idle, idleMs, areaId, namesOfOthers, clock, later, logger };
  const learner = idleMs > 0 ? stack.use(createLearner(learning)) : undefined;
  const sweeper = stack.use(createSweeper({ memory, clock, later, logger }));
  const list = createFactList({ memory, turns, home, habitNote: options.habitNote, now: clock });
  const day = (at: number) => homeTime(home.ready ? home.info.timeZone : "UTC").date(at);
  const unlearn = queue.dropOf;
  const tools: readonly ReadTool[] = [
    { ...createGetUserProfile({ memory, day, now: clock }), withoutHome: true },
    {
      ...createUpdateUserProfile({ memory, toldInSession: store.toldInSession, unlearn, areaId, namesOfOthers, now: clock }),
      withoutHome: true,
    },
  ];
  return {
    memory,
    tools,
    provider: createProfileProvider({ memory, now: clock }),
    command: createMemoryCommand({ memory, list, now: clock }),
    plain: { memory, store, answer: list.answer, unlearn, now: clock } satisfies PlainMemory,
    /** What is to be learned of what people said in passing. */
    learning: queue,
    /** What was known of people under ids that they had before becomes theirs; before any turn begins. */
    join(): void {
      const taken = new Set(people.everybody.map(({ id }) => id));
      const isJoined = database.transaction(() => joinPeople(database, [...people.joined, ...movedPeople(database, people.ofHome, taken)]));
      if (isJoined) memory.comeBack();
    },
    /** Begins to learn from what people say in passing, if the options want it, and to make vectors that are missing. */
    start(): void {
      learner?.start();
      sweeper.start();
      vectors.fillLater();
    },
    press: createFactPresses({ memory, list, outbox, turns, clock }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function areaNamed(home: Pick<Home, "areas" | "ready">, said: string): string | undefined {
  const name = said.trim().toLowerCase();
  if (!home.ready) return undefined;
  return home.areas().find((area) => [area.areaId, area.name, ...area.aliases].some((known) => known.toLowerCase() === name))?.areaId;
}
