import { expect, it } from "vitest";
import { createWaitingStatus } from "../../src/agent/live-messages.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { NOW, openStores } from "../storage/stores.ts";
import { timersByHand } from "./later.ts";

it("each time that many messages of a chat wait, their message follows to its end", () => {
  const stores = openStores();
  const { later, fire } = timersByHand();
  let waiting = 0;
  const status = createWaitingStatus({
    ...{ ...stores, unanswered: () => waiting, clock: () => NOW, later },
    logger: createLogger({ level: "error" }),
  });
  let shown = 50;
  const show = () =>
    stores.outbox.due(NOW).map(({ id, kind, text, editMessageId }) => {
      stores.outbox.sent(id, NOW, { part: 0, messageId: editMessageId ?? `${shown++}` });
      return `${kind}: ${text}`;
    });
  for (const id of ["1", "2"]) {
    waiting = 6;
    status.update(stores.addTurn(id));
    expect(show()).toEqual(["notice: I’m still working on 6 messages."]);
    waiting = 0;
    fire();
    expect(show()).toEqual([expect.stringMatching(/^edit: I have answered/)]);
  }
});
