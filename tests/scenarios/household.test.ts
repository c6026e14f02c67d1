import { expect, it } from "vitest";
import { demoHome } from "../../src/simulated-home/furnishing.ts";
import { anna, ben, eventually, family, ScenarioHome, type ScenarioOptions, serviceCall, zoneAtNoon } from "./scenario-home.ts";

const DAY = 24 * 60 * 60_000;
const mia = 700000004;
const gus = 700000005;
const child = { name: "Mia", telegram_user_id: mia, role: "child" };
/** Of the simulated home. */
const day = (offset: number) => new Intl.DateTimeFormat("sv-SE", { timeZone: zoneAtNoon() }).format(Date.now() + offset * DAY);
const guest = { name: "Gus", telegram_user_id: gus, role: "guest", areas: ["Bedroom", "lounge"], until: day(1) };

const house = (more: Readonly<Record<string, unknown>> = {}, people: readonly object[] = [child, guest]): ScenarioOptions => ({
  options: { people: [...family, ...people], ...more },
});
const labels = (message: { readonly buttons: readonly (readonly { readonly label: string }[])[] }) =>
  message.buttons.flat().map(({ label }) => label);

it("tells a child who wants the garage opened why not, and what would help", async () => {
  await using home = await ScenarioHome.start(house());
  expect((await home.asks(mia, "open the garage")).plain).toBe(
    "I am not allowed to open Garage Door. This needs a grown-up, so please ask one; an owner can let children ask in the options (children_may_ask_owners).",
  );
  expect((await home.asks(mia, "turn on the bed light")).plain).toMatch(/^Bed Light is now on/);
  expect(home.texts(anna)).toEqual([]);
  expect(home.calls().map(({ service }) => service)).toEqual(["light.turn_on"]);
});

it("asks an owner for a child where the option says so, and tells the child what came of it", async () => {
  await using home = await ScenarioHome.start(house({ children_may_ask_owners: true }));
  expect((await home.asks(mia, "open the garage")).plain).toBe("I have asked Anna.");
  const question = await home.next(anna);
  expect(question.plain).toMatch(/^Mia asks:\s+Open Garage Door\? Garage Door is closed now\./);
  expect(labels(question)).toEqual(["Yes", "Cancel"]);
  expect(home.texts(ben)).toEqual([]);
  expect(home.calls()).toEqual([]);
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK");
  expect((await home.next(mia)).plain).toMatch(/^Garage Door is/);
  expect(home.calls()).toEqual([{ service: "cover.open_cover", entityIds: ["cover.garage_door"], data: {} }]);
  await home.next(anna, ({ plain, buttons }) => plain.includes("✅ Yes (Anna)") && buttons.length === 0);
});

it("tells the child when the owner says no, and when nobody answers", async () => {
  await using home = await ScenarioHome.start(house({ children_may_ask_owners: true }));
  await home.asks(mia, "open the garage");
  await home.next(anna);
  home.presses(anna, "Cancel");
  expect((await home.next(mia)).plain).toBe("OK, I did not open Garage Door.");
  await home.asks(mia, "open the garage");
  await home.next(anna);
  await home.shown();
  home.passes(61_000);
  expect((await home.next(mia)).plain).toBe("Nobody answered in time, so I did nothing.");
  expect(home.calls()).toEqual([]);
});

it("asks every owner: who was too late sees who has answered", async () => {
  const olga = 700000006;
  const owner = { name: "Olga", telegram_user_id: olga, role: "owner" };
  await using home = await ScenarioHome.start(house({ children_may_ask_owners: true }, [child, owner]));
  home.sim.telegram.allow(olga, "Olga");
  expect((await home.asks(mia, "open the garage")).plain).toBe("I have asked Anna and Olga.");
  await Promise.all([home.next(anna), home.next(olga)]);
  await home.settled();
  home.presses(olga, "Yes");
  await home.next(anna, ({ plain, buttons }) => plain.includes("✅ Yes (Olga)") && buttons.length === 0);
  expect((await home.next(mia)).plain).toMatch(/^Garage Door is/);
  expect(home.calls()).toHaveLength(1);
});

it("goes on for the other owner when one cannot be written to", async () => {
  const olga = 700000006;
  const owner = { name: "Olga", telegram_user_id: olga, role: "owner" };
  await using home = await ScenarioHome.start(house({ children_may_ask_owners: true }, [child, owner]));
  home.sim.telegram.disallow(olga);
  home.says(mia, "open the garage");
  await home.next(anna);
  await home.settled();
  expect(home.rows("SELECT status FROM approvals")).toEqual([{ status: "open" }]);
  home.presses(anna, "Yes");
  await home.next(mia, ({ plain }) => plain.startsWith("Garage Door is"));
});

it("lets a child stop what it has asked for", async () => {
  await using home = await ScenarioHome.start(house({ children_may_ask_owners: true }));
  await home.asks(mia, "open the garage");
  await home.next(anna);
  expect((await home.asks(mia, "/cancel")).plain).toBe("Stopped.");
  await home.next(anna, ({ plain, buttons }) => plain.includes("✖️ Stopped") && buttons.length === 0);
  expect(home.calls()).toEqual([]);
});

it("lets a guest use what stands in their rooms, and nothing else", async () => {
  await using home = await ScenarioHome.start(house());
  expect((await home.asks(gus, "turn on the bed light")).plain).toMatch(/^Bed Light is now on/);
  expect((await home.asks(gus, "turn on the floor lamp")).plain).toMatch(/^Floor Lamp is now on/);
  expect((await home.asks(gus, "turn on the kitchen light")).plain).toMatch(
    /^I am not allowed to turn on Kitchen Light\. Guests may only use things in rooms/,
  );
  expect((await home.asks(gus, "unlock the front door")).plain).toMatch(/^I am not allowed to unlock Front Door\./);
  expect(home.calls().flatMap(({ entityIds }) => entityIds)).toEqual(["light.bed_light", "light.floor_lamp"]);
});

it("lets a guest send a robot to their own rooms alone", async () => {
  const cleanArea = { clean_area: { fields: { cleaning_area_id: "object" } } };
  const services = { ...demoHome.services, vacuum: { ...demoHome.services?.["vacuum"], ...cleanArea } };
  await using home = await ScenarioHome.start({ ...house(), home: { furnishing: { ...demoHome, services } } });
  for (const areas of [["bedroom", "kitchen"], ["bedroom"]]) {
    home.model.reply({ toolCalls: [serviceCall("vacuum.clean_area", "vacuum.robot", { cleaning_area_id: areas })] }, { text: "ok" });
    await home.asks(gus, "would you do that for me now");
  }
  expect(home.calls("vacuum.clean_area").map(({ data }) => data)).toEqual([{ cleaning_area_id: ["bedroom"] }]);
});

it("lets a guest do nothing after their last day, which they still have whole", async () => {
  await using home = await ScenarioHome.start(house({}, [{ ...guest, until: day(0) }]));
  expect((await home.asks(gus, "turn on the bed light")).plain).toMatch(/^Bed Light is now on/);
  home.offset += 2 * DAY;
  expect((await home.asks(gus, "turn off the bed light")).plain).toMatch(
    /^I am not allowed to turn off Bed Light\. Your time as a guest is over/,
  );
  expect(home.calls()).toHaveLength(1);
});

/** The house alarm is armed and shown to assistants. */
async function armed(options: Readonly<Record<string, unknown>>) {
  const home = await ScenarioHome.start(house(options));
  home.sim.expose("alarm_control_panel.house_alarm", true);
  home.sim.setState("alarm_control_panel.house_alarm", "armed_away");
  await eventually(() => home.app.home.find("alarm_control_panel.house_alarm")?.state.state === "armed_away");
  home.model.reply(
    { toolCalls: [serviceCall("alarm_control_panel.alarm_disarm", "alarm_control_panel.house_alarm", { code: "1234" })] },
    { text: "Anything else?" },
  );
  return home;
}

it("disarms only when a second grown-up says yes too", async () => {
  await using home = await armed({ second_person_effects: ["disarm"] });
  const question = await home.asks(anna, "switch the alarm off, the code is 1234");
  expect(question.plain).toContain("Two people have to say Yes.");
  expect(question.plain).not.toContain("1234");
  expect((await home.next(ben)).plain).toMatch(/^Anna asks:/);
  await home.settled();
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("OK. One more person has to say Yes.");
  await home.next(ben, ({ plain }) => plain.includes("✅ Anna. One more person has to say Yes."));
  expect(await home.toast(home.presses(anna, "Yes"))).toBe("You have said Yes already. Somebody else has to, too.");
  expect(home.calls()).toEqual([]);
  expect(await home.toast(home.presses(ben, "Yes"))).toBe("OK");
  expect((await home.next(anna, ({ plain }) => plain.startsWith("House Alarm"))).plain).toMatch(/disarmed/);
  expect(home.calls().map(({ service }) => service)).toEqual(["alarm_control_panel.alarm_disarm"]);
});

it("does not disarm when the second one says no", async () => {
  await using home = await armed({ second_person_effects: ["disarm"] });
  await home.asks(anna, "switch the alarm off, the code is 1234");
  await home.next(ben);
  await home.settled();
  home.presses(anna, "Yes");
  await home.next(ben, ({ plain }) => plain.includes("One more person"));
  await home.settled();
  home.presses(ben, "Cancel");
  await home.next(anna, ({ plain }) => plain.includes("✖️ Cancelled (Ben)"));
  await home.next(anna, ({ plain }) => plain.includes("I did not disarm House Alarm"));
  expect(home.calls()).toEqual([]);
});
