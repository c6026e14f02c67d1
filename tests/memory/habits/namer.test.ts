import { AIMessage } from "@langchain/core/messages";
import { expect, it, onTestFinished } from "vitest";
import type { FoundHabit } from "../../../src/memory/habits/find-habits.ts";
import { clockOf, type KeptPattern } from "../../../src/memory/habits/habit.ts";
import { createHabitBook } from "../../../src/memory/habits/habit-book.ts";
import { createHabitNamer } from "../../../src/memory/habits/namer.ts";
import { createIdleGate } from "../../../src/models/idle-gate.ts";
import { ModelError, type ModelRequest } from "../../../src/models/models.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { timersByHand } from "../../agent/later.ts";
import { at } from "./hand-events.ts";
import { DAYS, FROM, houseAnswer, learnerWorld } from "./learner-world.ts";

const WEEKEND = [0, 6] as const;
const MINUTE = 60_000;
const LANGUAGES = { house: "de", anna: "de" };
const HABIT: FoundHabit = {
  ...{ id: undefined, subject: "switch.coffee", action: "on", value: undefined, pick: "each", minute: 405, spread: 5 },
  ...{ days: { name: "every day", weekdays: [0, 1, 2, 3, 4, 5, 6] }, by: undefined, sun: undefined, departs: false, people: [] },
  ...{ records: [{ day: 20_732, kept: true }], confidence: 0.9, chance: 0.001, userId: undefined },
};

type Answer = string | ModelError | ((request: ModelRequest) => Promise<string>);
const named = (sentence: string) => JSON.stringify({ sentence });
const GOOD = "Coffee wird täglich gegen 06:45 eingeschaltet.";

/** Habits of a house that speaks German, with a model that answers like that, one after the other, the last for good. */
function world(answers: readonly Answer[], languages: { house: string; anna: string } = LANGUAGES) {
  const { store, memory } = learnerWorld(houseAnswer(() => true));
  const requests: ModelRequest[] = [];
  const timers = timersByHand();
  const home = { isThere: true };
  const model = { reachable: true };
  let now = at(FROM, 200, DAYS);
  const gate = createIdleGate({ clock: () => now, later: timers.later });
  const sentenceOf = ({ minute, days }: KeptPattern) => `Coffee is turned on at about ${clockOf(minute, 5)}, ${days.name}.`;
  const left = [...answers];
  const namer = createHabitNamer({
    store,
    models: {
      status: () => ({ model: "m", reachable: model.reachable, problem: undefined }),
      async invoke(request) {
        requests.push(request);
        const answer = (left.length > 1 ? left.shift() : left[0]) ?? "";
        if (answer instanceof ModelError) throw answer;
        const text = typeof answer === "string" ? answer : await answer(request);
        const counts = { inputTokens: 1, outputTokens: 1 };
        return { ...counts, message: new AIMessage(text), model: "m", truncated: false, malformedToolCalls: [] };
      },
    },
    describe: (habit) => (home.isThere ? { sentence: sentenceOf(habit), thing: "Coffee" } : undefined),
    languageOf: (personId) => (personId === undefined ? languages.house : languages.anna),
    ...{ idle: gate, idleMs: 3 * MINUTE, clock: () => now, later: timers.later },
    logger: createLogger({ level: "error", destination: { write() {} } }),
  });
  onTestFinished(async () => await namer[Symbol.asyncDispose]());
  const book = createHabitBook({
    ...{ store, memory, describe: sentenceOf, language: languages.house },
    personOf: (userId) => (userId === "user-anna" ? "anna" : undefined),
    deviceClassOf: () => undefined,
    onWritten: namer.look,
  });
  const find = (more: Partial<FoundHabit> = {}) => book.apply([{ ...HABIT, ...more }], WEEKEND, now);
  /** So much time passes, and what was begun then ends. */
  const passes = async (minutes: number) => {
    now += minutes * MINUTE;
    timers.fire();
    await namer.settled();
  };
  const names = () => store.all().map(({ name }) => name);
  const asked = () => requests.map(({ messages }) => messages.at(-1)?.text ?? "");
  return { store, book, namer, gate, find, passes, names, asked, requests, home, model };
}

it("a habit is named in the language of the house, from its sentence alone, once nobody needs the model", async () => {
  const { find, passes, names, asked, requests } = world([named(GOOD)]);
  await find();
  expect(requests).toEqual([]);
  await passes(3);
  expect(names()).toEqual([{ language: "de", text: GOOD, tries: 0 }]);
  expect(asked()).toEqual(['Language: German (de)\nThing: "Coffee"\nSentence: "Coffee is turned on at about 06:45, every day."']);
  expect(requests[0]).toMatchObject({ tools: [], answerSchema: { type: "object", required: ["sentence"] } });
  expect(requests[0]).not.toHaveProperty("forCloud");
  await passes(60);
  expect(requests).toHaveLength(1);
});

it("a person's own habit is named in their language", async () => {
  const { find, passes, names, asked } = world([named(GOOD)], { house: "en", anna: "de-AT" });
  await find();
  await find({ userId: "user-anna", minute: 900 });
  await passes(3);
  expect(asked().map((text) => /about (\S+),/.exec(text)?.[1])).toEqual(["15:00"]);
  expect(names()).toMatchObject([undefined, { language: "de-AT" }]);
});

it("an English house asks the model nothing", async () => {
  const { find, passes, names, requests, namer } = world([named(GOOD)], { house: "en-GB", anna: "en" });
  await find();
  await find({ userId: "user-anna", minute: 900 });
  namer.look();
  await passes(3);
  expect([requests, names()]).toEqual([[], [undefined, undefined]]);
});

it("what is not good enough is asked for again after longer and longer, three times, and left in English then", async () => {
  const { find, passes, names, requests, namer } = world([named("Coffee wird um 07:15 eingeschaltet."), "no JSON", named("")]);
  await find();
  const counts: number[] = [];
  for (const minutes of [3, 4, 1, 29, 1, 60]) {
    await passes(minutes);
    counts.push(requests.length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
  namer.look();
  await passes(600);
  expect([names(), requests.length]).toEqual([[{ language: "de", text: undefined, tries: 3 }], 3]);
});

it("a model that is away, or a home, is no fault of the habit's", async () => {
  const gone = new ModelError({ kind: "unreachable", model: "m", url: "u" });
  const { find, passes, names, home, model, requests } = world([gone, named(GOOD)]);
  await find();
  model.reachable = false;
  await passes(3);
  model.reachable = true;
  home.isThere = false;
  await passes(5);
  expect(requests).toEqual([]);
  home.isThere = true;
  await passes(5);
  expect([requests.length, names()]).toEqual([1, [undefined]]);
  await passes(5);
  expect(names()).toMatchObject([{ text: GOOD, tries: 0 }]);
});

it("a turn that begins stops it, which is no try, and it is done later", async () => {
  let stopped = false;
  const hangs = ({ signal }: ModelRequest) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener("abort", () => {
        stopped = true;
        reject(signal.reason);
      });
      turn = gate.hold();
    });
  let turn: Disposable | undefined;
  const { find, passes, names, gate } = world([hangs, named(GOOD)]);
  await find();
  await passes(3);
  expect([stopped, names()]).toEqual([true, [undefined]]);
  turn?.[Symbol.dispose]();
  await passes(3);
  expect(names()).toMatchObject([{ text: GOOD, tries: 0 }]);
});

it("a habit whose days or time change has another name, and the same one keeps it", async () => {
  const fit = async ({ messages }: ModelRequest) => {
    const time = /about (\d\d:\d\d)/.exec(messages.at(-1)?.text ?? "")?.[1];
    return named(`Coffee wird gegen ${time} eingeschaltet${(messages.at(-1)?.text ?? "").includes("workdays") ? ", werktags" : ""}.`);
  };
  const { find, passes, names, book, requests } = world([fit]);
  const texts = () => names().map((name) => name?.text);
  await find();
  await passes(3);
  await find({ id: 1 });
  await passes(3);
  expect([texts(), requests.length]).toEqual([["Coffee wird gegen 06:45 eingeschaltet."], 1]);
  await find({ id: 1, minute: 480 });
  expect(texts()).toEqual([undefined]);
  await passes(3);
  expect(texts()).toEqual(["Coffee wird gegen 08:00 eingeschaltet."]);
  await book.narrow(1, WEEKEND, WEEKEND, 0);
  expect(texts()).toEqual([undefined]);
  await passes(3);
  expect(texts()).toEqual(["Coffee wird gegen 08:00 eingeschaltet, werktags."]);
});

it("what changed or was refused while the model thought does not get the name", async () => {
  const { find, passes, store, book } = world([
    async () => {
      await find({ id: 1, minute: 480 });
      return named(GOOD);
    },
    async () => {
      book.refuse(1, 0);
      return named("Coffee wird täglich gegen 08:00 eingeschaltet.");
    },
  ]);
  await find();
  await passes(3);
  expect(store.get(1)?.name).toBeUndefined();
  await passes(3);
  expect(store.get(1)).toMatchObject({ status: "refused", name: undefined });
});

it("a language that was chosen later gets a name of its own", async () => {
  const languages = { ...LANGUAGES };
  const { find, passes, names, namer } = world([named(GOOD)], languages);
  await find();
  await passes(3);
  languages.house = "fr";
  namer.look();
  await passes(3);
  expect(names()).toMatchObject([{ language: "fr" }]);
});
