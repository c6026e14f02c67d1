import { catalogueFor } from "../../languages/catalogue.ts";
import type { Asker } from "../../memory/facts/fact.ts";
import { normalisedKey } from "../../memory/facts/fact-keys.ts";
import { saysTheSame } from "../../memory/facts/fact-values.ts";
import type { Memory } from "../../memory/memory.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnRow, TurnStore } from "../../storage/turns/turns.ts";
import { type CommandAnswer, type CommandContext, createPressEditor, toasterFor } from "../command-context.ts";
import { button, type FactList, inWords, maySay } from "../graph/fact-list.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { quotable, verbatim } from "../wording/verbatim.ts";

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
    const lines = facts.map((fact) => catalogue.text("memory.detail", { id: fact.id, ...inWords(fact) }));
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
    return catalogue.text("memory.corrected", { id: learned.fact.id, ...inWords(learned.fact) });
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
    const { key, value } = inWords(fact);
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
    const words = inWords(fact);
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
