import { expect, test } from "vitest";
import { createAutomationAsk } from "../../../src/channels/events/automation-ask.ts";
import { createAutomationAskStore } from "../../../src/storage/turns/automation-asks.ts";
import { CHAT, NOW, openStores } from "../../storage/stores.ts";

const ID = "hpa_0123456789abcdef";

test("the first that is too much is counted only with the notice that tells of it", () => {
  const { database, automations, outbox, addTurn } = openStores();
  const { id: turnId } = addTurn("1");
  const asks = createAutomationAskStore({ database });
  const person = { id: "anna", name: "Anna", role: "owner", language: "en" } as const;
  const automation = {
    name: "Door",
    triggers: [{ kind: "sun", event: "sunset" }],
    conditions: [],
    actions: [{ kind: "ask", person: "Anna", instruction: "look" }],
    mode: "single",
  };
  const draft = { id: ID, kind: "automation", turnId, personId: person.id, sentence: "", automation, hash: "1" } as const;
  automations.settle({ id: ID, version: automations.draft(draft, NOW), entityId: undefined });
  let isFull = true;
  const ask = createAutomationAsk({
    ...{ automations, asks, most: 0, clock: () => NOW },
    outbox: {
      add(item) {
        if (isFull) throw new Error("the disk is full");
        outbox.add(item);
      },
    },
    home: { info: { timeZone: "UTC", language: "en", country: undefined } } as never,
    everybody: () => [person],
    chatOf: () => CHAT,
    begin: () => expect.unreachable(),
    mayTell: () => true,
    transaction: (run) => database.transaction(run),
  });
  const fired = { automation: ID, person: "Anna", text: "look", contextId: "1", firedAt: NOW };
  expect(() => ask(fired)).toThrow("full");
  isFull = false;
  expect([ask(fired), ask(fired)]).toEqual(["too_many_today", "too_many_today"]);
  expect(database.values<[], string>("SELECT kind FROM outbox").all()).toEqual(["notice"]);
});
