import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface Touched {
  readonly profile: "root" | "service";
  readonly access: string;
  readonly path: string;
}
type Rules = Readonly<Record<Touched["profile"], readonly unknown[]>>;
interface Reader {
  fileRules(text: string): Rules;
  allows(rules: Rules, touched: Touched): boolean;
}

const root = join(import.meta.dirname, "../..");
const text = readFileSync(join(root, "apparmor.txt"), "utf8");
const { fileRules, allows }: Reader = await import(new URL("../../scripts/image/apparmor.mjs", import.meta.url).href);
const rules = fileRules(text);
const [outer = "", service = ""] = text.split(/^ {2}profile service /m);

/** As scripts/image/prove.mjs saw it in the running image. */
const touched = readFileSync(join(root, "tests/fixtures/touched-files.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line): Touched => {
    const [, profile, access = "", path = ""] = /^(root|service) ([rwxl]) (.+)$/.exec(line) ?? [];
    return { profile: profile === "service" ? "service" : "root", access, path };
  });

describe("apparmor.txt", () => {
  it("lets everything be done that the image was seen to do", () => {
    expect(touched.length).toBeGreaterThan(200);
    for (const path of ["/data/assistant.db", "/data/backup/assistant-copy.db"]) {
      expect(touched).toContainEqual({ profile: "service", access: "l", path });
    }
    expect(touched.filter((one) => !allows(rules, one))).toEqual([]);
  });

  it.for([
    ["w", "/app/dist/main.js"],
    ["w", "/etc/passwd"],
    ["w", "/config/knowledge/manual.md"],
    ["r", "/config/secrets.yaml"],
    ["r", "/media/holidays.jpg"],
    ["r", "/boot/config.txt"],
    ["r", "/run/s6/container_environment/SUPERVISOR_TOKEN"],
    ["x", "/bin/sh"],
    ["x", "/usr/bin/curl"],
    ["x", "/usr/local/bin/node"],
    ["x", "/data/program"],
    ["x", "/run/program"],
  ] as const)("does not let the service %s %s", ([access, path]) => {
    expect(allows(rules, { profile: "service", access, path })).toBe(false);
  });

  it("gives the service no capability, and nobody those that Docker itself keeps back", () => {
    const capabilities = (part: string) => [...part.matchAll(/^\s*capability ([a-z_]+),$/gm)].map(([, name]) => name);
    expect(capabilities(service)).toEqual([]);
    expect(capabilities(outer)).toEqual(["chown", "dac_override", "fowner", "kill", "setgid", "setuid"]);
    expect(text).not.toMatch(/^\s*(file|mount|ptrace|capability),$/m);
  });

  it("has one profile at its outermost, which the Supervisor renames", () => {
    expect(text.split("\n").filter((line) => line.startsWith("profile "))).toHaveLength(1);
  });
});
