import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import type { Catalogue } from "../../languages/catalogue.ts";
import type { Asker } from "../../memory/facts/fact.ts";
import type { Memory } from "../../memory/memory.ts";
import { mayReadOthers } from "../../security/policy/read-access.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { Button } from "../../storage/turns/outbox.ts";
import type { TurnStore } from "../../storage/turns/turns.ts";
import type { CommandAnswer } from "../command-context.ts";
import type { StepResult } from "../state.ts";
import type { Noted } from "../toolbox.ts";
import { capitalised } from "../wording/phrases.ts";
import { quotable, verbatim } from "../wording/verbatim.ts";

/** Facts of a page: each has a row of buttons, and a phone shows about so many. */
const PAGE = 6;
const LONGEST_QUOTE = 300;
const MOST_DAYS = 10;

interface FactListDependencies {
  readonly memory: Pick<Memory, "visibleTo" | "waitingFor" | "get">;
  readonly turns: Pick<TurnStore, "get">;
  readonly home: Pick<Home, "info" | "areas" | "ready">;
  /** The note of a fact that tells a habit, in the language of a person if it is known in that. */
  readonly habitNote: (factId: number, note: string, personId: string) => string;
  readonly now: () => number;
}

export type FactList = ReturnType<typeof createFactList>;

/** What is known, as people read it: pages with buttons, and one fact with where it comes from. */
export function createFactList({ memory, turns, home, habitNote, now }: FactListDependencies) {
  const time = () => homeTime(home.ready ? home.info.timeZone : "UTC");
  const day = (at: number) => time().minute(at).slice(0, 10);

  const whereOf = ({ scope }: Fact, catalogue: Catalogue): string | undefined => {
    if (scope.kind === "person") return undefined;
    if (scope.kind === "house") return catalogue.text("memory.house");
    return verbatim(home.areas().find(({ areaId }) => areaId === scope.areaId)?.name ?? scope.areaId);
  };

  const fromOf = ({ source, toldBy }: Fact, { personId }: Asker, catalogue: Catalogue): string => {
    const others = source === "told" && toldBy !== undefined && toldBy !== personId;
    return others ? catalogue.text("memory.from-others") : catalogue.text(`memory.from-${source}`);
  };

  const toldOf = (fact: Fact, asker: Asker, catalogue: Catalogue) => {
    return { id: fact.id, ...inWords(fact), from: fromOf(fact, asker, catalogue), date: day(fact.lastSeen) };
  };

  const lineOf = (fact: Fact, asker: Asker, catalogue: Catalogue): string => {
    const line = toldOf(fact, asker, catalogue);
    const where = whereOf(fact, catalogue);
    return where === undefined ? catalogue.text("memory.line", line) : catalogue.text("memory.line-shared", { ...line, where });
  };

  /** A page counted from 1; the nearest there is. */
  const page = (asker: Asker, wanted: number, catalogue: Catalogue): CommandAnswer => {
    const facts = memory.visibleTo(asker, now());
    const waiting = asker.isPrivate ? memory.waitingFor(asker.personId) : [];
    if (facts.length + waiting.length === 0) return catalogue.text(asker.isPrivate ? "memory.none" : "memory.none-group");
    const pages = Math.max(1, Math.ceil(facts.length / PAGE));
    const current = Math.min(Math.max(1, wanted), pages);
    const shown = facts.slice((current - 1) * PAGE, current * PAGE);
    const paging = { page: current, pages };
    const head = catalogue.text(asker.isPrivate ? "memory.head" : "memory.head-group", paging);
    const asked = current === 1 ? waiting.slice(0, PAGE) : [];
    const text = [
      ...(facts.length > 0 ? [head, ...shown.map((fact) => lineOf(fact, asker, catalogue))] : []),
      ...(asked.length > 0 ? [catalogue.text("memory.waiting")] : []),
      ...asked.map((fact) => catalogue.text("memory.waiting-line", { id: fact.id, ...inWords(fact) })),
    ].join("\n");
    const buttons: (readonly Button[])[] = [
      ...shown
        .filter((fact) => maySay(fact, asker))
        .map(({ id }) => [
          button(catalogue.text("button.correct", { id }), id, "edit"),
          button(catalogue.text("button.forget", { id }), id, "drop"),
        ]),
      ...asked.map(({ id }) => [
        button(catalogue.text("button.remember", { id }), id, "yes"),
        button(catalogue.text("button.cancel"), id, "no"),
      ]),
    ];
    const turn = (key: "button.back" | "button.more", to: number) =>
      to >= 1 && to <= pages ? [{ label: catalogue.text(key), data: `m:p:${to}` }] : [];
    const turning = [...turn("button.back", current - 1), ...turn("button.more", current + 1)];
    return { text, buttons: turning.length > 0 ? [...buttons, turning] : buttons };
  };

  /** Where one fact comes from; undefined if it is not for the asker's eyes. */
  const evidence = (asker: Asker, factId: number, catalogue: Catalogue): string | undefined => {
    const seen = [...memory.visibleTo(asker, now()), ...(asker.isPrivate ? memory.waitingFor(asker.personId) : [])];
    const fact = seen.find(({ id }) => id === factId);
    if (!fact) return undefined;
    const kind = catalogue.text("memory.detail-kind", {
      category: fact.category,
      sensitivity: fact.sensitivity,
      count: fact.occurrences,
      from: capitalised(fromOf(fact, asker, catalogue)),
      first: day(fact.firstSeen),
      last: day(fact.lastSeen),
    });
    const lines = fact.evidence.flatMap((one) => {
      if (one.kind === "events") {
        const days = one.days.slice(-MOST_DAYS).join(", ");
        const note = verbatim(habitNote(fact.id, one.note, asker.personId));
        return `- ${catalogue.text("memory.evidence-events", { note, days })}`;
      }
      const turn = turns.get(one.turnId);
      // what another person wrote is not for everybody
      if (turn && turn.personId !== asker.personId) return [];
      const at = turn ? time().minute(turn.sentAt) : day(fact.firstSeen);
      // others read along, and there may be more in the message
      if (!asker.isPrivate) return `- ${catalogue.text("memory.evidence-private", { time: at })}`;
      if (!turn?.text) return `- ${catalogue.text("memory.evidence-gone", { time: at })}`;
      return `- ${catalogue.text("memory.evidence-said", { time: at, text: quotable(turn.text.slice(0, LONGEST_QUOTE)) })}`;
    });
    const told = fact.evidence.length === 0 ? [`- ${catalogue.text("memory.evidence-none")}`] : lines;
    return [catalogue.text("memory.detail", { id: fact.id, ...inWords(fact) }), kind, ...told].join("\n");
  };

  /** What is known of one thing that was asked for, with where it comes from. */
  const answer = (asker: Asker, facts: readonly Fact[], catalogue: Catalogue): string =>
    facts.map((fact) => catalogue.text("memory.answer", toldOf(fact, asker, catalogue))).join("\n");

  return { page, evidence, answer };
}

/** Whose yes or no counts about a fact: the person's it is about; of the house's the grown-ups'. */
export function maySay({ scope, toldBy }: Pick<Fact, "scope" | "toldBy">, { personId, role }: Pick<Asker, "personId" | "role">): boolean {
  return scope.kind === "person" ? scope.personId === personId : toldBy === personId || mayReadOthers(role);
}

/** A button of ours about a fact: `m:<id>:<what>`. */
export function button(label: string, id: number, what: "yes" | "no" | "edit" | "drop" | "gone"): Button {
  return { label, data: `m:${id}:${what}` };
}

export function notedIn(results: readonly StepResult[]): readonly Noted[] {
  const all = results.flatMap((result) => (result.kind === "read" ? (result.noted ?? []) : []));
  return [...new Map(all.map((noted) => [`${noted.outcome}\0${noted.key}\0${noted.value}`, noted])).values()];
}

export function reportNoted(all: readonly Noted[], catalogue: Catalogue): readonly string[] {
  return all.map(({ outcome, before, ...noted }) => {
    const words = inWords(noted);
    if (outcome === "superseded" && before !== undefined) return catalogue.text("noted.superseded", { ...words, before: verbatim(before) });
    return catalogue.text(`noted.${outcome === "superseded" ? "superseded-plain" : outcome}`, words);
  });
}

export function inWords({ key, value }: Pick<Fact, "key" | "value">) {
  return { key: verbatim(key.replaceAll("_", " ")), value: verbatim(value) };
}
