import { z } from "zod";
import { EFFECTS, type Effect } from "../security/effects/effect.ts";
import type { PolicyOptions } from "../security/policy/policy-input.ts";
import { NEVER_AUTOMATED } from "../security/policy/policy-rules.ts";
import { isRecord } from "../text/is-record.ts";
import { listOf, matching, oneOf, whole, yesNo } from "./option-values.ts";
import { Secrets } from "./secrets.ts";

const domain = matching("the name of a domain, like light", /^[a-z\d]+(_[a-z\d]+)*$/);
const domains = () => listOf(domain, "a list of domains, like light");
const service = matching("the name of a service, like lock.unlock", /^[a-z\d]+(_[a-z\d]+)*\.[a-z\d]+(_[a-z\d]+)*$/);
const effect = oneOf(...EFFECTS);

export const role = oneOf("owner", "adult", "child", "guest");

/** A rule that the user adds: what an effect needs, for everybody or for a role. */
export const effectRule = z.strictObject(
  { effect, role: role.optional(), decision: oneOf("allow", "confirm", "deny") },
  { error: "a rule: effect, decision and, if wanted, role" },
);

const PIN = "4 to 12 digits";

/** A PIN that an effect needs beside the Yes. */
export const pin = z.strictObject(
  { effect, pin: matching(PIN, /^\d{4,12}$/).meta({ format: "password" }) },
  { error: "a PIN: effect and pin" },
);

/** What may be done in the house: security/policy/policy.ts decides by these. */
export const actionOptions = {
  allowed_domains: listOf(
    matching('the name of a domain, like light, or "*" for all', /^(\*|[a-z\d]+(_[a-z\d]+)*)$/),
    'a list of domains, or ["*"] for all',
  ).default(["*"]),
  restricted_domains: domains().default(["lock", "camera"]),
  blocked_domains: domains().default(["homeassistant"]),
  require_confirmation: listOf(service, "a list of services, like lock.unlock").default([
    ...["lock.unlock", "lock.lock", "camera.turn_on", "camera.turn_off"],
    ...["camera.enable_motion_detection", "camera.disable_motion_detection"],
  ]),
  effect_rules: listOf(effectRule, "a list of rules").default([]),
  risk_unlock_without_yes: yesNo().default(false),
  risk_disarm_without_yes: yesNo().default(false),
  risk_open_entry_without_yes: yesNo().default(false),
  risk_run_code_after_yes: yesNo().default(false),
  risk_system_after_yes: yesNo().default(false),
  children_may_ask_owners: yesNo().default(false),
  automation_effects: listOf(oneOf(...NEVER_AUTOMATED), "a list of effects, like unlock").default([]),
  automation_asks: whole(1, 1000, " a day").default(20),
  second_person_effects: listOf(effect, "a list of effects, like unlock").default([]),
  pins: listOf(pin, "a list of PINs").default([]),
  max_targets: whole(1, 1000, " things").default(10),
  rate_count: whole(1, 1000, " actions").default(20),
  rate_minutes: whole(1, 1440, " minutes").default(10),
  confirmation_timeout: whole(10, 3600, " seconds").default(60),
  turn_timeout: whole(30, 1800, " seconds").default(120),
  actions_days: whole(1, 3650, " days").default(400),
};

/** What only an option of its own loosens, named for the risk; a general rule must not bring that in unseen. */
const RISK_OPTIONS: Readonly<Record<string, string>> = {
  unlock: "risk_unlock_without_yes",
  disarm: "risk_disarm_without_yes",
  "open-entry": "risk_open_entry_without_yes",
  "run-code": "risk_run_code_after_yes",
  system: "risk_system_after_yes",
  unknown: "nothing",
};

/** Rules that would loosen what only an option of its own may loosen. */
export function hiddenRisks(rules: unknown): string[] {
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule, index) => {
    const option = isRecord(rule) && rule["decision"] === "allow" ? RISK_OPTIONS[String(rule["effect"])] : undefined;
    return option
      ? [
          `effect_rules[${index}].decision: this effect is loosened by ${option}${option === "nothing" ? "" : " only"}; allowed here: confirm, deny`,
        ]
      : [];
  });
}

/** Options that ask for people who are not there: they would refuse for ever what they seem to allow. */
export function missingPeople(given: Readonly<Record<string, unknown>>): string[] {
  const people = Array.isArray(given["people"]) ? given["people"].filter(isRecord) : [];
  const having = (...roles: readonly string[]) => people.filter((one) => roles.includes(String(one["role"]))).length;
  const second = Array.isArray(given["second_person_effects"]) && given["second_person_effects"].length > 0;
  return [
    ...(second && having("owner", "adult") < 2
      ? ["second_person_effects: it needs two owners or adults in people, for one of them has to say yes too"]
      : []),
    ...(given["children_may_ask_owners"] === true && having("owner") === 0
      ? ["children_may_ask_owners: it needs an owner in people, who is asked then"]
      : []),
  ];
}

type ActionOptions = { readonly [Name in keyof typeof actionOptions]: z.output<(typeof actionOptions)[Name]> };

export function toPolicyOptions(options: ActionOptions): PolicyOptions {
  return {
    allowedDomains: options.allowed_domains,
    restrictedDomains: options.restricted_domains,
    blockedDomains: options.blocked_domains,
    requireConfirmation: options.require_confirmation,
    effectRules: options.effect_rules.map(({ role: forRole, ...rule }) => ({ ...rule, ...(forRole && { role: forRole }) })),
    riskUnlockWithoutYes: options.risk_unlock_without_yes,
    riskDisarmWithoutYes: options.risk_disarm_without_yes,
    riskOpenEntryWithoutYes: options.risk_open_entry_without_yes,
    riskRunCodeAfterYes: options.risk_run_code_after_yes,
    riskSystemAfterYes: options.risk_system_after_yes,
    childrenMayAskOwners: options.children_may_ask_owners,
    automationEffects: options.automation_effects,
    secondPersonEffects: options.second_person_effects,
    pinEffects: options.pins.map((one) => one.effect),
    maxTargets: options.max_targets,
    rateCount: options.rate_count,
    rateMinutes: options.rate_minutes,
  };
}

export function toPins({ pins }: Pick<ActionOptions, "pins">): Secrets<Effect> {
  return new Secrets<Effect>(Object.fromEntries(pins.map((one) => [one.effect, one.pin])));
}

/** Somebody is known by their Telegram account, by their user of Home Assistant, or by both. */
export function unreachable(given: Readonly<Record<string, unknown>>): string[] {
  const rows = given["people"];
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((one, index) =>
    isRecord(one) && one["telegram_user_id"] === undefined && one["ha_person"] === undefined
      ? [`people[${index}].telegram_user_id: nothing was given; it is needed, or ha_person for somebody who only uses the sidebar`]
      : [],
  );
}
