import type { Yes } from "../../src/security/policy/policy-input.ts";
import { RULES, type Rule } from "../../src/security/policy/policy-rules.ts";

const PARTS = Object.entries(RULES) as readonly (readonly [keyof typeof RULES, readonly Rule[]])[];
const ALL: readonly Rule[] = PARTS.flatMap(([, rules]) => rules);

/** Every id, by what its rule decides; `run_code` and `system` refuse or ask. For texts. */
export const RULE_IDS = {
  allow: idsOf("allow"),
  confirm: idsOf("confirm"),
  deny: idsOf("deny"),
};

function idsOf(decision: Rule["decision"]): readonly string[] {
  return [...new Set(ALL.filter((rule) => rule.decision === decision).map(({ id }) => id))];
}

const TITLES: Readonly<Record<keyof typeof RULES, string>> = {
  call: "The call: every row that fits",
  effect: "Each effect: the first row that fits",
  circumstance: "How it came about: every row that fits",
  answer: "Who is asked: every row that fits",
};
const ANSWERERS: Readonly<Record<Yes, string>> = { asker: "whoever asked", adult: "a grown-up", owner: "an owner" };

/** The table as lines of Markdown, for docs/security.md. */
export function rulesTable(): readonly string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["rule", "effects", "roles", "request from", "when", "decision"]),
    "|---|---|---|---|---|---|",
    ...PARTS.flatMap(([part, rules]) => [row([`**${TITLES[part]}**`, "", "", "", "", ""]), ...rules.map((rule) => row(cellsOf(rule)))]),
  ];
}

function cellsOf(rule: Rule): readonly string[] {
  return [
    `\`${rule.id}\``,
    rule.effects === "any" ? "any" : rule.effects.join(", "),
    rule.roles?.join(", ") ?? "any",
    rule.origins?.join(", ") ?? "any",
    rule.when?.replaceAll("_", " ") ?? "always",
    rule.decision === "confirm" ? `confirm: ${ANSWERERS[rule.yes]}` : rule.decision,
  ];
}
