import { expect, it } from "vitest";
import type {
  ActionItem,
  ApprovalItem,
  ChainCheck,
  Health,
  Listed,
  NamedThing,
  PolicyTable,
  PossibleAction,
  Pressed,
  Simulated,
  TurnDetail,
  TurnItem,
} from "../../../src/channels/console/wire.ts";
import { anna, ben, eventually, serviceCall } from "../../scenarios/scenario-home.ts";
import { follow, openConsole, USERS } from "./console-world.ts";

it("one's own turns are listed, an owner's list has everybody's", async () => {
  const { home, browser } = await openConsole();
  await home.asks(anna, "turn on the bed light");
  await home.asks(ben, "turn off the bed light");
  await home.settled();
  const texts = async (user: string, query = "") => {
    const { body } = await (await browser(user)).get<Listed<TurnItem>>(`turns${query}`);
    return body.items.map(({ person, text }) => `${person}: ${text}`);
  };
  expect(await texts(USERS.ben)).toEqual(["Ben: turn off the bed light"]);
  expect(await texts(USERS.anna)).toEqual(["Ben: turn off the bed light", "Anna: turn on the bed light"]);
  expect(await texts(USERS.anna, "?q=TURN%20ON")).toEqual(["Anna: turn on the bed light"]);
  // asking for another's changes nothing for who is no owner
  expect(await texts(USERS.ben, `?person=telegram:${anna}`)).toEqual(["Ben: turn off the bed light"]);
  expect(await texts(USERS.mia)).toEqual([]);
});

it("a cursor of somebody else's list shows nothing of it", async () => {
  const { home, browser } = await openConsole();
  for (const state of ["on", "off", "on"]) await home.asks(anna, `turn ${state} the bed light`);
  await home.asks(ben, "turn off the bed light");
  const owners = (await (await browser(USERS.anna)).get<Listed<TurnItem>>("turns?limit=1")).body;
  const { body } = await (await browser(USERS.ben)).get<Listed<TurnItem>>(`turns?cursor=${owners.next}`);
  expect(body.items).toEqual([]);
});

it("a turn tells its way: context, tools with arguments and results, decisions, receipts, times", async () => {
  const { home, browser } = await openConsole();
  home.model.reply({ toolCalls: [serviceCall("light.turn_on", "light.bed_light")] }, { text: "Done." });
  await home.asks(anna, "make it cosy where I sleep please");
  await home.settled();
  const page = await browser(USERS.anna);
  const { items } = (await page.get<Listed<TurnItem>>("turns")).body;
  const turn = (await page.get<TurnDetail>(`turns/${items[0]?.id}`)).body;

  expect(turn).toMatchObject({ path: "model", status: "sent", context: { window: expect.any(Number) } });
  expect(turn.tools).toEqual([
    {
      name: "call_ha_service",
      arguments: { when: "now", service: "light.turn_on", entity_id: ["light.bed_light"], data: {} },
      result: expect.objectContaining({ ok: true }),
      ok: true,
    },
  ]);
  expect(turn.decisions).toMatchObject([{ service: "light.turn_on", outcome: "allow", rule: "free" }]);
  expect(turn.receipts).toMatchObject([{ service: "light.turn_on", targets: [{ name: "Bed Light", outcome: "done" }] }]);
  expect(turn.times.sent).toBeGreaterThanOrEqual(turn.times.received);

  expect((await (await browser(USERS.ben)).get(`turns/${turn.id}`)).status).toBe(404);
});

it("an owner sees others' turns, and nothing in them of what is known of those people", async () => {
  const { home, browser } = await openConsole();
  const update = { name: "update_user_profile", args: { action: "tell", key: "allergies", value: "peanuts", category: "fact" } };
  home.model.reply({ toolCalls: [update] }, { text: "I noted that." });
  await home.asks(ben, "I must never eat peanuts, please keep that in mind");
  await home.asks(ben, "/memory");
  await home.settled();
  const page = await browser(USERS.anna);
  const { items } = (await page.get<Listed<TurnItem>>("turns")).body;
  expect(items.map(({ text, answer }) => [text, answer === undefined])).toEqual([
    ["/memory", true],
    ["I must never eat peanuts, please keep that in mind", true],
  ]);
  const turn = (await page.get<TurnDetail>(`turns/${items[1]?.id}`)).body;
  expect(turn.tools).toMatchObject([{ name: "update_user_profile", arguments: "", result: "" }]);
  const own = (await (await browser(USERS.ben)).get<TurnDetail>(`turns/${items[1]?.id}`)).body;
  expect(JSON.stringify(own.tools)).toContain("peanuts");
});

it("activity: grown-ups see the house's, children their own; filters and the chain's check", async () => {
  const { home, browser } = await openConsole();
  await home.asks(anna, "turn on the bed light");
  await home.settled();
  const list = async (user: string, query = "") => {
    const { body } = await (await browser(user)).get<Listed<ActionItem>>(`activity${query}`);
    return body.items.map(({ text, outcome, details }) => `${text} ${outcome} ${details?.service ?? ""}`.trim());
  };
  const done = "Anna turned on Bed Light done light.turn_on";
  // ids are for owners
  expect(await list(USERS.ben)).toEqual(["Anna turned on Bed Light done"]);
  expect(await list(USERS.mia)).toEqual([]);
  expect(await list(USERS.anna, "?entity=light.bed_light&outcome=done")).toEqual([done]);
  expect(await list(USERS.anna, "?outcome=failed")).toEqual([]);
  expect(await list(USERS.anna, `?to=${home.now - 3_600_000}`)).toEqual([]);
  expect(await list(USERS.anna, `?from=${home.now - 3_600_000}`)).toEqual([done]);

  const page = await browser(USERS.anna);
  expect((await page.get<ChainCheck>("activity/chain")).body).toMatchObject({
    ok: true,
    rows: expect.any(Number),
    from: expect.any(Number),
  });
  home.change("DROP TRIGGER audit_log_stays; UPDATE audit_log SET service = 'light.turn_off' WHERE seq = 1");
  expect((await page.get<ChainCheck>("activity/chain")).body).toMatchObject({ ok: false, problem: expect.stringContaining("Row 1 ") });
  expect((await (await browser(USERS.mia)).get("activity/chain")).status).toBe(403);
});

it("a question that was asked on Telegram is answered here by whoever may, once", async () => {
  const { home, browser } = await openConsole();
  await home.asks(anna, "unlock the front door");
  await home.shown();
  const [page, bens] = [await browser(USERS.anna), await browser(USERS.ben)];
  const open = async () => (await page.get<Listed<ApprovalItem>>("approvals")).body.items;
  const [asked] = await open();
  expect(asked).toMatchObject({ mayAnswer: true, needsPin: false, actions: [{ text: expect.stringContaining("Front Door") }] });
  expect((await bens.get<Listed<ApprovalItem>>("approvals")).body.items).toEqual([]);

  const foreign = await bens.send<Pressed>("POST", `approvals/${asked?.id}`, { choice: "yes" });
  expect(foreign.body).toMatchObject({ taken: false });
  expect(home.calls("lock.unlock")).toEqual([]);

  const yes = () => page.send<Pressed>("POST", `approvals/${asked?.id}`, { choice: "yes" });
  expect((await yes()).body).toMatchObject({ taken: true });
  await eventually(() => home.calls("lock.unlock").length === 1);
  expect((await yes()).body).toMatchObject({ taken: false });
  expect(await open()).toEqual([]);
});

it("what a child asks for on the console an owner is asked there, and every open page is told", async () => {
  const { home, browser } = await openConsole({ options: { children_may_ask_owners: true } });
  const [annas, mias] = [await browser(USERS.anna), await browser(USERS.mia)];
  const stream = await follow(home.consoleUrl, USERS.anna);
  await mias.send("POST", "chat", { text: "unlock the front door", clientId: "child-01" });
  await stream.until('{"page":"approvals"}');
  await stream.until('"from":"assistant"');
  await home.settled();

  const open = async (page: typeof annas) => (await page.get<Listed<ApprovalItem>>("approvals")).body.items;
  const [asked] = await open(annas);
  expect([asked?.mayAnswer, (await open(mias)).map(({ mayAnswer }) => mayAnswer)]).toEqual([true, [false]]);
  const own = await mias.send<Pressed>("POST", `approvals/${asked?.id}`, { choice: "yes" });
  expect([own.body.taken, home.calls("lock.unlock")]).toEqual([false, []]);
  expect((await annas.send<Pressed>("POST", `approvals/${asked?.id}`, { choice: "yes" })).body.taken).toBe(true);
  await eventually(() => home.calls("lock.unlock").length === 1);
});

it("a question that was cancelled stands with its turn", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  await home.asks(anna, "unlock the front door");
  await home.shown();
  const [asked] = (await page.get<Listed<ApprovalItem>>("approvals")).body.items;
  await page.send<Pressed>("POST", `approvals/${asked?.id}`, { choice: "no" });
  await home.settled();
  const [turn] = (await page.get<Listed<TurnItem>>("turns")).body.items;
  const { questions } = (await page.get<TurnDetail>(`turns/${turn?.id}`)).body;
  expect(questions).toEqual([{ question: expect.stringContaining("Front Door"), end: "Cancelled by Anna." }]);
});

it("a PIN is asked for, and a wrong one does nothing", async () => {
  const { home, browser } = await openConsole({ options: { pins: [{ effect: "unlock", pin: "4711" }] } });
  await home.asks(anna, "unlock the front door");
  await home.shown();
  const page = await browser(USERS.anna);
  const [asked] = (await page.get<Listed<ApprovalItem>>("approvals")).body.items;
  const yes = async (pin?: string) =>
    (await page.send<Pressed>("POST", `approvals/${asked?.id}`, { choice: "yes", ...(pin && { pin }) })).body.taken;
  expect(asked?.needsPin).toBe(true);
  expect([await yes(), await yes("0000"), home.calls("lock.unlock")]).toEqual([false, false, []]);
  expect(await yes("4711")).toBe(true);
  await eventually(() => home.calls("lock.unlock").length === 1);
});

it("the policy's table and its simulator are for owners, and do nothing", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  const { effects } = (await page.get<PolicyTable>("policy")).body;
  expect(effects.find(({ effect }) => effect === "unlock")?.byRole).toMatchObject({
    owner: { outcome: "confirm", rule: "unlock", by: "asker" },
    child: { outcome: "deny", rule: "child" },
    guest: { outcome: "deny", rule: "guest" },
  });
  expect(effects.find(({ effect }) => effect === "light")?.byRole["guest"]).toMatchObject({ outcome: "allow", rule: "free" });
  const things = (await page.get<readonly NamedThing[]>("activity/things")).body;
  expect(things).toContainEqual({ entityId: "lock.front_door", name: "Front Door" });
  const actions = (await page.get<readonly PossibleAction[]>("policy/actions?entity=lock.front_door")).body;
  expect(actions).toContainEqual({ service: "lock.unlock", name: "Unlock Front Door" });

  const unlock = { service: "lock.unlock", entityId: "lock.front_door", hour: 2, channel: "console" };
  const ask = async (who: object) => (await page.send<Simulated>("POST", "policy/simulate", { ...unlock, ...who })).body;
  expect(await ask({ role: "child" })).toMatchObject({ outcome: "deny", rule: "child" });
  expect(await ask({ person: `telegram:${ben}` })).toMatchObject({ outcome: "confirm", needs: { by: "asker", people: 1, pin: false } });
  expect((await ask({ role: "owner" })).explanation.join(" ")).toContain("console");
  expect((await page.send("POST", "policy/simulate", { ...unlock, role: "owner", entityId: "lock.nowhere" })).status).toBe(400);
  expect(home.calls()).toEqual([]);
  expect((await (await browser(USERS.ben)).get("policy")).status).toBe(403);
  expect((await (await browser(USERS.ben)).send("POST", "policy/simulate", { ...unlock, role: "owner" })).status).toBe(403);
});

it("devices that no fact tells about are listed with what owners decided, and decided by owners alone", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  const { devices } = (await page.get<PolicyTable>("policy")).body;
  expect(devices).toContainEqual(expect.objectContaining({ entityId: "switch.coffee_machine", decision: "fine", by: "Anna" }));
  const never = { entityIds: ["switch.coffee_machine"], decision: "never" };
  expect((await (await browser(USERS.ben)).send("POST", "policy/devices", never)).status).toBe(403);
  expect((await page.send("POST", "policy/devices", { ...never, entityIds: ["lock.front_door"] })).status).toBe(400);
  expect((await page.send("POST", "policy/devices", never)).status).toBe(200);
  expect((await home.asks(anna, "turn on the coffee machine")).plain).toContain("Anna decided that it is never used");
  expect(home.calls()).toEqual([]);
});

it("health says what is well, and of a bot with two pollers what to do", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  const health = async () => (await page.get<Health>("health")).body;
  const well = await health();
  expect(well).toMatchObject({ home: { connected: true }, database: { bytes: expect.any(Number) }, telegram: [{ ok: true }] });
  // nothing is broken on a new installation: a step is left
  expect(well.checklist.filter(({ ok }) => !ok).map(({ id, isStep }) => [id, isStep])).toEqual([["chat", true]]);
  for (const { ok, todo } of well.checklist) expect(ok || (todo ?? "").length > 20).toBe(true);

  home.sim.onCommand("system_log/list", () => [
    {
      name: "homeassistant.components.telegram_bot.polling",
      message: ["Update caused error: Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"],
      timestamp: home.now / 1_000,
    },
  ]);
  const ill = await health();
  expect(ill.telegram).toMatchObject([{ state: "conflict", ok: false, hint: expect.stringContaining("409") }]);
  expect(ill.checklist.find(({ id }) => id === "telegram")).toMatchObject({
    ok: false,
    isStep: false,
    todo: expect.stringContaining("one poller"),
  });
  expect((await (await browser(USERS.mia)).get("health")).status).toBe(403);
});

it("bots that could not be asked about are no missing bots", async () => {
  const { home, browser } = await openConsole();
  const page = await browser(USERS.anna);
  home.sim.onCommand("config_entries/get", () => {
    throw new Error("no");
  });
  const { telegram, checklist } = (await page.get<Health>("health")).body;
  expect(telegram).toBeUndefined();
  expect(checklist.find(({ id }) => id === "telegram")).toMatchObject({ ok: false, todo: expect.stringContaining("could not be asked") });
});

it("what is switched off is not there", async () => {
  const { browser } = await openConsole();
  const page = await browser(USERS.anna);
  expect((await page.get("knowledge")).status).toBe(404);
});
