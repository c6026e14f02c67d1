import type { Receipt, TargetReceipt } from "../../homeassistant/expectations/receipts.ts";
import type { StateQuestion } from "../../homeassistant/recogniser/recogniser.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { ModelProblem } from "../../models/models.ts";
import { redactAnswer } from "../../security/redaction/redaction.ts";
import type { StepResult } from "../state.ts";
import { createPhrases, type Phrases } from "../wording/phrases.ts";
import { verbatim } from "../wording/verbatim.ts";
import { OVERTAKEN } from "./gate.ts";

interface ReportInput {
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
}

/** What the answer says about actions: one line per action and outcome, from results alone. */
export function reportResults(results: readonly StepResult[], { home, catalogue }: ReportInput): readonly string[] {
  const words = { home, catalogue, phrases: createPhrases({ home, catalogue }) };
  return results.flatMap((result) => {
    if (result.kind === "receipt") return reportReceipt(result.receipt, words);
    if (result.kind === "declined") return catalogue.text("action.declined", { action: words.phrases.action(result.call) });
    return result.kind === "denied" ? deniedText(result, words.phrases.action(result.call), catalogue) : [];
  });
}

/** What is reported is worded in one language. */
interface Words extends ReportInput {
  readonly phrases: Phrases;
}

function deniedText(
  { rule, by = "" }: { readonly rule: string; readonly by?: string | undefined },
  action: string,
  catalogue: Catalogue,
): string {
  if (rule === OVERTAKEN) return catalogue.text("action.overtaken", { action });
  if (by !== "") return catalogue.text("action.forbidden", { action, name: verbatim(by) });
  return [catalogue.text("action.denied", { action }), catalogue.find(`denied.${rule}`)].filter(Boolean).join(" ");
}

function reportReceipt(receipt: Receipt, words: Words): readonly string[] {
  const { phrases } = words;
  const groups = Map.groupBy(receipt.targets, (target) => `${target.outcome}\0${phrases.state(target.entityId, target.observed)}`);
  return [...groups.values()].map((targets) => reportTargets(targets, receipt, words));
}

/** One line for targets that came out the same. */
function reportTargets(targets: readonly TargetReceipt[], receipt: Receipt, { home, catalogue, phrases }: Words): string {
  const entityIds = targets.flatMap((target) => target.entityId || []);
  const nameless = entityIds.length === 0;
  const { outcome, observed, entityId } = targets[0] ?? { outcome: "unknown", observed: {}, entityId: "" };
  const names = phrases.names(entityIds);
  const state = phrases.state(entityId, observed);
  const action = phrases.action({ service: receipt.service, entityIds, data: receipt.data });
  const parameters = { names, state, action, count: entityIds.length };
  // There is something to say about a state only where things were watched and have one.
  const stateless = nameless || observed["state"] === undefined || observed["state"] === "unknown";
  // Nothing in the house shows what became of a call without things.
  const answered = outcome === "done" || outcome === "already" || outcome === "sent" || outcome === "no-change";
  if (nameless && answered) return catalogue.text("receipt.sent-nameless", parameters);
  switch (outcome) {
    case "done":
    case "already":
      return catalogue.text(stateless ? "receipt.sent-plain" : `receipt.${outcome}`, parameters);
    case "sent":
    case "no-change":
      return catalogue.text(`receipt.${outcome}`, parameters);
    case "started":
      return catalogue.text(!stateless && /ing$/.test(String(observed["state"])) ? "receipt.moving" : "receipt.started", parameters);
    case "failed":
      return catalogue.text("receipt.failed", { ...parameters, reason: reasonOf(observed["state"], receipt, names, { home, catalogue }) });
    case "unknown":
      return catalogue.text(nameless ? "receipt.unknown-plain" : "receipt.unknown", parameters);
  }
}

function reasonOf(state: unknown, receipt: Receipt, names: string, { home, catalogue }: ReportInput): string {
  if (state === "jammed") return catalogue.text("reason.jammed");
  // A refusal has words; without them nothing was sent, for the thing is away or gone.
  const away = state === "unavailable" || receipt.error === undefined;
  if (away && names !== "") return catalogue.text("reason.unavailable", { names });
  // Home Assistant's own words name entities by their ids and devices by their addresses.
  const detail = redactAnswer(receipt.error ?? "", (entityId) => home.find(entityId)?.name);
  return detail === "" ? catalogue.text("reason.refused-plain") : catalogue.text("reason.refused", { detail: verbatim(detail) });
}

/** The answer to a recognised question about states, from the states themselves; what cannot be reached is told apart. */
export function reportQuestion(question: StateQuestion, { home, catalogue }: ReportInput): string {
  const phrases = createPhrases({ home, catalogue });
  const words = { home, catalogue, phrases };
  const known = question.entityIds.flatMap((entityId) => home.find(entityId) ?? []);
  if (known.length === 0) return catalogue.text("answer.empty");
  const away = known.filter(({ state }) => state.state === "unavailable" || state.state === "unknown");
  const reachable = known.filter((entity) => !away.includes(entity));
  const untold = (question.untold ?? []).flatMap((entityId) => home.find(entityId) ?? []);
  const report = () => {
    if (question.whether === undefined) return reportReachable(question, reachable, words);
    const isWhole = away.length + untold.length === 0;
    return [...reportWhether(question, reachable, isWhole, words), ...untold.map((entity) => valueText(entity, words))];
  };
  return [
    ...(reachable.length === 0 ? [] : report()),
    ...(away.length === 0 ? [] : [catalogue.text("state.unavailable", { name: phrases.names(idsOf(away)) })]),
  ].join("\n");
}

function valueText({ entityId, state }: Entity, { catalogue, phrases }: Words): string {
  const observed = { state: state.state, ...state.attributes };
  return catalogue.text("state.value", { name: phrases.nameOf(entityId), state: phrases.state(entityId, observed) });
}

function reportReachable(question: StateQuestion, entities: readonly Entity[], words: Words): readonly string[] {
  const { catalogue, phrases } = words;
  const { state: asked, attribute, named, atMost } = question;
  if (atMost !== undefined) return reportAtMost(atMost, entities, words);
  if (asked === undefined) {
    return entities.map((entity) => {
      const value = attribute ? entity.state.attributes[attribute] : undefined;
      if (attribute === undefined || value === undefined) return valueText(entity, words);
      return catalogue.text("state.value", { name: phrases.nameOf(entity.entityId), state: phrases.attribute(attribute, value) });
    });
  }
  const say = (key: "state.yes" | "state.no" | "state.is", ids: readonly string[], state: string) =>
    catalogue.text(key, { names: phrases.names(ids), state, count: ids.length });
  const askedWord = phrases.word(asked, entities[0]?.entityId ?? "");
  const matching = entities.filter((entity) => entity.state.state === asked);
  if (!named)
    return [matching.length === 0 ? catalogue.text("state.none", { state: askedWord }) : say("state.is", idsOf(matching), askedWord)];
  if (matching.length === entities.length) return [say("state.yes", idsOf(matching), askedWord)];
  return entities.map(({ entityId, state }) =>
    say(state.state === asked ? "state.yes" : "state.no", [entityId], phrases.word(state.state, entityId)),
  );
}

/**
 * Whether all or any are so, with those that decide it. Where some do not tell (`isWhole` is false), nothing is said of all: each is told as it is.
 */
function reportWhether(
  question: StateQuestion,
  entities: readonly Entity[],
  isWhole: boolean,
  { catalogue, phrases }: Words,
): readonly string[] {
  const { whether, states = {}, rest } = question;
  const isSo = ({ entityId, state }: Entity) =>
    rest ? rest.states[entityId]?.includes(state.state) === rest.isAsked : state.state === states[entityId];
  const deciding = entities.filter((entity) => isSo(entity) === (whether !== "all"));
  const first = entities[0]?.entityId ?? "";
  if (deciding.length === 0 && isWhole) {
    const state = phrases.word(states[first] ?? "", first);
    if (whether === "which") return [catalogue.text("state.none", { state })];
    if (whether === "any") return [catalogue.text("state.not-any", { count: entities.length, state })];
    if (entities.length > 1) return [catalogue.text("state.all", { count: entities.length, state })];
    return [catalogue.text("state.yes", { count: 1, names: phrases.names(idsOf(entities)), state })];
  }
  const told = deciding.length > 0 ? deciding : entities;
  const alike = [...Map.groupBy(told, ({ entityId, state }) => phrases.word(state.state, entityId))];
  return alike.map(([state, of], index) => {
    const isVerdict = index === 0 && deciding.length > 0 && whether !== "which";
    const key = !isVerdict ? "state.is" : whether === "any" ? "state.any" : "state.not-all";
    return catalogue.text(key, { names: phrases.names(idsOf(of)), state, count: of.length });
  });
}

/** Those that measure no more than a bound, the lowest first. */
function reportAtMost(bound: number, entities: readonly Entity[], words: Words): readonly string[] {
  const { catalogue } = words;
  const measured = entities.flatMap((entity) => {
    const value = Number(entity.state.state);
    return Number.isFinite(value) && value <= bound ? [{ entity, value }] : [];
  });
  if (measured.length === 0) return [catalogue.text("state.none-at-most", { bound })];
  return measured.sort((one, other) => one.value - other.value).map(({ entity }) => valueText(entity, words));
}

function idsOf(entities: readonly Entity[]): readonly string[] {
  return entities.map(({ entityId }) => entityId);
}

/** One sentence that says what the person can do about a model that did not answer. */
export function reportModelProblem(problem: ModelProblem, catalogue: Catalogue): string {
  const { model, kind } = problem;
  switch (kind) {
    case "unreachable":
      return catalogue.text("model.unreachable", { model, url: problem.url });
    case "not_pulled":
      return catalogue.text("model.not_pulled", { model, name: model.slice(model.indexOf("/") + 1) });
    case "timeout":
      return catalogue.text("model.timeout", { model, seconds: problem.seconds });
    case "refused":
      return catalogue.text(`model.refused-${problem.why}`, { model });
    case "not_sent": {
      const why = catalogue.find(`searchlog.why.${problem.what}`) ?? catalogue.text("searchlog.why.other");
      const kept = catalogue.text("model.not-sent", { model, why });
      return problem.instead === undefined ? kept : `${kept} ${reportModelProblem(problem.instead, catalogue)}`;
    }
    default:
      return catalogue.text(`model.${kind}`, { model });
  }
}
