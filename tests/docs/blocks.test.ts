import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseDocument } from "yaml";
import { optionsSchema, parseOptions, readEnvironment, resolveConnection, VERSION } from "../../src/config/config.ts";
import { isRecord } from "../../src/text/is-record.ts";
import { PAGES, ROOT, readPage } from "./pages.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const blocks = (language: string) =>
  PAGES.flatMap(({ path, blocks: all }) => all.filter((block) => block.language === language).map(({ text }) => [path, text] as const));

it("every block of code says what it is written in", () => {
  expect(PAGES.flatMap(({ path, blocks: all }) => all.filter(({ language }) => language === "").map(() => path))).toEqual([]);
});

it.for(blocks("yaml"))("YAML in %s can be read", ([, text]) => {
  const document = parseDocument(text);
  expect([...document.errors, ...document.warnings].map(({ message }) => message)).toEqual([]);
  expect(isRecord(document.toJS())).toBe(true);
});

it.for(blocks("json"))("JSON in %s can be read, and options in it are taken", ([, text]) => {
  const value: unknown = JSON.parse(text);
  if (!isRecord(value)) throw new Error("no group of options");
  const options = Object.keys(value).filter((key) => key in optionsSchema.shape);
  // an example of rules may name a second person who stands in another one
  const people = [1, 2].map((id) => ({ name: `Person ${id}`, telegram_user_id: id, role: "owner" }));
  if (options.length > 0) expect(() => parseOptions({ people, ...value })).not.toThrow();
});

describe("docs/compose.yaml", () => {
  const compose = parse(read("docs/compose.yaml"));
  const { assistant } = compose.services;
  const page = readPage("docs/container.md");

  it("has the image that the workflow makes of this version, and the page names it", () => {
    const name = /^ {2}IMAGE_NAME: (\S+)$/m.exec(read(".github/workflows/image.yaml"))?.[1];
    expect(assistant.image).toBe(`ghcr.io/OWNER/${name}:${VERSION}`);
    expect(page.codes).toContain(assistant.image);
  });

  it("gives the service what it needs to find Home Assistant, and nothing that it does not read", () => {
    const asked = new Set<string>();
    const { config, secrets } = parseOptions({});
    const given = new Proxy<NodeJS.ProcessEnv>(assistant.environment, {
      get(target, name) {
        asked.add(String(name));
        return target[String(name)];
      },
    });
    expect(resolveConnection(config, secrets, readEnvironment(given))).toHaveProperty("token");
    expect(Object.keys(assistant.environment).filter((name) => !asked.has(name))).toEqual([]);
  });

  it("keeps the folder of data that the image writes to, and opens no port", () => {
    expect(assistant.volumes).toEqual(["./data:/data"]);
    expect(read("addon/rootfs/etc/services.d/assistant/run")).toContain("--data /data </data/options.json");
    for (const right of ["ports", "privileged", "network_mode", "cap_add", "init"]) expect(assistant).not.toHaveProperty(right);
  });

  it("lets it end in as much time as the app has", () => {
    expect(assistant.stop_grace_period).toBe(`${parse(read("config.yaml")).timeout}s`);
  });
});
