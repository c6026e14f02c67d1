import { expect, it } from "vitest";
import { z } from "zod";
import { HomeUnreachableError } from "../../src/homeassistant/connection/errors.ts";
import { defineProposingTool, defineReadTool } from "../../src/tools/tool.ts";
import { callerOf } from "./caller.ts";

const caller = callerOf("anna", "owner");
const deaf = defineReadTool("deaf", "never ends and does not listen", z.object({}), () => new Promise(() => {}), 20);

it("ends in time, also when its work does not listen to the signal", async () => {
  expect(await deaf.call({}, caller, new AbortController().signal)).toMatchObject({ ok: false, error: "timeout" });
});

it("ends when the turn is stopped", async () => {
  const stop = new AbortController();
  const ended = deaf.call({}, caller, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(ended).rejects.toThrow("stopped");
});

it.each([
  [new HomeUnreachableError("gone"), "home_unreachable"],
  [new DOMException("late", "TimeoutError"), "timeout"],
  [new TypeError("odd"), "failed"],
])("a proposal that fails with %s answers %s", async (problem, error) => {
  const failing = defineProposingTool("failing", "always fails", z.object({}), () => Promise.reject(problem));
  expect(await failing.propose({}, {} as never, new AbortController().signal)).toMatchObject({ ok: false, result: { error } });
});
