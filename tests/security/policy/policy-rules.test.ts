import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogueFor, parseMessages } from "../../../src/languages/catalogue.ts";
import { EFFECTS } from "../../../src/security/effects/effect.ts";
import { CHANGES } from "../../../src/security/policy/policy.ts";
import { RULES } from "../../../src/security/policy/policy-rules.ts";
import { RULE_IDS, rulesTable } from "../rules-table.ts";

describe("texts", () => {
  const file = new URL("../../../src/languages/en/messages/policy.yaml", import.meta.url);
  const texts = new Map(Object.entries(parseMessages(readFileSync(file, "utf8"), "policy.yaml")));

  test("there is one for whatever policy can say, and none for anything else", () => {
    const keys = [
      ...new Set([...RULE_IDS.confirm, ...RULE_IDS.allow].map((id) => `why.${id}`)),
      ...RULE_IDS.deny.map((id) => `denied.${id}`),
      ...EFFECTS.map((effect) => `effect.${effect}`),
      ...Object.keys(CHANGES).map((id) => `change.${id}`),
    ];
    expect([...texts.keys()].filter((key) => !key.endsWith("#one")).sort()).toEqual(keys.sort());
  });

  test("sentences end, and nothing but what is known is filled in", () => {
    const sentences = [...texts].filter(([key]) => !key.startsWith("effect."));
    expect(sentences.filter(([key]) => !/^[A-Z].*\.$/.test(catalogueFor("en").find(key) ?? ""))).toEqual([]);
    const filled = [...texts].flatMap(([key, text]) => [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => `${key} ${name}`));
    expect(filled).toEqual(["why.outside_text quote", "why.outside_text source", "why.many_targets count", "why.rate minutes"]);
  });
});

describe("the table", () => {
  const rows = rulesTable();

  test("has a row for each rule and one for each part, all of the same width", () => {
    const parts = Object.values(RULES);
    expect(rows).toHaveLength(2 + parts.length + parts.flat().length);
    expect(new Set(rows.map((row) => row.split("|").length))).toEqual(new Set([8]));
  });

  test("says in words what the data says", () => {
    expect(rows).toContain("| `guest_over` | any | guest | any | stay is over | deny |");
    expect(rows).toContain("| `risk_unlock` | unlock | owner, adult | person | risk taken at home | allow |");
    expect(rows).toContain("| `run_code` | run-code | any | any | always | confirm: an owner |");
    expect(rows).toContain("| `late` | any | any | any | said long ago | confirm: whoever asked |");
  });

  test("every effect has a row of its own before the one for what is left", () => {
    const named = RULES.effect.flatMap(({ effects, ...rule }) => (effects === "any" || "when" in rule ? [] : effects));
    expect(EFFECTS.filter((effect) => !named.some((one) => one === effect))).toEqual(["unknown"]);
  });
});
