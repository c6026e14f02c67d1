import type { Receipt, TargetReceipt } from "../../homeassistant/acting/acting.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { lacksMode } from "../../homeassistant/services/service-data.ts";
import { CAMERA_IMAGE } from "../../homeassistant/services/services.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { redactAnswer } from "../../security/redaction/redaction.ts";
import { type RoutineChange, type RoutineDomain, routineChange } from "../../security/routines/routine-changes.ts";
import { OVERTAKEN, type StepResult } from "../state.ts";
import { createPhrases, type Phrases, type StateText, verbatim } from "./phrases.ts";

/** The attribute that a service sets, by its name in every domain; `state` is the state itself. */
const SETS: Readonly<Record<string, string>> = {
  volume_set: "volume_level",
  volume_up: "volume_level",
  volume_down: "volume_level",
  volume_mute: "is_volume_muted",
  set_temperature: "temperature",
  set_humidity: "humidity",
  set_hvac_mode: "state",
  set_operation_mode: "state",
  set_preset_mode: "preset_mode",
  set_fan_mode: "fan_mode",
  set_swing_mode: "swing_mode",
  set_mode: "mode",
  set_fan_speed: "fan_speed",
  select_source: "source",
  select_sound_mode: "sound_mode",
  repeat_set: "repeat",
};

export interface ReportInput {
  readonly home: Pick<Home, "find"> & Partial<Pick<Home, "info">>;
  readonly catalogue: Catalogue;
  readonly stateText?: StateText;
  /** Minutes that what was on its way has been waited for. */
  readonly waitedMinutes?: number | undefined;
}

/** What the answer says about actions: one line per action and outcome, from results alone. */
export function reportResults(
  results: readonly StepResult[],
  { home, catalogue, stateText, waitedMinutes }: ReportInput,
): readonly string[] {
  const words = { home, catalogue, waitedMinutes, phrases: createPhrases({ home, catalogue, stateText }) };
  return results.flatMap((result) => {
    if (result.kind === "receipt") return reportReceipt(result.receipt, words);
    if (result.kind === "declined") return catalogue.text("action.declined", { action: words.phrases.action(result.call) });
    return result.kind === "denied" ? deniedText(result, words.phrases.action(result.call), catalogue) : [];
  });
}

/**
 * What the answer says below a plan whose message shows how each step went: that all are done, or how many, and why the others are not.
 * While something is on its way nothing is counted: the answer is edited once that is there.
 */
export function reportPlan(results: readonly StepResult[], plan: readonly string[], input: ReportInput): readonly string[] {
  const steps = results.filter(({ kind, id }) => plan.includes(id) && kind !== "planned" && kind !== "declined");
  const done = steps.filter((result) => result.kind === "receipt" && result.receipt.targets.every(({ outcome }) => SHOWN.has(outcome)));
  if (steps.length < 2 || done.length === 0) return reportResults(results, input);
  const isMoving = steps.some((result) => result.kind === "receipt" && result.receipt.targets.some(({ outcome }) => outcome === "started"));
  const counts = { done: done.length, count: steps.length };
  const counted = isMoving ? [] : [input.catalogue.text(done.length === steps.length ? "plan.all-done" : "plan.some-done", counts)];
  const others = results.filter((result) => !done.includes(result));
  return [...counted, ...reportResults(others, input)];
}

/** Outcomes that the home itself shows. */
const SHOWN: ReadonlySet<string> = new Set(["done", "already"]);

/** The pictures that go with the answer, each with its caption. What stands in one was put before the camera by anybody. */
export function picturesIn(results: readonly StepResult[], { home, catalogue }: ReportInput) {
  const phrases = createPhrases({ home, catalogue });
  const shown = results.flatMap((result) => {
    if (result.kind !== "receipt" || result.receipt.service !== CAMERA_IMAGE) return [];
    return result.receipt.targets.flatMap(({ entityId, outcome }) => (outcome === "done" ? entityId : []));
  });
  return [...new Set(shown)].map((entityId) => {
    const names = phrases.names([entityId]);
    const media = { entityId, otherwise: catalogue.text("picture.missing", { names }) };
    return { text: catalogue.text("picture.caption", { names }), origin: "outside" as const, media };
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

/** Home Assistant's own words follow what went wrong; what it does not load can be pasted. */
function routineText({ kind, isRemoval }: RoutineChange, { data, targets, error }: Receipt, catalogue: Catalogue): string {
  const [target] = targets;
  const name = verbatim(String(data["name"]));
  if (target?.outcome === "unknown") return catalogue.text("automation.unknown", { name, kind });
  if (target?.outcome === "failed") {
    const problem = String(target.observed["problem"]);
    const why = catalogue.find(`automation.problem.${problem}`, { detail: verbatim(error ?? ""), file: `${kind}s.yaml` }) ?? "";
    const paste = problem === "not_loaded" && data["config"] !== undefined ? `\n\`\`\`yaml\n${pasted(kind, data)}\n\`\`\`` : "";
    return `${catalogue.text("automation.failed", { name, why, kind })}${paste}`;
  }
  if (isRemoval) return catalogue.text("automation.removed", { name, kind });
  return catalogue.text(data["base"] === undefined ? "automation.saved" : "automation.changed", { name, kind });
}

/** An item of a list in YAML, whose flow style is JSON, its lines indented; scripts stand by their ids. */
function pasted(kind: RoutineDomain, { id, config }: Receipt["data"]): string {
  const content = JSON.stringify(config, null, 2).replaceAll("\n", "\n  ");
  return kind === "script" ? `${String(id)}:\n  ${content}` : `- ${content}`;
}

function reportReceipt(receipt: Receipt, words: Words): readonly string[] {
  const change = routineChange(receipt.service);
  if (change) return [routineText(change, receipt, words.catalogue)];
  const isTold = ({ outcome }: TargetReceipt) => receipt.service !== CAMERA_IMAGE || outcome !== "done";
  const groups = Map.groupBy(receipt.targets.filter(isTold), (target) => `${target.outcome}\0${stateTold(target, receipt, words)}`);
  return [...groups.values()].map((targets) => reportTargets(targets, receipt, words));
}

/** How a target is now, by what was asked for: muted, at 30 % volume, set to 22 °C, on in red. What was not asked for tells nothing. */
function stateTold(
  { entityId, outcome, observed }: TargetReceipt,
  { service, data }: Receipt,
  { home, catalogue, phrases }: Words,
): string {
  // how far it is on its way is over when it is read
  if (outcome === "started" && isMoving(observed)) return phrases.state(entityId, { state: observed["state"] });
  if (outcome !== "done" && outcome !== "already") return phrases.state(entityId, observed);
  const attribute = SETS[service.slice(service.indexOf(".") + 1)] ?? "";
  const value = observed[attribute];
  if (value === undefined || (attribute === "state" && value === "off"))
    return phrases.state(entityId, observed, lightAsked(data, home.find(entityId), catalogue));
  if (attribute === "is_volume_muted") return catalogue.text(value === true ? "set.muted" : "set.unmuted");
  const mode = attribute === "source" ? undefined : catalogue.find(`mode.${value}`);
  const told = mode ?? phrases.attribute(attribute, value);
  return catalogue.text(attribute === "volume_level" ? "set.volume" : "set.to", { value: told });
}

/** The colour that was asked for, of a lamp that can show it. */
function lightAsked(
  { color_name: name, color_temp_kelvin: kelvin }: Receipt["data"],
  lamp: Entity | undefined,
  catalogue: Catalogue,
): readonly string[] {
  if (!lamp || lacksMode(lamp.state, "color_name")) return [];
  const colour = typeof name === "string" ? catalogue.find(`color.${name}`) : undefined;
  return [...(colour === undefined ? [] : [colour]), ...(typeof kelvin === "number" ? [`${catalogue.number(kelvin)} K`] : [])];
}

/** "Heating set to 22 °C; it is 21.3 °C now.": for a target of one value whose measurement is known. */
function measuredTold({ service }: Receipt, { outcome, observed }: TargetReceipt, { catalogue, phrases }: Words, names: string) {
  const attribute = SETS[service.slice(service.indexOf(".") + 1)] ?? "";
  const [value, current] = [observed[attribute], observed[`current_${attribute}`]];
  if (typeof value !== "number" || typeof current !== "number") return undefined;
  const [wanted, now] = [phrases.attribute(attribute, value), phrases.attribute(attribute, current)];
  return catalogue.text(outcome === "already" ? "receipt.measured-already" : "receipt.measured", { names, value: wanted, current: now });
}

/** One line for targets that came out the same. */
function reportTargets(targets: readonly TargetReceipt[], receipt: Receipt, words: Words): string {
  const { home, catalogue, phrases, waitedMinutes } = words;
  const entityIds = targets.flatMap((target) => target.entityId || []);
  const nameless = entityIds.length === 0;
  const first = targets[0] ?? { outcome: "unknown", observed: {}, entityId: "" };
  const { outcome, observed } = first;
  const names = phrases.names(entityIds);
  const state = stateTold(first, receipt, words);
  const action = phrases.action({ service: receipt.service, entityIds, data: receipt.data });
  const parameters = { names, state, action, count: entityIds.length };
  // There is something to say about a state only where things were watched and have one.
  const stateless = nameless || observed["state"] === undefined || observed["state"] === "unknown";
  // Nothing in the house shows what became of a call without things.
  const answered = outcome === "done" || outcome === "already" || outcome === "sent" || outcome === "no-change";
  if (nameless && answered) return catalogue.text("receipt.sent-nameless", parameters);
  const listed = outcome === "done" ? phrases.listed({ service: receipt.service, entityIds, data: receipt.data }) : undefined;
  if (listed !== undefined) return listed;
  const [domain, name] = receipt.service.split(".");
  const acted = catalogue.find(`acted.${domain}.${name}`, parameters) ?? catalogue.find(`acted.${name}`, parameters);
  if (acted !== undefined && !nameless && (outcome === "sent" || outcome === "started")) return acted;
  if (waitedMinutes !== undefined && outcome === "started")
    return catalogue.text("receipt.late", { ...parameters, minutes: waitedMinutes });
  if (waitedMinutes !== undefined && outcome === "no-change") return catalogue.text("receipt.stopped", parameters);
  switch (outcome) {
    case "done":
    case "already":
      if (targets.length === 1) {
        const measured = measuredTold(receipt, first, words, names);
        if (measured !== undefined) return measured;
      }
      return catalogue.text(stateless ? "receipt.sent-plain" : `receipt.${outcome}`, parameters);
    case "sent":
    case "no-change":
      return catalogue.text(`receipt.${outcome}`, parameters);
    case "started":
      return catalogue.text(!stateless && isMoving(observed) ? "receipt.moving" : "receipt.started", parameters);
    case "failed":
      return catalogue.text("receipt.failed", { ...parameters, reason: reasonOf(observed["state"], receipt, names, { home, catalogue }) });
    case "unknown":
      return catalogue.text(nameless ? "receipt.unknown-plain" : "receipt.unknown", parameters);
  }
}

/** Every state of Home Assistant's that is a way to another one. */
function isMoving({ state }: TargetReceipt["observed"]): boolean {
  return /ing$/.test(String(state));
}

function reasonOf(state: unknown, receipt: Receipt, names: string, { home, catalogue }: ReportInput): string {
  if (state === "jammed") return catalogue.text("reason.jammed");
  if (state === "error") return catalogue.text("reason.error");
  // A refusal has words; without them nothing was sent, for the thing is away or gone.
  const away = state === "unavailable" || receipt.error === undefined;
  if (away && names !== "") return catalogue.text("reason.unavailable", { names });
  // Home Assistant's own words name entities by their ids and devices by their addresses.
  const detail = redactAnswer(receipt.error ?? "", (entityId) => home.find(entityId)?.name);
  return detail === "" ? catalogue.text("reason.refused-plain") : catalogue.text("reason.refused", { detail: verbatim(detail) });
}
