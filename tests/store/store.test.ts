import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const manifest = parse(read("config.yaml"));

/** Rights that cost a point, once for all of them. */
const PRIVILEGES = /^(BPF|CHECKPOINT_RESTORE|DAC_READ_SEARCH|NET_ADMIN|NET_RAW|PERFMON|SYS_ADMIN|SYS_MODULE|SYS_PTRACE|SYS_RAWIO)$/;

/** The Supervisor's own sum of how far an app can be trusted, of 8 at most (supervisor/apps/utils.py, `rating_security`). */
function rating(app: Readonly<Record<string, unknown>>, hasProfile: boolean): number {
  const privileged = Array.isArray(app["privileged"]) ? app["privileged"].map(String) : [];
  if (app["docker_api"] || app["full_access"]) return 1;
  let sum = 5;
  if (app["apparmor"] === false) sum -= 1;
  else if (hasProfile) sum += 1;
  if (app["ingress"]) sum += 2;
  else if (app["auth_api"]) sum += 1;
  if (app["kernel_modules"] || privileged.some((name) => PRIVILEGES.test(name))) sum -= 1;
  if (app["hassio_role"] === "manager") sum -= 1;
  if (app["hassio_role"] === "admin") sum -= 2;
  if (app["host_network"]) sum -= 1;
  if (app["host_pid"]) sum -= 2;
  if (app["host_uts"] && privileged.includes("SYS_ADMIN")) sum -= 1;
  return Math.max(sum, 1);
}

/** Width and height of a PNG, and whether it can be seen through. */
function pngOf(file: string) {
  const bytes = readFileSync(join(root, file));
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), hasAlpha: bytes[25] === 6 };
}

describe("the app in the store", () => {
  it("has the highest rating there is", () => {
    expect(rating(manifest, /^profile /m.test(read("apparmor.txt")))).toBe(8);
  });

  it("opens in the sidebar, streaming, and needs a Home Assistant with all that it uses", () => {
    expect(manifest).toMatchObject({
      ingress: true,
      ingress_stream: true,
      panel_icon: "mdi:home-heart",
      panel_title: "Assistant",
      // people of the household who are no administrators have pages of their own
      panel_admin: false,
      homeassistant_api: true,
    });
    expect(manifest.homeassistant).toMatch(/^2026\.\d+\.\d+$/);
  });

  it("has only keys that the store's linter knows", () => {
    const known = [
      ...[
        "name",
        "version",
        "slug",
        "description",
        "image",
        "arch",
        "init",
        "homeassistant",
        "homeassistant_api",
        "discovery",
        "ports",
        "ports_description",
        "ingress",
        "ingress_stream",
      ],
      ...[
        "panel_icon",
        "panel_title",
        "panel_admin",
        "services",
        "map",
        "tmpfs",
        "timeout",
        "backup_pre",
        "backup_post",
        "backup_exclude",
        "options",
        "schema",
      ],
    ];
    expect(Object.keys(manifest).filter((key) => !known.includes(key))).toEqual([]);
    expect(manifest.arch).toEqual(["aarch64", "amd64"]);
  });

  it("has pictures of the sizes that the store shows", () => {
    expect(pngOf("icon.png")).toEqual({ width: 128, height: 128, hasAlpha: true });
    expect(pngOf("logo.png")).toEqual({ width: 250, height: 100, hasAlpha: true });
  });

  it("is in a repository with a name, and has a page for its users", () => {
    expect(parse(read("repository.yaml"))).toEqual({ name: manifest.name });
    expect(read("DOCS.md")).toMatch(/^# /);
  });

  it("has what changed under headings that Home Assistant finds a version by", () => {
    const headings = read("CHANGELOG.md").match(/^## .+$/gm) ?? [];
    expect(headings.filter((line) => !/^## \d+\.\d+\.\d+$/.test(line))).toEqual([]);
    expect(headings).toContain(`## ${manifest.version}`);
  });
});
