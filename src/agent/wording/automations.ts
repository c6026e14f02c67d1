import {
  type Automation,
  type AutomationCondition,
  type AutomationFact,
  type AutomationStep,
  type AutomationTrigger,
  HOME_ZONE,
  WEEKDAYS,
  withoutTemplate,
} from "../../automations/intent.ts";
import type { LintFinding } from "../../automations/lint.ts";
import type { Replay } from "../../automations/replayer.ts";
import { asAutomation, type Routine } from "../../automations/routine.ts";
import { domainOf } from "../../homeassistant/registry/home.ts";
import { isKnown, offStates } from "../../homeassistant/registry/state-words.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import { capitalised, createPhrases, type Phrases, type StateText, verbatim } from "./phrases.ts";
import { bySun } from "./planned.ts";
import type { ReportInput } from "./receipts.ts";

const WORKDAYS = "mon,tue,wed,thu,fri";
const LONGEST_NAME = 90;
/** Of a scene of a whole house; a message has room for them. */
const MOST_LISTED = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface AutomationWordsInput extends Pick<ReportInput, "home"> {
  readonly catalogue: Catalogue;
  readonly stateText?: StateText | undefined;
  /** Of the home: for times of replayed runs. */
  readonly timeZone?: string;
}

/** Words for automations in one language; Markdown. */
export function createAutomationWords({ home, catalogue, stateText, timeZone = "UTC" }: AutomationWordsInput) {
  const phrases: Phrases = createPhrases({ home, catalogue, stateText });
  const seconds = (count: number) => catalogue.exactDuration(count * 1_000);
  const states = (entityIds: readonly string[], values: readonly string[]) =>
    alternatives(values.map((state) => phrases.state(entityIds[0] ?? "", { state })));
  const alternatives = (texts: readonly string[]) => texts.reduce((one, other) => catalogue.text("automation.or", { one, other }));
  const lasting = (what: string, forSeconds: number | undefined) =>
    forSeconds ? catalogue.text("automation.lasting", { what, duration: seconds(forSeconds) }) : what;
  const dayNames = (days: readonly string[]) =>
    catalogue.list(WEEKDAYS.flatMap((day, index) => (days.includes(day) ? catalogue.weekday((index + 1) % WEEKDAYS.length) : [])));
  const range = (name: string, { above, below }: { readonly above?: number | undefined; readonly below?: number | undefined }) =>
    catalogue.text(above === undefined ? "automation.below" : below === undefined ? "automation.above" : "automation.between", {
      name,
      above: catalogue.number(above ?? 0),
      below: catalogue.number(below ?? 0),
    });
  const presence = (isSomebody: boolean) => catalogue.text(isSomebody ? "automation.somebody-home" : "automation.nobody-home");
  const offset = (minutes: number | undefined, what: string) =>
    minutes
      ? catalogue.text(minutes < 0 ? "automation.earlier" : "automation.later", { what, duration: seconds(Math.abs(minutes) * 60) })
      : what;

  function trigger(one: AutomationTrigger): string {
    switch (one.kind) {
      case "state": {
        const parameters = { names: phrases.names(one.entities), count: one.entities.length };
        if (one.to) return lasting(catalogue.text("planned.state", { ...parameters, state: states(one.entities, one.to) }), one.forSeconds);
        if (!one.from) return lasting(catalogue.text("automation.changes", parameters), one.forSeconds);
        if (one.entities.every((id) => offStates(domainOf(id))?.join() === one.from?.join()))
          return lasting(catalogue.text("planned.state", { ...parameters, state: states(one.entities, ["on"]) }), one.forSeconds);
        return lasting(catalogue.text("automation.left", { ...parameters, state: states(one.entities, one.from) }), one.forSeconds);
      }
      case "numeric": {
        // of more than one person it says the number
        const isAny = one.entities.every((entityId) => entityId === HOME_ZONE) && (one.above ?? 0) === 0 && (one.below ?? 1) === 1;
        const what = isAny ? presence(one.below === undefined) : range(phrases.names(one.entities), one);
        return lasting(catalogue.text("automation.when", { what }), one.forSeconds);
      }
      case "time": {
        const time = catalogue.list(one.at);
        if (!one.days || one.days.length === WEEKDAYS.length) return catalogue.text("planned.daily", { time });
        return one.days.join() === WORKDAYS
          ? catalogue.text("planned.workdays", { time })
          : catalogue.text("planned.weekly", { time, days: dayNames(one.days) });
      }
      case "pattern":
        return catalogue.text("planned.interval", { duration: seconds(one.every * (one.unit === "minutes" ? 60 : 3_600)) });
      case "sun":
        return bySun({ event: one.event, offsetMs: (one.offsetMinutes ?? 0) * MINUTE_MS }, true, catalogue);
      case "zone": {
        const names = alternatives(one.entities.map((entityId) => phrases.names([entityId])));
        if (one.zone === HOME_ZONE) return catalogue.text(one.event === "enter" ? "planned.comes" : "planned.leaves", { names });
        const zone = phrases.names([one.zone]);
        return catalogue.text(one.event === "enter" ? "automation.enters" : "automation.leaves", { names, zone });
      }
      case "event":
        return catalogue.text("automation.event", { event: verbatim(one.type) });
      case "calendar": {
        const names = phrases.names([one.entity]);
        return offset(one.offsetMinutes, catalogue.text(one.event === "start" ? "automation.begins" : "automation.ends", { names }));
      }
      case "unavailable":
        return lasting(catalogue.text("automation.unavailable", { names: phrases.names(one.entities) }), one.forSeconds);
    }
  }

  function isState({ entities, states: all, any }: Omit<Extract<AutomationFact, { kind: "state" }>, "kind">, isNot = false): string {
    const names = any ? alternatives(entities.map((entityId) => phrases.names([entityId]))) : phrases.names(entities);
    // what does not answer is nothing that somebody spoke of
    const known = all.filter((state) => !isNot || isKnown(state));
    const state = states(entities, known.length > 0 ? known : all);
    return catalogue.text(isNot ? "planned.is-not" : "planned.is-so", { names, count: any ? 1 : entities.length, state });
  }

  function condition(one: AutomationCondition): string {
    switch (one.kind) {
      case "all":
        return catalogue.list(one.of.map(condition));
      case "any":
        return alternatives(one.of.map(condition));
      case "none": {
        const [fact, ...more] = one.of;
        const isOne = fact?.kind === "state" && more.length === 0 && fact.entities.length === 1 && !fact.forSeconds;
        return isOne ? isState(fact, true) : catalogue.text("automation.not", { what: alternatives(one.of.map(condition)) });
      }
      case "state":
        return lasting(isState(one), one.forSeconds);
      case "numeric":
        return range(phrases.names([one.entity]), one);
      case "time":
        return catalogue.text(
          one.after === undefined ? "automation.until" : one.before === undefined ? "automation.from" : "automation.from-until",
          {
            after: one.after ?? "",
            before: one.before ?? "",
          },
        );
      case "weekday":
        return dayNames(one.days);
      case "sun":
        return catalogue.text(one.is === "up" ? "automation.light" : "automation.dark");
      case "presence": {
        if (one.people.length === 0) return presence(one.home);
        const told = one.people.map((entityId) => catalogue.text("planned.has-come", { names: phrases.names([entityId]) }));
        if (!one.home && told.length === 1) return isState({ entities: one.people, states: ["home"] }, true);
        return one.home ? catalogue.list(told) : catalogue.text("automation.not", { what: alternatives(told) });
      }
    }
  }

  function step(one: AutomationStep): string {
    switch (one.kind) {
      case "call":
        return phrases.fullAction({ service: one.service, entityIds: one.entities, data: one.data ?? {} });
      case "delay":
        return catalogue.text("automation.wait", { duration: seconds(one.seconds) });
      case "wait":
        return catalogue.text("automation.wait-until", { what: trigger(one.until), duration: seconds(one.timeoutSeconds) });
      case "tell":
        return catalogue.text("automation.tell", { person: verbatim(one.person), text: verbatim(one.message) });
      case "ask":
        return catalogue.text("automation.ask", { person: verbatim(one.person), text: verbatim(one.instruction) });
    }
  }

  const steps = (all: readonly AutomationStep[]) => catalogue.list(all.map(step));

  function action(one: Automation["actions"][number]): string {
    if (one.kind !== "choose") return step(one);
    const chosen = one.options.map((option) =>
      catalogue.text("automation.if", { what: catalogue.list(option.if.map(condition)), actions: steps(option.do) }),
    );
    return [...chosen, ...(one.otherwise ? [catalogue.text("automation.otherwise", { actions: steps(one.otherwise) })] : [])].join("; ");
  }

  const when = ({ triggers }: Pick<Automation, "triggers">) => alternatives(triggers.map(trigger));

  return {
    when,
    /** What starts it, as plain text. */
    happens: (one: AutomationTrigger): string => plainly(trigger(one)),
    /** What has to be so, as plain text. */
    holds: (one: AutomationCondition): string => plainly(condition(one)),
    /** "Every day at sunset (nobody is at home): turn on Hall Light", as plain text. */
    name({ triggers, conditions, actions }: Omit<Automation, "name" | "mode">): string {
      const limits = conditions.length === 0 ? "" : ` (${catalogue.list(conditions.map(condition))})`;
      const begins = `${when({ triggers })}${limits}`;
      const plain = withoutTemplate(
        plainly(catalogue.text("question.when", { when: begins, action: catalogue.list(actions.map(action)) })),
      );
      return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME - 1)}…` : plain;
    },
    /** When, only if, then; or how what is to be: as a list. */
    parts(routine: Routine): readonly string[] {
      if (routine.kind === "scene") {
        const wanted = Object.entries(routine.meant.entities);
        const more = wanted.length - MOST_LISTED;
        return [
          ...wanted.slice(0, MOST_LISTED).map(([id, state]) => `- ${phrases.names([id])}: ${phrases.state(id, state)}`),
          ...(more > 0 ? [`- ${catalogue.text("question.more-things", { count: more })}`] : []),
        ];
      }
      const { triggers, conditions, actions } = asAutomation(routine);
      const part = (key: "automation.part-when" | "automation.part-if" | "automation.part-then", texts: readonly string[]) =>
        texts.length === 0 ? [] : texts.map((what) => `- ${catalogue.text(key, { what })}`);
      return [
        ...part("automation.part-when", triggers.map(trigger)),
        ...part("automation.part-if", conditions.map(condition)),
        ...part("automation.part-then", actions.map(action)),
      ];
    },
    /** What a replay found: how often it would have run, when, and what cannot be told. */
    replayed({ wanted, from, to, times, newest, isWhole, missing }: Replay, { actions }: Pick<Automation, "actions">): readonly string[] {
      const since = catalogue.time(from, { timeZone, weekday: "long", day: "numeric", month: "long" });
      const limits = [
        ...(from - wanted >= DAY_MS && to - from >= DAY_MS ? [catalogue.text("automation.replay.since", { since })] : []),
        ...(isWhole ? [] : [catalogue.text("automation.replay.unkept")]),
        ...(missing.length > 0 ? [catalogue.text("automation.replay.missing", { names: phrases.names(missing) })] : []),
      ];
      if (times.length === 0 && (!isWhole || missing.length > 0)) return limits;
      if (to - from < DAY_MS) return [catalogue.text("automation.replay.short"), ...limits];
      const days = Math.round((to - from) / DAY_MS);
      if (times.length === 0) return [catalogue.text("automation.replay.none", { days }), ...limits];
      const branches = actions.some(({ kind }) => kind === "choose");
      const list = newest.map((run) => {
        const when = catalogue.time(run.at, { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit" });
        const told = branches && run.steps.length > 0 ? catalogue.text("automation.replay.run", { when, what: steps(run.steps) }) : when;
        return run.undone.length > 0 ? catalogue.text("automation.replay.undone", { what: told, names: phrases.names(run.undone) }) : told;
      });
      const earlier = times.length - list.length;
      const more = earlier > 0 ? [catalogue.text("automation.replay.more", { count: earlier })] : [];
      return [
        catalogue.text("automation.replay.ran", { count: times.length, days }),
        ...[...list.toReversed(), ...more].map((line) => `- ${line}`),
        ...(limits.length > 0 ? ["", ...limits] : []),
      ];
    },
    /** What is wrong with it, or worth knowing, with what would mend it. */
    finding({ kind, entityIds, value }: LintFinding): string {
      const [first = ""] = entityIds;
      const told = kind === "state" ? phrases.state(first, { state: value }) : verbatim(value);
      return catalogue.text(`automation.lint.${kind}`, { names: phrases.names(entityIds), count: entityIds.length, value: told });
    },
  };
}

function plainly(markdown: string): string {
  return capitalised(markdown.replaceAll(/\\(?=[\p{P}\p{S}])/gu, "").replaceAll("**", ""));
}
