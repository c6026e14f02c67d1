import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ASK_EVENT } from "../../src/security/routines/routine-calls.ts";
import { isRecord } from "../../src/text/is-record.ts";

const FOLDER = fileURLToPath(new URL("../../docs/blueprints/", import.meta.url));

/** Home Assistant's reference to what a blueprint's user chooses, as it stands in the parsed file. */
const INPUT = "!input ";
const inputTag = { tag: "!input", resolve: (name: string) => INPUT + name };

/** Everything in a parsed file, at any depth. */
function within(value: unknown): readonly unknown[] {
  return typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(within)] : [value];
}

test.each(readdirSync(FOLDER))(
  "%s is a blueprint that asks as the service hears it, with inputs that are all there and all used",
  (file) => {
    const parsed: unknown = parse(readFileSync(FOLDER + file, "utf8"), { customTags: [inputTag] });
    if (!isRecord(parsed)) throw new Error("no mapping");
    const { blueprint, ...rest } = parsed;
    expect(blueprint).toMatchObject({
      name: expect.any(String),
      description: expect.any(String),
      homeassistant: { min_version: "2026.8.0" },
    });
    const { domain, input } = blueprint as { domain: string; input: Record<string, unknown> };
    expect(Object.keys(rest)).toEqual(expect.arrayContaining(domain === "script" ? ["sequence", "mode"] : ["triggers", "actions", "mode"]));

    const used = within(rest).filter((value): value is string => typeof value === "string" && value.startsWith(INPUT));
    expect([...new Set(used)].toSorted()).toEqual(
      Object.keys(input)
        .map((name) => INPUT + name)
        .toSorted(),
    );

    const fired = within(rest).filter((value) => isRecord(value) && "event" in value);
    expect(fired).toEqual([{ event: ASK_EVENT, event_data: { text: expect.stringMatching(/^\{\{ \w+ \}\}$/), person: `${INPUT}person` } }]);
  },
);
