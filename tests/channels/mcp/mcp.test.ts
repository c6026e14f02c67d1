import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { anna as ANNA, eventually, type ScenarioOptions } from "../../scenarios/scenario-home.ts";
import { openApi } from "../rest/rest-world.ts";

/** A service that agents reach, and the official client with a token. */
async function openMcp(options: Readonly<Record<string, unknown>> = {}, more: ScenarioOptions = {}) {
  const world = await openApi({ ...more, options: { rest_api: false, mcp_server: true, ...options } });
  const connect = async (token: string, path = "/mcp") => {
    const client = new Client({ name: "agent", version: "1.0.0" });
    const headers = path === "/mcp" ? { Authorization: `Bearer ${token}` } : {};
    await client.connect(new StreamableHTTPClientTransport(new URL(`${world.home.apiUrl}${path}`), { requestInit: { headers } }));
    onTestFinished(() => client.close());
    const call = async (name: string, args: Readonly<Record<string, unknown>>) =>
      (await client.callTool({ name, arguments: args })).structuredContent as Record<string, unknown>;
    return { client, call };
  };
  return { ...world, connect };
}

it("offers what reads and what acts, and says which is which", async () => {
  const { anna, admit, connect } = await openMcp();
  const { client } = await connect(await admit({ personId: anna }));
  const { tools } = await client.listTools();
  expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))).toMatchObject({
    get_ha_entities: true,
    get_entity_state: true,
    get_entity_history: true,
    get_user_profile: true,
    call_ha_service: false,
    ask_assistant: false,
    get_message_result: true,
  });
  expect(tools.map(({ name }) => name)).not.toContain("update_user_profile");
  expect(client.getInstructions()).toContain("requires_confirmation");
});

it("reads the home, and does what the rules allow, each once", async () => {
  const { home, anna, admit, connect } = await openMcp();
  const { call } = await connect(await admit({ personId: anna }));
  expect(JSON.stringify(await call("get_ha_entities", { query: "bed light" }))).toContain("light.bed_light");
  expect(await call("get_entity_state", { entity_id: "light.bed_light" })).toMatchObject({ ok: true });
  const done = await call("call_ha_service", { service: "light.turn_on", entity_id: ["light.bed_light"] });
  expect(done).toMatchObject({ ok: true, status: "answered", actions: [{ service: "light.turn_on", outcomes: ["done"] }] });
  expect(home.calls("light.turn_on")).toEqual([expect.objectContaining({ entityIds: ["light.bed_light"] })]);
  expect(await call("ask_assistant", { text: "turn off the bed light" })).toMatchObject({ ok: true, status: "answered" });
  expect(await call("call_ha_service", { service: "light.explode", entity_id: ["light.bed_light"] })).toMatchObject({ actions: [] });
  expect(await call("call_ha_service", { entity_id: "x" })).toMatchObject({ ok: false, error: "invalid_arguments" });
  expect(await call("nothing", {})).toMatchObject({ ok: false, error: "unknown_tool" });
  expect(home.calls()).toHaveLength(2);
});

it.for([{ personId: `telegram:${ANNA}` }, { role: "adult" }])(
  "asks people, never the agent, and the agent can look what came of it: %o",
  async (as) => {
    const { home, admit, connect } = await openMcp();
    home.says(ANNA, "/start");
    await home.next(ANNA);
    const { call } = await connect(await admit(as));
    const asked = await call("call_ha_service", { service: "lock.unlock", entity_id: ["lock.front_door"] });
    expect(asked).toMatchObject({ status: "requires_confirmation", requires_confirmation: true, actions: [{ outcomes: ["waits"] }] });
    expect(asked).not.toHaveProperty("confirmation_id");
    if ("personId" in as)
      expect(await call("ask_assistant", { text: "yes" })).toMatchObject({ response: expect.stringContaining("in another chat") });
    expect(home.calls()).toEqual([]);
    const question = await home.next(ANNA, ({ plain }) => plain.includes("Front Door"));
    home.presses(ANNA, "Yes", { messageId: question.messageId });
    await eventually(() => home.calls("lock.unlock").length === 1);
    await eventually(() => home.rows(`SELECT 1 FROM turns WHERE id = '${asked["turn_id"]}' AND status = 'sent'`).length === 1);
    const came = await call("get_message_result", { turn_id: asked["turn_id"] });
    expect(came).toMatchObject({ status: "answered", actions: [{ service: "lock.unlock", outcomes: ["done"] }] });
    const other = await connect(await admit(as, "Another"));
    expect(await other.call("get_message_result", { turn_id: asked["turn_id"] })).toMatchObject({ ok: false, error: "unknown_turn" });
  },
);

it.for([
  ["a batch, for a request counts once", [1, 2].map((id) => ({ jsonrpc: "2.0", id, method: "tools/list" }))],
  ["no message", { method: "tools/list" }],
  ["null", null],
  ["no JSON", undefined],
])("refuses %s", async ([, body]) => {
  const { home, anna, admit } = await openMcp();
  const response = await fetch(`${home.apiUrl}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${await admit({ personId: anna })}`,
      ...{ "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
    },
    body: JSON.stringify(body) ?? "{",
  });
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) }),
  ]);
});

it("takes commands of who speaks for a person, and names none to who cannot give them", async () => {
  const { home, anna, admit, connect } = await openMcp();
  home.model.down();
  const asks = async (as: object) => {
    const { call } = await connect(await admit(as as { readonly personId: string }));
    return async (text: string) => (await call("ask_assistant", { text }))["response"];
  };
  const [persons, nobodys] = [await asks({ personId: anna }), await asks({ role: "adult" })];
  expect(await persons("/planned")).toBe("Nothing is planned.");
  expect(await persons("sing me a song")).toContain("/status");
  expect(await nobodys("/planned")).toMatch(/^Only people/);
  expect(await nobodys("who are you")).not.toContain("/help");
});

it("finds passages of knowledge, and reads them as resources", async () => {
  const { home, anna, admit, connect } = await openMcp({ knowledge: true });
  await home.known();
  const { client, call } = await connect(await admit({ personId: anna }));
  const { found } = (await call("search_knowledge", { query: "what is the bed light", source: "home" })) as {
    found: { uri: string; text: string }[];
  };
  const first = found.find(({ text }) => text.includes("Bed Light"));
  const { contents } = await client.readResource({ uri: first?.uri ?? "" });
  expect(contents).toEqual([expect.objectContaining({ uri: first?.uri, text: first?.text })]);
  await expect(client.readResource({ uri: "knowledge://passage/999999" })).rejects.toThrow();
});

it("lets nobody in without a token, and who can be given an address only by the token in it", async () => {
  const { home, anna, admit, connect, owner } = await openMcp();
  await expect(connect("hapa_guessed")).rejects.toThrow();
  const token = await admit({ personId: anna });
  const { call } = await connect("", `/mcp/${token}`);
  expect(await call("get_entity_state", { entity_id: "light.bed_light" })).toMatchObject({ ok: true });
  expect(home.log.join("\n")).not.toContain(token);
  const [{ id } = { id: "" }] = home.rows("SELECT id FROM programs");
  await owner.send("DELETE", `programs/${id}`);
  await expect(call("get_entity_state", { entity_id: "light.bed_light" })).rejects.toThrow();
  expect((await fetch(`${home.apiUrl}/process`, { method: "POST" })).status).toBe(404);
});

it("offers itself to Home Assistant where the options let its agents in, with a token that is in no table", async () => {
  const told: string[] = [];
  const server = createServer(async (request, response) => {
    told.push((await request.toArray()).join(""));
    response.end(JSON.stringify({ result: "ok", data: { hostname: "abc-assistant" } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const supervisor = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: "t" };
  const { home, connect } = await openMcp({ mcp_home_assistant: "guest" }, { supervisor });
  const offered = await eventually(() => told.find((text) => text.includes('"mcp"')));
  const { service, config } = JSON.parse(offered ?? "{}") as { readonly service: string; readonly config: { readonly url: string } };
  expect([service, new URL(config.url).hostname]).toEqual(["mcp", "abc-assistant"]);
  const { call } = await connect("", new URL(config.url).pathname);
  expect(await call("get_entity_state", { entity_id: "light.bed_light" })).toMatchObject({ ok: true });
  await call("call_ha_service", { service: "light.turn_on", entity_id: ["light.bed_light"] });
  expect(home.calls()).toEqual([]);
  expect(home.rows("SELECT 1 FROM programs")).toEqual([]);
});

it("lets Home Assistant's agents in nowhere else", async () => {
  const { connect } = await openMcp({ mcp_home_assistant: "guest" });
  await expect(connect("hapa_", "/mcp/hapa_")).rejects.toThrow();
});
