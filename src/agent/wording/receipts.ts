import type { Receipt, TargetReceipt } from "../../homeassistant/acting/acting.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { CAMERA_IMAGE } from "../../homeassistant/services/services.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { redactAnswer } from "../../security/redaction/redaction.ts";
import { OVERTAKEN, type StepResult } from "../state.ts";
import { createPhrases, type Phrases, type StateText, verbatim } from "./phrases.ts";

export interface ReportInput {
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
  readonly stateText?: StateText;
}

/** What the answer says about actions: one line per action and outcome, from results alone. */
export function reportResults(results: readonly StepResult[], { home, catalogue, stateText }: ReportInput): readonly string[] {
  const words = { home, catalogue, phrases: createPhrases({ home, catalogue, stateText }) };
  return results.flatMap((result) => {
    if (result.kind === "receipt") return reportReceipt(result.receipt, words);
    if (result.kind === "declined") return catalogue.text("action.declined", { action: words.phrases.action(result.call) });
    return result.kind === "denied" ? deniedText(result, words.phrases.action(result.call), catalogue) : [];
  });
}

/** The pictures that go with the answer, each with its caption. What stands in one was put before the camera by anybody. */
export function picturesIn(results: readonly StepResult[], { home, catalogue }: ReportInput) {
  const phrases = createPhrases({ home, catalogue });
  const shown = results.flatMap((result) => {
    if (result.kind !== "receipt" || result.receipt.service !== CAMERA_IMAGE) return [];
    return result.receipt.targets.flatMap(({ entityId, outcome }) => (outcome === "done" ? entityId : []));
  });
  return [...new Set(shown)].map((entityId) => {
    const names = phrases.names([entityId]);
    const picture = { entityId, otherwise: catalogue.text("picture.missing", { names }) };
    return { text: catalogue.text("picture.caption", { names }), origin: "outside" as const, picture };
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
  const isTold = ({ outcome }: TargetReceipt) => receipt.service !== CAMERA_IMAGE || outcome !== "done";
  const groups = Map.groupBy(
    receipt.targets.filter(isTold),
    (target) => `${target.outcome}\0${phrases.state(target.entityId, target.observed)}`,
  );
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
  const listed = outcome === "done" ? phrases.listed({ service: receipt.service, entityIds, data: receipt.data }) : undefined;
  if (listed !== undefined) return listed;
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
