import { expect, it } from "vitest";
import { createToolGroups } from "../../../src/agent/prompt/tool-groups.ts";
import { TOOL_GROUPS } from "../../../src/agent/toolbox.ts";
import { createLogger } from "../../../src/observability/logger.ts";

const logger = createLogger({ level: "silent" as never, destination: { write() {} } });
const weather = { name: "get_weather", description: "Weather at home, forecast.", parameters: {} };
const signal = new AbortController().signal;

/** A plane of meanings: automations at one end, routines at another, the weather between them. */
const PLANE: Readonly<Record<string, readonly number[]>> = {
  [TOOL_GROUPS.automations]: [1, 0],
  [TOOL_GROUPS.routines]: [0, 1],
  [weather.description]: [0.7, 0.7],
  "which automations do I have?": [0.9, 0.1],
  "what would the movie script do?": [0.1, 0.9],
  "will it rain?": [0.6, 0.7],
};

function groups({ used = [], server = "up" }: { used?: readonly ("automations" | "routines")[]; server?: "up" | "down" | "hangs" } = {}) {
  let embeddings = 0;
  let now = 0;
  const vectorOf = (text: string) => Float32Array.from(PLANE[text] ?? [0, 0]);
  const of = createToolGroups({
    vectors: {
      embeddings: {
        model: "plane",
        async embed(texts) {
          embeddings += 1;
          if (server === "down") throw new Error("down");
          if (server === "hangs") return new Promise(() => {});
          return texts.map(vectorOf);
        },
      },
      of: async (text) => vectorOf(text),
    },
    offered: () => [weather],
    used: () => used,
    now: () => now,
    logger,
  });
  return { ask: (text: string) => of({ text, sessionId: "s" }, signal), embedded: () => embeddings, waits: (ms: number) => (now += ms) };
}

it.each([
  ["which automations do I have?", ["automations"]],
  ["what would the movie script do?", ["routines"]],
  ["will it rain?", []],
])("%s gets %j", async (text, wanted) => {
  const { ask } = groups();
  await ask(text);
  expect(await ask(text)).toEqual(wanted);
});

it("keeps those that the session used, also where embeddings fail", async () => {
  const { ask, embedded } = groups({ used: ["routines"], server: "down" });
  expect(await ask("which automations do I have?")).toEqual(["routines"]);
  expect(await ask("will it rain?")).toEqual(["routines"]);
  expect(embedded()).toBe(1);
});

it("a server that fails is asked again after a minute, then after two", async () => {
  const { ask, embedded, waits } = groups({ server: "down" });
  const asked: number[] = [];
  for (const minutes of [0, 0.9, 0.2, 1.5, 0.6]) {
    waits(minutes * 60_000);
    await ask("will it rain?");
    asked.push(embedded());
  }
  expect(asked).toEqual([1, 1, 2, 2, 3]);
});

it("no turn waits for descriptions that a server hangs over", async () => {
  const { ask, embedded } = groups({ used: ["routines"], server: "hangs" });
  expect(await ask("which automations do I have?")).toEqual(["routines"]);
  expect(await ask("will it rain?")).toEqual(["routines"]);
  expect(embedded()).toBe(1);
});

it("descriptions are embedded once", async () => {
  const { ask, embedded } = groups();
  await ask("will it rain?");
  await ask("which automations do I have?");
  expect(embedded()).toBe(1);
});
