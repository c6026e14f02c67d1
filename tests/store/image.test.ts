import { globSync, readFileSync, statSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { backupFiles } from "../../src/storage/backup-copy.ts";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const dockerfile = read("Dockerfile");
const manifest = parse(read("config.yaml"));
const packaged = JSON.parse(read("package.json"));
const [node = "", base = ""] = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, name]) => name);

describe("the image", () => {
  it("has a base of glibc by a literal name, which build.yaml and the workflow have too", () => {
    expect(base).toMatch(/^ghcr\.io\/home-assistant\/base-debian:trixie-\d{4}\.\d\d\.\d$/);
    expect(parse(read("build.yaml"))).toEqual({ build_from: { aarch64: base, amd64: base } });
    expect(read(".github/workflows/image.yaml")).toContain(`cosign-base-verify: ${base}\n`);
  });

  it("has the Node that everything is tested on", () => {
    expect(node).toBe(`node:${packaged.devDependencies.node}-trixie-slim`);
  });

  it("says what it is: an app, and no longer a base", () => {
    for (const label of ['io.hass.type="app"', 'io.hass.arch="aarch64|amd64"', `io.hass.name="${manifest.name}"`]) {
      expect(dockerfile).toContain(label);
    }
    expect(dockerfile).toContain(`io.hass.description="${manifest.description}"`);
  });

  it("is watched by its health check, for which a long start is no illness", () => {
    expect(dockerfile).toMatch(
      /^HEALTHCHECK .*--start-period=10m CMD curl -fsS "http:\/\/127\.0\.0\.1:\$\{CONSOLE_PORT:-8099\}\/healthz"$/m,
    );
    expect(manifest).not.toHaveProperty("watchdog");
  });

  it("ends its service within what s6 grants, and s6 within what the Supervisor grants", () => {
    const stopMs = Number(/STOP_MS = ([\d_]+)/.exec(read("src/main.ts"))?.[1]?.replaceAll("_", ""));
    const graceMs = Number(/S6_SERVICES_GRACETIME=(\d+)/.exec(dockerfile)?.[1]);
    const finishMs = Number(read("addon/rootfs/etc/services.d/assistant/timeout-finish"));
    expect(stopMs + finishMs).toBeLessThan(graceMs);
    expect(graceMs).toBeLessThan(manifest.timeout * 1_000);
  });

  it("copies what it names, and what it starts can be started", () => {
    for (const [, sources = ""] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
      for (const source of sources.split(" ")) expect(statSync(join(root, source)), source).toBeDefined();
    }
    const programs = [
      "etc/cont-init.d/assistant.sh",
      "etc/services.d/assistant/run",
      "etc/services.d/assistant/finish",
      "usr/bin/assistant-backup",
      "usr/bin/assistant-watchdog",
    ];
    for (const program of programs) expect(statSync(join(root, "addon/rootfs", program)).mode & 0o111, program).toBe(0o111);
    expect(manifest.init).toBe(false);
  });

  it("is not mistaken by the Supervisor for something that a workflow is named like", () => {
    expect(globSync("**/build.{yaml,yml,json}", { cwd: root, exclude: (path) => /^(node_modules|dist)$/.test(path) })).toEqual([
      "build.yaml",
    ]);
    expect(globSync(".github/**/build.*", { cwd: root })).toEqual([]);
  });
});

describe("a backup", () => {
  const leftOut = (name: string) => manifest.backup_exclude.some((pattern: string) => matchesGlob(name, pattern));
  const files = backupFiles("/data");

  it("takes the copy, and none of the files that change while it is made", () => {
    for (const kept of ["assistant-copy.db", "assistant-restoring.db", "options.json", "manual.md"])
      expect(leftOut(kept), kept).toBe(false);
    const changing = ["assistant.db", "langgraph_checkpoints.db", "service.lock"].flatMap((name) => [
      name,
      `${name}-wal`,
      `${name}-shm`,
      `${name}-journal`,
    ]);
    for (const name of [...changing, "assistant-copy.db.new"]) expect(leftOut(name), name).toBe(true);
    expect(Object.values(files).map((path) => leftOut(path.split("/").at(-1) ?? ""))).toEqual([true, false, true, false]);
  });

  it("has the copy made before it and taken away after it", () => {
    expect([manifest.backup_pre, manifest.backup_post]).toEqual(["/usr/bin/assistant-backup copy", "/usr/bin/assistant-backup drop"]);
    expect(manifest).not.toHaveProperty("backup");
  });
});
