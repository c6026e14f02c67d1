import { describe, expect, test } from "vitest";
import { ruleFor, type Situation } from "../decisions.ts";
import { ROLE_TABLES, rowsOf } from "../policy-table.ts";
import { OPTION_TABLES } from "../policy-table-options.ts";

const TABLES = [...ROLE_TABLES, ...OPTION_TABLES];

const situation = (given: Situation, { effect, role }: ReturnType<typeof rowsOf>[number]): Situation => ({
  ...given,
  effects: [effect],
  person: { ...given.person, role },
});

describe.each(TABLES)("$title", (table) => {
  test.each(rowsOf(table))("$effect for a person in the role of $role: $decision", (row) => {
    expect(ruleFor("light.turn_on", ["light.bed"], situation(table.given, row))).toBe(row.decision);
  });
});

test("the tables hold what they are meant to", () => {
  expect(TABLES.flatMap(rowsOf).length).toBeGreaterThan(250);
});
