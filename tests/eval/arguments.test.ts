import { expect, test } from "vitest";
import { readArguments } from "../../eval/arguments.ts";

const SUITES = { actions: {}, made: { needsNoData: true } } as const;

test("a whole command line is read", () => {
  const line = "actions --data rows --json --model-url http://127.0.0.1:11434/ --model tiny --limit 5 --cases a/1,b/2";
  expect(readArguments(line.split(" "), SUITES)).toEqual({
    suite: "actions",
    json: true,
    folder: "rows",
    limit: 5,
    ids: ["a/1", "b/2"],
    model: { url: "http://127.0.0.1:11434", name: "tiny" },
    embedding: undefined,
    seed: undefined,
  });
});

test("suite and folder are enough", () => {
  const command = readArguments(["actions", "--data", "rows"], SUITES);
  const rest = { limit: undefined, ids: undefined, model: undefined, embedding: undefined, seed: undefined };
  expect(command).toEqual({ suite: "actions", json: false, folder: "rows", ...rest });
});

test("a suite that makes its own data needs no folder, and may be given a seed and a model for vectors alone", () => {
  const line = "made --seed 7 --model-url http://127.0.0.1:11434 --embedding-model small";
  expect(readArguments(line.split(" "), SUITES)).toMatchObject({
    ...{ suite: "made", folder: "", seed: 7, model: undefined },
    embedding: { url: "http://127.0.0.1:11434", name: "small" },
  });
});

test.for([
  ["", /name one suite: actions, made/],
  ["actions made --data x", /name one suite/],
  ["nothing --data x", /there is no suite nothing; there are: actions, made/],
  ["actions", /--data DIR is missing/],
  ["actions --data x --model tiny", /go together/],
  ["actions --data x --model-url http://x", /go together/],
  ["actions --data x --model-url x --model tiny", /must start with http/],
  ["actions --data x --embedding-model tiny", /--embedding-model needs --model-url/],
  ["toString --data x", /there is no suite/],
  ["made --seed 0", /--seed/],
  ["actions --data x --limit 0", /--limit/],
  ["actions --data x --seed many", /--seed/],
  ["actions --data x --limit few", /--limit/],
  ["actions --data x --colour", /colour/],
] as const)("%j is told what is wrong", ([line, words]) => {
  expect(readArguments(line.split(" ").filter(Boolean), SUITES)).toEqual({ problem: expect.stringMatching(words) });
});

test("a suite that makes its own rows needs no folder", () => {
  expect(readArguments(["made", "--seed", "7"], SUITES)).toMatchObject({ suite: "made", seed: 7, folder: "" });
});
