import { onTestFinished } from "vitest";
import type { ProposedFact } from "../../../src/memory/facts/fact.ts";
import { NO_VECTORS } from "../../../src/memory/facts/fact-vectors.ts";
import { createHabitBook } from "../../../src/memory/habits/habit-book.ts";
import { HabitLearner } from "../../../src/memory/habits/habit-learner.ts";
import type { SourceAnswer } from "../../../src/memory/habits/house-source.ts";
import { learnHabits } from "../../../src/memory/habits/learn-habits-worker.ts";
import { createMemory } from "../../../src/memory/memory.ts";
import { createFactStore } from "../../../src/storage/facts/facts.ts";
import { createHabitStore } from "../../../src/storage/facts/habits.ts";
import { fakeHome } from "../../fakes/home.ts";
import { recordingLogger } from "../../homeassistant/log.ts";
import { openStores } from "../../storage/stores.ts";
import { at } from "./hand-events.ts";

export const FROM = "2026-10-05";
export const DAYS = 31;

/** A coffee machine that is turned on at a quarter to seven on the days of that number and off at any hour, and a light that is used at any hour. */
export function houseAnswer(isKept: (day: number) => boolean, days = DAYS): SourceAnswer {
  const off = { at: at(FROM, 0), state: "off" };
  const all = Array.from({ length: days }, (_, day) => day);
  const coffee = all.filter(isKept).flatMap((day) => {
    const on = at(FROM, 405 + ((day * 7) % 13), day);
    return [
      { at: on, state: "on" },
      { at: at(FROM, 500 + ((day * 211) % 800), day), state: "off" },
    ];
  });
  const hall = all.flatMap((day) => [
    { at: at(FROM, 440 + ((day * 137) % 900), day), state: "on" },
    { at: at(FROM, 450 + ((day * 137) % 900), day), state: "off" },
  ]);
  const samples = new Map([
    ["switch.coffee", [off, ...coffee]],
    ["light.hall", [off, ...hall]],
  ]);
  return {
    kind: "ok",
    record: { from: at(FROM, 0), to: at(FROM, 200, days), samples, runs: [], hasAllRuns: true, causes: new Map(), home: [] },
  };
}

/** The learner over real stores and real memory; `answers` are what the source says, one after the other, the last for good. */
export function learnerWorld(...answers: SourceAnswer[]) {
  /** Whose hand the logbook tells for every change, and when that person had everything forgotten. */
  const anna = { userId: undefined as string | undefined, forgottenAt: undefined as number | undefined };
  const stores = openStores();
  const store = createHabitStore(stores);
  const { logger, lines } = recordingLogger();
  const later: { ms: number; run: () => void }[] = [];
  const timers = (ms: number, run: () => void): Disposable => {
    later.push({ ms, run });
    return { [Symbol.dispose]: () => undefined };
  };
  let now = at(FROM, 200, DAYS);
  const facts = createFactStore(stores);
  const memory = createMemory({
    store: facts,
    vectors: NO_VECTORS,
    limit: 1_000,
    isStranger: () => false,
  });
  const learned: ProposedFact[] = [];
  const home = fakeHome({
    entities: [
      { entityId: "switch.coffee", name: "Coffee" },
      { entityId: "light.hall", name: "Hall" },
      { entityId: "switch.hidden", name: "Hidden", exposed: false },
    ],
  });
  const book = createHabitBook({
    store,
    memory: {
      learn: (proposed, time) => {
        learned.push(proposed);
        return memory.learn(proposed, time);
      },
      forget: (ids) => memory.forget(ids),
    },
    describe: ({ subject, action, days }) => `${subject} ${action} ${days.name}`,
    personOf: (userId) => (userId === "user-anna" ? "anna" : undefined),
    deviceClassOf: () => undefined,
    language: () => "en",
  });
  const asked: readonly string[][] = [];
  const learner = new HabitLearner({
    home: {
      ...home,
      ready: true,
      whenReady: async () => undefined,
      info: { ...home.info, timeZone: "Europe/Berlin" },
      everything: () => home.exposed(),
    },
    source: {
      name: "influxdb",
      read: async ({ entityIds }) => {
        (asked as string[][]).push([...entityIds]);
        return (answers.length > 1 ? answers.shift() : answers[0]) ?? { kind: "problem", problem: "down" };
      },
    },
    logbook: {
      async causes(entityId) {
        const answer = answers[0];
        const samples = answer?.kind === "ok" ? (answer.record.samples.get(entityId) ?? []) : [];
        const { userId } = anna;
        if (userId === undefined) return [];
        return samples
          .map(({ at, state }) => ({
            at,
            state,
            message: undefined,
            contextId: undefined,
            cause: { kind: "person", userId, name: "Anna" } as const,
          }))
          .toReversed();
      },
      ownUserId: async () => "user-own",
    },
    ownActions: () => [],
    find: async (input) => learnHabits(input),
    forgottenAt: () => anna.forgottenAt,
    ...{ store, book, later: timers, logger },
    clock: () => now,
  });
  onTestFinished(async () => await learner[Symbol.asyncDispose]());
  const houseFacts = () => memory.visibleTo({ personId: "anna", role: "owner", isPrivate: true }, now);
  return {
    ...stores,
    anna,
    store,
    book,
    learner,
    learned,
    lines,
    later,
    asked,
    memory,
    home,
    houseFacts,
    setNow: (time: number) => (now = time),
  };
}
