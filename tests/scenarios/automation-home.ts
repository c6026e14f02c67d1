import { expect } from "vitest";
import { anna, eventually, family, ScenarioHome } from "./scenario-home.ts";

/** A home that knows its kinds and when the sun sets, whose people speak one language. */
export async function startHome(language = "en", options: object = {}): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language, ...(person.name === "Anna" && { ha_person: "person.anna" }) }));
  const home = await ScenarioHome.start({ options: { people, ...options } });
  await home.namesKinds();
  home.sim.setState("sun.sun", "above_horizon", { next_setting: new Date(home.now + 3_600_000).toISOString() });
  await home.settled();
  return home;
}

/** What the simulated Home Assistant keeps of the only automation that was made. */
export function made(home: ScenarioHome): Readonly<Record<string, unknown>> {
  const [row] = home.rows("SELECT id FROM automations WHERE status = 'saved'") as { id: string }[];
  return home.sim.routine(row?.id ?? "") as Readonly<Record<string, unknown>>;
}
export const labels = (shown: Awaited<ReturnType<ScenarioHome["next"]>>) => shown.buttons.flat().map(({ label }) => label);
export const lamp = { action: "light.turn_on", target: { entity_id: ["light.kitchen_light"] } };

/** Says it and presses what its card offers first. */
export async function makes(home: ScenarioHome, said: string, who = anna): Promise<void> {
  const question = await home.asks(who, said);
  home.presses(who, labels(question)[0] ?? "");
  expect((await home.next(who)).plain).toMatch(/^Done: /);
}

/** Makes the automation, in any language, and gives what Home Assistant keeps of it. */
export async function created(home: ScenarioHome, said: string) {
  const card = await home.asks(anna, said);
  home.presses(anna, labels(card)[0] ?? card.plain);
  await home.next(anna);
  return made(home);
}

/** Makes the automation, and gives what fires the event of its first step, as when it runs. */
export async function firing(home: ScenarioHome, said: string, who = anna): Promise<(run?: string) => void> {
  const saved = () => home.rows("SELECT id FROM automations WHERE status = 'saved'").map(({ id }) => String(id));
  const others = saved();
  const card = await home.asks(who, said);
  home.presses(who, labels(card)[0] ?? "");
  const id = await eventually(() => saved().find((one) => !others.includes(one)));
  await home.next(who);
  const { actions } = home.sim.routine(id) as { actions: { event: string; event_data: Record<string, unknown> }[] };
  const [action] = actions;
  return (run) => home.sim.fireEvent(action?.event ?? "", action?.event_data ?? {}, run === undefined ? {} : { id: run });
}
