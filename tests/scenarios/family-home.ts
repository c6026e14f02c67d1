import { family, ScenarioHome } from "./scenario-home.ts";

/** The demo home with its family, who speak one language; ready, with Home Assistant's words for kinds. */
export async function startFamily(language = "en"): Promise<ScenarioHome> {
  const home = await ScenarioHome.start({ options: { people: family.map((person) => ({ ...person, language })) } });
  await home.namesKinds();
  return home;
}

/** The calls that reached the home, in order: the service, and what it was called for. */
export const touched = (home: ScenarioHome) => home.calls().map(({ service, entityIds }) => [service, ...entityIds].join(" "));
