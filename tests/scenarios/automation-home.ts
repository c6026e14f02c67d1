import { eventually, family, ScenarioHome } from "./scenario-home.ts";

/** A home that knows its kinds and when the sun sets, whose people speak one language. */
export async function startHome(language = "en", options: object = {}): Promise<ScenarioHome> {
  const people = family.map((person) => ({ ...person, language, ...(person.name === "Anna" && { ha_person: "person.anna" }) }));
  const home = await ScenarioHome.start({ options: { people, ...options } });
  await eventually(() => home.app.kindWords().domains.size > 0);
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
