import { catalogueFor } from "../../languages/catalogue.ts";
import type { Memory } from "../../memory/facts/fact.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnRow, TurnStore } from "../../storage/turns/turns.ts";
import type { CommandAnswer } from "../command-context.ts";
import { button, type FactList, inWords, maySay } from "../graph/fact-list.ts";
import { createPressEditor, toasterFor } from "../presses.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { verbatim } from "../wording/verbatim.ts";

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
