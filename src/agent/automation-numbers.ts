import { mayReadOthers } from "../security/policy/read-access.ts";
import type { AutomationVersion } from "../storage/turns/automations.ts";
import type { Person } from "./turn.ts";

/** The automations that a person may see and change, by their numbers: owners all, other grown-ups their own. */
export function mine(latest: readonly AutomationVersion[], { id, role }: Pick<Person, "id" | "role">) {
  return latest
    .map((version, index) => ({ version, number: index + 1 }))
    .filter(({ version }) => role === "owner" || (mayReadOthers(role) && version.personId === id));
}
