import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Services } from "../../homeassistant/services/services.ts";
import { type Explanation, explain } from "../../security/policy/explain.ts";
import { judge, type Requirement } from "../../security/policy/policy.ts";
import { factsOf, type PersonFacts } from "../../security/policy/policy-input.ts";
import type { CreateDecisionInput } from "../graph/evaluate-action.ts";
import type { Person } from "../turn.ts";

/** A supposed action; `time` as `HH:MM` in the home, undefined for now. */
export interface WhatIf {
  /** A person's name or id, or a role. */
  readonly who: string;
  readonly service: string;
  /** An exposed entity's id; empty for a service that takes none. */
  readonly entity: string;
  readonly time: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  /** Where it is said; on Telegram if that is left out. */
  readonly channel?: string | undefined;
}

/** An explanation, with what a yes must be where one is asked for; nobody of that name or role; or in Home Assistant's terms why there is no such action. */
export type WhatIfAnswer = (Explanation & { readonly needs?: Requirement }) | { readonly nobody: true } | { readonly problem: string };

interface WhatIfDependencies {
  readonly everybody: readonly Person[];
  readonly services: Pick<Services, "resolve">;
  readonly home: Pick<Home, "info">;
  readonly decisionInput: CreateDecisionInput;
  readonly clock: () => number;
}

const ROLES: readonly PersonFacts["role"][] = ["owner", "adult", "child", "guest"];

export type ExplainWhatIf = ReturnType<typeof createWhatIf>;

/** Explains how policy would judge a supposed action, without doing anything. */
export function createWhatIf({ everybody, services, home, decisionInput, clock }: WhatIfDependencies) {
  return async ({ who, service, entity, time, data, channel = "telegram" }: WhatIf): Promise<WhatIfAnswer> => {
    const person = personOf(who, everybody);
    if (!person) return { nobody: true };
    const resolution = services.resolve({ service, target: entity === "" ? {} : { entityId: [entity] }, data });
    if (!resolution.ok) return { problem: resolution.problem.message };
    const { call, everything } = resolution;
    const at = time === undefined ? clock() : todayAt(time, home.info.timeZone, clock());
    const circumstances = { everything, jointTargets: call.entityIds.length, outside: undefined, before: {} };
    const wish = { actionId: "what-if", call, person, channel, origin: "person" as const, circumstances };
    const { input } = await decisionInput({ ...wish, late: false, unknownBefore: false }, () => at);
    const judgement = judge(factsOf(input));
    return { ...explain(input), ...(judgement.outcome === "confirm" && { needs: judgement.requirement }) };
  };
}

function personOf(who: string, everybody: readonly Person[]): Pick<Person, "id" | "role"> | undefined {
  const name = who.trim().toLowerCase();
  const role = ROLES.find((one) => one === name);
  return everybody.find((person) => person.id === who || person.name.toLowerCase() === name) ?? (role && { id: "what-if", role });
}

/** `HH:MM` of the day that it is in the home. */
function todayAt(time: string, timeZone: string, now: number): number {
  const { minute } = homeTime(timeZone);
  const written = (text: string) => Date.parse(`${text.replace(" ", "T")}Z`);
  const offsetAt = (at: number) => written(minute(at)) - at;
  const asUtc = written(`${minute(now).slice(0, 10)} ${time}`);
  // clocks may have been changed between the guess and that time
  return asUtc - offsetAt(asUtc - offsetAt(asUtc));
}
