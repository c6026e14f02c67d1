import { expect, it } from "vitest";
import { createRecogniseNode } from "../../src/agent/recognise.ts";
import type { Run } from "../../src/agent/runs.ts";
import type { TurnStateValues } from "../../src/agent/state.ts";
import type { Role } from "../../src/security/policy-input.ts";

/** What the node makes of a recognised question about one thing. */
function asked(entityId: string, role: Role) {
  const run: Run = { signal: new AbortController().signal, late: false, progress: () => {} };
  const question = { entityIds: [entityId], state: "on", named: true, attribute: undefined };
  const recognise = createRecogniseNode({
    recogniser: { recognise: async () => ({ hit: true, parts: [{ kind: "question", question }] }) },
    services: { resolve: () => ({ ok: false, problem: { error: "no_target", message: "" } }) },
    runs: new Map([["1", run]]),
  });
  return recognise({ turn: { turnId: "1", text: "is it on?", language: "en", role } } as unknown as TurnStateValues);
}

it("answers a recognised question about the house with the home's own text", async () => {
  expect(await asked("light.bed", "guest")).toMatchObject({ path: "recogniser", origin: "home" });
  expect(await asked("automation.guard", "owner")).toMatchObject({ path: "recogniser" });
});

it("answers no question about routines to somebody who may not read of them", async () => {
  for (const role of ["adult", "child", "guest"] as const) expect(await asked("automation.guard", role)).toEqual({ path: "model" });
});
