import type { Effect } from "../effects/effect.ts";
import type { Requirement } from "./policy.ts";
import { FREE_EFFECTS, PRESSED_EFFECTS } from "./policy-rules.ts";

export type Risk = "low" | "medium" | "high";

/** How risky policy takes an action to be, by its effects and by the yes that it needs; without a requirement it needs none. */
export function riskOf(effects: readonly Effect[], requirement?: Requirement): Risk {
  const isGuarded = requirement !== undefined && (requirement.by === "owner" || requirement.people === 2 || requirement.pin);
  if (isGuarded || effects.some((effect) => PRESSED_EFFECTS.has(effect))) return "high";
  return requirement || effects.some((effect) => !FREE_EFFECTS.has(effect)) ? "medium" : "low";
}
