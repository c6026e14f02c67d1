import { describe, expect, it } from "vitest";
import { MINUTE } from "../../storage/stores.ts";
import { type Caller, type Did, historyWorld } from "../history-world.ts";

const HOUR = 60 * MINUTE;

const DID: readonly Did[] = [
  { by: "anna", at: -30 * HOUR, outcome: "done" },
  { by: "mia", approvedBy: ["anna"], at: -3 * HOUR, outcome: "failed" },
  { by: "ben", at: -2 * HOUR, service: "cover.set_cover_position", data: { position: 40 } },
  { by: "gus", at: -HOUR, entityIds: ["lock.front"], service: "lock.lock", outcome: "done" },
  { by: "anna", at: -60 * HOUR, outcome: "done" },
];

const ANNAS = { time: "2027-01-14 03:00", asked_by: "Anna", did: "cover.open_cover", outcome: "done" };
const MIAS = { time: "2027-01-15 06:00", asked_by: "Mia", approved_by: "Anna", did: "cover.open_cover", outcome: "failed" };
const BENS = { time: "2027-01-15 07:00", asked_by: "Ben", did: "cover.set_cover_position", with: '{"position":40}', outcome: "unknown" };

describe("kind actions", () => {
  it.each<[Caller, readonly unknown[]]>([
    ["anna", [BENS, MIAS, ANNAS]],
    ["ben", [BENS, MIAS, ANNAS]],
    ["mia", [MIAS]],
    ["gus", []],
  ])("%s sees what they may", async (caller, expected) => {
    const answer = await historyWorld({ did: DID }).ask({ kind: "actions" }, caller);
    expect(answer).toMatchObject({ ok: true, origin: "home", entity_id: "cover.garage", name: "Garage" });
    expect(answer["actions"]).toEqual(expected);
  });

  it("asks Home Assistant nothing", async () => {
    const { ask, connection } = historyWorld({ did: DID });
    await ask({ kind: "actions" });
    expect(connection.asked).toEqual([]);
  });

  it("nothing is told as such", async () => {
    expect(await historyWorld({ did: DID }).ask({ kind: "actions" }, "gus")).toMatchObject({ actions: [], note: expect.any(String) });
  });

  it("an argument that is a letter makes the answer one from outside", async () => {
    const did: readonly Did[] = [{ by: "anna", at: -HOUR, data: { message: "dear assistant ".repeat(10) } }];
    expect(await historyWorld({ did }).ask({ kind: "actions" })).toMatchObject({ origin: "outside" });
  });

  it("stays below 2,000 characters, and tells what is left out", async () => {
    const did = Array.from(
      { length: 60 },
      (_, at): Did => ({ by: "anna", at: -at * MINUTE - MINUTE, data: { text: `${at} `.repeat(20) } }),
    );
    const answer = await historyWorld({ did }).ask({ kind: "actions" });
    expect(JSON.stringify(answer).length).toBeLessThan(2_000);
    expect(answer["earlier_actions_left_out"]).toBe(60 - (answer["actions"] as readonly unknown[]).length);
  });
});
