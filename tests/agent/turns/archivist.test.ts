import { describe, expect, it } from "vitest";
import { createArchivist } from "../../../src/agent/turns/archivist.ts";
import { createIdleGate } from "../../../src/models/idle-gate.ts";
import { ModelError } from "../../../src/models/models.ts";
import { createLogger } from "../../../src/observability/logger.ts";
import { CHAT, MINUTE, NOW, openStores } from "../../storage/stores.ts";
import { timersByHand } from "../later.ts";

type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** An archivist over real stores, whose timer and whose model's idle time end by hand. */
function world({ embed }: { embed?: Embed } = {}) {
  const stores = openStores();
  const { addTurn, sessions, archive, database } = stores;
  const state = { now: NOW };
  const timers = timersByHand();
  const gate = createIdleGate({ clock: () => NOW, later: timers.later });
  const wanted: (readonly [string, number])[] = [];
  let planned: { readonly ms: number; readonly run: () => void } | undefined;
  const archivist = createArchivist({
    ...{ sessions, archive, timeoutMs: 30 * MINUTE, clock: () => state.now },
    summariser: { want: (...asked) => void wanted.push(asked) },
    embeddings: embed && { model: "m", embed },
    idle: gate,
    later(ms, run) {
      planned = { ms, run };
      return { [Symbol.dispose]: () => undefined };
    },
    logger: createLogger({ level: "error", destination: { write() {} } }),
  });
  const says = (said: string, at = state.now) => {
    const turn = addTurn(said, { text: said, status: "sent", receivedAt: at, sessionId: sessions.current(CHAT, "anna", at) });
    sessions.append(turn.sessionId, CHAT.chatId, turn.id, { role: "person", personId: "anna", content: said, origin: "person" }, at);
    return turn;
  };
  /** So much time passes, and what was planned happens. */
  const passes = async (ms: number) => {
    state.now += ms;
    planned?.run();
    await idle();
  };
  const start = async () => {
    archivist.start();
    await idle();
  };
  async function idle(): Promise<void> {
    await archivist.settled();
    while (timers.waiting().length > 0) {
      timers.fire();
      await archivist.settled();
    }
  }
  const active = () => database.sqlite.prepare<[], number>("SELECT count(*) FROM conversation_sessions WHERE is_active = 1").pluck().get();
  const withVectors = () => database.sqlite.prepare("SELECT length(vector) AS bytes FROM conversation_passages ORDER BY id").pluck().all();
  return { ...stores, gate, wanted, says, passes, start, archivist, active, withVectors, planned: () => planned?.ms };
}

const two: Embed = async (texts) => texts.map(() => new Float32Array([1, 0]));

describe("the archivist", () => {
  it("closes a conversation when it has been idle for its time, and asks for its summary", async () => {
    const { says, start, passes, active, wanted, planned, archive } = world();
    const { sessionId } = says("one");
    says("two");
    await start();
    expect([active(), planned(), wanted]).toEqual([1, 30 * MINUTE, []]);
    await passes(30 * MINUTE);
    expect([active(), wanted]).toEqual([0, [[sessionId, 2]]]);
    expect(archive.searchWords("two", { personId: "anna" }, 5)).toHaveLength(1);
  });

  it("asks no more for a summary that is not made, after three times", async () => {
    const { says, start, passes, wanted } = world();
    says("one", NOW - 60 * MINUTE);
    says("two", NOW - 60 * MINUTE);
    await start();
    for (let look = 0; look < 5; look += 1) await passes(30 * MINUTE);
    expect(wanted).toHaveLength(3);
  });

  it("gives vectors to conversations that are over, not to those that go on", async () => {
    const { says, start, passes, withVectors } = world({ embed: two });
    says("one");
    await start();
    expect(withVectors()).toEqual([null]);
    await passes(30 * MINUTE);
    expect(withVectors()).toEqual([8]);
  });

  it("keeps away from the model while a turn is at work, and goes on later", async () => {
    const { says, start, passes, withVectors, gate } = world({ embed: two });
    const turn = gate.hold();
    says("one", NOW - 60 * MINUTE);
    await start();
    expect(withVectors()).toEqual([null]);
    turn[Symbol.dispose]();
    await passes(30 * MINUTE);
    expect(withVectors()).toEqual([8]);
  });

  it("leaves a text alone that the model does not take; the others get theirs", async () => {
    const refusal = new ModelError({ kind: "context_too_small" } as ConstructorParameters<typeof ModelError>[0]);
    const embed: Embed = async (texts) => {
      if (texts.some((text) => text.includes("endless"))) throw refusal;
      return two(texts);
    };
    const { says, start, withVectors, archive } = world({ embed });
    for (const said of ["one", "endless", "three"]) says(said, NOW - 60 * MINUTE);
    await start();
    expect(withVectors()).toEqual([8, 0, 8]);
    expect(
      archive
        .searchVectors(new Float32Array([1, 0]), "m", { personId: "anna" }, 5)
        .map(({ said }) => said)
        .toSorted(),
    ).toEqual(["one", "three"]);
  });

  it("goes on after a model that cannot be reached", async () => {
    let reachable = false;
    const { says, start, passes, withVectors } = world({
      embed: async (texts) => {
        if (!reachable) throw new Error("refused");
        return two(texts);
      },
    });
    says("one", NOW - 60 * MINUTE);
    await start();
    expect(withVectors()).toEqual([null]);
    reachable = true;
    await passes(30 * MINUTE);
    expect(withVectors()).toEqual([8]);
  });

  it("does nothing more once it is disposed of", async () => {
    const { says, start, passes, archivist, active } = world();
    await start();
    await archivist[Symbol.asyncDispose]();
    says("one");
    await passes(60 * MINUTE);
    expect(active()).toBe(1);
  });
});
