import { expect, it } from "vitest";
import type { Planned } from "../../../src/channels/console/wire-attention.ts";
import { anna, ben, eventually } from "../../scenarios/scenario-home.ts";
import { type Browser, follow, openConsole, USERS } from "./console-world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function open() {
  const { home, browser } = await openConsole();
  await eventually(() => home.app.kindWords().domains.size > 0);
  const [annas, bens] = [await browser(USERS.anna), await browser(USERS.ben)];
  const says = async (person: number, text: string) => {
    const answer = await home.asks(person, text);
    await home.settled();
    return answer.plain;
  };
  return { home, annas, bens, says };
}

const planned = async (page: Browser) => (await page.get<Planned>("planned")).body;
const own = async (page: Browser) => (await planned(page)).own;
const change = async (page: Browser, id: string | undefined, wanted: string) =>
  (await page.send("POST", `planned/${id}`, { change: wanted })).status;

it("what is planned stands in its group, with names and times in words", async () => {
  const { annas, says } = await open();
  await says(anna, "set a timer for pasta, 9 minutes");
  await says(anna, "remind me in two weeks to call my mother");
  await says(anna, "every day at 7 turn on the desk lamp");
  await says(anna, "when Ben comes home turn on the hallway light");
  const shown = (await own(annas)).map(({ group, kind, domain, what, when, next }) => [group, kind, domain, what, when, next]);
  expect(shown).toEqual([
    // nine minutes before midnight it is for tomorrow
    [expect.stringMatching(/^(?:today|later)$/), "timer", "timer", "A timer for pasta", expect.stringMatching(/^to/), undefined],
    ["repeating", "action", "light", "Turn on Desk Lamp", expect.stringMatching(/^every day at 7:00/), expect.stringMatching(/at 7:00/)],
    ["later", "reminder", "reminder", "Call my mother", expect.any(String), undefined],
    ["waiting", "action", "light", "Turn on Hallway Light", "when Ben comes home", undefined],
  ]);
});

it("only their own, and owners what others planned to be done in the house", async () => {
  const { annas, bens, says } = await open();
  await says(ben, "remind me in an hour to buy a present");
  await says(ben, "turn off the desk lamp in 2 hours");
  await says(anna, "turn on the bed light in 3 hours");
  const annasView = await planned(annas);
  expect(annasView.own.map(({ what }) => what)).toEqual(["Turn on Bed Light"]);
  expect(annasView.others.map(({ what, person, details }) => [what, person, details])).toEqual([
    ["Turn off Desk Lamp", "Ben", [{ service: "light.turn_off", entityIds: ["light.desk_lamp"] }]],
  ]);
  const bensView = await planned(bens);
  expect(bensView.own.map(({ what, details }) => [what, details])).toEqual([
    ["Buy a present", undefined],
    ["Turn off Desk Lamp", undefined],
  ]);
  expect(bensView.others).toEqual([]);
  expect(await change(annas, annasView.others[0]?.id, "cancel")).toBe(404);
  expect(await own(bens)).toHaveLength(2);
});

it("what is cancelled is not done; taken back at once it is done, later it is over", async () => {
  const { home, annas, says } = await open();
  await says(anna, "turn off the desk lamp in 10 minutes");
  const [plan] = await own(annas);
  expect(await change(annas, plan?.id, "cancel")).toBe(200);
  expect([await own(annas), await change(annas, plan?.id, "cancel")]).toEqual([[], 409]);
  expect(await change(annas, plan?.id, "restore")).toBe(200);
  expect((await own(annas)).map(({ what, dueAt }) => [what, dueAt])).toEqual([["Turn off Desk Lamp", plan?.dueAt]]);
  await change(annas, plan?.id, "cancel");
  home.passes(2 * MINUTE);
  expect(await change(annas, plan?.id, "restore")).toBe(409);
  home.passes(HOUR);
  await home.settled();
  expect(home.calls()).toEqual([]);
});

it("a timer is paused, goes on, and is paused still where its cancellation is taken back", async () => {
  const { home, annas, says } = await open();
  await says(anna, "set a timer for 9 minutes");
  const [timer] = await own(annas);
  home.passes(MINUTE);
  expect(await change(annas, timer?.id, "pause")).toBe(200);
  await change(annas, timer?.id, "cancel");
  await change(annas, timer?.id, "restore");
  const [paused] = await own(annas);
  expect(paused?.dueAt).toBeUndefined();
  expect(Math.round((paused?.leftMs ?? 0) / MINUTE)).toBe(8);
  home.passes(HOUR);
  expect(await change(annas, timer?.id, "resume")).toBe(200);
  expect(Math.round((((await own(annas))[0]?.dueAt ?? 0) - home.now) / MINUTE)).toBe(8);
  expect(await change(annas, timer?.id, "resume")).toBe(409);
});

it("what comes once is put off, with what was planned together with it; what repeats, or got a yes for its time, is not", async () => {
  const { home, annas, says } = await open();
  await says(anna, "remind me in 20 minutes to call my mother");
  const [reminder] = await own(annas);
  const after = async (wanted: string) => {
    expect(await change(annas, reminder?.id, wanted)).toBe(200);
    return Math.round((((await own(annas))[0]?.dueAt ?? 0) - (reminder?.dueAt ?? 0)) / MINUTE);
  };
  expect([await after("10"), await after("60")]).toEqual([10, 70]);
  // the same time of day, of which clocks may be changed between
  expect([24, 25, 26]).toContain(Math.round((await after("day")) / 60));
  await change(annas, reminder?.id, "cancel");

  await says(anna, "turn on the desk lamp in 2 hours for 20 minutes");
  const [begins, ends] = await own(annas);
  expect(await change(annas, begins?.id, "day")).toBe(200);
  const moved = await own(annas);
  expect(moved.map(({ id }) => id)).toEqual([begins?.id, ends?.id]);
  for (const { id } of moved) await change(annas, id, "cancel");

  await says(anna, "every day at 7 turn on the desk lamp");
  await says(anna, "unlock the front door in 30 minutes");
  home.presses(anna, "Yes");
  await home.next(anna);
  const fixed = await own(annas);
  expect(fixed.map(({ what }) => what).toSorted()).toEqual(["Turn on Desk Lamp", "Unlock Front Door"]);
  for (const { id, mayPutOff } of fixed) expect([mayPutOff, await change(annas, id, "60")]).toEqual([false, 409]);
});

it("open pages are told of what is planned and cancelled", async () => {
  const { home, annas, says } = await open();
  const told = `"page":"planned"`;
  const before = await follow(home.consoleUrl, USERS.anna);
  await says(anna, "remind me in 20 minutes to call my mother");
  await before.until(told);
  const [reminder] = await own(annas);
  expect(await change(annas, reminder?.id, "sometime")).toBe(400);
  const after = await follow(home.consoleUrl, USERS.anna);
  await change(annas, reminder?.id, "cancel");
  expect(await after.until(told)).toContain("event: changed");
});
