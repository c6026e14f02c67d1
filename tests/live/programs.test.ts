// Programs and agents beside a real Home Assistant: REST by a client that is made of the OpenAPI document, MCP by the official client and by Home Assistant's own.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changeRows } from "../scenarios/scenario-home.ts";
import { SetUps } from "./config-flow.ts";
import { anna, LiveHome } from "./live-home.ts";
import { doors } from "./live-state.ts";

const API = `http://127.0.0.1:${doors.api}`;
/** The folder of the generator that docs/rest.md names; empty where it is not installed. */
const { REST_CLIENT: GENERATOR = "" } = process.env;
const TOKENS = { anna: "hapa_annas-panel", guest: "hapa_a-guests-agent" } as const;

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly in: "path" | "query" | "header" }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** A client of whatever the document describes: parameters go where it says, and the body in the first form that it takes. */
async function clientOf(token: string) {
  const document = (await (await fetch(`${API}/openapi.json`)).json()) as OpenApi;
  expect(document.openapi).toBe("3.1.0");
  return async (operation: string, given: Readonly<Record<string, string>> = {}, body?: object) => {
    const [method = "", path = ""] = operation.split(" ");
    const { parameters = [], requestBody } = document.paths[path]?.[method.toLowerCase()] ?? {};
    const url = new URL(API + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? "")));
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    const [type = ""] = Object.keys(requestBody?.content ?? {});
    if (type) headers.set("Content-Type", type);
    for (const { name, in: place } of parameters) {
      const value = given[name];
      if (value !== undefined && place === "query") url.searchParams.set(name, value);
      if (value !== undefined && place === "header") headers.set(name, value);
    }
    const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}

describe("programs beside a real Home Assistant", () => {
  let home: LiveHome;
  beforeAll(async () => {
    home = await LiveHome.start({ rest_api: true, mcp_server: true });
    await home.asks(anna, "/start");
    const rows = [
      ["panel", TOKENS.anna, `'telegram:${anna}'`, "NULL"],
      ["agent", TOKENS.guest, "NULL", "'adult'"],
    ];
    for (const [id = "", token = "", personId, role] of rows) {
      const hash = createHash("sha256").update(token).digest("hex");
      changeRows(home.dataDir, `INSERT INTO programs VALUES ('${id}', '${id}', '${hash}', ${personId}, ${role}, 'anna', 0, NULL)`);
    }
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
  });

  it("answers, asks and confirms a client that is made of the document", async () => {
    const call = await clientOf(TOKENS.anna);
    expect((await call("GET /status")).body).toMatchObject({ home_assistant: { connected: true } });
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    const says = (content: string, more = {}) => call("POST /process", more, { user_id: "Anna", input_type: "text", content });
    const done = await says("turn on the bed light", { "idempotency-key": "once" });
    expect(done.body).toMatchObject({ status: "answered", actions: [{ service: "light.turn_on", outcomes: ["done"] }] });
    expect((await says("turn on the bed light", { "idempotency-key": "once" })).body).toEqual(done.body);
    expect((await home.state("light.bed_light")).state).toBe("on");
    await home.call("lock.lock", { entity_id: "lock.front_door" });
    const { confirmation_id } = (await says("unlock the front door")).body;
    const confirmed = await call("POST /confirm", {}, { user_id: "Anna", confirmation_id, confirm: true });
    expect(confirmed.body).toMatchObject({ status: "answered", actions: [{ service: "lock.unlock", outcomes: ["done"] }] });
    expect((await home.state("lock.front_door")).state).toBe("unlocked");
    const { messages } = (await call("GET /history/{user_id}", { user_id: "Anna", limit: "2" })).body;
    expect(messages).toHaveLength(2);
    expect((await call("GET /turns/{turn_id}", { turn_id: String(done.body["turn_id"]) })).body).toEqual(done.body);
  });

  it.skipIf(!GENERATOR)("works with the program of the documentation and the types that are generated for it", async () => {
    await home.call("light.turn_off", { entity_id: "light.bed_light" });
    const [, program = ""] = /```ts\n([\s\S]+?)```/.exec(readFileSync(join(import.meta.dirname, "../../docs/rest.md"), "utf8")) ?? [];
    const folder = mkdtempSync(join(GENERATOR, "client-"));
    writeFileSync(join(folder, "client.ts"), program.replace(/http:[^"]+/, API).replace("kitchen light", "bed light"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const run = (command: string, ...args: readonly string[]) =>
      execFileSync(command, args, { cwd: folder, encoding: "utf8", env: { ...process.env, TOKEN: TOKENS.anna } });
    const bin = join(GENERATOR, "node_modules/.bin");
    run(join(bin, "openapi-typescript"), `${API}/openapi.json`, "-o", "api.d.ts");
    run(join(bin, "tsc"), "--noEmit", "--strict", "--target", "esnext", "--module", "esnext", "--moduleResolution", "bundler", "client.ts");
    const printed = run(process.execPath, "client.ts");
    rmSync(folder, { recursive: true });
    expect(printed).toMatch(/bed light is (?:now )?on/i);
    expect(printed).toContain("light.turn_on");
    expect((await home.state("light.bed_light")).state).toBe("on");
  });

  it("lets the official client look things up, and asks Anna what it wants done", async () => {
    const client = new Client({ name: "agent", version: "1.0.0" });
    const headers = { Authorization: `Bearer ${TOKENS.guest}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${API}/mcp`), { requestInit: { headers } }));
    const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
      (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
    expect(await call("get_entity_state", { entity_id: "light.bed_light" })).toMatchObject({ ok: true });
    const asked = await call("call_ha_service", { service: "light.turn_off", entity_id: ["light.bed_light"] });
    expect(asked).toMatchObject({ requires_confirmation: true });
    await home.next(anna, ({ text }) => text.includes("Bed Light"));
    await home.presses(anna, "Yes");
    await vi.waitFor(
      async () => expect(await call("get_message_result", { turn_id: asked["turn_id"] })).toMatchObject({ status: "answered" }),
      {
        timeout: 15_000,
        interval: 200,
      },
    );
    expect((await home.state("light.bed_light")).state).toBe("off");
    await client.close();
  });

  it("is set up by Home Assistant's own MCP client, with the token in the address", async () => {
    await using setUps = new SetUps();
    const entry = await setUps.add("mcp", { url: `${API}/mcp/${TOKENS.guest}` });
    expect(entry).toMatchObject({ type: "create_entry", title: expect.any(String) });
    const entry_id = entry.result?.entry_id;
    const loaded = async () => {
      const { result } = (await home.command({ type: "config_entries/get_single", entry_id })) as { readonly result?: unknown };
      return JSON.stringify(result ?? (await home.command({ type: "config_entries/get_single", entry_id })));
    };
    await vi.waitFor(async () => expect(await loaded()).toContain('"state":"loaded"'), { timeout: 15_000, interval: 200 });
  });
});
