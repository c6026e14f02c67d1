import { describe, expect, it } from "vitest";
import type { Chat } from "../../../src/storage/chat.ts";
import { MINUTE, NOW } from "../../storage/stores.ts";
import { commandWorld, PEOPLE, type Someone } from "../command-world.ts";

const HOUR = 60 * MINUTE;

/** What somebody asked for, `ago` ms before now, which is Friday 2027-01-15, 09:00 in the home. */
interface Did {
  readonly by: Someone;
  readonly ago: number;
  readonly service: string;
  readonly entityIds: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly outcomes?: readonly string[];
  readonly yesOf?: readonly string[];
}

const DID: readonly Did[] = [
  { by: "anna", ago: 80 * HOUR, service: "lock.lock", entityIds: ["lock.front"], outcomes: ["already"] },
  { by: "ben", ago: 12 * HOUR, service: "lock.unlock", entityIds: ["lock.front"], outcomes: ["done"], yesOf: ["anna", "telegram:7"] },
  { by: "mia", ago: 10 * HOUR, service: "cover.open_cover", entityIds: ["cover.garage"], outcomes: ["done"] },
  { by: "anna", ago: 3 * HOUR, service: "script.turn_on", entityIds: ["script.night"], outcomes: ["started"] },
  {
    by: "anna",
    ago: 2 * HOUR,
    service: "light.turn_on",
    entityIds: ["light.reading", "light.reading_2"],
    data: { brightness_pct: 30 },
    outcomes: ["done", "no-change"],
  },
  { by: "gus", ago: HOUR, service: "lock.lock", entityIds: ["lock.back", "lock.cellar"] },
];

const LOCKED = "- 2027-01-12 01:00: lock Front Door (it was so already), asked by Anna";
const UNLOCKED = "- 2027-01-14 21:00: unlock Front Door (done), asked by Ben \\*B\\*, approved by Anna and somebody";
const GARAGE = "- 2027-01-14 23:00: open Garage (done), asked by Mia";
const NIGHT = "- 2027-01-15 06:00: run Good night (started), asked by Anna";
const LAMPS =
  "- 2027-01-15 07:00: turn on Reading Lamp (Bedroom) and Reading Lamp (Office) (30 %) (done and it did not react), asked by Anna";
const BACK = "- 2027-01-15 08:00: lock Back Door and cellar (I do not know how it ended), asked by Gus";
const ALL = [BACK, LAMPS, NIGHT, GARAGE, UNLOCKED, LOCKED];
const ROUTINE = "- 2027-01-15 06:00: run a routine (started), asked by Anna";

function world(dids: readonly Did[] = DID) {
  const opened = commandWorld();
  dids.forEach(({ by, ago, service, entityIds, data = {}, outcomes, yesOf }, index) => {
    const [id, at] = [`a${index}`, NOW - ago];
    const { id: personId, name: personName, role } = PEOPLE[by];
    opened.addTurn(id, { personId, personName, role, receivedAt: at });
    if (yesOf) {
      opened.ask(`q${index}`, { turnId: id, personId, actions: [{ actionId: id, hash: "h", service, entityIds, data, effects: [] }] });
      for (const voter of yesOf) opened.approvals.vote(`q${index}`, { personId: voter, role: "owner", pin: false, choice: [id], at });
    }
    opened.actions.start(opened.action(id, { turnId: id, approvalId: yesOf && `q${index}`, service, entityIds, data, at }));
    if (!outcomes) return;
    const targets = entityIds.map((entityId, target) => ({ entityId, outcome: outcomes[target], observed: {} }));
    opened.actions.end(id, { actionId: id, service, data, targets, startedAt: at, endedAt: at + 1_000 }, at + 1_000);
  });
  return async (text: string, who?: Someone, chat?: Chat) => (await opened.run(text, who, chat)).split("\n");
}

const USAGE =
  "Write /actions with a number from 1 to 50, a day (today, yesterday, monday, 2026-11-21) or the name of a thing, or with nothing.";

describe("/actions", () => {
  it.each<[string, readonly string[]]>([
    ["/actions", ALL],
    ["/ACTIONS", ALL],
    ["/actions 2", [BACK, LAMPS]],
    ["/actions  50 ", ALL],
    ["/actions today", [BACK, LAMPS, NIGHT]],
    ["/actions Yesterday", [GARAGE, UNLOCKED]],
    ["/actions friday", [BACK, LAMPS, NIGHT]],
    ["/actions thursday", [GARAGE, UNLOCKED]],
    ["/actions tuesday", [LOCKED]],
    ["/actions 2027-01-12", [LOCKED]],
    ["/actions cover.garage", [GARAGE]],
    ["/actions garage", [GARAGE]],
    ["/actions Car Door", [GARAGE]],
    ["/actions “front door”", [UNLOCKED, LOCKED]],
    ["/actions office lamp", [LAMPS]],
    ["/actions good night", [NIGHT]],
  ])("%s", async (text, expected) => {
    expect(await world()(text)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ["/actions 0", [USAGE]],
    ["/actions -3", [USAGE]],
    ["/actions 51", [USAGE]],
    ["/actions 2.5", [USAGE]],
    ["/actions 2027-02-30", [USAGE]],
    ["/actions 12.1.2027", [USAGE]],
    ["/actions xyzzy", ["I know nothing called “xyzzy”.", USAGE]],
    ["/actions cellar", ["I know nothing called “cellar”.", USAGE]],
    ["/actions lock.cellar", ["I know nothing called “lock.\u2060cellar”.", USAGE]],
    ["/actions *", ["I know nothing called “\\*”.", USAGE]],
    ["/actions door", ["3 things fit “door”. Please write the name of one: Garage, Front Door, and Back Door.", USAGE]],
    [
      "/actions reading lamp",
      ["2 things fit “reading lamp”. Please write the name of one: Reading Lamp (Bedroom) and Reading Lamp (Office).", USAGE],
    ],
    ["/actions monday", ["I find nothing that I did."]],
    ["/actions 2030-01-01", ["I find nothing that I did."]],
  ])("%s is answered with what to write", async (text, expected) => {
    expect(await world()(text)).toEqual(expected);
  });

  it.each<[Someone, string, readonly string[]]>([
    ["ben", "/actions", [BACK, LAMPS, ROUTINE, GARAGE, UNLOCKED, LOCKED]],
    ["mia", "/actions", [GARAGE]],
    ["mia", "/actions 50", [GARAGE]],
    ["mia", "/actions today", ["I find nothing that you asked me to do."]],
    ["mia", "/actions front door", ["I find nothing that you asked me to do."]],
    ["gus", "/actions", [BACK]],
    ["gus", "/actions garage", ["I find nothing that you asked me to do."]],
    ["ben", "/actions good night", ["I know nothing called “good night”.", USAGE]],
    ["mia", "/actions script.night", ["I know nothing called “script.\u2060night”.", USAGE]],
  ])("%s asking %s sees what they may", async (who, text, expected) => {
    expect(await world()(text, who)).toEqual(expected);
  });

  it("in a group, where others read along, everybody sees only their own", async () => {
    const group = { channel: "telegram", bot: "", chatId: "-100" };
    expect(await world()("/actions", "ben", group)).toEqual([UNLOCKED]);
  });

  it("of a busy day the newest are shown, and that there are more", async () => {
    const busy = Array.from({ length: 60 }, (_, at): Did => ({ ...LIGHT, ago: at * MINUTE + MINUTE }));
    const lines = await world(busy)("/actions today");
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe("Only the newest 50 are shown.");
    expect(await world(busy)("/actions")).toHaveLength(10);
  });

  it("days begin and end at the home's midnight, also when its clocks change", async () => {
    const ago = (time: string) => NOW - Date.parse(time);
    const around = ["2026-10-24T21:59:00Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:00Z", "2026-10-25T23:00:00Z"];
    const lines = await world(around.map((time) => ({ ...LIGHT, ago: ago(time) })))("/actions 2026-10-25");
    expect(lines.map((line) => line.slice(2, 18))).toEqual(["2026-10-25 23:59", "2026-10-25 00:00"]);
  });

  it("a long word that is no name is not repeated at length", async () => {
    expect((await world()(`/actions ${"x".repeat(4_000)}`)).join("\n").length).toBeLessThan(300);
  });
});

const LIGHT = { by: "anna", service: "light.turn_on", entityIds: ["light.reading"] } as const;
