import { describe, expect, it } from "vitest";
import { lateAnswer, unfinishedReports } from "../../../src/agent/graph/final-state.ts";
import type { StepResult } from "../../../src/agent/state.ts";
import { catalogueFor } from "../../../src/languages/catalogue.ts";
import { smallHome } from "../home.ts";

const catalogue = catalogueFor("en");
const MINUTE = 60_000;

describe("a message that came too late", () => {
  it.each([
    [61 * MINUTE, "(61 minutes old)"],
    [119 * MINUTE, "(119 minutes old)"],
    [120 * MINUTE, "(2 hours old)"],
    [26 * 60 * MINUTE, "(26 hours old)"],
    [MINUTE, "(1 minute old)"],
  ])("of %d ms is told with its age", (age, text) => {
    expect(lateAnswer(catalogue, false, age)).toContain(text);
  });

  it("because the service was switched off while it worked, is told so", () => {
    expect(lateAnswer(catalogue, true, 90 * MINUTE)).toContain("I was switched off while I worked on this");
  });
});

describe("actions whose end nobody saw", () => {
  const home = smallHome();
  const reports = (entityIds: readonly string[], results: readonly StepResult[] = [], service = "lock.unlock") =>
    unfinishedReports([{ id: "a", service, entityIds }], results, { home, catalogue });

  it("are told as unknown, with what to look at", () => {
    expect(reports(["lock.front_door"])).toEqual([
      "I do not know whether “unlock Front Door” worked: the connection was lost on the way. Please check Front Door.",
    ]);
  });

  it("are told without things too, and without ids of what is gone", () => {
    expect(reports([], [], "notify.anna")).toEqual(["I do not know whether “use “notify anna”” worked: I was interrupted on the way."]);
    expect(reports(["lock.side_door"])[0]).toContain("unlock side door");
  });

  it("are told once: not those that have a receipt", () => {
    const times = { startedAt: 0, endedAt: 0 };
    const receipt = { actionId: "a", service: "lock.unlock", data: {}, targets: [], contextId: undefined, error: undefined, ...times };
    expect(reports(["lock.front_door"], [{ kind: "receipt", id: "a", receipt }])).toEqual([]);
    expect(reports(["lock.front_door"], [{ kind: "receipt", id: "b", receipt: { ...receipt, actionId: "b" } }])).toHaveLength(1);
  });
});
