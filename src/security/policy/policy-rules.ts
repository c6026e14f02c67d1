import { EFFECTS, type Effect } from "../effects/effect.ts";
import type { Origin } from "../provenance/provenance.ts";
import type { Condition, Role, Yes } from "./policy-input.ts";

/** One row of the table. It applies where all that it names fits; what it leaves out does not matter. */
export type Rule = {
  readonly id: string;
  readonly effects: readonly Effect[] | "any";
  readonly roles?: readonly Role[];
  /** Of the request. */
  readonly origins?: readonly Origin[];
  readonly when?: Condition;
} & ({ readonly decision: "allow" | "deny" } | { readonly decision: "confirm"; readonly yes: Yes });

/** What lets somebody in, or may do anything: a typed yes is too easily meant for something else. */
export const PRESSED_EFFECTS: ReadonlySet<Effect> = new Set([
  "run-code",
  "system",
  "unlock",
  "disarm",
  "open-entry",
  "unknown",
  "unfamiliar",
]);
/** Each of these may cost the house or lay it open: an option of its own, named for its risk, loosens it, and nothing else does. */
const PROTECTED: ReadonlySet<Effect> = new Set([...PRESSED_EFFECTS, "forbidden", "ask-first"]);
const OTHERS: readonly Effect[] = EFFECTS.filter((effect) => !PROTECTED.has(effect));

/** What an automation does by itself only where `automation_effects` names it: nobody is there to say no. */
export const NEVER_AUTOMATED = ["run-code", "system", "unlock", "disarm"] as const satisfies readonly Effect[];

/** What stays within a room's comfort, or makes the house safer. A routine is as harmful as what is inside it, and that has its own effects. */
export const FREE_EFFECTS: ReadonlySet<Effect> = new Set([
  ...(["lock", "arm", "cover", "vacuum", "power", "comfort", "media", "light", "helper", "routine"] as const),
]);

/** Who is trusted with more: grown-ups, in their own words. */
const TRUSTED = { roles: ["owner", "adult"], origins: ["person"] } as const;

/**
 * All that policy knows. Parts in their order; the strictest of what applies decides: deny, then an owner's yes, then the asker's.
 * `call` and `circumstance`: every row that fits applies. `effect`: for each effect the first row that fits. `answer`: about the
 * questions that the parts before would ask.
 */
export const RULES = {
  call: [
    { id: "unknown_service", effects: "any", when: "service_unknown", decision: "deny" },
    { id: "unknown_channel", effects: "any", when: "channel_unknown", decision: "deny" },
    { id: "bypasses_policy", effects: "any", when: "bypasses_policy", decision: "deny" },
    { id: "blocked_domain", effects: "any", when: "in_blocked_domains", decision: "deny" },
    { id: "not_allowed_domain", effects: "any", when: "not_in_allowed_domains", decision: "deny" },
    { id: "automated_role", effects: "any", roles: ["child", "guest"], when: "changes_routine", decision: "deny" },
    { id: "automated_outside", effects: "any", when: "automates_from_outside", decision: "deny" },
    { id: "guest_over", effects: "any", roles: ["guest"], when: "stay_is_over", decision: "deny" },
    { id: "guest_areas", effects: "any", roles: ["guest"], when: "outside_own_areas", decision: "deny" },
    { id: "require_confirmation", effects: "any", when: "in_require_confirmation", decision: "confirm", yes: "adult" },
    { id: "restricted_domain", effects: "any", when: "in_restricted_domains", decision: "confirm", yes: "adult" },
  ],
  effect: [
    { id: "automated_never", effects: NEVER_AUTOMATED, when: "automates_unlisted_effect", decision: "deny" },
    { id: "run_code", effects: ["run-code"], when: "run_code_risk_not_taken", decision: "deny" },
    { id: "system", effects: ["system"], when: "system_risk_not_taken", decision: "deny" },
    { id: "not_owner", effects: ["run-code", "system"], roles: ["adult", "child", "guest"], decision: "deny" },
    { id: "forbidden", effects: ["forbidden"], decision: "deny" },
    { id: "option_denied", effects: "any", when: "effect_rule_denies", decision: "deny" },
    { id: "run_code", effects: ["run-code"], decision: "confirm", yes: "owner" },
    { id: "system", effects: ["system"], decision: "confirm", yes: "owner" },
    { id: "unfamiliar", effects: ["unfamiliar"], decision: "confirm", yes: "owner" },
    { id: "ask_first", effects: ["ask-first"], decision: "confirm", yes: "adult" },
    { id: "option_confirm", effects: "any", when: "option_asks", decision: "confirm", yes: "adult" },
    { id: "risk_unlock", effects: ["unlock"], ...TRUSTED, when: "risk_taken_at_home", decision: "allow" },
    { id: "risk_disarm", effects: ["disarm"], ...TRUSTED, when: "risk_taken_at_home", decision: "allow" },
    { id: "risk_open_entry", effects: ["open-entry"], ...TRUSTED, when: "risk_taken_at_home", decision: "allow" },
    {
      id: "away",
      effects: ["unlock", "disarm", "open-entry"],
      ...TRUSTED,
      when: "risk_taken_not_at_home",
      decision: "confirm",
      yes: "adult",
    },
    { id: "option_allowed", effects: OTHERS, roles: ["owner", "adult", "child"], when: "effect_rule_allows", decision: "allow" },
    { id: "unlock", effects: ["unlock"], decision: "confirm", yes: "adult" },
    { id: "disarm", effects: ["disarm"], decision: "confirm", yes: "adult" },
    { id: "open_entry", effects: ["open-entry"], decision: "confirm", yes: "adult" },
    { id: "write_raw", effects: ["write-raw"], decision: "confirm", yes: "adult" },
    { id: "safeguard", effects: ["safeguard"], decision: "confirm", yes: "adult" },
    { id: "siren", effects: ["siren"], decision: "confirm", yes: "adult" },
    { id: "valve", effects: ["valve"], decision: "confirm", yes: "adult" },
    { id: "power_cut", effects: ["power-cut"], decision: "confirm", yes: "adult" },
    { id: "heat", effects: ["heat"], decision: "confirm", yes: "adult" },
    { id: "watch", effects: ["watch"], decision: "confirm", yes: "adult" },
    { id: "message_out", effects: ["message-out"], decision: "confirm", yes: "adult" },
    { id: "announce", effects: ["announce"], ...TRUSTED, decision: "allow" },
    { id: "announce", effects: ["announce"], decision: "confirm", yes: "adult" },
    { id: "mow", effects: ["mow"], ...TRUSTED, decision: "allow" },
    { id: "mow", effects: ["mow"], decision: "confirm", yes: "adult" },
    { id: "irrigation", effects: ["irrigation"], decision: "confirm", yes: "adult" },
    { id: "free", effects: [...FREE_EFFECTS], decision: "allow" },
    // Whatever is left, now or in a list that grew: nobody has said that it is harmless.
    { id: "unknown_effect", effects: "any", decision: "confirm", yes: "adult" },
  ],
  circumstance: [
    { id: "automated_asks", effects: "any", when: "automates_what_asks", decision: "confirm", yes: "owner" },
    { id: "automated", effects: "any", when: "changes_routine", decision: "confirm", yes: "adult" },
    { id: "outside_text", effects: "any", when: "rests_on_outside_text", decision: "confirm", yes: "adult" },
    { id: "symbolic_target", effects: "any", when: "target_not_looked_up", decision: "confirm", yes: "adult" },
    // These ask because of how often, how much or when, not of what is done: whoever asked can say whether it was meant.
    { id: "everything", effects: "any", when: "everything_at_once", decision: "confirm", yes: "asker" },
    { id: "many_targets", effects: "any", when: "over_max_targets", decision: "confirm", yes: "asker" },
    { id: "rate", effects: "any", when: "over_rate", decision: "confirm", yes: "asker" },
    { id: "unknown_before", effects: "any", when: "ended_unknown_before", decision: "confirm", yes: "asker" },
    { id: "late", effects: "any", when: "said_long_ago", decision: "confirm", yes: "asker" },
    { id: "for_later", effects: "any", when: "meant_for_later", decision: "confirm", yes: "asker" },
    { id: "reread", effects: "any", when: "read_with_slips", decision: "confirm", yes: "asker" },
    { id: "heard", effects: "any", when: "heard_not_read", decision: "confirm", yes: "asker" },
  ],
  answer: [
    { id: "guest", effects: "any", roles: ["guest"], when: "needs_a_grown_up", decision: "deny" },
    { id: "child", effects: "any", roles: ["child"], when: "needs_an_owner_who_may_not_be_asked", decision: "deny" },
  ],
} as const satisfies Readonly<Record<string, readonly Rule[]>>;
