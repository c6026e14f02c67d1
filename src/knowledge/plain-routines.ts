import { isRecord } from "../text/is-record.ts";
import type { Fields, RoutineNames } from "./plain-routines-names.ts";
import { sceneInWords, stepsInWords } from "./plain-routines-steps.ts";
import { conditionsInWords, triggersInWords } from "./plain-routines-when.ts";

/** People describe their automations in a sentence or two. */
const LONGEST_DESCRIPTION = 300;

/** What an automation does, in lines: when, if, then. Blueprints must be filled in. Never throws: what is not understood is mentioned. */
export function automationInWords(config: unknown, names: RoutineNames): readonly string[] {
  const fields = isRecord(config) ? config : {};
  const triggers = triggersInWords(fields["triggers"] ?? fields["trigger"], names);
  const conditions = conditionsInWords(fields["conditions"] ?? fields["condition"], names);
  return [
    ...description(fields),
    `When: ${triggers.join("; or ") || "only when it is started by hand"}.`,
    ...(conditions.length > 0 ? [`Only if: ${conditions.join(" and ")}.`] : []),
    ...section("Then", stepsInWords(fields["actions"] ?? fields["action"], names)),
  ];
}

/** What a script does, in lines. */
export function scriptInWords(config: unknown, names: RoutineNames): readonly string[] {
  const fields = isRecord(config) ? config : {};
  return [...description(fields), ...section("Steps", stepsInWords(fields["sequence"], names))];
}

/** What a scene sets, in lines. `others` are things of it whose wanted state is not known. */
export function sceneConfigInWords(config: unknown, names: RoutineNames): readonly string[] {
  const { entities, others } = isRecord(config) ? config : {};
  const set = isRecord(entities) ? sceneInWords(entities, names) : [];
  const more = Array.isArray(others) ? sceneInWords(Object.fromEntries(others.map((id) => [String(id), "changed"])), names) : [];
  return section("Sets", [...set, ...more]);
}

function section(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${head}:`, ...lines.map((line) => `- ${line}`)];
}

function description({ description: text }: Fields): readonly string[] {
  if (typeof text !== "string" || text.trim() === "") return [];
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return [plain.length > LONGEST_DESCRIPTION ? `${plain.slice(0, LONGEST_DESCRIPTION)}…` : plain];
}
