import { expect, it } from "vitest";
import { reasonOf } from "../../../src/attention/notifier.ts";
import type { Notifications } from "../../../src/channels/console/wire-attention.ts";
import { anna, ben, eventually, type ScenarioHome, zoneAtNoon } from "../../scenarios/scenario-home.ts";
import { type Browser, follow, openConsole, USERS } from "./console-world.ts";

const MINUTE = 60_000;

async function open() {
  const { home, browser } = await openConsole({ options: { notify: "important", quiet_hours: farHours() } });
  await sets(home, "kitchen_window", "off", "window");
  for (const person of [anna, ben]) await home.asks(person, "hello");
  await home.settled();
  return { home, annas: await browser(USERS.anna), bens: await browser(USERS.ben), mias: await browser(USERS.mia) };
}

/** Two hours that are twelve hours away, on the clock of the simulated home. */
function farHours(): string {
  const at = (hours: number) =>
    new Date(Date.now() + hours * 60 * MINUTE).toLocaleTimeString("en-GB", {
      timeZone: zoneAtNoon(),
      hour: "2-digit",
      minute: "2-digit",
    });
  return `${at(12)}-${at(14)}`;
}

async function sets(home: ScenarioHome, name: string, state: string, deviceClass: string): Promise<void> {
  home.sim.setState(`binary_sensor.${name}`, state, { device_class: deviceClass });
  await eventually(() => home.app.home.find(`binary_sensor.${name}`)?.state.state === state);
  await home.settled();
}

/** A door is closed, and open then for long enough. */
async function opens(home: ScenarioHome, name: string): Promise<void> {
  for (const state of ["off", "on"]) {
    await sets(home, name, state, "door");
    home.passes(state === "off" ? 60 * MINUTE : 16 * MINUTE);
  }
  await home.settled();
}

/** As far as it is about the door: a home has weak batteries, too. */
const seen = async (page: Browser) => {
  const { open: amiss, told, ...more } = (await page.get<Notifications>("notifications")).body;
  const isDoor = ({ text }: { readonly text: string }) => text.startsWith("Terrace Door");
  return { open: amiss.filter(isDoor), told: told.filter(isDoor), ...more };
};
const choose = async (page: Browser, subject: string, choice: string) =>
  (await page.send("POST", "notifications/choice", { subject, choice })).status;

it("what is amiss and what was told, with why; ids and scores are for owners", async () => {
  const { home, annas, bens, mias } = await open();
  await opens(home, "terrace_door");
  const owner = await seen(annas);
  expect(owner.open).toMatchObject([
    { text: expect.stringContaining("has been open for"), isMuted: false, entityIds: ["binary_sensor.terrace_door"] },
  ]);
  expect(owner.told).toMatchObject([
    {
      ...{ text: expect.stringContaining("has been open for"), status: "told", why: "matters" },
      details: { score: expect.closeTo(0.48), entityIds: ["binary_sensor.terrace_door"] },
    },
  ]);
  const adult = await seen(bens);
  expect([adult.open[0]?.entityIds, adult.told[0]?.details, adult.told[0]?.why]).toEqual([undefined, undefined, "matters"]);
  expect((await mias.get("notifications")).status).toBe(403);
});

it("what is muted is not told again to them alone, and told again once that is taken back", async () => {
  const { home, annas, bens } = await open();
  await opens(home, "terrace_door");
  const key = (await seen(annas)).open[0]?.id ?? "";
  expect(await choose(annas, key, "never")).toBe(200);
  expect((await seen(annas)).muted).toMatchObject([{ subject: key, text: "Terrace Door", choice: "never" }]);
  expect([(await seen(annas)).open[0]?.isMuted, (await seen(bens)).open[0]?.isMuted]).toEqual([true, false]);
  await opens(home, "terrace_door");
  const last = async (page: Browser) => (await seen(page)).told[0];
  expect([await last(annas), await last(bens)]).toMatchObject([
    { status: "dropped", why: "unwanted" },
    { status: "told", why: "matters" },
  ]);
  expect(await choose(annas, key, "all")).toBe(200);
  expect((await seen(annas)).muted).toEqual([]);
});

it("a kind is told less or not at all, danger all or not at all, and nothing is chosen about what is not there", async () => {
  const { annas } = await open();
  const choices = async () => Object.fromEntries((await seen(annas)).kinds.map(({ kind, choice }) => [kind, choice]));
  expect(await choices()).toMatchObject({ danger: "all", open: "all", battery: "all" });
  expect(await choose(annas, "kind:open", "less")).toBe(200);
  expect(await choose(annas, "kind:battery", "never")).toBe(200);
  expect(await choices()).toMatchObject({ open: "less", battery: "never" });
  expect(await choose(annas, "kind:danger", "less")).toBe(404);
  expect(await choose(annas, "kind:danger", "never")).toBe(200);
  expect(await choices()).toMatchObject({ danger: "never" });
  const refused = ["kind:nothing", "open/light.none"];
  expect(await Promise.all(refused.map((subject) => choose(annas, subject, "never")))).toEqual([404, 404]);
  expect(await choose(annas, "kind:open", "sometimes")).toBe(400);
});

it("quiet for a while, and its end; open pages are told", async () => {
  const { home, annas } = await open();
  const stream = await follow(home.consoleUrl, USERS.anna);
  expect((await annas.send("POST", "notifications/quiet", { minutes: 120 })).status).toBe(200);
  await stream.until(`"page":"notifications"`);
  expect(Math.round((((await seen(annas)).quietUntil ?? 0) - home.now) / MINUTE)).toBe(120);
  await annas.send("POST", "notifications/quiet", { minutes: 0 });
  expect((await seen(annas)).quietUntil).toBeUndefined();
  expect((await annas.send("POST", "notifications/quiet", { minutes: 100_000 })).status).toBe(400);
});

it.each([
  ["told", "urgent", 1, "danger"],
  ["told", "important", 0.48, "matters"],
  ["told", "rest", 0.12, "morning"],
  ["held", "important", 0.48, "bad-time"],
  ["held", "rest", 0.12, "minor"],
  ["dropped", "important", 0, "unwanted"],
  ["dropped", "rest", 0.02, "seldom"],
  ["dropped", "rest", 0.12, "over"],
] as const)("%s, %s, %d: %s", (status, level, score, why) => {
  expect(reasonOf({ status, level, score })).toBe(why);
});
