import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createDayTimes } from "../../src/attention/day-times.ts";
import type { FindingKind } from "../../src/attention/finding-kinds.ts";
import { createNotifier, LESS, type Weighed, weigh } from "../../src/attention/notifier.ts";
import { homeTime } from "../../src/homeassistant/home-time.ts";
import { FindingWorld } from "../fakes/finding-world.ts";

const PLAIN: Weighed = {
  ...{ level: "important", confidence: 0.8, toldBefore: 0, isHome: true },
  ...{ factor: 1, isQuiet: false, isTalking: false, toldToday: 0 },
};

describe("whether somebody is told", () => {
  it.each<[string, Partial<Weighed>, string]>([
    ["something important, the first time", {}, "told"],
    ["while they are out", { isHome: false }, "told"],
    ["the fourth time in a week", { toldBefore: 3 }, "held"],
    ["in quiet hours", { isQuiet: true }, "held"],
    ["in the middle of a talk", { isTalking: true }, "told"],
    ["a low battery, in the middle of a talk", { level: "rest", confidence: 0.9, isTalking: true }, "held"],
    ["after six messages that day", { toldToday: 6 }, "held"],
    ["after “less like this”", { factor: LESS }, "told"],
    ["after “less like this” twice", { factor: LESS ** 2 }, "held"],
    ["after “less like this” five times", { factor: LESS ** 5 }, "dropped"],
    ["after “mute this”", { factor: 0 }, "dropped"],
    ["a low battery", { level: "rest", confidence: 0.9 }, "told"],
    ["the third low battery of a day", { level: "rest", confidence: 0.9, toldToday: 2 }, "held"],
    ["danger in quiet hours, the tenth time", { level: "urgent", confidence: 1, isQuiet: true, toldBefore: 10, toldToday: 50 }, "told"],
    ["danger that is muted", { level: "urgent", confidence: 1, factor: 0 }, "dropped"],
    ["danger of a kind that is told less", { level: "urgent", confidence: 1, factor: LESS ** 9 }, "told"],
  ])("%s", (_, more, status) => expect(weigh({ ...PLAIN, ...more }).status).toBe(status));
});

describe("who is told", () => {
  interface Case {
    readonly kind?: FindingKind;
    readonly madeBy?: string;
    readonly at?: string;
    /** Who cannot be told. */
    readonly broken?: string;
    readonly entityIds?: readonly string[];
    /** What Anna did before. */
    readonly chose?: (store: FindingWorld["store"], now: number) => void;
  }
  const told = ({ kind = "open", entityIds = ["x"], madeBy, at = "12:00", chose = () => {}, broken }: Case) => {
    const world = new FindingWorld(Date.parse(`2026-06-10T${at}:00+02:00`));
    const people: string[] = [];
    const tell = (personId: string) => {
      if (personId === broken) throw new Error("no words");
      people.push(personId);
    };
    const { found } = createNotifier({
      ...{ store: world.store, notify: "important", ...world.times, clock: world.clock, later: world.later, logger: world.logger },
      recipients: () => ["anna", "ben"].map((personId) => ({ personId, isHome: true, wroteAt: undefined })),
      madeBy: () => madeBy,
      mayKnow: (personId) => personId === "ben",
      ...{
        tell,
        tellMore: () => {},
        tellAgain: () => {},
        tellOver: () => {},
        tellMorning: () => {},
        prepareDigest: undefined,
        nextSuggestion: () => undefined,
      },
      transaction: (run) => world.database.transaction(run),
    });
    chose(world.store, world.now);
    found({ key: `${kind}/x`, kind, entityIds, since: world.now, openedAt: world.now, closedAt: undefined, stage: 0 });
    return people;
  };

  it.each<[string, Case, readonly string[]]>([
    ["of a door", {}, ["anna", "ben"]],
    ["of what Anna has just done", { madeBy: "anna" }, ["ben"]],
    ["of danger, whoever did it", { kind: "danger", madeBy: "anna" }, ["anna", "ben"]],
    ["of danger of a kind that Anna switched off", { kind: "danger", chose: (store) => store.prefer("anna", "kind:danger", 0) }, ["ben"]],
    [
      "of danger, however little she wanted of it",
      { kind: "danger", chose: (store) => store.prefer("anna", "kind:danger", LESS ** 9) },
      ["anna", "ben"],
    ],
    [
      "of danger by a detector that is not muted, too",
      { kind: "danger", entityIds: ["x", "y"], chose: (store) => store.prefer("anna", "danger/x", 0) },
      ["anna", "ben"],
    ],
    ["of danger that Anna muted", { kind: "danger", chose: (store) => store.prefer("anna", "danger/x", 0) }, ["ben"]],
    ["of a door in the quiet hours", { at: "22:40" }, []],
    ["of an alarm that is not armed in the quiet hours", { kind: "alarm-night", at: "22:40" }, ["anna", "ben"]],
    ["though another cannot be", { kind: "danger", broken: "anna" }, ["ben"]],
    ["of somebody who came home, who may know", { kind: "arrived" }, ["ben"]],
    [
      "of it while Anna wants quiet, too",
      { kind: "alarm-night", at: "22:40", chose: (store, now) => store.beQuiet("anna", now + 1) },
      ["anna", "ben"],
    ],
    ["of it, but not who has just disarmed it", { kind: "alarm-night", at: "22:40", madeBy: "anna" }, ["ben"]],
    ["of a door while Anna wants quiet", { chose: (store, now) => store.beQuiet("anna", now + 1) }, ["ben"]],
  ])("%s", (_, one, people) => expect(told(one)).toEqual(people));
});

describe("in the morning", () => {
  it("one message that cannot be written holds up no other, and is tried again", async () => {
    const world = new FindingWorld(Date.parse("2026-06-10T06:50:00+02:00"));
    const written: string[] = [];
    let isBroken = true;
    using notifier = createNotifier({
      ...{ store: world.store, notify: "important", ...world.times, clock: world.clock, later: world.later, logger: world.logger },
      recipients: () => ["anna", "ben"].map((personId) => ({ personId, isHome: true, wroteAt: undefined })),
      ...{ mayKnow: () => true, madeBy: () => undefined, tell: () => {}, tellMore: () => {}, tellAgain: () => {}, tellOver: () => {} },
      ...{ tellMorning: () => {}, nextSuggestion: () => undefined },
      prepareDigest: async (personId) => {
        if (isBroken && personId === "anna") throw new Error("no calendar");
        return () => void written.push(personId);
      },
      transaction: (run) => world.database.transaction(run),
    });
    notifier.start();
    const pass = async (minutes: number) => {
      world.passesTo(world.now + minutes * 60_000);
      await setImmediate();
    };
    await pass(15);
    expect(written).toEqual(["ben"]);
    isBroken = false;
    await pass(61);
    expect(written).toContain("anna");
  });
});

describe("the day of a home", () => {
  const time = homeTime("Europe/Berlin");
  const times = (quiet: string | undefined, digest?: string) => createDayTimes({ quiet, digest, time: () => time });
  const at = (local: string) => time.at(`2026-${local}`);
  it.each<[string, string, string | undefined]>([
    ["22:00-07:00", "06-10T23:30", "06-11T07:00"],
    ["22:00-07:00", "06-10T06:59", "06-10T07:00"],
    ["22:00-07:00", "06-10T07:00", undefined],
    ["22:00-07:00", "06-10T21:59", undefined],
    ["13:00-15:00", "06-10T14:00", "06-10T15:00"],
    // the night in which clocks are put back has an hour more
    ["22:00-07:00", "10-24T23:00", "10-25T07:00"],
    ["22:00-07:00", "03-28T23:00", "03-29T07:00"],
  ])("quiet hours %s at %s end at %s", (quiet, now, end) =>
    expect(times(quiet).quietUntil(at(now))).toBe(end === undefined ? undefined : at(end)),
  );

  it.each<[string | undefined, string | undefined, string, string]>([
    ["22:00-07:00", undefined, "06-10T23:00", "06-11T07:00"],
    ["22:00-07:00", "07:30", "06-10T07:10", "06-10T07:30"],
    [undefined, undefined, "06-10T09:00", "06-11T08:00"],
  ])("of quiet hours %s and a digest at %s, the morning after %s is at %s", (quiet, digest, now, morning) =>
    expect(times(quiet, digest).nextMorning(at(now))).toBe(at(morning)),
  );
});
