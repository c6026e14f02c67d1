import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { LANGUAGES } from "../../src/languages/catalogue.ts";

interface Text {
  readonly name: string;
  readonly description?: string;
  readonly fields?: Readonly<Record<string, Text>>;
}
type Texts = Readonly<Record<string, Text>>;

const root = join(import.meta.dirname, "../..");
const { schema, ports } = parse(readFileSync(join(root, "config.yaml"), "utf8"));
const files = readdirSync(join(root, "translations")).toSorted();

/** Names of options and of their fields: `people.role`. */
function namesIn(group: Readonly<Record<string, unknown>>, before = ""): readonly string[] {
  return Object.entries(group).flatMap(([name, type]) => {
    const inner: unknown = Array.isArray(type) ? type[0] : undefined;
    return [`${before}${name}`, ...(typeof inner === "object" && inner !== null ? namesIn({ ...inner }, `${before}${name}.`) : [])];
  });
}

function translatedIn(texts: Texts, before = ""): readonly string[] {
  return Object.entries(texts).flatMap(([name, { fields }]) => [
    `${before}${name}`,
    ...(fields ? translatedIn(fields, `${before}${name}.`) : []),
  ]);
}

const leaves = (texts: Texts): readonly Text[] =>
  Object.values(texts).flatMap((text) => [text, ...(text.fields ? leaves(text.fields) : [])]);

describe("translations", () => {
  it("are there in every language", () => {
    expect(files).toEqual(LANGUAGES.map((language) => `${language}.yaml`).toSorted());
  });

  describe.for(files)("%s", (file) => {
    const { configuration, network, ...rest } = parse(readFileSync(join(root, "translations", file), "utf8"));

    it("names every option and field, in their order, and no other", () => {
      expect(translatedIn(configuration)).toEqual(namesIn(schema));
      expect(Object.keys(network)).toEqual(Object.keys(ports));
      expect(rest).toEqual({});
    });

    it("has a name and a sentence for each, and nothing else", () => {
      for (const { name, description, fields, ...others } of leaves(configuration)) {
        expect(name.trim().length, name).toBeGreaterThan(1);
        expect(description ?? "", name).toMatch(/[.!?]$/);
        expect([others, fields !== undefined && Object.keys(fields).length === 0]).toEqual([{}, false]);
      }
    });

    it("has no two options of one name", () => {
      const names = Object.values(configuration as Texts).map(({ name }) => name);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    });
  });
});
