import type { SaidPlan } from "../../../attention/later.ts";
import { type Automation, stepsIn } from "../../../automations/intent.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { isOfHousehold } from "../../../security/policy/read-access.ts";
import type { TurnInput } from "../../state.ts";
import type { Person } from "../../turn.ts";
import { verbatim } from "../../wording/phrases.ts";

/** What others are told more often is no message any more, as of relays. */
const SHORTEST_REPEAT_MINUTES = 15;

/** Whom a step tells: all who are named, of "everyone" the household. */
export function recipientsOf(
  { personName }: Pick<TurnInput, "personName">,
  { to = [""] }: SaidPlan,
  people: readonly Pick<Person, "name" | "role">[],
): readonly string[] {
  const guests = people.flatMap(({ name, role }) => (isOfHousehold(role) ? [] : name));
  const isAll = people.every(({ name }) => to.includes(name));
  return to.flatMap((name) => (isAll && guests.includes(name) ? [] : name || personName));
}

/** Why an automation may not have others told of something: the rules of messages that people have each other told (relays.ts). */
export function untoldBy(
  turn: TurnInput,
  { triggers, actions }: Pick<Automation, "triggers" | "actions">,
  people: readonly Pick<Person, "id" | "name" | "role">[],
): string | undefined {
  const catalogue = catalogueFor(turn.language);
  const names = stepsIn(actions).flatMap((step) => (step.kind === "tell" && step.person !== turn.personName ? step.person : []));
  if (names.length === 0) return undefined;
  const known = people.filter(({ id, role }) => id !== turn.personId && isOfHousehold(role));
  if (known.length === 0) return catalogue.text(people.length === 0 ? "relay.unnamed" : "relay.nobody");
  if (!isOfHousehold(turn.role) || !names.every((name) => known.filter((one) => one.name === name).length === 1))
    return catalogue.text("relay.who", { names: catalogue.list(known.map(({ name }) => verbatim(name))) });
  if (!turn.isPrivate) return catalogue.text("relay.private");
  const isOften = triggers.some((one) => one.kind === "pattern" && one.unit === "minutes" && one.every < SHORTEST_REPEAT_MINUTES);
  return isOften ? catalogue.text("relay.frequent") : undefined;
}

/** Who reads what an automation tells. */
export function toldBy({ actions }: Pick<Automation, "actions">, people: readonly Pick<Person, "id" | "name" | "role">[]) {
  const names = stepsIn(actions).flatMap((step) => (step.kind === "tell" || step.kind === "ask" ? [step.person] : []));
  return people.filter(({ name }) => names.includes(name)).map(({ id, role }) => ({ personId: id, role }));
}
