import type { Figures, SuiteReport } from "./suite.ts";

/** The one line for programs: `{"suite","cases","figures":{…}}`. */
export function jsonReport(suite: string, { cases, figures }: SuiteReport): string {
  return `${JSON.stringify({ suite, cases, figures })}\n`;
}

/** The table for people: one figure a line, groups as `group.figure`, then the notes. */
export function tableReport(suite: string, { cases, figures, notes }: SuiteReport): string {
  const rows: [string, string][] = [["cases", String(cases)], ...flatten(figures)];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return `${[suite, ...lines, ...(notes.length > 0 ? ["", ...notes] : [])].join("\n")}\n`;
}

function flatten(figures: Figures, prefix = ""): [string, string][] {
  return Object.entries(figures).flatMap(([name, value]): [string, string][] => {
    if (value !== null && typeof value === "object") return flatten(value, `${prefix}${name}.`);
    return [[prefix + name, value === null ? "–" : String(value)]];
  });
}
