import { expect, it } from "vitest";
import { createShownQuestions } from "../../../src/agent/approvals/questions.ts";
import { CHAT, MINUTE, NOW, openStores } from "../../storage/stores.ts";

it("are those that are open and were shown through the channel, each with its buttons", () => {
  const stores = openStores();
  stores.addTurn("1");
  const ask = (id: string, shown: boolean) => {
    stores.ask(id);
    stores.outbox.add({ ...CHAT, turnId: "1", approvalId: id, kind: "question", text: `Really ${id}?`, origin: "home", at: NOW });
    const [item] = stores.outbox.due(NOW).toReversed();
    if (shown && item) stores.outbox.sent(item.id, NOW, { part: 0, messageId: `m-${id}` });
  };
  ask("answered", true);
  stores.approvals.answer("answered", [], { personId: "anna", role: "owner", pin: false }, NOW);
  ask("open", true);
  ask("waiting", false);
  const shown = createShownQuestions({ ...stores, clock: () => NOW });
  expect(shown(CHAT.channel)).toMatchObject([
    {
      messageId: "m-open",
      text: "Really open?",
      buttons: [
        [
          { label: "Yes", data: "a:open:yes" },
          { label: "Cancel", data: "a:open:no" },
        ],
      ],
    },
  ]);
  expect(shown("terminal")).toEqual([]);
});

it("are also those which of a few things was meant, with all that was offered", () => {
  const stores = openStores();
  const offer = (turnId: string, shown: boolean) => {
    stores.addTurn(turnId);
    stores.turns.end(turnId, { status: "answered", answer: "Which one?", answerOrigin: "home", model: undefined, at: NOW });
    stores.choices.insert({ id: `c-${turnId}`, turnId, options: [{ label: "Lamp", sentence: "turn on Lamp" }], origin: "home" }, NOW);
    stores.outbox.add({ ...CHAT, turnId, kind: "answer", text: "Which one?", origin: "home", at: NOW });
    const [item] = stores.outbox.due(NOW).toReversed();
    if (shown && item) stores.outbox.sent(item.id, NOW, { part: 0, messageId: `m-${turnId}` });
  };
  offer("over", true);
  stores.choices.close("c-over", "left", NOW);
  offer("open", true);
  offer("waiting", false);
  let now = NOW;
  const shown = createShownQuestions({ ...stores, clock: () => now });
  const buttons = [[{ label: "Lamp", data: "c:c-open:0" }], [{ label: "Cancel", data: "c:c-open:no" }]];
  expect(shown(CHAT.channel)).toEqual([{ messageId: "m-open", text: "Which one?", buttons }]);
  expect(shown("terminal")).toEqual([]);
  stores.choices.delivered("open", NOW);
  now += 10 * MINUTE;
  expect(shown(CHAT.channel)).toHaveLength(1);
  now += 1;
  expect(shown(CHAT.channel)).toEqual([]);
});
