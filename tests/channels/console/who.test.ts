import { expect, it } from "vitest";
import { createIdentify } from "../../../src/channels/console/identity.ts";
import { createLive } from "../../../src/channels/console/live.ts";
import { createPageTokens, isSameOrigin } from "../../../src/channels/console/page-token.ts";
import { Refusal } from "../../../src/channels/console/refusal.ts";
import { believes } from "../../../src/channels/console/server.ts";
import type { Me } from "../../../src/channels/console/wire.ts";
import { CommandError, HomeUnreachableError, OutcomeUnknownError } from "../../../src/homeassistant/connection/errors.ts";
import type { Administrator } from "../../../src/homeassistant/registry/users.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { follow, openConsole, USERS } from "./console-world.ts";

const CODES = { missing: "not-home-assistant", unknown: "not-known", notAdmin: "not-admin" };

it("people of the options come in as who they are there, each with the pages for them", async () => {
  const { browser } = await openConsole();
  const me = async (user: string) => (await (await browser(user)).get<Me>("me")).body;
  expect(await me(USERS.anna)).toMatchObject({
    person: { name: "Anna", role: "owner" },
    pages: expect.arrayContaining(["policy", "health"]),
  });
  expect(await me(USERS.ben)).toMatchObject({ person: { name: "Ben", role: "adult" } });
  expect((await me(USERS.ben)).pages).not.toContain("policy");
  expect((await me(USERS.mia)).pages).toEqual(["chat", "activity", "approvals", "planned", "memory", "searchlog", "turns"]);
});

it("nobody else comes in, and is told what to do", async () => {
  const { ask } = await openConsole();
  const enter = async (headers: Readonly<Record<string, string>>) => {
    const { status, body } = await ask<{ error: string; message: string }>("me", { headers });
    return [status, body.error, body.message.length > 20];
  };
  expect(await enter({})).toEqual([403, CODES.missing, true]);
  expect(await enter({ "X-Remote-User-Id": "" })).toEqual([403, CODES.missing, true]);
  expect(await enter({ "X-Remote-User-Id": "../person.anna" })).toEqual([403, CODES.missing, true]);
  expect(await enter({ "X-Remote-User-Id": USERS.stranger })).toEqual([403, CODES.unknown, true]);
  // an administrator of Home Assistant is nobody here once the options name people
  expect(await enter({ "X-Remote-User-Id": USERS.former })).toEqual([403, CODES.unknown, true]);
});

it("without people in the options only administrators who may log in come in, as owners", async () => {
  const { ask, browser } = await openConsole({ options: { people: [] } });
  const enter = async (user: string) => {
    const { status, body } = await ask<Partial<Me> & { error?: string }>("me", { headers: { "X-Remote-User-Id": user } });
    return [status, body.error ?? body.person?.role];
  };
  expect(await enter(USERS.anna)).toEqual([200, "owner"]);
  for (const user of [USERS.ben, USERS.stranger, USERS.system, USERS.former]) expect(await enter(user)).toEqual([403, CODES.notAdmin]);
  const page = await browser(USERS.anna);
  expect((await page.get<Me>("me")).body.person).toEqual({
    id: `home-assistant:${USERS.anna}`,
    name: "Somebody",
    role: "owner",
    language: "en",
  });
});

it.each([
  ["away", new HomeUnreachableError("down"), "home-away"],
  ["cut off", new OutcomeUnknownError("lost"), "home-away"],
  ["not to be asked that", new CommandError("unauthorized", "no"), "users-unread"],
])("where Home Assistant is %s nobody comes in, and the log says why", async (_, error, code) => {
  const lines: string[] = [];
  const identify = createIdentify({
    ...{ hasPeople: false, personOf: () => undefined, homeReady: () => true },
    administrator: (id, name) => ({ id, name, role: "owner", language: "en" }),
    users: { administrator: () => Promise.reject(error) },
    logger: createLogger({ level: "warn", destination: { write: (line) => lines.push(line) } }),
  });
  const refusal = await identify({ id: "u1", name: "Anna" }).catch((caught: unknown) => caught);
  expect(refusal).toMatchObject({ code, status: 503 });
  expect(refusal instanceof Refusal && refusal.told("en").message.length > 20).toBe(true);
  expect(lines).toEqual([expect.stringContaining(error.name)]);
});

it("headers are believed from the Supervisor alone, and from this machine where that was asked for", () => {
  const app = { ingress: true, trustLoopback: false };
  const proxied = { ingress: false, trustLoopback: true };
  const told = (address: string | undefined) => [believes(address, app), believes(address, proxied)];
  expect(told("172.30.32.2")).toEqual([true, false]);
  expect(told("::ffff:172.30.32.2")).toEqual([true, false]);
  expect(told("127.0.0.1")).toEqual([false, true]);
  expect(told("172.30.33.4")).toEqual([false, false]);
  expect(told(undefined)).toEqual([false, false]);
});

it("nothing is changed without the page's own token, with another user's, or from another page", async () => {
  const { home, browser } = await openConsole();
  const [page, bens] = [await browser(USERS.anna), await browser(USERS.ben)];
  const { token: other } = (await bens.get<Me>("me")).body;
  const say = async (headers: Readonly<Record<string, string>>) => {
    const { status, body } = await page.send("POST", "chat", { text: "turn on the bed light", clientId: "guard-01" }, headers);
    return [status, body["error"]];
  };
  expect(await say({ "X-Console-Token": "" })).toEqual([403, "token"]);
  expect(await say({ "X-Console-Token": other })).toEqual([403, "token"]);
  expect(await say({ "Sec-Fetch-Site": "cross-site" })).toEqual([403, "other-site"]);
  expect(await say({ Origin: "https://evil.example" })).toEqual([403, "other-site"]);
  expect(home.rows("SELECT 1 FROM turns")).toEqual([]);
  expect(await say({ Origin: home.consoleUrl })).toEqual([202, undefined]);
  expect(await say({ Origin: "https://my.home:8123", "X-Forwarded-Host": "my.home:8123" })).toEqual([202, undefined]);
});

it.each([
  [{}, true],
  [{ fetchSite: "same-origin", origin: "https://whatever.example" }, true],
  [{ fetchSite: "same-site" }, false],
  [{ fetchSite: "none" }, false],
  [{ origin: "http://homeassistant.local:8123", host: "172.30.33.5:8099", forwardedHost: "homeassistant.local:8123" }, true],
  [{ origin: "http://homeassistant.local", host: "homeassistant.local:8123" }, false],
  [{ origin: "null", host: "homeassistant.local" }, false],
])("of %o the page's own origin is told: %s", (headers, expected) => {
  const none = { origin: undefined, fetchSite: undefined, host: undefined, forwardedHost: undefined };
  expect(isSameOrigin({ ...none, ...headers })).toBe(expected);
});

it("a token of before the restart, and of another user, is none", () => {
  const [before, after] = [createPageTokens(), createPageTokens()];
  const token = before.tokenOf("u1", "p1");
  expect(before.isValid(token, "u1", "p1")).toBe(true);
  expect([before.isValid(token, "u2", "p1"), before.isValid(token, "u1", "p2"), after.isValid(token, "u1", "p1")]).toEqual([
    false,
    false,
    false,
  ]);
  expect(before.isValid(undefined, "u1", "p1")).toBe(false);
});

it("what cannot be read is refused in plain words, and nothing of the inside is told", async () => {
  const { browser } = await openConsole();
  const page = await browser(USERS.anna);
  const broken = await page.send("POST", "chat", new TextEncoder().encode("{not json"));
  expect([broken.status, broken.body["error"]]).toEqual([400, "wrong"]);
  const large = await page.send("POST", "chat", { text: "x".repeat(70_000), clientId: "large-01" });
  expect([large.status, large.body["error"]]).toEqual([413, "too-large"]);
  const long = await page.send("POST", "chat", { text: "x".repeat(5_000), clientId: "large-02" });
  expect(long.status).toBe(400);
  const nowhere = await page.get("nothing");
  expect([nowhere.status, nowhere.body["error"]]).toEqual([404, "missing"]);
  expect(JSON.stringify([broken, large, long, nowhere])).not.toMatch(/at .*\.ts|node_modules|Error:/);
  for (const cursor of [
    "garbage",
    Buffer.from('{"at":-1,"row":0}').toString("base64url"),
    Buffer.from('{"at":"1 OR 1","row":1}').toString("base64url"),
  ])
    expect((await page.get(`turns?cursor=${cursor}`)).status).toBe(400);
  expect((await page.get("turns?limit=0")).status).toBe(400);
});

it("every answer says what may run and who may frame it, and nothing is kept on the way", async () => {
  const { browser } = await openConsole();
  const { headers } = await (await browser(USERS.anna)).get("me");
  expect(headers.get("content-security-policy")).toBe("default-src 'self'; frame-ancestors 'self'");
  expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
});

it("open streams end with the service", async () => {
  const { home } = await openConsole();
  const stream = await follow(home.consoleUrl, USERS.anna);
  expect(stream.status).toBe(200);
  await stream.until("retry:");
  const ended = stream.until("never told");
  await home.stopApp();
  expect(await ended).toContain("[ended]");
});

it("a silent stream is kept alive, and too many are refused", async () => {
  const person = { id: "p", name: "Anna", role: "owner", language: "en" } as const;
  using live = createLive({ heartbeatMs: 5 });
  const again = () => Promise.resolve(person);
  const first = live.follow(person, again)?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await first?.read())?.value).toContain("retry:");
  expect((await first?.read())?.value).toContain(": still here");
  const more = Array.from({ length: 10 }, () => live.follow(person, again));
  expect(more.filter((stream) => stream !== undefined)).toHaveLength(7);
  await first?.cancel();
  expect(live.follow(person, again)).toBeDefined();
});

it.each([
  ["is an administrator no longer", [{ id: "other", name: "" }]],
  ["cannot be told, for the list was refused", undefined],
] as const)("a stream ends at a heartbeat when its person %s", async (_, later) => {
  let administrators: readonly Administrator[] | undefined = [{ id: "u1", name: "Anna" }];
  const logger = createLogger({ level: "error", destination: { write: () => undefined } });
  const identify = createIdentify({
    ...{ hasPeople: false, personOf: () => undefined, homeReady: () => true, logger },
    administrator: (id, name) => ({ id, name, role: "owner", language: "en" }),
    users: {
      async administrator(userId) {
        if (!administrators) throw new Error("refused");
        return administrators.find(({ id }) => id === userId);
      },
    },
  });
  using live = createLive({ heartbeatMs: 5 });
  const again = () => identify({ id: "u1", name: undefined });
  const stream = live.follow(await again(), again)?.pipeThrough(new TextDecoderStream());
  const reader = stream?.getReader();
  await reader?.read();
  expect((await reader?.read())?.value).toContain(": still here");
  expect((await reader?.read())?.value).toContain(": still here");
  administrators = later;
  while ((await reader?.read())?.done === false);
  live.tell({ event: "changed", data: { page: "approvals" } });
  expect(live.open).toBe(0);
});

it("a stream ends at a heartbeat when its person has another role", async () => {
  const person = { id: "p", name: "Anna", role: "owner", language: "en" } as const;
  using live = createLive({ heartbeatMs: 5 });
  const reader = live.follow(person, () => Promise.resolve({ ...person, role: "adult" }))?.getReader();
  while ((await reader?.read())?.done === false);
  expect(live.open).toBe(0);
});
