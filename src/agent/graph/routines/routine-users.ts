import type { RoutineConfigs } from "../../../homeassistant/routines/routines.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { mayRead } from "../../../security/policy/read-access.ts";
import type { TurnInput } from "../../state.ts";
import { oneLine, verbatim } from "../../wording/phrases.ts";
import { LONGEST_PART } from "./automation-phrases.ts";

/** Tells what runs a script or a scene, and would fail without it. Whose names are not for a person is only said to be there. */
export function createRoutineUsers({ configs }: { readonly configs: Pick<RoutineConfigs, "about"> }) {
  return async (
    { role, language }: Pick<TurnInput, "role" | "language">,
    entityId: string,
    own: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<readonly string[]> => {
    const catalogue = catalogueFor(language);
    const [automations, scripts] = [
      await configs.about("automation", new Set([entityId]), signal),
      await configs.about("script", new Set([entityId]), signal),
    ];
    const users = [...automations, ...scripts].filter((one) => one.entityId !== entityId);
    const named = users.filter((one) => own.has(one.entityId) || mayRead(one.entityId, role));
    const names = catalogue.list(named.map(({ name }) => verbatim(oneLine(name, LONGEST_PART))));
    return [
      ...(named.length > 0 ? [catalogue.text("automation.used", { names, count: named.length })] : []),
      ...(named.length < users.length ? [catalogue.text("automation.used-unseen")] : []),
    ];
  };
}
