import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelCall, ScriptedAnswer } from "../fakes/model-server.ts";
import { askedOf, changeRows, eventually, serviceCall } from "./scenario-home.ts";
import { ServiceProcess } from "./service-process.ts";

/** One chat for each boundary at which the process is killed; all of them at once. */
const chats = {
  thinking: 700000011,
  question: 700000012,
  answered: 700000013,
  answeredLongAgo: 700000014,
  afterYes: 700000015,
  acting: 700000016,
  modelActing: 700000017,
  unsent: 700000018,
  unmarked: 700000019,
  away: 700000020,
  backlog: 700000021,
  plan: 700000022,
};
const NEVER = 600_000;
const PLAN = [serviceCall("light.turn_on", "light.kitchen_light"), serviceCall("switch.turn_off", "switch.freezer")];
const BACKLOG = 14;

describe("after kill -9 and a new start", () => {
  let service: ServiceProcess;
  let tales = 0;
  let isKilled = false;

  const says = (chatId: number, text: string) => service.sim.telegram.say({ chatId, text });
  const count = (sql: string) => service.rows(sql).length;
  const asks = async (chatId: number, text: string) => {
    says(chatId, text);
    await service.sim.telegram.waitFor(chatId);
    await eventually(() => count(`SELECT 1 FROM approvals WHERE chat_id = '${chatId}' AND expires_at IS NOT NULL`) === 1);
  };
  const model = (call: ModelCall): ScriptedAnswer => {
    if (askedOf(call) === "a long tale") return tales++ === 0 ? { hang: true } : { text: "Once upon a time there was a home." };
    if (askedOf(call).startsWith("joke ")) return isKilled ? { text: `Do you mean ${askedOf(call)}?` } : { hang: true };
    if (call.messages.some(({ role }) => role === "tool")) return { text: "Please have a look." };
    if (askedOf(call) === "warm light") return { toolCalls: PLAN };
    return { toolCalls: [serviceCall("light.turn_on", "light.hallway_light")] };
  };

  beforeAll(async () => {
    service = await ServiceProcess.create();
    const { sim } = service;
    service.model.respond(model);
    for (const id of ["light.bed_light", "light.hallway_light"]) sim.behave(id, { kind: "late", ms: NEVER });
    sim.behave("lock.back_door", { kind: "moves", ms: NEVER });
    sim.behave("switch.freezer", { kind: "late", ms: NEVER });
    await service.start();

    says(chats.thinking, "a long tale");
    await service.model.arrived(1);
    says(chats.thinking, "is the bedroom blind closed?");
    await asks(chats.question, "unlock the front door");
    await asks(chats.answered, "open the garage door");
    await asks(chats.answeredLongAgo, "open the lawn sprinkler");
    await asks(chats.plan, "warm light");
    sim.telegram.press({ chatId: chats.plan, label: "Yes" });
    await eventually(() => service.texts(chats.plan)[0]?.startsWith("✓ Turn on Kitchen Light\n… "));
    await asks(chats.afterYes, "unlock the back door");
    sim.telegram.press({ chatId: chats.afterYes, label: "Yes" });
    says(chats.acting, "turn on the bed light");
    says(chats.modelActing, "make it bright where we come in");
    await eventually(() => service.calls("lock.unlock").length === 1 && service.calls("light.turn_on").length === 3);
    sim.telegram.fail({ service: "send_message", delayMs: NEVER });
    says(chats.unsent, "is the bedroom window open?");
    await eventually(() => count(`SELECT 1 FROM outbox WHERE chat_id = '${chats.unsent}' AND status = 'pending'`) === 1);
    sim.telegram.fail({ service: "send_message", dropReply: true });
    says(chats.unmarked, "is the kitchen window open?");
    await sim.telegram.waitFor(chats.unmarked);
    for (let joke = 0; joke < BACKLOG; joke++) says(chats.backlog, `joke ${joke}`);
    await eventually(() => count(`SELECT 1 FROM turns WHERE chat_id = '${chats.backlog}'`) === BACKLOG);
    await service.end("SIGKILL");
    isKilled = true;
    expect(count("SELECT 1 FROM turns WHERE status = 'received'")).toBe(BACKLOG);

    says(chats.away, "is the terrace door open?");
    // what a press writes before the turn goes on, just now and twenty minutes ago
    const answer = (chatId: number, ago: number) =>
      changeRows(
        service.dataDir,
        `INSERT INTO approval_votes (approval_id, person_id, role, choice, pin, at)
           SELECT id, person_id, 'owner', (SELECT json_group_array(value ->> 'actionId') FROM json_each(actions)), 0, ${Date.now() - ago}
           FROM approvals WHERE chat_id = '${chatId}';
         UPDATE approvals SET status = 'answered', decided_at = ${Date.now() - ago},
           answers = (SELECT json_group_array(value ->> 'actionId') FROM json_each(actions)) WHERE chat_id = '${chatId}';
         UPDATE turns SET status = 'running' WHERE chat_id = '${chatId}'`,
      );
    answer(chats.answered, 5_000);
    answer(chats.answeredLongAgo, 20 * 60_000);
    await service.start();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** All that stands in a chat once it has so many messages. */
  const texts = async (chatId: number, messages: number) => {
    await expect.poll(() => service.texts(chatId).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(messages);
    return service.texts(chatId);
  };

  it("goes on with a turn whose model was thinking, then with what waited behind it", async () => {
    // where Home Assistant is not there yet again, the answer says as of when it is
    expect(await texts(chats.thinking, 2)).toEqual([
      expect.stringMatching(/^Once upon a time there was a home\./),
      "Yes, Bedroom Blind is closed.",
    ]);
    expect(tales).toBe(2);
  });

  it("answers each of the messages that waited behind one that was being answered, once", async () => {
    await texts(chats.backlog, BACKLOG);
    await expect
      .poll(() => count(`SELECT 1 FROM turns WHERE chat_id = '${chats.backlog}' AND status != 'sent'`), { timeout: 20_000 })
      .toBe(0);
    const jokes = service.texts(chats.backlog).filter((text) => text.startsWith("Do you mean"));
    expect(jokes).toEqual(Array.from({ length: BACKLOG }, (_, joke) => `Do you mean joke ${joke}?`));
  });

  it("takes a Yes to a question that was open", async () => {
    service.sim.telegram.press({ chatId: chats.question, label: "Yes" });
    expect((await texts(chats.question, 2))[1]).toBe("Front Door is now unlocked.");
    expect(service.calls("lock.unlock").filter((id) => id === "lock.front_door")).toHaveLength(1);
  });

  it("does once what was said yes to just before", async () => {
    expect((await texts(chats.answered, 2))[1]).toBe("Garage Door is now open.");
    expect(service.calls("cover.open_cover")).toEqual(["cover.garage_door"]);
  });

  it("does not do what was said yes to long ago, and says so", async () => {
    expect((await texts(chats.answeredLongAgo, 2))[1]).toMatch(/^I was switched off while I worked on this, and too much time has passed/);
    expect(service.calls("valve.open_valve")).toEqual([]);
  });

  it("does not know what became of an action after its Yes, and does not repeat it", async () => {
    expect((await texts(chats.afterYes, 2))[1]).toMatch(/^I do not know whether “unlock Back Door” worked/);
    expect(service.calls("lock.unlock").filter((id) => id === "lock.back_door")).toHaveLength(1);
  });

  it("does not know what became of an action that had begun, and does not repeat it", async () => {
    expect(await texts(chats.acting, 1)).toEqual([expect.stringMatching(/^I do not know whether “turn on Bed Light” worked/)]);
    expect((await texts(chats.modelActing, 1))[0]).toMatch(/^I do not know whether “turn on Hallway Light” worked/);
    expect(service.calls("light.turn_on").toSorted()).toEqual(["light.bed_light", "light.hallway_light", "light.kitchen_light"]);
  });

  it("shows in a plan's message what was done and what nobody knows, and repeats none of it", async () => {
    const [plan, answer] = await texts(chats.plan, 2);
    expect(answer).toMatch(/^Done: 1 of 2 steps\.\nI do not know whether “turn off Freezer” worked/);
    expect(plan).toMatch(/^✓ Turn on Kitchen Light\n\? Turn off Freezer\n\n✅ Yes$/);
    expect(service.calls("switch.turn_off")).toEqual(["switch.freezer"]);
  });

  it("answers what was written while it was away", async () => {
    expect(await texts(chats.away, 1)).toEqual(["No, Terrace Door is closed."]);
  });

  it("does not send again what was sent and not marked", async () => {
    await expect
      .poll(() => service.rows(`SELECT status FROM outbox WHERE chat_id = '${chats.unmarked}'`), { timeout: 20_000 })
      .toEqual([{ status: "sent" }]);
    expect(service.texts(chats.unmarked)).toEqual(["Yes, Kitchen Window is open."]);
  });

  it("sends what was in the outbox", async () => {
    expect(await texts(chats.unsent, 1)).toEqual(["No, Bedroom Window is closed."]);
  });

  it("has answered every message exactly once in the end, and then stops at once, also while Home Assistant is away", async () => {
    await expect.poll(() => count("SELECT 1 FROM turns WHERE status IN ('received','running','waiting','answered')")).toBe(0);
    expect(count("SELECT 1 FROM outbox WHERE status = 'pending'")).toBe(0);
    expect(service.threads()).toEqual([]);
    const messages = Object.values(chats).map((chatId) => service.texts(chatId).length);
    // with the one that counts the backlog
    expect(messages).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1, BACKLOG + 1, 2]);
    service.sim.outage("refuse");
    service.sim.disconnect();
    expect(await service.end("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(service.output).not.toContain("not everything ended in time");
  });
});
