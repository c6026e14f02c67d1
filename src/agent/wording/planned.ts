import { LATE_MS } from "../../attention/scheduler.ts";
import { type Awaited, type Clockwork, DAYS, exceptOf, isAwaited, repeats, type Trigger, triggerIn } from "../../attention/trigger.ts";
import type { HomeTime } from "../../homeassistant/home-time.ts";
import { domainOf, type Home, type WholeHome } from "../../homeassistant/registry/home.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import { type Catalogue, catalogueFor, durationParts } from "../../languages/catalogue.ts";
import { MOST_PLANS, type Schedule } from "../../storage/turns/schedules.ts";
import { canonicalJson } from "../../text/json.ts";
import type { StepResult } from "../state.ts";
import { createMomentWords } from "./moments.ts";
import { capitalised, createPhrases, oneLine, type StateText, stateTexts, verbatim } from "./phrases.ts";

const LONGEST_TEXT = 300;
const WORKDAYS = "MO,TU,WE,TH,FR";
const SUN = {
  sunset: { once: "planned.sunset", each: "planned.every-sunset", before: "planned.before-sunset", after: "planned.after-sunset" },
  sunrise: { once: "planned.sunrise", each: "planned.every-sunrise", before: "planned.before-sunrise", after: "planned.after-sunrise" },
} as const;
const AWAITED = {
  when: {
    state: "planned.state",
    left: "automation.left",
    leaves: "planned.leaves",
    comes: "planned.comes",
    departs: "planned.departs",
    arrives: "planned.arrives",
    above: "planned.above",
    below: "planned.below",
    happens: "planned.happens",
    rings: "planned.rings",
    done: "planned.done",
    held: "planned.held",
  },
  happened: {
    state: "planned.is-so",
    left: "planned.is-not",
    leaves: "planned.has-left",
    comes: "planned.has-come",
    departs: "planned.has-departed",
    arrives: "planned.has-arrived",
    above: "planned.is-above",
    below: "planned.is-below",
    happens: "planned.has-happened",
    rings: "planned.has-rung",
    done: "planned.is-done",
    held: "planned.was-held",
  },
} as const;

/** The same of the person who is told. */
const OWN = {
  leaves: "planned.you-leave",
  comes: "planned.you-come",
  departs: "planned.you-depart",
  arrives: "planned.you-arrive",
} as const;

/** "30 minutes after sunset every day" */
export function bySun(
  { event, offsetMs = 0 }: Pick<Trigger & { kind: "sun" }, "event" | "offsetMs">,
  isDaily: boolean,
  catalogue: Catalogue,
): string {
  if (offsetMs === 0) return catalogue.text(SUN[event][isDaily ? "each" : "once"]);
  const duration = catalogue.exactDuration(Math.abs(offsetMs));
  const once = catalogue.text(SUN[event][offsetMs < 0 ? "before" : "after"], { duration });
  return isDaily ? catalogue.text("planned.every-day", { when: once }) : once;
}

interface PlanWordsInput {
  readonly home: Pick<Home, "find" | "info"> & Pick<WholeHome, "known">;
  readonly catalogue: Catalogue;
  readonly time: Pick<HomeTime, "at" | "date">;
  /** ms since the epoch */
  readonly now: number;
  readonly stateText?: StateText | undefined;
  /** The person entity of who reads it. */
  readonly self?: string | undefined;
}

/** What a plan is about. */
type Subject = Pick<Schedule, "kind" | "text" | "calls"> & Partial<Pick<Schedule, "recipientName" | "trigger">>;
type Planned = Subject & Pick<Schedule, "trigger" | "dueAt">;

interface MadeOptions {
  /** It will be asked about each time. */
  readonly asks?: boolean;
  readonly isWaking?: boolean;
  readonly isTelling?: boolean;
  /** How long a timer was set for. */
  readonly lengthMs?: number | undefined;
}

export type PlanWords = ReturnType<typeof createPlanWords>;

/** Words for what is planned, and when, in one language; Markdown. */
function createPlanWords({ home, catalogue, time, now, stateText, self }: PlanWordsInput) {
  const phrases = createPhrases({ home, catalogue, stateText });
  const { clock, wallClock, day, daysTo, moment, bound } = createMomentWords({ catalogue, time, timeZone: home.info.timeZone, now });

  const text = (said: string) => verbatim(oneLine(said, LONGEST_TEXT));

  function recurring({ rule }: Trigger & { kind: "recurrence" }, dueAt: number): string {
    const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
    const [frequency, on, interval] = [parts.get("FREQ"), parts.get("BYDAY"), parts.get("INTERVAL")];
    // where clocks change it may be due at another time than it says
    const time = wallClock(Number(parts.get("BYHOUR")), Number(parts.get("BYMINUTE")));
    const nth = Number(interval ?? 1);
    if (frequency === "DAILY") return catalogue.text(nth === 1 ? "planned.daily" : "planned.each-days", { time, nth });
    if (frequency === "MONTHLY") {
      const days = parts.get("BYMONTHDAY")?.split(",") ?? [];
      return catalogue.text("planned.monthly", { time, day: days.at(-1) ?? "", form: days.length > 1 ? "last" : "day" });
    }
    if (frequency !== "WEEKLY" || on === undefined) return catalogue.text("planned.repeatedly", { when: moment(dueAt) });
    if (on === WORKDAYS && nth === 1) return catalogue.text("planned.workdays", { time });
    const names = on.split(",").map((day) => catalogue.weekday(DAYS.indexOf(day)));
    return catalogue.text(nth === 1 ? "planned.weekly" : "planned.each-weeks", { time, nth, days: catalogue.list(names) });
  }

  /** What is waited for, or that it has come about. */
  function awaited(trigger: Awaited, names: string, as: "when" | "happened"): string {
    const [first = ""] = trigger.entityIds;
    const said = (key: keyof (typeof AWAITED)["when"], more: Readonly<Record<string, string | number>>) =>
      catalogue.text(AWAITED[as][key], { names, count: trigger.entityIds.length, ...more });
    if (trigger.done !== undefined) return said("done", { names: text(trigger.done) });
    const lasting = (words: string) =>
      trigger.forMs === undefined ? words : said("held", { what: words, duration: catalogue.exactDuration(trigger.forMs) });
    if (trigger.kind === "numeric") {
      const { above, below } = trigger;
      return lasting(said(above === undefined ? "below" : "above", { value: measured(first, trigger.attribute, above ?? below ?? 0) }));
    }
    if (trigger.kind === "event") return said(home.find(first)?.deviceClass === "doorbell" ? "rings" : "happens", {});
    const { state, isLeft } = trigger;
    // whoever says "I" need not be exposed
    if (domainOf(first) !== "person") return lasting(said(isLeft ? "left" : "state", { state: phrases.state(first, { state }) }));
    const how = state === "home" ? (isLeft ? "leaves" : "comes") : isLeft ? "departs" : "arrives";
    const place = text(state);
    return lasting(first === self && as === "when" ? catalogue.text(OWN[how], { place }) : said(how, { place }));
  }

  function measured(entityId: string, attribute: string | undefined, value: number): string {
    const unit = attribute === undefined ? home.find(entityId)?.state.attributes["unit_of_measurement"] : home.info.temperatureUnit;
    return [catalogue.number(value), String(unit ?? "")].join(" ").trim();
  }

  /** When it is due, or what it waits for. */
  function when(planned: Pick<Planned, "trigger" | "dueAt">): string {
    const trigger = triggerIn(planned);
    const each = whenOnAnyDay(trigger, planned.dueAt);
    const days = exceptOf(trigger)
      .map((date) => time.at(`${date}T12:00`))
      .filter((at) => daysTo(at) >= 0)
      .map(day);
    return days.length === 0 ? each : catalogue.text("planned.except", { when: each, days: catalogue.list(days) });
  }

  function whenOnAnyDay(trigger: Trigger, dueAt: number | undefined): string {
    switch (trigger.kind) {
      case "state":
      case "numeric":
      case "event": {
        const once = awaited(trigger, phrases.names(trigger.entityIds), "when");
        return trigger.repeats ? catalogue.text("planned.each", { when: once }) : once;
      }
      case "interval":
        return catalogue.text("planned.interval", { duration: catalogue.exactDuration(trigger.everyMs) });
      case "recurrence":
        return recurring(trigger, dueAt ?? now);
      case "sun": {
        const isDaily = trigger.repeats && trigger.weekdays === undefined;
        const at = bySun(trigger, isDaily, catalogue);
        return trigger.weekdays === undefined ? at : `${at} (${catalogue.list(trigger.weekdays.map((day) => catalogue.weekday(day)))})`;
      }
      default:
        return moment(dueAt ?? now);
    }
  }

  const actions = (calls: Planned["calls"]) => catalogue.list(calls.map((call) => phrases.action(call)));

  /** What is planned, in a few words. */
  function what({ kind, text: said, calls, recipientName, trigger }: Subject): string {
    if (kind === "action") return actions(calls);
    if (recipientName !== undefined) return catalogue.text("relay.what", { name: text(recipientName), text: text(said) });
    if (kind === "reminder") return text(said);
    return timer("planned.timer", { text: said, trigger });
  }

  /** By its name, or else by its length: "your 5-minute timer". */
  function timer(key: "planned.timer" | "planned.timer-own", { text: name, trigger }: Pick<Subject, "text" | "trigger">): string {
    const set = trigger && triggerIn({ trigger });
    const lengthMs = (set?.kind === "moment" && set.lengthMs) || 0;
    const form = name !== "" ? "named" : lengthMs > 0 ? "length" : "other";
    return catalogue.text(key, { form, name: text(name), duration: catalogue.exactDuration(lengthMs), ...durationParts(lengthMs) });
  }

  /** That what is waited for has come about. */
  function happened(trigger: Awaited): string {
    return awaited(trigger, catalogue.list(trigger.entityIds.map((entityId) => home.known(entityId)?.name ?? entityId)), "happened");
  }

  /** The same, but of what only tells that something has come about that it will be told; undefined for what is no such plan. */
  function telling({ kind, text: said, recipientName, ...planned }: Subject): string | undefined {
    if (kind !== "reminder" || recipientName !== undefined || !planned.trigger) return undefined;
    const trigger = triggerIn({ trigger: planned.trigger });
    return isAwaited(trigger) && said === happened(trigger)
      ? catalogue.text("planned.telling", { when: when({ trigger, dueAt: undefined }) })
      : undefined;
  }

  /** When something comes, or how much is left of a timer. */
  function whenOf(plan: Planned & Pick<Schedule, "leftMs" | "status">): string {
    const { kind, dueAt } = plan;
    if (plan.status === "paused") return catalogue.text("planned.is-paused", { left: catalogue.exactDuration(plan.leftMs ?? 0) });
    if (dueAt === undefined) return when(plan);
    if (kind === "timer") return catalogue.text("planned.left", { left: lengthTo(dueAt), time: bound(dueAt) });
    return repeats(triggerIn(plan)) ? catalogue.text("planned.next", { when: when(plan), next: moment(dueAt) }) : when(plan);
  }

  const lengthTo = (at: number) => catalogue.exactDuration(at - now);
  const goesOn = (timer: Subject, at: number) =>
    catalogue.text("planned.goes-on", { what: what(timer), left: lengthTo(at), time: bound(at) });
  /** Within a sentence, which has a mark of its own at its end. */
  const named = (plan: Subject) => what(plan).replace(/(?<![.!…])[.!…]+$/u, "");
  const told = (plans: readonly Subject[]) => catalogue.list(plans.map((plan) => telling(plan) ?? named(plan)));

  return {
    when,
    moment,
    what,
    actions,
    happened,
    /** What is said when it was planned. */
    made(plan: Planned, { asks = false, isWaking = false, isTelling = false, lengthMs }: MadeOptions = {}): string {
      const trigger = triggerIn(plan);
      const said = { when: when(plan), what: what(plan), form: isAwaited(trigger) && !repeats(trigger) ? "clause" : "time" };
      if (isWaking || isTelling) return catalogue.text(isWaking ? "planned.wake" : "planned.tell", said);
      if (plan.kind === "timer") {
        if (lengthMs === undefined) return goesOn(plan, plan.dueAt ?? now);
        const [name, duration, time] = [text(plan.text), catalogue.exactDuration(lengthMs), clock(plan.dueAt ?? now)];
        return plan.text === ""
          ? catalogue.text("planned.timer-set", { duration, time })
          : catalogue.text("planned.timer-set-named", { name, duration, time });
      }
      const key = plan.kind === "action" ? "planned.action" : "planned.reminder";
      return [catalogue.text(key, said), ...(asks ? [catalogue.text("planned.asks-each")] : [])].join(" ");
    },
    /** What is said when it is due; of one that comes late with the time that it was for. */
    due(plan: Subject, dueAt: number): string {
      const said = { what: capitalised(plan.kind === "timer" ? timer("planned.timer-own", plan) : what(plan)), when: moment(dueAt) };
      const isLate = now - dueAt > LATE_MS;
      if (plan.kind === "timer") return catalogue.text(isLate ? "planned.timer-over-late" : "planned.timer-over", said);
      return catalogue.text(isLate ? "planned.reminded-late" : "planned.reminded", said);
    },
    missed: ({ calls }: Pick<Planned, "calls">, dueAt: number): string =>
      catalogue.text("planned.missed", { action: actions(calls), when: moment(dueAt) }),
    /** Asks which of some plans is meant. */
    which: (plans: readonly Subject[]): string => catalogue.text("planned.which", { plans: told(plans) }),
    paused: (plan: Subject): string => catalogue.text("planned.paused", { what: what(plan) }),
    goesOn,
    cancelled: (plans: readonly Subject[]): string => catalogue.text("planned.cancelled", { what: told(plans) }),
    line: (plan: Planned & Pick<Schedule, "leftMs" | "status">): string =>
      capitalised(telling(plan) ?? catalogue.text("planned.line", { what: named(plan), when: whenOf(plan) })),
  };
}

interface PlanWordsDependencies extends Pick<PlanWordsInput, "home"> {
  readonly words: Pick<StateWords, "called">;
  readonly clockwork: () => Pick<Clockwork, "time">;
  /** The person of Home Assistant that somebody is. */
  readonly personOf: (personId: string) => string | undefined;
  readonly clock: () => number;
}

/** Words for what is planned, for who reads them; the words for states have to be loaded in their language. */
export type PlanWordsFor = (reader: { readonly language: string; readonly personId?: string | undefined }) => PlanWords;

export function createPlanWordsFor({ home, words, clockwork, personOf, clock }: PlanWordsDependencies): PlanWordsFor {
  return ({ language, personId }) => {
    const catalogue = catalogueFor(language);
    const self = personId === undefined ? undefined : personOf(personId);
    const stateText = stateTexts(words, language, catalogue);
    return createPlanWords({ home, catalogue, time: clockwork().time, now: clock(), stateText, self });
  };
}

/** What was planned in a turn: one line for what happens at the same time. */
export function reportPlans(results: readonly StepResult[], { made }: PlanWords, catalogue: Catalogue): readonly string[] {
  const planned = results.filter((result) => result.kind === "planned");
  return [...Map.groupBy(planned, ({ trigger, objection = "" }) => canonicalJson([trigger, objection])).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    if (first.isFull) return catalogue.text("planned.full", { most: MOST_PLANS });
    if (first.objection !== undefined) return first.objection;
    const { trigger, dueAt } = first;
    return made(
      { kind: "action", text: "", calls: same.map(({ id, call }) => ({ id, ...call })), trigger, dueAt },
      { asks: same.some(({ asks }) => asks) },
    );
  });
}
