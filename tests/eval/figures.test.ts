import { expect, test } from "vitest";
import { type ActionOutcome, actionFigures } from "../../eval/action-figures.ts";
import { jsonReport, tableReport } from "../../eval/report.ts";
import { mean, selectCases, share } from "../../eval/suite.ts";

const outcome = (change: Partial<ActionOutcome> & { outcome: ActionOutcome["judgement"]["outcome"]; wrong?: string[] }): ActionOutcome => ({
  id: "x",
  dataset: "homes",
  isQuestion: false,
  by: "model",
  promptTokens: undefined,
  seconds: 1,
  answer: "Done.",
  ...change,
  judgement: { outcome: change.outcome, wrongEntities: change.wrong ?? [], differences: [] },
});

test("shares add up, and the recogniser is reported apart", () => {
  const figures = actionFigures([
    outcome({ outcome: "right", by: "recogniser", seconds: 0.1 }),
    outcome({ outcome: "wrong_change", by: "recogniser", seconds: 0.3, wrong: ["light.x"] }),
    outcome({ outcome: "right", promptTokens: 1000, seconds: 2 }),
    outcome({ outcome: "no_change", promptTokens: 3000, seconds: 1.6, dataset: "others" }),
    outcome({ outcome: "right", isQuestion: true, promptTokens: 9 }),
    outcome({ outcome: "no_change", isQuestion: true }),
  ]);
  expect(figures).toEqual({
    right: 0.5,
    wrong_change: 0.25,
    no_change: 0.25,
    wrong_entity: 0.25,
    right_by_dataset: { homes: 0.6667, others: 0 },
    questions: { cases: 2, right: 0.5 },
    prompt_tokens: 2000,
    seconds: 1,
    recogniser: { answered: 0.5, right: 0.5 },
  });
});

test("what was not measured is null, not zero", () => {
  expect(actionFigures([])).toMatchObject({ right: null, prompt_tokens: null, recogniser: { answered: null, right: null } });
  expect([mean([]), mean([undefined]), share(0, 0), share(1, 3)]).toEqual([null, null, null, 0.3333]);
});

test("the JSON report is one line with suite, cases and figures", () => {
  const line = jsonReport("actions", { cases: 2, figures: { right: 1, recogniser: { right: null } }, notes: ["private"] });
  expect(line).toBe('{"suite":"actions","cases":2,"figures":{"right":1,"recogniser":{"right":null}}}\n');
});

test("the table names groups with a dot and shows a dash for what was not measured", () => {
  const table = tableReport("actions", { cases: 2, figures: { right: 0.5, recogniser: { right: null } }, notes: ["x: no_change"] });
  expect(table).toBe("actions\n  cases             2\n  right             0.5\n  recogniser.right  –\n\nx: no_change\n");
});

test("cases are chosen by id and by number", () => {
  const rows = ["a", "b", "c"];
  const choose = (ids?: string[], limit?: number) => selectCases(rows, (row) => row, { ids, limit });
  expect([choose(), choose(undefined, 2), choose(["c", "a"]), choose(["b", "c"], 1)]).toEqual([rows, ["a", "b"], ["a", "c"], ["b"]]);
  expect(() => choose(["d"])).toThrow("there is no case d");
});
