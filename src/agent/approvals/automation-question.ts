import { routineOf } from "../../automations/routine.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { EffectFinding } from "../../security/effects/effect.ts";
import { FREE_EFFECTS } from "../../security/policy/policy-rules.ts";
import { routineChange } from "../../security/routines/routine-changes.ts";
import { isRecord } from "../../text/is-record.ts";
import { toasterFor } from "../command.ts";
import type { AskedAction } from "../state.ts";
import { type ButtonPress, messageOfPress, type PressReply, type Turns } from "../turn.ts";
import { createAutomationWords } from "../wording/automations.ts";
import { createPhrases, type StateText, verbatim } from "../wording/phrases.ts";

/** States told beside an action, and things named that a routine touches. */
export const MOST_NAMED = 5;

interface AutomationQuestionInput {
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
  readonly stateText?: StateText | undefined;
}

export function unknownBecause({ because, service }: EffectFinding): string {
  return because === "domain" && /^(?:input_)?button\./.test(service) ? "press" : because;
}

/** The card of a routine: when, only if and then, or how what is to be, what it will do without asking, and what is worth knowing. What it would have done last week stands before the notes. */
export function automationQuestion(
  action: AskedAction,
  { home, catalogue, stateText }: AutomationQuestionInput,
  notes: readonly string[],
): string {
  const { service, data } = action.call;
  const name = verbatim(String(data["name"]));
  const { kind = "automation", isRemoval } = routineChange(service) ?? {};
  const head = isRemoval ? "automation.remove" : data["base"] === undefined ? "automation.create" : "automation.change";
  const words = createAutomationWords({ home, catalogue, stateText });
  const routine = routineOf(kind, data["automation"]);
  const risky = Map.groupBy(
    action.effects.filter(({ effect }) => !FREE_EFFECTS.has(effect)),
    (finding) => (finding.effect === "unknown" ? `unknown.${unknownBecause(finding)}` : `effect.${finding.effect}`),
  );
  // an automation may start this script or scene
  const isAutomated = kind !== "automation" && action.reasons.includes("automated_asks");
  const how = isRemoval ? "removed" : isAutomated ? "automated" : kind;
  const will = [...risky].map(([key, found]) => {
    const things = [...new Set(found.flatMap(({ entityId }) => entityId ?? []))].slice(0, MOST_NAMED);
    const what = catalogue.find(key) ?? catalogue.text("effect.unknown");
    const names =
      things.length === 0
        ? routine?.kind === "automation"
          ? words.when(routine.meant)
          : name
        : createPhrases({ home, catalogue }).names(things);
    return catalogue.text("automation.will", { what, names, kind: how });
  });
  const warnings = Array.isArray(data["warnings"])
    ? data["warnings"].map((what) => catalogue.text("automation.warning", { what: String(what) }))
    : [];
  const replay = Array.isArray(data["replay"]) ? [...data["replay"].map(String), ""] : [];
  return [
    `**${catalogue.text(head, { name, kind })}**`,
    ...(routine ? words.parts(routine) : []),
    "",
    ...[...will, ...warnings].flatMap((line) => [line, ""]),
    ...replay,
    notes.join(" "),
  ].join("\n");
}

/** The same action without when an automation would have run, where that is not for all who are asked. Their yes is bound to the same hash. */
export function withoutPast(action: AskedAction, isHidden: (automation: object) => boolean, catalogue: Catalogue): AskedAction {
  const { replay, timeline: _, replays: __, automation, ...data } = action.call.data;
  if (replay === undefined || !isRecord(automation) || !isHidden(automation)) return action;
  const told = { ...data, automation, replay: [catalogue.text("automation.replay.private")] };
  return { ...action, call: { ...action.call, data: told } };
}

/** The data of the button that replays an automation over a month. */
export const monthReplay = (automationId: string): string => `month:${automationId}`;
const MONTH_REPLAY = /^month:(hpa_\w{1,64})$/;

/** Replays an automation that is asked about over a month, by a message like any other; undefined for every other button. */
export function createReplayPresses({ receive }: { readonly receive: Turns["receive"] }) {
  return (press: ButtonPress): PressReply | undefined => {
    const [, id] = MONTH_REPLAY.exec(press.data) ?? [];
    if (id === undefined) return undefined;
    const { person } = press;
    const toast = toasterFor(person);
    if (!person) return toast("toast.unknown");
    const received = receive(messageOfPress(press, person, `/automations ${id} replay`));
    return received === "queued" ? toast("toast.replay-month", {}, true) : toast("toast.answered");
  };
}
