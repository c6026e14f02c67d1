import { expect, it } from "vitest";
import { createShownQuestions } from "../../src/agent/shown-questions.ts";
import { CHAT, NOW, openStores } from "../storage/stores.ts";

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
  const shown = createShownQuestions(stores);
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
