import { describe, expect, it } from "vitest";
import { createRecogniseNode } from "../../../src/agent/graph/recognise.ts";
import type { Run, TurnStateValues } from "../../../src/agent/state.ts";
import type { Recognition } from "../../../src/homeassistant/recogniser/recogniser.ts";
import type { ServiceCall } from "../../../src/homeassistant/services/services.ts";
import type { Role } from "../../../src/security/policy/policy-input.ts";
import { fakeHome } from "../../fakes/home.ts";

const run: Run = { signal: new AbortController().signal, late: false, progress: () => {} };
const plain = {
  home: fakeHome({ entities: [] }),
  redact: (text: string) => text,
  runs: new Map([["1", run]]),
  remember: async () => undefined,
  answerReading: async () => undefined,
  words: { load: async () => undefined },
  listedItems: async ({ call }: { readonly call: ServiceCall }) => call,
  smallTalk: () => undefined,
  wholeSentences: (text: string) => [{ sentence: text }],
  planning: {
    reply: () => undefined,
    due: () => undefined,
    later: () => undefined,
    completed: () => undefined,
    wanted: async () => undefined,
    triggerSaid: async () => undefined,
    besides: (_turn: unknown, _readings: unknown, update: Partial<TurnStateValues>) => update,
  },
  replanning: { said: () => undefined },
  automating: { said: async () => undefined },
  dryRunning: async () => undefined,
  undo: { again: () => undefined, ofTurn: () => [], said: () => undefined },
  interactions: { lastSaid: () => undefined },
  clock: () => 0,
};

/** What the node makes of a recognised question about one thing. */
function asked(entityId: string, role: Role) {
  const question = { entityIds: [entityId], state: "on", named: true, attribute: undefined };
  const recognise = createRecogniseNode({
    recogniser: { recognise: async () => ({ hit: true, parts: [{ kind: "question", question }] }) },
    services: { resolve: () => ({ ok: false, problem: { error: "no_target", message: "" } }) },
    ...plain,
  });
  return recognise({ turn: { turnId: "1", text: "is it on?", language: "en", role, origin: "person" } } as unknown as TurnStateValues);
}

it("answers a recognised question about the house with the home's own text", async () => {
  expect(await asked("light.bed", "guest")).toMatchObject({ path: "recogniser", origin: "home" });
  expect(await asked("automation.guard", "owner")).toMatchObject({ path: "recogniser" });
});

it("answers no question about routines to somebody who may not read of them", async () => {
  for (const role of ["adult", "child", "guest"] as const) expect(await asked("automation.guard", role)).toEqual({ path: "model" });
});

describe("a sentence that fits a few things", () => {
  const LAMPS = ["Hall Lamp", "Desk Lamp", "Porch Lamp"];
  const idOf = (name: string, domain = "light") => `${domain}.${name.toLowerCase().replaceAll(/\W+/g, "_")}`;
  const does = (...entityIds: readonly string[]): Recognition => ({
    hit: true,
    parts: entityIds.map((entityId) => ({
      kind: "action",
      call: { service: "homeassistant.turn_on", target: { entityId: [entityId] }, data: {} },
    })),
  });

  /** What the node makes of "turn on the lamp", where each name is understood as the thing of that name if nothing else is said. */
  function meant({
    names = LAMPS,
    domain = "light",
    understood = {},
    said = "turn on the lamp",
    ...turn
  }: {
    names?: readonly string[];
    domain?: string;
    understood?: Readonly<Record<string, Recognition>>;
    said?: string;
    role?: Role;
    origin?: "person" | "home";
  } = {}) {
    const options = names.map((label) => ({ label, sentence: `turn on ${label}` }));
    const recognise = createRecogniseNode({
      ...plain,
      recogniser: {
        recognise: async (text) => {
          if (text === "turn on the lamp") return { hit: false, reason: "several", what: "the lamp", options };
          const name = text.replace("turn on ", "");
          return understood[name] ?? (names.includes(name) ? does(idOf(name, domain)) : { hit: false, reason: "no_match" });
        },
      },
      services: {
        resolve: ({ service, target, data }) => {
          const entityIds = [target.entityId ?? []].flat();
          return entityIds.includes("light.gone")
            ? { ok: false, problem: { error: "no_target", message: "" } }
            : { ok: true, call: { service, entityIds, data: data ?? {} }, everything: false };
        },
      },
      home: fakeHome({ entities: names.map((name) => ({ entityId: idOf(name, domain), name })) }),
    });
    return recognise({
      turn: { turnId: "1", text: said, language: "en", role: "owner", origin: "person", ...turn },
    } as unknown as TurnStateValues);
  }
  const offered = async (...given: Parameters<typeof meant>) => (await meant(...given)).choice?.options.map(({ label }) => label);

  it("is answered with the question which one, and is no model's", async () => {
    expect(await meant()).toEqual({
      ...{ path: "asked", model: "recogniser", origin: "home" },
      choice: { what: "the lamp", options: LAMPS.map((label) => ({ label, sentence: `turn on ${label}` })) },
      answer: expect.stringContaining("Which one do you mean by “the lamp”?"),
    });
  });

  it.each(["Lamp\nYes", "Lamp\u202e", "Lamp\u200b", "L".repeat(61), ""])(
    "goes to the model if one of them cannot be shown whole on a button: %j",
    async (name) => {
      expect(await meant({ names: ["Hall Lamp", "Desk Lamp", name] })).toEqual({ path: "model" });
    },
  );

  it.each([
    ["does something else too", does(idOf("Porch Lamp"), "lock.front")],
    ["means another thing", does("light.desk_lamp")],
    [
      "means all things of a place",
      {
        hit: true,
        parts: [
          { kind: "action", call: { service: "light.turn_on", target: { entityId: ["light.hall_lamp", "light.porch_lamp"] }, data: {} } },
        ],
      },
    ],
    [
      "asks a question",
      {
        hit: true,
        parts: [{ kind: "question", question: { entityIds: ["light.porch_lamp"], state: "on", named: true, attribute: undefined } }],
      },
    ],
    ["is not understood", { hit: false, reason: "ambiguous" }],
    ["cannot be done", does("light.gone")],
  ] as readonly [string, Recognition][])("offers no name with which the sentence %s", async (_, recognition) => {
    expect(await offered({ understood: { "Porch Lamp": recognition } })).toEqual(["Hall Lamp", "Desk Lamp"]);
  });

  it("goes to the model if fewer than two are left, or more than six", async () => {
    expect(await meant({ names: ["Hall Lamp", "Desk Lamp"], understood: { "Desk Lamp": does("light.hall_lamp") } })).toEqual({
      path: "model",
    });
    expect(await offered({ names: [..."ABCDEF"].map((letter) => `Lamp ${letter}`) })).toHaveLength(6);
    expect(await meant({ names: [..."ABCDEFG"].map((letter) => `Lamp ${letter}`) })).toEqual({ path: "model" });
  });

  it("names no routines to somebody who may not read of them", async () => {
    expect(await offered({ domain: "script" })).toEqual(LAMPS);
    for (const role of ["adult", "child", "guest"] as const) expect(await meant({ domain: "script", role })).toEqual({ path: "model" });
  });

  it("and was chosen does the one thing that it names, and nothing else, and never goes to a model", async () => {
    const chosen = (name: string, more: Parameters<typeof meant>[0] = {}) => meant({ said: `turn on ${name}`, origin: "home", ...more });
    expect(await chosen("Desk Lamp")).toMatchObject({
      ...{ path: "recogniser", origin: "home", questions: [] },
      calls: [{ kind: "act", call: { target: { entityId: ["light.desk_lamp"] } } }],
    });
    const changed = { path: "recogniser", answer: expect.stringMatching(/^I can no longer tell which one/) };
    expect(await chosen("Desk Lamp", { understood: { "Desk Lamp": does("light.desk_lamp", "lock.front") } })).toMatchObject(changed);
    expect(await chosen("Desk Lamp", { understood: { "Desk Lamp": does("light.hall_lamp") } })).toMatchObject(changed);
    expect(await chosen("Attic Lamp")).toMatchObject(changed);
    expect(await chosen("Desk Lamp", { domain: "script", role: "guest" })).toMatchObject(changed);
    expect(await meant({ origin: "home" })).toMatchObject(changed);
  });
});
