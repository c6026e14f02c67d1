import { expect, it, vi } from "vitest";
import type { ProgramList } from "../../../src/channels/console/wire-programs.ts";
import { anna as ANNA, eventually } from "../../scenarios/scenario-home.ts";
import { openApi } from "./rest-world.ts";

const problem = (code: string) => expect.objectContaining({ type: `/docs#${code}`, title: expect.any(String), status: expect.any(Number) });

it("a program speaks for its person: an answer, what was done, and the history of that conversation", async () => {
  const { home, anna, admit, ask, says } = await openApi();
  const token = await admit({ personId: anna });
  const { status, body } = await says(token, "turn on the bed light");
  expect([status, body]).toEqual([
    200,
    {
      turn_id: expect.any(String),
      status: "answered",
      response: expect.stringMatching(/bed light/i),
      requires_confirmation: false,
      actions: [{ id: expect.any(String), service: "light.turn_on", entity_ids: ["light.bed_light"], outcomes: ["done"] }],
    },
  ]);
  expect(home.calls("light.turn_on")).toHaveLength(1);
  expect((await ask(token, `/turns/${body["turn_id"]}`)).body).toEqual(body);
  const { messages } = (await ask(token, "/history/Anna?limit=1")).body as { messages: unknown[] };
  expect(messages).toEqual([expect.objectContaining({ from: "assistant", turn_id: body["turn_id"] })]);
  const older = await ask(token, `/history/anna?before=${(await ask(token, "/history/Anna?limit=1")).body["next"]}`);
  expect(older.body["messages"]).toEqual([expect.objectContaining({ from: "person", text: "turn on the bed light" })]);
  expect((await ask(token, "/status")).body).toMatchObject({ home_assistant: { connected: true }, database: { ok: true } });
});

it("a question is answered by the program that asked in its person's place, once, and in time", async () => {
  const { home, anna, admit, ask, says } = await openApi();
  const [token, other] = [await admit({ personId: anna }), await admit({ personId: anna }, "Another")];
  const asked = await says(token, "unlock the front door");
  const { confirmation_id, expires_at } = asked.body;
  expect(Math.abs(Date.parse(String(expires_at)) - home.now - 60_000)).toBeLessThan(20_000);
  expect(asked.body).toMatchObject({ status: "requires_confirmation", requires_confirmation: true, actions: [{ outcomes: ["waits"] }] });
  expect(asked.body["response"]).toContain("Front Door");
  const confirm = (by: string, more: object = {}) => ask(by, "/confirm", { user_id: "Anna", confirmation_id, confirm: true, ...more });
  expect((await confirm(other)).body).toEqual(problem("unknown-question"));
  expect(home.calls()).toEqual([]);
  const done = await confirm(token);
  expect([done.status, done.body]).toEqual([200, expect.objectContaining({ status: "answered", response: "Front Door is now unlocked." })]);
  expect([(await confirm(token)).status, (await confirm(token)).body]).toEqual([409, problem("already-answered")]);
  expect(home.calls("lock.unlock")).toHaveLength(1);
});

it("a person's program gives commands, and one that speaks for nobody none", async () => {
  const { home, anna, admit, says } = await openApi();
  home.model.respond(() => ({ text: "Paris." }));
  expect((await says(await admit({ personId: anna }), "/status")).body["response"]).toContain("test-model");
  expect(home.model.calls).toEqual([]);
  expect((await says(await admit({ role: "adult" }), "/status")).body["response"]).toMatch(/^Only people/);
});

it("a question ends in time, and is no question any more", async () => {
  const { home, anna, admit, ask, says } = await openApi();
  const token = await admit({ personId: anna });
  const { confirmation_id, turn_id } = (await says(token, "unlock the front door")).body;
  await home.shown();
  home.passes(61_000);
  await eventually(() => home.rows("SELECT 1 FROM approvals WHERE status = 'open'").length === 0);
  const late = await ask(token, "/confirm", { user_id: "Anna", confirmation_id, confirm: true });
  expect([late.status, late.body]).toEqual([410, problem("expired")]);
  expect((await ask(token, `/turns/${turn_id}`)).body).toMatchObject({ status: "expired", requires_confirmation: false });
  expect(home.calls()).toEqual([]);
});

it("what a program wants that speaks for nobody is asked of an owner, and the program can look what came of it", async () => {
  const { home, admit, ask, says } = await openApi();
  home.says(ANNA, "/start");
  await home.next(ANNA);
  const token = await admit({ role: "adult" });
  const asked = await says(token, "turn on the bed light", {}, "kitchen");
  expect(asked.body).toMatchObject({ status: "requires_confirmation", requires_confirmation: true });
  expect(asked.body).not.toHaveProperty("confirmation_id");
  const [{ id } = { id: "" }] = home.rows("SELECT id FROM approvals");
  const taken = await ask(token, "/confirm", { user_id: "kitchen", confirmation_id: id, confirm: true });
  expect([taken.status, taken.body]).toEqual([403, problem("not-yours")]);
  const question = await home.next(ANNA, ({ plain }) => plain.includes("Bed Light"));
  home.presses(ANNA, "Yes", { messageId: question.messageId });
  await eventually(() => home.calls("light.turn_on").length === 1);
  const path = `/turns/${asked.body["turn_id"]}`;
  await eventually(() => home.rows("SELECT 1 FROM turns WHERE channel = 'rest' AND status = 'sent'").length === 1);
  expect((await ask(token, path)).body).toMatchObject({ status: "answered", actions: [{ outcomes: ["done"] }] });
  const other = await admit({ role: "adult" }, "Another");
  expect((await ask(other, path)).status).toBe(404);
  expect((await ask(other, "/history/kitchen")).body["messages"]).toEqual([]);
});

it("a reminder that was asked for by a program reaches its person in their own chat", async () => {
  const { home, anna, admit, says } = await openApi();
  home.says(ANNA, "/start");
  await home.next(ANNA);
  const token = await admit({ personId: anna });
  await says(token, "remind me in 10 minutes to feed the cat");
  home.passes(600_000);
  expect((await home.next(ANNA, ({ plain }) => plain.includes("Feed the cat"))).plain).toBe("⏰ Feed the cat");
});

it("the same key is one message, also at once; with another text it is a conflict", async () => {
  const { home, anna, admit, says } = await openApi();
  const token = await admit({ personId: anna });
  const key = { "Idempotency-Key": "order-1" };
  const [one, again] = await Promise.all([says(token, "turn on the bed light", key), says(token, "turn on the bed light", key)]);
  expect(again.body).toEqual(one.body);
  expect((await says(token, "turn on the bed light", key)).body).toEqual(one.body);
  expect(home.calls("light.turn_on")).toHaveLength(1);
  const other = await says(token, "turn off the bed light", key);
  expect([other.status, other.body, other.headers.get("content-type")]).toEqual([409, problem("conflict"), "application/problem+json"]);
});

it("a yes that comes again under its key gets what came of the question, also after a restart", async () => {
  const { home, anna, admit, says } = await openApi();
  const token = await admit({ personId: anna });
  const key = { "Idempotency-Key": "yes-1" };
  await says(token, "turn off the freezer");
  await home.settled();
  const done = await says(token, "yes", key);
  expect(done.body).toMatchObject({ status: "answered", response: "Freezer is now off." });
  expect((await says(token, "yes", key)).body).toEqual(done.body);
  await home.stopApp();
  await home.startApp();
  expect((await says(token, "yes", key)).body).toEqual(done.body);
  expect(home.calls("switch.turn_off")).toHaveLength(1);
});

it("tells of the way to the answer by events", async () => {
  const { home, anna, admit } = await openApi();
  const token = await admit({ personId: anna });
  home.model.reply({ text: "Paris is the capital of France. It lies on the Seine." });
  const response = await fetch(`${home.apiUrl}/process`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Accept: "text/event-stream" },
    body: JSON.stringify({ user_id: "Anna", input_type: "text", content: "what is the capital of France" }),
  });
  const told = await response.text();
  const events = [...told.matchAll(/^event: (\w+)$/gm)].map(([, event]) => event);
  expect(events).toContain("progress");
  expect(events.at(-1)).toBe("turn");
  expect(told).toContain("It lies on the Seine.");
});

it("what is no request gets a problem, and nothing is begun", async () => {
  const { home, anna, admit, ask, says } = await openApi();
  const token = await admit({ personId: anna });
  const told = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, (body as { type: string }).type.replace("/docs#", "")];
  };
  const good = { user_id: "Anna", input_type: "text", content: "hello" };
  expect(await told(says(token, "hello", {}, "Ben"))).toEqual([404, "unknown-user"]);
  expect(await told(says(token, "x".repeat(5_000)))).toEqual([413, "too-long"]);
  expect(await told(says(token, "x".repeat(50_000)))).toEqual([413, "too-long"]);
  expect(await told(says(token, "  "))).toEqual([422, "invalid"]);
  expect(await told(ask(token, "/process", { ...good, input_type: "image" }))).toEqual([422, "invalid"]);
  expect(await told(says(token, "hello", { "Idempotency-Key": "x".repeat(200) }))).toEqual([422, "invalid"]);
  expect(await told(says(token, "hello", { Origin: "https://evil.example" }))).toEqual([403, "other-site"]);
  expect(await told(says("hapa_guessed", "hello"))).toEqual([401, "wrong-token"]);
  expect(await told(ask(token, "/turns/nothing"))).toEqual([404, "unknown-turn"]);
  expect(await told(ask(token, "/nothing"))).toEqual([404, "nothing-here"]);
  const malformed = await fetch(`${home.apiUrl}/process`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: "{",
  });
  expect([malformed.status, await malformed.json()]).toEqual([400, problem("malformed")]);
  expect(home.rows("SELECT 1 FROM turns")).toEqual([]);
});

it("counts a body that comes in pieces", async () => {
  const { home, anna, admit } = await openApi();
  const token = await admit({ personId: anna });
  const sent = async (content: string) => {
    const text = JSON.stringify({ user_id: "Anna", input_type: "text", content });
    const response = await fetch(`${home.apiUrl}/process`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: ReadableStream.from([text.slice(0, 9), text.slice(9)].map((piece) => Buffer.from(piece))),
      duplex: "half",
    });
    return [response.status, ((await response.json()) as { type?: string }).type];
  };
  expect(await sent("turn on the bed light")).toEqual([200, undefined]);
  expect(await sent("x".repeat(50_000))).toEqual([413, "/docs#too-long"]);
});

it("a token is a hash on disk, in no log, for owners to make, and worth nothing once it is revoked", async () => {
  const { home, browser, owner, admit, says, anna } = await openApi();
  const token = await admit({ personId: anna }, "Kitchen panel");
  const { programs } = (await owner.get<ProgramList>("programs")).body;
  expect(programs).toMatchObject([{ name: "Kitchen panel", person: "Anna" }]);
  expect([programs[0]?.role, programs[0]?.usedAt]).toEqual([undefined, undefined]);
  await says(token, "turn on the bed light");
  expect((await owner.get<ProgramList>("programs")).body.programs[0]?.usedAt).toEqual(expect.any(Number));
  expect(JSON.stringify(home.rows("SELECT * FROM programs"))).not.toContain(token);
  expect(home.log.join("\n")).not.toContain(token);
  const ben = await browser("user-ben");
  expect((await ben.send("POST", "programs", { name: "Mine", role: "adult" })).status).toBe(403);
  expect((await owner.send("POST", "programs", { name: "Mine", role: "owner" })).status).toBe(400);
  expect((await owner.send("DELETE", `programs/${programs[0]?.id}`)).status).toBe(200);
  expect((await says(token, "turn off the bed light")).status).toBe(401);
});

it("asks no more than a program may in a minute", async () => {
  const { home, anna, admit, ask } = await openApi();
  const token = await admit({ personId: anna });
  for (let count = 0; count < 60; count++) expect((await ask(token, "/status")).status).toBe(200);
  const refused = await ask(token, "/status");
  expect([refused.status, refused.body, refused.headers.get("retry-after")]).toEqual([
    429,
    problem("too-many"),
    expect.stringMatching(/^(?:60|5\d)$/),
  ]);
  home.passes(60_000);
  expect((await ask(token, "/status")).status).toBe(200);
});

it("hears four recordings at a time, and tells more of them to come again", async () => {
  const { home, anna, admit } = await openApi();
  const token = await admit({ personId: anna });
  const bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  const sent = async (body: RequestInit["body"]) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "audio/wav" };
    const response = await fetch(`${home.apiUrl}/transcribe`, { method: "POST", headers, body: body ?? null, duplex: "half" });
    return [response.status, await response.json()];
  };
  const open = () => sent(new ReadableStream({ start: (controller) => void bodies.push(controller) }));
  const slow = [open(), open(), open(), open()];
  for (const body of bodies) body.enqueue(Buffer.from("RIFF"));
  await vi.waitFor(async () => expect(await sent("RIFF")).toEqual([503, problem("busy")]), { timeout: 20_000, interval: 500 });
  for (const body of bodies) body.close();
  expect((await Promise.all(slow)).map(([status]) => status)).toEqual([415, 415, 415, 415]);
  expect(await sent("RIFF")).toEqual([415, problem("unreadable-audio")]);
});
