import type { SaidPlan } from "../../../attention/later.ts";
import type { Awaited } from "../../../attention/trigger.ts";
import { automationFrom, conditionsOf, type Draft, pauseOf, stepOf, type Timing } from "../../../automations/from-sentence.ts";
import {
  type AutomationCondition,
  type AutomationStep,
  type AutomationTrigger,
  stepsIn,
  withoutTemplate,
} from "../../../automations/intent.ts";
import type { Recognition } from "../../../homeassistant/recogniser/recogniser.ts";
import type { Entity } from "../../../homeassistant/registry/home.ts";
import type { Services } from "../../../homeassistant/services/services.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import { type Spoken, spokenIn } from "../../../recognition/spoken.ts";
import type { WholeSentences } from "../../../recognition/whole-sentences.ts";
import { folded } from "../../../text/fold.ts";
import type { TurnInput } from "../../state.ts";
import type { Person } from "../../turn.ts";
import type { Planning } from "../planning.ts";
import { askedIn, instructionOf, START } from "./automation-phrases.ts";
import { recipientsOf } from "./automation-telling.ts";

const MINUTE_MS = 60_000;
/** Of a clause that says by a pronoun alone what it is about: "it has been on". */
export const MOST_SHORT_WORDS = 4;

export type Understand = (turn: TurnInput, signal: AbortSignal) => Promise<Recognition>;

/** `part`: what of the sentence is not understood, or `START`; undefined or empty where that cannot be told. `why`: the reason, in words. */
export interface Unclear {
  readonly kind: "unclear";
  readonly why?: string | undefined;
  readonly part?: string | typeof START | undefined;
}
export const UNCLEAR: Unclear = { kind: "unclear" };

export interface ReadingDependencies {
  readonly planning: Planning;
  /** Whole sentences for what only makes sense after another. */
  readonly wholeSentences: WholeSentences;
  readonly services: Pick<Services, "resolve">;
  /** What starts an automation, what has to be so, and all of it, in words. */
  readonly begins: (language: string, trigger: AutomationTrigger) => string;
  readonly holds: (language: string, condition: AutomationCondition) => string;
  readonly described: (language: string, draft: Draft) => string;
  readonly find: (text: string) => readonly Entity[];
  readonly people: readonly Pick<Person, "name" | "role">[];
}

/** Whose sentence is read, and with what. */
export interface Reading {
  readonly turn: TurnInput;
  readonly timing: Timing;
  readonly understand: Understand;
  readonly signal: AbortSignal;
}

/** Reads a sentence that says one thing which starts an automation, by the templates of its language. */
export function createAutomationReading(deps: ReadingDependencies) {
  const { planning, wholeSentences, services, begins, holds, described, find, people } = deps;

  /** The steps of a sentence that only does something; none if it is not understood. */
  async function calls(text: string, { turn, understand, signal }: Reading): Promise<readonly AutomationStep[]> {
    return (await planning.calls(turn, text, understand, signal)).map(resolved);
  }

  function resolved(call: Parameters<typeof stepOf>[0]): AutomationStep {
    const resolution = services.resolve(call);
    return stepOf(resolution.ok ? { ...resolution.call, target: { entityId: resolution.call.entityIds } } : call);
  }

  /** The same, and what ends it where the sentence says for how long ("for 5 minutes"); a condition leaves that in the words beside it. */
  async function stepsOf(text: string, lasts: number | undefined, spoken: Spoken, reading: Reading): Promise<readonly AutomationStep[]> {
    const { turn, timing, understand, signal } = reading;
    const read = spoken.times.read(text, timing);
    const own = read && Object.keys(read.said).join() === "lasts" ? read : undefined;
    const begun = await planning.calls(turn, own?.rest ?? text, understand, signal);
    const lastsMs = own?.said.lasts ?? lasts;
    const ends = lastsMs === undefined ? [] : planning.ends(begun);
    if (begun.length === 0 || !ends) return [];
    const pause = lastsMs === undefined ? [] : [pauseOf(lastsMs)];
    return [...begun.map(resolved), ...pause, ...ends.map(resolved)];
  }

  /** A text with the names of the things that a pronoun in it stands for; what is joined to something else may be about that. */
  function named(text: string, entityIds: readonly string[], { turn }: Pick<Reading, "turn">, spoken: Spoken): readonly string[] {
    if (spoken.joints(text.replaceAll(",", "")).length > 0) return [];
    return wholeSentences(text, turn.language, { before: { text: "", about: entityIds, entityIds } }).map((one) => one.sentence);
  }

  /** "Turn on the light and tell me": what is done, and what is told beside it. */
  function toldBeside(turn: TurnInput, text: string, spoken: Spoken): { readonly act: string; readonly plan: SaidPlan } | undefined {
    for (const { before, behind } of spoken.joints(text)) {
      for (const [act, telling] of [
        [before, behind],
        [behind, before],
      ] as const) {
        const { wishes: [wish, ...more] = [], said = {}, isVague } = planning.later({ ...turn, text: telling }, true) ?? {};
        const plan =
          wish?.condition === undefined && more.length === 0 && !isVague && Object.keys(said).length === 0 ? wish?.plan : undefined;
        const isTold = plan?.kind === "tell" || plan?.kind === "relay" || plan?.kind === "reminder";
        // what stands before it would be a part of the message
        if (isTold && (telling === behind || plan.what === "")) return { act, plan };
      }
    }
    return undefined;
  }

  /** Who is told what; none for nothing to tell. */
  function tells(turn: TurnInput, plan: SaidPlan, about: string): readonly AutomationStep[] {
    const { kind, what, to } = plan;
    // who is told what another said is told who
    const relayed =
      to && what !== "" ? catalogueFor(turn.language).text("relay.message", { name: turn.personName, text: what }) : undefined;
    const message = relayed ?? (kind === "reminder" ? what : kind === "relay" && !to ? "" : about);
    return message === "" ? [] : recipientsOf(turn, plan, people).map((person) => ({ kind: "tell", person, message }));
  }

  /** The calendar whose events start it, and the sentence without that. */
  function calendarIn(sentence: string, { times, unprefixed }: Spoken) {
    for (const { name, event, offset, rest } of times.events(sentence)) {
      const said = folded(unprefixed(name));
      const [entity, ...more] = find(name).filter((one) => one.domain === "calendar" && folded(one.name) === said);
      if (!entity || more.length > 0) continue;
      const offsetMinutes = Math.round(offset / MINUTE_MS);
      const trigger = { kind: "calendar" as const, entity: entity.entityId, event, ...(offsetMinutes !== 0 && { offsetMinutes }) };
      return { rest, trigger };
    }
    return undefined;
  }

  /** Unclear if a part of the sentence has no place; `limits` are what else has to be so, which may be what it tells. */
  async function read(
    sentence: string,
    reading: Reading,
    limits: readonly AutomationCondition[] = [],
  ): Promise<{ readonly kind: "draft"; readonly draft: Draft } | Unclear> {
    const { turn, timing, understand, signal } = reading;
    const spoken = spokenIn(turn.language);
    if (!spoken) return UNCLEAR;
    const bare = spoken.bare(sentence);
    const asked = askedIn(bare, spoken);
    const calendar = calendarIn(asked?.sentence ?? bare, spoken);
    const { said: window, rest } = spoken.times.window(calendar?.rest ?? asked?.sentence ?? bare);
    const { said = {}, isVague = false, wishes = [{ rest }] } = planning.later({ ...turn, text: rest }, true) ?? {};
    if (isVague) return UNCLEAR;
    const parts = new Set<string | typeof START>();
    let why: string | undefined;
    for (const wish of wishes) {
      const { condition } = wish;
      const { act, plan } = (wish.plan || asked ? undefined : toldBeside(turn, wish.rest, spoken)) ?? { act: wish.rest, plan: wish.plan };
      const isOnlyTold = plan !== undefined && plan === wish.plan;
      const does = (text: string) => stepsOf(text, condition === undefined ? said.lasts : undefined, spoken, reading);
      const waits = (text: string) => planning.condition(turn, { ...wish, condition: text }, spoken, understand, signal);
      let awaited = condition ? await waits(condition) : undefined;
      // a pronoun stands for what the other side names
      if (condition && !awaited && condition.split(" ").length <= MOST_SHORT_WORDS)
        for (const text of named(condition, entitiesOf([...(await does(act))]), reading, spoken)) awaited ??= await waits(text);
      if (condition !== undefined && !awaited) {
        why ??= await planning.unseen(turn, wish, spoken, understand, signal);
        parts.add(condition);
        continue;
      }
      const instruction = asked && instructionOf(asked, wish.rest, spoken);
      if (asked && instruction === undefined) continue;
      let steps: readonly AutomationStep[] = instruction === undefined ? [] : [{ kind: "ask", person: turn.personName, instruction }];
      if (!asked && !isOnlyTold) {
        steps = await does(act);
        for (const text of steps.length > 0 || !awaited ? [] : named(act, awaited.entityIds, reading, spoken))
          if (steps.length === 0) steps = await does(text);
      }
      if (plan && isOnlyTold && !asked) {
        const present = said.clock ? limits : [...(conditionsOf({ presence: window.presence }, timing) ?? []), ...limits];
        steps = tells(turn, plan, withoutTemplate(happened(turn, awaited, calendar?.trigger, present)));
        if (steps.length === 0) continue;
      }
      const { lasts, ...start } = said;
      const isSpent = steps.some(({ kind }) => kind === "delay");
      const draft = automationFrom({ said: isSpent ? start : said, window, awaited, calendar: calendar?.trigger, steps }, timing);
      const told = draft && plan && !isOnlyTold && !asked ? tells(turn, plan, described(turn.language, draft)) : [];
      if (draft) return { kind: "draft", draft: { ...draft, actions: [...draft.actions, ...told] } };
      parts.add(steps.length > 0 ? START : wish.rest === bare ? "" : wish.rest);
    }
    const [part, ...more] = parts;
    return { kind: "unclear", why, part: parts.has(START) ? START : more.length > 0 ? undefined : part };
  }

  /** What somebody is told when it starts; "" for nothing. */
  function happened(
    turn: TurnInput,
    awaited: Awaited | undefined,
    calendar: AutomationTrigger | undefined,
    present: readonly AutomationCondition[],
  ): string {
    if (calendar) return begins(turn.language, calendar);
    return awaited ? planning.happened(turn, awaited) : present.map((one) => holds(turn.language, one)).join(". ");
  }

  return { read, calls, named };
}

/** What some steps act on. */
export function entitiesOf(actions: Draft["actions"]): readonly string[] {
  return stepsIn(actions).flatMap((step) => (step.kind === "call" ? step.entities : []));
}
