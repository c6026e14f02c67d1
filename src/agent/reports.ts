import type { Home } from "../homeassistant/home.ts";
import type { Receipt, TargetReceipt } from "../homeassistant/receipts.ts";
import type { StateQuestion } from "../homeassistant/recogniser.ts";
import type { ModelProblem } from "../models/models.ts";
import type { Catalogue } from "./catalogue.ts";
import { createPhrases } from "./phrases.ts";
import type { StepResult } from "./state.ts";

interface ReportInput {
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
}

/** What the answer says about actions: one line per action and outcome, from results alone. */
export function reportResults(results: readonly StepResult[], { home, catalogue }: ReportInput): readonly string[] {
  const phrases = createPhrases({ home, catalogue });
  return results.flatMap((result) => {
    switch (result.kind) {
      case "receipt":
        return reportReceipt(result.receipt, { home, catalogue });
      case "declined":
        return catalogue.text("action.declined", { action: phrases.action(result.call) });
      case "denied":
        return catalogue.text("action.denied", { action: phrases.action(result.call) });
      default:
        return [];
    }
  });
}

function reportReceipt(receipt: Receipt, input: ReportInput): readonly string[] {
  const phrases = createPhrases(input);
  const groups = Map.groupBy(receipt.targets, (target) => `${target.outcome}\0${phrases.state(target.entityId, target.observed)}`);
  return [...groups.values()].map((targets) => reportTargets(targets, receipt, input));
}

/** One line for targets that came out the same. */
function reportTargets(targets: readonly TargetReceipt[], receipt: Receipt, { home, catalogue }: ReportInput): string {
  const phrases = createPhrases({ home, catalogue });
  const entityIds = targets.flatMap((target) => target.entityId || []);
  const nameless = entityIds.length === 0;
  const { outcome, observed, entityId } = targets[0] ?? { outcome: "unknown", observed: {}, entityId: "" };
  const names = phrases.names(entityIds);
  const state = phrases.state(entityId, observed);
  const action = phrases.action({ service: receipt.service, entityIds, data: receipt.data });
  const parameters = { names, state, action, count: entityIds.length };
  switch (outcome) {
    case "done":
      return catalogue.text(nameless || !observed["state"] ? "receipt.sent-plain" : "receipt.done", parameters);
    case "already":
      return catalogue.text("receipt.already", parameters);
    case "sent":
      return catalogue.text(nameless ? "receipt.sent-plain" : "receipt.sent", parameters);
    case "started":
      return catalogue.text(/ing$/.test(String(observed["state"] ?? "")) ? "receipt.moving" : "receipt.started", parameters);
    case "no-change":
      return catalogue.text("receipt.no-change", parameters);
    case "failed":
      return catalogue.text("receipt.failed", { ...parameters, reason: reasonOf(observed["state"], receipt, names, catalogue) });
    case "unknown":
      return catalogue.text(nameless ? "receipt.unknown-plain" : "receipt.unknown", parameters);
  }
}

function reasonOf(state: unknown, receipt: Receipt, names: string, catalogue: Catalogue): string {
  if (state === "unavailable") return catalogue.text("reason.unavailable", { names });
  if (state === "jammed") return catalogue.text("reason.jammed");
  return catalogue.text("reason.refused", { detail: receipt.error ?? String(state ?? "") });
}

/** The answer to a recognised question about states, from the states themselves. */
export function reportQuestion(question: StateQuestion, { home, catalogue }: ReportInput): string {
  const phrases = createPhrases({ home, catalogue });
  const known = question.entityIds.flatMap((entityId) => home.find(entityId) ?? []);
  if (known.length === 0) return catalogue.text("answer.empty");
  const asked = question.state;
  const reachable = known.filter((entity) => entity.state.state !== "unavailable");
  const [first] = known;
  if (first && reachable.length === 0) return catalogue.text("state.unavailable", { name: phrases.names(known.map((e) => e.entityId)) });
  if (asked === undefined) {
    return reachable
      .map((entity) => {
        const value = question.attribute ? entity.state.attributes[question.attribute] : undefined;
        const observed = { state: entity.state.state, ...entity.state.attributes };
        const state = value === undefined ? phrases.state(entity.entityId, observed) : phrases.attribute(question.attribute ?? "", value);
        return catalogue.text("state.value", { name: entity.name, state });
      })
      .join("\n");
  }
  const matching = reachable.filter((entity) => entity.state.state === asked);
  const sayNames = (ids: readonly string[], state: string, key: "state.yes" | "state.no" | "state.is") =>
    catalogue.text(key, { names: phrases.names(ids), state, count: ids.length });
  const idsOf = (entities: typeof known) => entities.map((entity) => entity.entityId);
  const askedWord = first ? phrases.word(asked, first.entityId) : asked;
  if (matching.length === known.length) return sayNames(idsOf(matching), askedWord, question.named ? "state.yes" : "state.is");
  if (question.named) {
    return reachable
      .map((entity) =>
        sayNames(
          [entity.entityId],
          phrases.word(entity.state.state, entity.entityId),
          entity.state.state === asked ? "state.yes" : "state.no",
        ),
      )
      .join("\n");
  }
  return matching.length === 0 ? catalogue.text("state.none", { state: askedWord }) : sayNames(idsOf(matching), askedWord, "state.is");
}

/** One sentence that says what the person can do about a model that did not answer. */
export function reportModelProblem(problem: ModelProblem, catalogue: Catalogue): string {
  const model = problem.model;
  switch (problem.kind) {
    case "unreachable":
      return catalogue.text("model.unreachable", { model, url: problem.url });
    case "not_pulled":
      return catalogue.text("model.not_pulled", { model, name: model.slice(model.indexOf("/") + 1) });
    case "no_tools":
      return catalogue.text("model.no_tools", { model });
    case "context_too_small":
      return catalogue.text("model.context_too_small", { model });
    case "timeout":
      return catalogue.text("model.timeout", { model, seconds: problem.seconds });
    case "refused":
      return catalogue.text(`model.refused-${problem.why}`, { model });
    case "failed":
      return catalogue.text("model.failed", { model });
  }
}
