import { createHabitCommands, habitSentence } from "../../agent/commands/command-habits.ts";
import type { TurnRunner } from "../../agent/turns/runner.ts";
import { createClockwork } from "../../attention/scheduler.ts";
import type { ServiceCall } from "../../homeassistant/services/services.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import { createHabitBook, type HabitMemory } from "../../memory/habits/habit-book.ts";
import { createFinder, HabitLearner } from "../../memory/habits/habit-learner.ts";
import { createHistorySource, createInfluxSource } from "../../memory/habits/house-source.ts";
import type { ErasureStore } from "../../storage/erasure/erasures.ts";
import { createHabitStore, type KeptPattern } from "../../storage/facts/habits.ts";
import { createInflux, type Influx } from "../../web/influx.ts";
import type { HomeParts } from "../foundation/home.ts";
import type { Stores } from "../foundation/storage.ts";
import type { Surroundings } from "../foundation/surroundings.ts";

interface HabitsOptions
  extends Surroundings,
    Pick<Stores, "database" | "actions" | "turns" | "outbox" | "findings">,
    Pick<HomeParts, "home" | "states" | "history" | "logbook" | "services"> {
  /** The turns that plan what was suggested; asked for late, for they are built after this. */
  readonly runner: () => Pick<TurnRunner, "begin">;
  /** Where there is one; else Home Assistant itself tells the past. */
  readonly influx: Influx | undefined;
  readonly memory: HabitMemory;
  readonly erasures: Pick<ErasureStore, "forgottenAt">;
  /** A habit was written or removed. */
  readonly onChange: () => void;
}

export type Habits = ReturnType<typeof createHabits>;

/** More than a house does in five weeks; what is read at once stays small. */
const MOST_OWN_ACTIONS = 10_000;

/** The learner of habits and everything that shows or changes them; to be disposed of before the database is closed. Nothing is read before `start`. */
export function createHabits(options: HabitsOptions) {
  const { database, home, logbook, actions, erasures, memory, influx, turns, outbox, clock, later, workers } = options;
  const logger = options.logger.child({ part: "habits" });
  const stack = new AsyncDisposableStack();
  const pool = stack.use(workers({ threads: 1, maxQueue: 2, logger }));
  const store = createHabitStore({ database, onChange: options.onChange });
  const describe = (habit: KeptPattern, language = options.language()) => habitSentence(habit, home, catalogueFor(language));
  const book = createHabitBook({
    store,
    memory,
    describe,
    language: options.language,
    personOf: (userId) => personOf(options, userId),
    deviceClassOf: (entityId) => home.find(entityId)?.deviceClass,
  });
  const learner = stack.use(
    new HabitLearner({
      home,
      logbook,
      store,
      book,
      clock,
      later,
      logger,
      source: influx ? createInfluxSource({ influx }) : createHistorySource(options),
      ownActions: (since, until) => actions.list({ since, until, limit: MOST_OWN_ACTIONS }),
      find: createFinder({ pool }),
      forgottenAt(userId) {
        const personId = personOf(options, userId);
        return personId === undefined ? undefined : erasures.forgottenAt(personId);
      },
    }),
  );
  const messages = { outbox, turns, later, now: clock, logger };
  const suggestions = {
    store,
    findings: options.findings,
    clockwork: createClockwork(options),
    resolves: (call: ServiceCall) => options.services.resolve(call).ok,
    begin: (...given: Parameters<TurnRunner["begin"]>) => options.runner().begin(...given),
  };
  const commands = createHabitCommands({ store, book, learner, home, messages, suggestions, now: clock });
  return {
    learner,
    store,
    book,
    commands,
    /** What a turn plans that a yes to a suggestion began. */
    planOfTurn(turnId: string) {
      const habit = store.ofTurn(turnId);
      return habit && commands.planOf(habit);
    },
    /** The facts that tell habits are being forgotten: these habits are not learned again. Joins the open transaction. */
    forgotten: (factIds: readonly number[]) => book.factsForgotten(factIds, clock()),
    /** The note of a fact that tells a habit, in the person's language. */
    noteFor(factId: number, note: string, personId: string): string {
      const habit = store.ofFact(factId);
      return habit?.text === note ? describe(habit.pattern, options.people.configured(personId)?.language) : note;
    },
    start: () => learner.start(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** InfluxDB where a token for it was given. */
export function influxOf({ config, secrets }: Pick<Surroundings, "config" | "secrets">): Influx | undefined {
  const { influxdbUrl: url, influxdbOrg: org, influxdbBucket: bucket } = config;
  const token = secrets.reveal("influxdb_token");
  return token === undefined || org === undefined || bucket === undefined ? undefined : createInflux({ url, token, org, bucket });
}

/** Whose user of Home Assistant it is, by the person entities that the options name. */
function personOf({ people, states }: HabitsOptions, userId: string): string | undefined {
  return people.ofHaUser(userId, states.all())?.id;
}
