import type { Trigger } from "../../attention/trigger.ts";
import type { Receipt } from "../../homeassistant/acting/acting.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import type { ResolvedCall } from "../../homeassistant/services/services.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import { OWNER_DECISIONS, type OwnerDecision } from "../../security/effects/action-facts.ts";
import { EFFECTS, type EffectFinding } from "../../security/effects/effect.ts";
import type { Requirement } from "../../security/policy/policy.ts";
import { FREE_EFFECTS } from "../../security/policy/policy-rules.ts";
import { routineChange, saveOf } from "../../security/routines/routine-changes.ts";
import { type Approval, leavingTexts } from "../../storage/turns/approvals.ts";
import type { Button, Timeline } from "../../storage/turns/outbox.ts";
import type { ApprovalRequest, AskedAction, LeavingQuestion } from "../state.ts";
import type { Timing, TurnStores } from "../stores.ts";
import { choiceButtons } from "../wording/choices.ts";
import {
  capitalised,
  createPhrases,
  oneLine,
  outsideQuote,
  type Phrases,
  quotable,
  type ServiceText,
  type StateText,
} from "../wording/phrases.ts";
import { automationQuestion, MOST_NAMED, monthReplay, unknownBecause } from "./automation-question.ts";

/**
 * What a button of ours carries: `a:<approval>:<choice>` answers, `p:<approval>:<key>` presses the pad button of that random key,
 * `r:<approval>` asks again, `c:<choice>:<option>` says which of a few things was meant. At most 64 bytes, as Telegram allows.
 */
export type ButtonData =
  | { readonly kind: "answer"; readonly approvalId: string; readonly choice: (typeof CHOICES)[number] | number }
  | { readonly kind: "pin"; readonly approvalId: string; readonly key: string }
  | { readonly kind: "again"; readonly approvalId: string }
  | { readonly kind: "choice"; readonly choiceId: string; readonly option: "no" | number };

/** To an automation: `try`, a yes for a week; `edit`, another in its place. */
const CHOICES = ["yes", "no", "try", "edit", ...OWNER_DECISIONS] as const;

export function parseButtonData(data: string): ButtonData | undefined {
  const answer = /^a:([\w-]{1,32}):(\w{1,5})$/.exec(data);
  if (answer?.[1] && answer[2]) {
    const choice = CHOICES.find((one) => one === answer[2]) ?? (/^\d{1,2}$/.test(answer[2]) ? Number(answer[2]) : undefined);
    return choice === undefined ? undefined : { kind: "answer", approvalId: answer[1], choice };
  }
  const pin = /^p:([\w-]{1,32}):([\w-]{8})$/.exec(data);
  if (pin?.[1] && pin[2]) return { kind: "pin", approvalId: pin[1], key: pin[2] };
  const choice = /^c:([\w-]{1,32}):(no|\d)$/.exec(data);
  if (choice?.[1] && choice[2]) return { kind: "choice", choiceId: choice[1], option: choice[2] === "no" ? "no" : Number(choice[2]) };
  const again = /^r:([\w-]{1,32})$/.exec(data);
  return again?.[1] ? { kind: "again", approvalId: again[1] } : undefined;
}

interface QuestionInput {
  readonly request: ApprovalRequest;
  readonly home: Pick<Home, "find">;
  readonly catalogue: Catalogue;
  readonly timeoutSeconds: number;
  readonly requirement: Requirement;
  readonly rateMinutes: number;
  readonly done?: readonly Pick<Receipt, "service" | "data" | "targets">[];
  readonly serviceText?: ServiceText;
  readonly stateText?: StateText | undefined;
  /** The words for when something is planned. */
  readonly whenText?: ((when: Trigger, catalogue: Catalogue) => string) | undefined;
}

const LONGEST_READING = 120;

/** Domains whose state says when something was started, and nothing of the house. */
const STATELESS: ReadonlySet<string> = new Set(["script", "scene", "button", "input_button"]);

/** Rules that say no more than the action itself does: "Unlock Front Door?" needs no reason. */
const EVIDENT: ReadonlySet<string> = new Set([
  ...EFFECTS.filter((effect) => effect !== "unknown").map((effect) => effect.replaceAll("-", "_")),
  "require_confirmation",
  "restricted_domain",
  "option_confirm",
  "reread",
  "automated",
]);

/** The question about a step's actions, in plain words of the home: what, how things are now, and why it is asked. Markdown. */
export function questionText(input: QuestionInput): string {
  const { request, home, catalogue, timeoutSeconds, requirement, rateMinutes, done = [] } = input;
  const { actions, leaving } = request;
  if (leaving) return `${leavingText(leaving, catalogue)}\n${timeLeft(timeoutSeconds, catalogue)}`;
  const phrases = createPhrases(input);
  const [first] = actions;
  if (first && actions.length === 1 && routineChange(first.call.service))
    return automationQuestion(first, input, [
      ...reasonTexts(actions, catalogue, rateMinutes),
      ...needs(requirement, catalogue),
      timeLeft(timeoutSeconds, catalogue),
    ]);
  const detailsOf = (action: AskedAction): string => {
    const now = (entityIds: readonly string[]): readonly string[] => {
      const seen = entityIds.flatMap((entityId) => home.find(entityId) ?? []);
      const stateOf = ({ entityId, state }: Entity) => phrases.state(entityId, { state: state.state });
      const [state = "", ...others] = new Set(seen.map(stateOf));
      if (seen.length > MOST_NAMED && others.length === 0) return [catalogue.text("question.all-now", { state })];
      const alike = Map.groupBy(seen.slice(0, MOST_NAMED), stateOf);
      const texts = [...alike].map(([state, of]) => {
        const names = phrases.names(of.map(({ entityId }) => entityId));
        return catalogue.text("question.now", { names, state, count: of.length });
      });
      const untold = seen.length - MOST_NAMED;
      const risky = action.effects.some(({ effect }) => !FREE_EFFECTS.has(effect));
      const more = untold > 0 && risky ? [catalogue.text("question.more-states", { count: untold })] : [];
      return [...texts, ...more];
    };
    const { open: entityIds } = action;
    const own = entityIds.filter((entityId) => !STATELESS.has(entityId.split(".")[0] ?? ""));
    const inside =
      own.length === entityIds.length && own.length > 0
        ? []
        : [...new Set(action.effects.flatMap((finding) => (isBeyond(action, finding) ? (finding.entityId ?? []) : [])))];
    return [
      ...now(own),
      ...riskTexts(action, phrases, catalogue),
      ...insideTexts(action, phrases, catalogue),
      ...now(inside),
      ...undecidedText(action, requirement, { home, phrases, catalogue }),
    ].join(" ");
  };
  const asked = new Map(actions.map((action) => [action.id, action]));
  const lines = stepTexts(input).map(({ id, text, risk }) => {
    const action = asked.get(id);
    return { text, risk, details: action ? detailsOf(action) : "" };
  });
  const [only] = lines;
  const body =
    lines.length === 1 && only
      ? `**${catalogue.text("question.one", { action: only.text })}** ${only.details}`.trim()
      : [
          catalogue.text("question.many"),
          ...lines.map(({ text, risk, details }, index) =>
            `${index + 1}. **${text}** (${catalogue.text(`risk.${risk}`)}). ${details}`.trim(),
          ),
        ].join("\n");
  const doneBefore = (calls: readonly ResolvedCall[]) =>
    calls.length === 0 ? "" : catalogue.text("question.done", { actions: catalogue.list(calls.map((call) => phrases.action(call))) });
  const ran = done.flatMap(({ service, data, targets }) => {
    const entityIds = targets.flatMap(({ entityId, outcome }) => (outcome === "already" ? [] : entityId || []));
    return targets.every(({ outcome }) => outcome === "already") ? [] : [{ service, data, entityIds }];
  });
  const notes = [
    doneBefore(ran),
    actions.some(({ changes }) => changes > 0) ? catalogue.text("question.changed") : "",
    ...readingTexts(actions, catalogue),
    ...reasonTexts(actions, catalogue, rateMinutes),
    ...needs(requirement, catalogue),
    timeLeft(timeoutSeconds, catalogue),
  ].filter((note) => note !== "");
  // Markdown takes a line directly after a list for the list's own
  return `${body}${lines.length === 1 ? "\n" : "\n\n"}${notes.join(" ")}`;
}

/** The steps of a plan, each in words with when it is done. */
export function stepTexts({
  request,
  whenText,
  ...words
}: Pick<QuestionInput, "request" | "home" | "catalogue" | "serviceText" | "whenText">) {
  const phrases = createPhrases(words);
  const { catalogue } = words;
  return request.steps.map(({ id, call, when, risk }) => {
    const action = phrases.fullAction(call);
    const planned = when && whenText?.(when, catalogue);
    return { id, risk, text: capitalised(planned === undefined ? action : catalogue.text("question.when", { action, when: planned })) };
  });
}

function needs({ people, pin }: Requirement, catalogue: Catalogue): readonly string[] {
  return [...(people === 2 ? [catalogue.text("question.two-people")] : []), ...(pin ? [catalogue.text("question.pin")] : [])];
}

function timeLeft(seconds: number, catalogue: Catalogue): string {
  return seconds < 120
    ? catalogue.text("question.seconds", { seconds })
    : catalogue.text("question.minutes", { count: Math.round(seconds / 60) });
}

function leavingText({ options }: LeavingQuestion, catalogue: Catalogue): string {
  const [whole, without] = options.map(({ text }) => quotable(text));
  return [
    catalogue.text("egress.question", { text: whole ?? "" }),
    ...(without === undefined ? [] : [catalogue.text("egress.question-without", { text: without })]),
  ].join("\n");
}

function isBeyond({ call }: AskedAction, { effect, entityId }: EffectFinding): boolean {
  return !FREE_EFFECTS.has(effect) && !(entityId !== undefined && call.entityIds.includes(entityId));
}

/** Services that say themselves what they do to their things. */
const SELF_EVIDENT: ReadonlySet<string> = new Set(["lock", "cover", "alarm_control_panel", "valve", "siren", "water_heater", "camera"]);

/** Why each of the action's own things is asked about, where the sentence does not say so: "Freezer: it switches the power of …". */
function riskTexts({ call, open, effects }: AskedAction, { names }: Pick<Phrases, "names">, catalogue: Catalogue): readonly string[] {
  if (SELF_EVIDENT.has(call.service.split(".")[0] ?? "")) return [];
  const own = effects.filter(
    ({ effect, entityId, because }) =>
      because !== "domain" &&
      entityId !== undefined &&
      open.includes(entityId) &&
      !FREE_EFFECTS.has(effect) &&
      effect !== "unfamiliar" &&
      effect !== "unknown",
  );
  return [...Map.groupBy(own, ({ effect }) => effect)].flatMap(([effect, found]) => {
    const things = [...new Set(found.flatMap(({ entityId }) => entityId ?? []))].slice(0, MOST_NAMED);
    return catalogue.text("question.risk", { names: names(things), what: catalogue.find(`effect.${effect}`) ?? effect });
  });
}

/** What a routine, a group or a raw write does beyond the action's own words, the most harmful first. */
function insideTexts(action: AskedAction, { names }: Pick<Phrases, "names">, catalogue: Catalogue): readonly string[] {
  const own = new Set(action.call.entityIds);
  const groups = Map.groupBy(
    action.effects.filter((finding) => finding.effect === "unknown" || (finding.effect !== "unfamiliar" && isBeyond(action, finding))),
    ({ maybe = false, ...finding }) =>
      `${finding.effect === "unknown" ? `unknown.${unknownBecause(finding)}` : `effect.${finding.effect}`} ${maybe}`,
  );
  return [...groups].flatMap(([group, findings]) => {
    const [key = "", maybe] = group.split(" ");
    const isUnknown = key.startsWith("unknown.");
    const effect = findings[0]?.effect ?? "unknown";
    const things = [...new Set(findings.flatMap(({ entityId }) => (entityId === undefined || own.has(entityId) ? [] : entityId)))];
    const what = catalogue.find(key) ?? catalogue.find(`effect.${effect}`) ?? effect;
    const text = things.length === 0 ? "question.inside-plain" : maybe === "true" ? "question.inside-maybe" : "question.inside";
    // a call of its own without things says itself what it does
    if (things.length === 0 && own.size === 0 && !isUnknown) return [];
    const named = things.slice(0, MOST_NAMED);
    const count = (isUnknown ? things.length : (action.beyond[effect] ?? things.length)) - named.length;
    return catalogue.text(text, { what, names: names(named, count > 0 ? [catalogue.text("question.more-things", { count })] : []) });
  });
}

function undecidedText(
  action: AskedAction,
  requirement: Requirement,
  { home, phrases, catalogue }: Pick<QuestionInput, "home" | "catalogue"> & { readonly phrases: Phrases },
): readonly string[] {
  if (!action.effects.some(({ effect }) => effect === "unfamiliar")) return [];
  const entityIds = undecidedIn(action, requirement);
  if (entityIds.length === 0) return [catalogue.text("question.undecided-many")];
  const isOutlet = entityIds.every((entityId) => home.find(entityId)?.deviceClass === "outlet");
  const text = isOutlet ? "question.undecided-outlet" : "question.undecided";
  return [catalogue.text(text, { names: phrases.names(entityIds), count: entityIds.length })];
}

/** How a sentence with slips was read, where that is why it is asked about. */
function readingTexts(actions: readonly AskedAction[], catalogue: Catalogue): readonly string[] {
  const read = actions.flatMap(({ reasons, circumstances: { reading = "" } }) => (reasons.includes("reread") ? reading : []));
  return [...new Set(read)].map((reading) => catalogue.text("question.reading", { reading: quotable(oneLine(reading, LONGEST_READING)) }));
}

function reasonTexts(actions: readonly AskedAction[], catalogue: Catalogue, rateMinutes: number): readonly string[] {
  const texts = actions.flatMap(({ reasons, reach, effects, circumstances: { jointTargets, outside } }) =>
    reasons
      // why it is not known stands beside the action
      .filter((reason) => !EVIDENT.has(reason) && !(reason === "unknown_effect" && effects.some(({ effect }) => effect === "unknown")))
      .flatMap((reason) => {
        const count = Math.max(reach, jointTargets);
        return catalogue.find(`why.${reason}`, { ...outsideQuote(outside, catalogue), count, minutes: rateMinutes }) ?? [];
      }),
  );
  return [...new Set(texts)];
}

/** The question with how it ended in the place of its last line, which says how long it may be answered. */
export function endedQuestion(question: string, outcome: string): string {
  return question.slice(0, question.lastIndexOf("\n") + 1) + outcome;
}

/** More than these are decided about in a list, not under one question. */
const MOST_DECIDED = 8;

/** Entities of an action that no fact tells about. An answer that needs a PIN or two people decides about nothing else. */
export function undecidedIn({ effects, beyond }: Pick<AskedAction, "effects" | "beyond">, { people, pin }: Requirement): readonly string[] {
  const found = effects.flatMap(({ effect, entityId }) => (effect === "unfamiliar" && entityId !== undefined ? [entityId] : []));
  const entityIds = [...new Set(found)];
  const isAll = entityIds.length >= (beyond.unfamiliar ?? 0);
  return people === 1 && !pin && isAll && entityIds.length <= MOST_DECIDED ? entityIds : [];
}

/** Yes (or Do it now) and Cancel; for several actions also one button each, unless other steps go with them; where the answer decides about a device, what it decides. */
export function questionButtons(
  approvalId: string,
  count: number,
  catalogue: Catalogue,
  { decides = false, yes = "button.yes" as MessageKey, more = [] as readonly Button[], isWhole = true } = {},
): readonly (readonly Button[])[] {
  const data = (choice: string | number) => `a:${approvalId}:${choice}`;
  if (decides) {
    const button = (choice: OwnerDecision) => ({ label: catalogue.text(`button.decide-${choice}`), data: data(choice) });
    return [
      [button("fine"), button("ask")],
      [button("never"), { label: catalogue.text("button.cancel"), data: data("no") }],
    ];
  }
  const cancel = { label: catalogue.text("button.cancel"), data: data("no") };
  if (count === 1) return chunked([{ label: catalogue.text(yes), data: data("yes") }, ...more, cancel], 2);
  const all = [{ label: catalogue.text("button.yes-all"), data: data("yes") }, cancel];
  if (!isWhole) return [all];
  const single = Array.from({ length: count }, (_, index) => ({
    label: catalogue.text("button.only", { number: index + 1 }),
    data: data(index),
  }));
  return [all, ...chunked(single, 4)];
}

function leavingButtons(approvalId: string, count: number, catalogue: Catalogue): readonly (readonly Button[])[] {
  const data = (choice: string | number) => `a:${approvalId}:${choice}`;
  return [
    [
      { label: catalogue.text("button.search"), data: data(0) },
      ...(count > 1 ? [{ label: catalogue.text("button.without-names"), data: data(1) }] : []),
      { label: catalogue.text("button.cancel"), data: data("no") },
    ],
  ];
}

type Answerable = Pick<Approval, "id" | "actions" | "steps" | "peopleNeeded" | "pinNeeded">;

/** The automation that a question offers to make; undefined for every other question, and for one that changes an automation. */
export function newAutomationIn({ actions }: Pick<Approval, "actions">): string | undefined {
  const [first] = actions;
  return first?.service === saveOf("automation") && first.data["base"] === undefined ? String(first.data["id"]) : undefined;
}

/** When the automation that a question is about would have run; undefined without one, or where it would not have. */
export function timelineIn([first]: Approval["actions"]): Timeline | undefined {
  return first?.data["timeline"] as Timeline | undefined;
}

/** Whether one tap makes that automation: then it may be tried out. */
export function mayTry(question: Pick<Answerable, "actions" | "peopleNeeded" | "pinNeeded">): boolean {
  return newAutomationIn(question) !== undefined && question.peopleNeeded === 1 && !question.pinNeeded;
}

/** The buttons under a question, by what it asks about: texts that leave the house, or actions. */
export function buttonsUnder(question: Answerable, catalogue: Catalogue): readonly (readonly Button[])[] {
  const { id, actions, steps } = question;
  if (leavingTexts({ actions }).length > 0) return leavingButtons(id, actions.length, catalogue);
  const decides = actions.some(({ undecided = [] }) => undecided.length > 0);
  const [first] = actions;
  const saves = first?.data["base"] === undefined ? ("button.create" as const) : ("button.change-automation" as const);
  const change = routineChange(first?.service ?? "");
  const own = change && (change.isRemoval ? "button.delete-automation" : saves);
  const yes = own ?? (actions.some((action) => action.forLater) ? "button.now" : "button.yes");
  const tried = mayTry(question) ? [{ label: catalogue.text("button.try-week"), data: `a:${id}:try` }] : [];
  const made = newAutomationIn(question);
  const edited = made === undefined ? [] : [{ label: catalogue.text("button.change-automation"), data: `a:${id}:edit` }];
  const replayed =
    made === undefined || first?.data["replays"] !== true
      ? []
      : [{ label: catalogue.text("button.replay-month"), data: monthReplay(made) }];
  const more = [...tried, ...replayed, ...edited];
  return questionButtons(id, actions.length, catalogue, { decides, yes, more, isWhole: steps.length <= actions.length });
}

function chunked<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

export interface ShownQuestion {
  readonly messageId: string;
  /** Markdown; its last line says how, and how long, it could be answered when it was shown. */
  readonly text: string;
  readonly buttons: readonly (readonly Button[])[];
}

interface ShownQuestionsDependencies extends Pick<TurnStores, "approvals" | "choices" | "outbox" | "turns">, Pick<Timing, "clock"> {}

/** Open questions that a channel showed, oldest first, those about actions last: for a channel that forgets what it showed. */
export function createShownQuestions({ approvals, choices, outbox, turns, clock }: ShownQuestionsDependencies) {
  const catalogueOf = (turnId: string) => catalogueFor(turns.get(turnId)?.language ?? "en");
  return (channel: string): readonly ShownQuestion[] => {
    const offered = choices.open(clock()).flatMap(({ id, turnId, question: text, options, ...chat }) => {
      const { messageId } = outbox.answerOf(turnId);
      if (chat.channel !== channel || messageId === undefined) return [];
      return { messageId, text, buttons: choiceButtons(id, options, catalogueOf(turnId)) };
    });
    const asked = approvals.open().flatMap((approval) => {
      const buttons = buttonsUnder(approval, catalogueOf(approval.turnId));
      const messages = outbox.messagesOfApproval(approval.id).filter((message) => message.channel === channel);
      return messages.map(({ messageId, text }) => ({ messageId, text, buttons }));
    });
    return [...offered, ...asked];
  };
}
