import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { Asker } from "../../memory/facts/fact.ts";
import { normalisedKey } from "../../memory/facts/fact-keys.ts";
import { saysTheSame } from "../../memory/facts/fact-values.ts";
import type { Memory } from "../../memory/memory.ts";
import { mayReadOthers } from "../../security/policy/read-access.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { Button, OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnRow, TurnStore } from "../../storage/turns/turns.ts";
import { type CommandAnswer, type CommandContext, createPressEditor, toasterFor } from "../command.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { capitalised, factWords, quotable, verbatim } from "../wording/phrases.ts";

/** Facts of a page: each has a row of buttons, and a phone shows about so many. */
const PAGE = 6;
const LONGEST_EVIDENCE = 300;
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
  const day = (at: number) => time().date(at);

  const whereOf = ({ scope }: Fact, catalogue: Catalogue): string | undefined => {
    if (scope.kind === "person") return undefined;
    if (scope.kind === "house") return catalogue.text("memory.house");
    return verbatim(home.areas().find(({ areaId }) => areaId === scope.areaId)?.name ?? scope.areaId);
  };

  const toldOf = (fact: Fact, asker: Asker, catalogue: Catalogue) => {
    return { id: fact.id, ...factWords(fact), from: fromOf(fact, asker, catalogue), date: day(fact.lastSeen) };
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
      ...asked.map((fact) => catalogue.text("memory.waiting-line", { id: fact.id, ...factWords(fact) })),
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
      return `- ${catalogue.text("memory.evidence-said", { time: at, text: quotable(turn.text.slice(0, LONGEST_EVIDENCE)) })}`;
    });
    const told = fact.evidence.length === 0 ? [`- ${catalogue.text("memory.evidence-none")}`] : lines;
    return [catalogue.text("memory.detail", { id: fact.id, ...factWords(fact) }), kind, ...told].join("\n");
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
function button(label: string, id: number, what: "yes" | "no" | "edit" | "drop" | "gone"): Button {
  return { label, data: `m:${id}:${what}` };
}

const MOST_CHOICES = 6;
const LONGEST_QUOTE = 100;

export type MemoryCommand = ReturnType<typeof createMemoryCommand>;

interface MemoryCommandDependencies {
  readonly memory: Pick<Memory, "get" | "visibleTo" | "correct" | "forget">;
  readonly list: FactList;
  readonly now: () => number;
}

function askerOf({ person: { id, role }, isPrivate }: CommandContext): Asker {
  return { personId: id, role, isPrivate };
}

/** What `/memory` answers: a page of what is known; one fact with where it comes from; and typed what its buttons do. */
export function createMemoryCommand({ memory, list, now }: MemoryCommandDependencies) {
  const run = (context: CommandContext, argument: string): CommandAnswer => {
    const { catalogue } = context;
    const text = argument.trim();
    const [, page] = /^(?:page\s+(\d{1,4}))?$/i.exec(text) ?? [];
    if (text === "" || page !== undefined) return list.page(askerOf(context), Number(page ?? 1), catalogue);
    const [, forgotten] = /^forget\s+m?(\d{1,12})$/i.exec(text) ?? [];
    if (forgotten !== undefined) return forget(context, Number(forgotten));
    const [, id, right] = /^m?(\d{1,12})\s*(?:=\s*(.{1,300}))?$/is.exec(text) ?? [];
    if (id === undefined) return catalogue.text("memory.usage");
    return right === undefined ? explain(context, Number(id)) : correct(context, Number(id), right);
  };

  const explain = (context: CommandContext, factId: number): string => {
    const { catalogue } = context;
    return list.evidence(askerOf(context), factId, catalogue) ?? catalogue.text("memory.unknown", { said: `m${factId}` });
  };

  /** Facts of that number or about that, to be forgotten with a button each. */
  const forgetFact = (context: CommandContext, words: string): CommandAnswer => {
    const { catalogue } = context;
    const asker = askerOf(context);
    const [, id] = /^m(\d{1,12})$/i.exec(words) ?? [];
    const { name } = normalisedKey(words);
    const facts = memory
      .visibleTo(asker, now())
      .filter((fact) => maySay(fact, asker) && (fact.id === Number(id) || fact.key === name || saysTheSame(fact.value, words)))
      .slice(0, MOST_CHOICES);
    if (facts.length === 0) return catalogue.text("memory.unknown", { said: `“${quotable(words.slice(0, LONGEST_QUOTE))}”` });
    const lines = facts.map((fact) => catalogue.text("memory.detail", { id: fact.id, ...factWords(fact) }));
    const buttons = facts.map((fact) => [button(catalogue.text("button.forget", { id: fact.id }), fact.id, "gone")]);
    return { text: [catalogue.text("memory.forget-ask"), ...lines].join("\n"), buttons };
  };
  return { run, explain, forgetFact };

  function ownFact(asker: Asker, id: number) {
    return memory.visibleTo(asker, now()).find((fact) => fact.id === id && maySay(fact, asker));
  }

  function forget(context: CommandContext, id: number): string {
    const { catalogue, person, turnId, chat } = context;
    if (!ownFact(askerOf(context), id)) return catalogue.text("memory.unknown", { said: `m${id}` });
    memory.forget([id], { personId: person.id, turnId, chat });
    return catalogue.text("memory.forgotten", { id });
  }

  function correct(context: CommandContext, id: number, value: string): string {
    const { catalogue, person, turnId } = context;
    if (!ownFact(askerOf(context), id)) return catalogue.text("memory.unknown", { said: `m${id}` });
    const learned = memory.correct(id, value, { personId: person.id, evidence: [{ kind: "turn", turnId }] }, now());
    if (!learned) return catalogue.text("memory.unknown", { said: quotable(`m${id}`) });
    if (learned.outcome === "rejected") {
      const why = learned.reason === "secret" ? catalogue.text("memory.why-secret") : catalogue.text("memory.why-other");
      return catalogue.text("memory.not-stored", { why });
    }
    return catalogue.text("memory.corrected", { id: learned.fact.id, ...factWords(learned.fact) });
  }
}

interface AskDependencies {
  readonly turns: Pick<TurnStore, "get">;
  readonly outbox: Pick<OutboxStore, "add">;
  /** A person's own chat with the bot that somebody wrote to; undefined where they have none besides that chat. */
  readonly ownChat: (turn: TurnRow, personId: string) => Chat | undefined;
  readonly clock: () => number;
}

/** Asks in private whether a fact is to be remembered, whom it is about or who told it. Joins the open transaction. */
export function createFactQuestions({ turns, outbox, ownChat, clock }: AskDependencies) {
  return (fact: Fact, contradicts: Fact | undefined): void => {
    // what was only seen is asked where the person told what stands against it
    const evidence = [...fact.evidence, ...(contradicts?.evidence ?? [])].find((one) => one.kind === "turn");
    const turn = evidence?.kind === "turn" ? turns.get(evidence.turnId) : undefined;
    const personId = fact.scope.kind === "person" ? fact.scope.personId : fact.toldBy;
    if (!turn || personId === undefined) return;
    const chat = turn.isPrivate && turn.personId === personId ? turn : ownChat(turn, personId);
    if (!chat) return;
    const catalogue = catalogueFor(fact.language === "" ? turn.language : fact.language);
    const { key, value } = factWords(fact);
    const isOthers = fact.source === "told" && fact.scope.kind !== "person" && turn.personId !== personId;
    const question = contradicts
      ? catalogue.text(isOthers ? "memory.ask-others" : "memory.ask-changed", { key, value, before: verbatim(contradicts.value) })
      : `${catalogue.text("memory.ask", { key, value })}\n${catalogue.text("memory.ask-why")}`;
    const text = fact.scope.kind === "person" ? question : `${question}\n${catalogue.text("memory.ask-shared")}`;
    const buttons = [[button(catalogue.text("button.yes"), fact.id, "yes"), button(catalogue.text("button.cancel"), fact.id, "no")]];
    const { channel, bot, chatId } = chat;
    outbox.add({ channel, bot, chatId, turnId: turn.id, kind: "question", text, origin: fact.origin, buttons, at: clock() });
  };
}

interface PressDependencies {
  readonly memory: Pick<Memory, "get" | "confirm" | "refuse" | "forget">;
  readonly list: FactList;
  readonly outbox: Pick<OutboxStore, "add" | "turnOfMessage">;
  readonly turns: Pick<TurnStore, "get">;
  readonly clock: () => number;
}

const DATA = /^m:(p|\d{1,12}):(yes|no|edit|drop|gone|\d{1,4})$/;

/** Answers presses on the buttons of facts (`m:…`): of those only who may say something about the fact. Undefined for other buttons. */
export function createFactPresses({ memory, list, outbox, turns, clock }: PressDependencies) {
  const edit = createPressEditor({ outbox, now: clock });
  return (press: ButtonPress): PressReply | undefined => {
    const [, target = "", what = ""] = DATA.exec(press.data) ?? [];
    if (target === "") return undefined;
    const { person, channel, bot, chatId, messageId, isPrivate } = press;
    const toast = toasterFor(person);
    const unknown = toast("toast.unknown");
    if (!person) return unknown;
    const catalogue = catalogueFor(person.language);
    const asker = { personId: person.id, role: person.role, isPrivate };
    const chat = { channel, bot, chatId };
    const turnId = outbox.turnOfMessage(chat, messageId);
    const show = (answer: CommandAnswer): PressReply => {
      edit(press, answer);
      return toast("toast.yes", {}, true);
    };
    if (target === "p") {
      const owner = turns.get(turnId ?? "")?.personId ?? person.id;
      // in a group somebody else's list would take the place of the one that was asked for
      if (!isPrivate && owner !== person.id) return toast("toast.not-yours");
      return /^\d+$/.test(what) ? show(list.page(asker, Number(what), catalogue)) : unknown;
    }

    const fact = memory.get(Number(target));
    if (!fact || fact.validTo !== undefined || fact.status === "refused") return unknown;
    if (!maySay(fact, asker)) return toast("toast.not-yours");
    if (!isPrivate && fact.sensitivity !== "public") return unknown;
    const words = factWords(fact);
    const { id } = fact;
    switch (what) {
      case "yes": {
        const learned = memory.confirm(id, person.id, clock());
        if (!learned) return unknown;
        if (learned.outcome === "contradiction") return show(catalogue.text("noted.asked-others", words));
        return show(catalogue.text(learned.outcome === "rejected" ? "memory.said-no" : "memory.said-yes", words));
      }
      case "no":
        if (fact.status !== "quarantined" || !memory.refuse(id, clock())) return unknown;
        return show(catalogue.text("memory.said-no", words));
      case "edit": {
        const text = catalogue.text("memory.how-to-correct", { id });
        outbox.add({ ...chat, turnId, kind: "notice", text, origin: "home", at: clock() });
        return toast("toast.yes", {}, true);
      }
      case "drop": {
        const text = `${catalogue.text("memory.forget-ask")}\n${catalogue.text("memory.detail", { id, ...words })}`;
        const choices = [button(catalogue.text("button.yes"), id, "gone"), { label: catalogue.text("button.cancel"), data: "m:p:1" }];
        return show({ text, buttons: [choices] });
      }
      case "gone":
        memory.forget([id], { personId: person.id, turnId, chat });
        return show(catalogue.text("memory.forgotten", { id }));
      default:
        return unknown;
    }
  };
}

/** Whence something is known, as its reader is told. */
export function fromOf({ source, toldBy }: Fact, { personId }: Pick<Asker, "personId">, catalogue: Catalogue): string {
  const others = source === "told" && toldBy !== undefined && toldBy !== personId;
  return others ? catalogue.text("memory.from-others") : catalogue.text(`memory.from-${source}`);
}
