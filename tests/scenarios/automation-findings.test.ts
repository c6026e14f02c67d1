import { expect, it } from "vitest";
import { anna, ben, eventually, family, ScenarioHome } from "./scenario-home.ts";

const MINUTE = 60_000;
const HALLWAY = "automation.hallway_light_on_motion";

/** Everybody has written before; the quiet hours never matter. */
async function startHome(): Promise<ScenarioHome> {
  const home = await ScenarioHome.start({ options: { people: family, notify: "important", quiet_hours: "03:00-03:01" } });
  await eventually(() => home.app.kindWords().domains.size > 0);
  for (const one of [anna, ben]) await home.asks(one, "hello");
  await home.settled();
  home.passes(MINUTE);
  return home;
}

const told = (home: ScenarioHome, chat: number) => home.texts(chat).filter((text) => /^[🔔✓] The automation/u.test(text));

async function runs(home: ScenarioHome, action: string, entityId: string): Promise<void> {
  const triggers = [{ trigger: "state", entity_id: "binary_sensor.hallway_motion", to: "on" }];
  home.sim.refurnish(HALLWAY, { config: { triggers, actions: [{ action, target: { entity_id: entityId } }] } });
  await home.sim.trigger(HALLWAY, "time");
  const ran = home.sim.state(HALLWAY)?.attributes["last_triggered"];
  await eventually(() => {
    const { last_triggered: last, current } = home.app.home.known(HALLWAY)?.state.attributes ?? {};
    return last === ran && current === 0;
  });
  await home.settled();
  home.passes(3_000);
  await home.settled();
}

it("a run that fails is told to owners once, with the reason and what to do, and that it is over", async () => {
  await using home = await startHome();
  await runs(home, "notify.old_phone", "light.hallway_light");
  await home.next(anna, ({ plain }) => plain.startsWith("🔔 The automation"));
  expect(told(home, anna)[0]).toMatch(
    /^🔔 The automation Hallway Light On Motion failed\. Home Assistant says: “.*” The action notify\.old_phone no longer exists\./,
  );
  expect(home.rows("SELECT origin FROM outbox WHERE kind = 'notice' ORDER BY created_at DESC LIMIT 1")).toEqual([{ origin: "outside" }]);
  await runs(home, "notify.old_phone", "light.hallway_light");
  expect((await home.asks(anna, "/notifications")).plain).toContain("failed");
  const origin = () => home.rows("SELECT origin FROM outbox ORDER BY rowid DESC LIMIT 1")[0]?.["origin"];
  expect(origin()).toBe("outside");
  expect((await home.asks(ben, "/notifications")).plain).not.toContain("Hallway");
  expect(origin()).toBe("home");
  expect((await home.asks(anna, "/automations")).plain).toMatch(
    /Hallway Light On Motion: on, last ran (?:today|tomorrow|yesterday) at .*, failed, 2 of the last 2 runs failed ⚠️ .*notify\.old_phone/,
  );
  expect(origin()).toBe("outside");
  expect((await home.asks(anna, "/digest")).plain).toContain("failed");
  expect(origin()).toBe("outside");
  await runs(home, "light.turn_on", "light.hallway_light");
  await eventually(() => told(home, anna).some((text) => text.startsWith("✓ The automation Hallway Light On Motion")));
  expect(told(home, anna)).toHaveLength(1);
  expect(home.rows("SELECT origin FROM outbox WHERE kind = 'edit' AND once_key LIKE 'finding/%' ORDER BY rowid DESC LIMIT 1")).toEqual([
    { origin: "outside" },
  ]);
  expect(told(home, ben)).toEqual([]);
});

it.each([
  ["/automate turn on the hallway light at sunset", "automation", "Tell me what it should use instead"],
  ["make a script called hush that turns off the hallway light", "script", "Make it again under its name"],
  ["make a scene called hush of how the hallway is now", "scene", "Make it again under its name"],
])("what needs something that was removed is told once: %s", async (said, kind, todo) => {
  await using home = await startHome();
  const { buttons } = await home.asks(anna, said);
  home.presses(anna, buttons[0]?.[0]?.label ?? "");
  await home.next(anna, ({ plain }) => plain.startsWith("Done"));
  home.sim.removeEntity("light.hallway_light");
  await eventually(() => home.app.home.known("light.hallway_light") === undefined);
  const isTold = (text: string) => text.startsWith(`🔔 The ${kind} `);
  for (let index = 0; index < 4; index += 1) {
    home.passes(11 * MINUTE);
    await home.settled();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await eventually(() => home.texts(anna).filter(isTold).length === 1);
  const text = home.texts(anna).find(isTold);
  expect(text).toMatch(/ no longer fits your home .* It needs Hallway Light, which no longer exists\./i);
  expect(text).toContain(todo);
  expect(home.texts(ben).filter(isTold)).toEqual([]);
});

it("the first run of a new one counts", async () => {
  await using home = await startHome();
  const { buttons } = await home.asks(anna, "/automate turn on the hallway light at sunset");
  home.presses(anna, buttons[0]?.[0]?.label ?? "");
  await home.next(anna, ({ plain }) => plain.startsWith("Done"));
  await home.settled();
  const entityId = String(home.rows("SELECT entity_id FROM automations WHERE status = 'saved'")[0]?.["entity_id"]);
  home.sim.refurnish(entityId, { config: { triggers: [], actions: [{ action: "notify.old_phone" }] } });
  await home.sim.trigger(entityId, "time");
  await eventually(() => typeof home.app.home.known(entityId)?.state.attributes["last_triggered"] === "string");
  await home.settled();
  home.passes(3_000);
  await eventually(() => told(home, anna).some((text) => text.includes("failed. Home Assistant says")));
});
