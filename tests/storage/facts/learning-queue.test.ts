import { describe, expect, it } from "vitest";
import { createLearningQueue } from "../../../src/storage/facts/learning-queue.ts";
import type { TurnRow } from "../../../src/storage/turns/turns.ts";
import { NOW, openStores } from "../stores.ts";

function openQueue() {
  const stores = openStores();
  const queue = createLearningQueue(stores);
  const says = (id: string, turn: Partial<TurnRow> = {}) =>
    stores.interactions.put(
      stores.addTurn(id, { status: "sent", text: `said ${id}`, ...turn }),
      { path: "model", origin: "person", learnable: true },
      NOW,
    );
  const states = () => stores.database.sqlite.prepare("SELECT learn_state FROM interaction_log ORDER BY id").pluck().all();
  return { ...stores, queue, says, states };
}

describe("what waits to be learned from", () => {
  it("comes in the order in which it was said, with the person's words and who they are", () => {
    const { queue, says } = openQueue();
    says("1", { language: "de", role: "child" });
    says("2");
    const first = queue.first(NOW);
    expect(first).toMatchObject({ turnId: "1", said: "said 1", personId: "anna", at: NOW, origin: "person", outside: [], attempts: 0 });
    expect(queue.finish(first?.id ?? 0, () => {})).toBe(true);
    expect(queue.first(NOW)?.turnId).toBe("2");
  });

  it("is not overtaken by what was said later while it is tried again", () => {
    const { queue, says } = openQueue();
    says("1");
    says("2");
    queue.retry(queue.first(NOW)?.id ?? 0, NOW + 5);
    expect(queue.first(NOW)).toMatchObject({ turnId: "1", attempts: 1, nextAt: NOW + 5 });
    queue.giveUp(queue.first(NOW)?.id ?? 0);
    expect([queue.first(NOW)?.turnId, queue.givenUp()]).toEqual(["2", 1]);
  });

  it("of one person holds up nobody else", () => {
    const { queue, says } = openQueue();
    says("1");
    says("2", { personId: "ben", personName: "Ben" });
    queue.retry(queue.first(NOW)?.id ?? 0, NOW + 5);
    expect(queue.first(NOW)?.turnId).toBe("2");
    expect(queue.first(NOW + 5)?.turnId).toBe("1");
  });

  it.each(["received", "running", "waiting", "cancelled"] as const)("is not a turn that is %s", (status) => {
    const { queue, says } = openQueue();
    says("1", { status });
    expect(queue.first(NOW)).toBeUndefined();
  });

  it("tells the texts from outside that the turn has read", () => {
    const { queue, says, sessions, turns } = openQueue();
    says("1");
    const outside = [{ source: "TV", text: "a film" }];
    const sessionId = turns.get("1")?.sessionId ?? "";
    sessions.append(sessionId, "100", "1", { role: "person", personId: "anna", content: "said 1", origin: "person" }, NOW);
    sessions.append(sessionId, "100", "1", { role: "assistant", personId: undefined, content: "A film.", origin: "outside", outside }, NOW);
    expect(queue.first(NOW)?.outside).toEqual(outside);
  });
});

describe("a row", () => {
  it("is done with its work or not at all", () => {
    const { queue, says, states } = openQueue();
    says("1");
    const id = queue.first(NOW)?.id ?? 0;
    expect(() =>
      queue.finish(id, () => {
        throw new Error("the disk is full");
      }),
    ).toThrow("the disk is full");
    expect(states()).toEqual(["waiting"]);
    let done = 0;
    const work = () => {
      done += 1;
    };
    expect([queue.finish(id, work), queue.finish(id, work), done]).toEqual([true, false, 1]);
    expect(states()).toEqual(["done"]);
  });

  it("that was forgotten meanwhile does no work", async () => {
    const { queue, says, forget } = openQueue();
    says("1");
    const id = queue.first(NOW)?.id ?? 0;
    await forget("anna");
    expect(queue.finish(id, () => expect.unreachable())).toBe(false);
    expect(queue.first(NOW)).toBeUndefined();
  });

  it("of a person drops out with all that they have said, and of others stays", () => {
    const { queue, says, states } = openQueue();
    says("1");
    says("2", { personId: "ben", personName: "Ben" });
    queue.dropOf("anna");
    expect([states(), queue.first(NOW)?.turnId]).toEqual([["none", "waiting"], "2"]);
  });
});
