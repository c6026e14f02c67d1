import { describe, expect, it } from "vitest";
import {
  type ContextItem,
  type ContextProvider,
  createContextCollector,
  createEntityProvider,
  createKnowledgeProvider,
  type Retrieve,
} from "../../../src/agent/prompt/context-sources.ts";
import { createScreen } from "../../../src/agent/screen.ts";
import type { TurnInput } from "../../../src/agent/state.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { fakeHome } from "../../fakes/home.ts";
import { timersByHand } from "../later.ts";

const TURN: TurnInput = {
  ...{ turnId: "1", sessionId: "s", text: "what is on?", personId: "anna", personName: "Anna", role: "owner", language: "en" },
  ...{ isPrivate: true, replyText: undefined, replyOrigin: "home", channel: "telegram", origin: "person" },
};
const item = (text: string): ContextItem => ({ text, source: text, origin: "home" });
const never = new Promise<readonly ContextItem[]>(() => {});

function collector(providers: readonly ContextProvider[]) {
  const timers = timersByHand();
  const log: string[] = [];
  const logger = createLogger({ level: "warn", destination: { write: (line) => void log.push(line) } });
  const stop = new AbortController();
  const collect = createContextCollector({ providers, screen: createScreen({ logger }), later: timers.later, logger });
  return { collect: () => collect(TURN, stop.signal), timers, log, stop };
}

describe("providers", () => {
  it("are asked side by side, and answer in their own order", async () => {
    const first = Promise.withResolvers<readonly ContextItem[]>();
    const asked: string[] = [];
    const noting = (slot: ContextProvider["slot"], heading: string, items: Promise<readonly ContextItem[]> | readonly ContextItem[]) => ({
      slot,
      heading,
      collect() {
        asked.push(heading);
        return items;
      },
    });
    const { collect, timers } = collector([noting("profile", "A", first.promise), noting("entities", "B", [item("b")])]);
    const all = collect();
    expect(asked).toEqual(["A", "B"]);
    expect(timers.waiting()).toContain(300);
    first.resolve([item("a")]);
    expect((await all).map(({ heading, items, outcome }) => [heading, items.map(({ text }) => text), outcome])).toEqual([
      ["A", ["a"], "in_time"],
      ["B", ["b"], "in_time"],
    ]);
    expect(timers.waiting()).toEqual([]);
  });

  it("that are late are told to stop", async () => {
    const signals: AbortSignal[] = [];
    const slow = (heading: string): ContextProvider => ({
      slot: "knowledge",
      heading,
      collect(_, signal) {
        signals.push(signal);
        return never;
      },
    });
    const { collect, timers, log } = collector([slow("A"), slow("B")]);
    const all = collect();
    timers.fire();
    expect((await all).map(({ items, outcome }) => [items.map(({ text }) => text), outcome])).toEqual([
      [[], "late"],
      [[], "late"],
    ]);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
    expect(log).toEqual([]);
  });

  it("that fail leave the others what they are, and a line in the log", async () => {
    const { collect, log } = collector([
      {
        slot: "knowledge",
        heading: "A",
        collect() {
          throw new Error("no index");
        },
      },
      { slot: "profile", heading: "B", collect: () => Promise.reject(new Error("no table")) },
      { slot: "entities", heading: "C", collect: () => [item("c")] },
    ]);
    expect((await collect()).map(({ items, outcome }) => [items.length, outcome])).toEqual([
      [0, "failed"],
      [0, "failed"],
      [1, "in_time"],
    ]);
    expect(log).toHaveLength(2);
  });

  it("end with their turn", async () => {
    const { collect, stop } = collector([{ slot: "knowledge", heading: "A", collect: () => never }]);
    const all = collect();
    stop.abort(new Error("cancelled"));
    await expect(all).rejects.toThrow("cancelled");
  });
});

describe("knowledge", () => {
  const asked: Parameters<Retrieve>[] = [];
  const provider = createKnowledgeProvider({
    retrieve: async (...args) => {
      asked.push(args);
      return [{ text: " Press reset.\n", source: "document", place: "boiler.pdf,\npage 12", origin: "document" }];
    },
  });
  const collect = (text: string, role: TurnInput["role"] = "adult") => provider.collect({ ...TURN, text, role }, AbortSignal.any([]));

  it("is looked up for questions, for that person, and says where it stands", async () => {
    expect(await collect("how do I reset the boiler")).toEqual([
      { text: "- boiler.pdf, page 12: Press reset.", source: "boiler.pdf, page 12", origin: "document", said: " Press reset.\n" },
    ]);
    expect(asked.at(-1)?.[1]).toMatchObject({ role: "adult", personId: "anna" });
  });

  it.each([
    ["why is it cold", true],
    ["Is the door locked", true],
    ["Läuft die Heizung?", true],
    ["sag mir, warum das Licht brennt", true],
    ["¿está abierta la puerta", true],
    ["お風呂のお湯はどうですか", true],
    ["门锁了吗", true],
    ["почему так холодно", true],
    ["turn on the light", false],
    ["turn on the fan when I leave", false],
    ["schalte das Licht an, wenn es dunkel ist", false],
    ["enciende la luz que está en la cocina", false],
    ["打开厨房的灯", false],
    ["", false],
  ])("%s: %s", async (text, looked) => {
    asked.length = 0;
    await collect(text);
    expect(asked.length > 0).toBe(looked);
  });
});

it("things perhaps meant are none while the home is away", async () => {
  const provider = createEntityProvider({
    home: { ready: false },
    find: () => {
      throw new Error("must not be asked");
    },
  });
  expect(await provider.collect(TURN, AbortSignal.any([]))).toEqual([]);
});

it("where no word fits, things are found by meaning, and only then", async () => {
  const home = fakeHome({
    entities: [
      { entityId: "binary_sensor.leak", name: "Water Leak" },
      { entityId: "light.hall", name: "Hall" },
    ],
  });
  const alike = home.exposed().slice(0, 1);
  const provider = createEntityProvider({
    home,
    find: (text) => (text === "hall" ? home.exposed().slice(1) : []),
    findAlike: async () => alike,
  });
  const sources = async (text: string) => (await provider.collect({ ...TURN, text }, AbortSignal.any([]))).map(({ source }) => source);
  expect(await sources("is anything flooding")).toEqual(["Water Leak"]);
  expect(await sources("hall")).toEqual(["Hall"]);
});
