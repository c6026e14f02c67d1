import { catalogueFor } from "../../languages/catalogue.ts";
import type { Memory } from "../../memory/facts/fact.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Fact } from "../../storage/facts/fact-row.ts";
import type { Button, OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnRow, TurnStore } from "../../storage/turns/turns.ts";
import { button, type FactList, inWords, maySay } from "../graph/fact-list.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { verbatim } from "../wording/verbatim.ts";

interface AskDependencies {
  readonly turns: Pick<TurnStore, "get">;
  readonly outbox: Pick<OutboxStore, "add">;
  /** A person's own chat with the bot that somebody wrote to; undefined where they have none besides that chat. */
  readonly ownChat: (turn: TurnRow, personId: string) => Chat | undefined;
  readonly clock: () => number;
}

/**
 * Asks the person whose words or life a fact is about whether it is to be remembered, in their own chat only. Who has none finds it with
 * /memory. Joins the open transaction.
 */
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

/** Answers presses on the buttons of facts (`m:…`): of those only who may say something about the fact. Undefined for other buttons. */
export function createFactPresses({ memory, list, outbox, turns, clock }: PressDependencies) {
  return (press: ButtonPress): PressReply | undefined => {
    const [, target = "", what = ""] = /^m:(p|\d{1,12}):(yes|no|edit|drop|gone|\d{1,4})$/.exec(press.data) ?? [];
    if (target === "") return undefined;
    const { person, channel, bot, chatId, messageId } = press;
    const catalogue = catalogueFor(person?.language ?? "en");
    const unknown: PressReply = { toast: catalogue.text("toast.unknown"), taken: false };
    if (!person) return unknown;
    const asker = { personId: person.id, role: person.role, isPrivate: press.isPrivate };
    const show = (text: string, buttons: readonly (readonly Button[])[] = [], kind: "edit" | "notice" = "edit"): PressReply => {
      const place = kind === "edit" ? { editMessageId: messageId } : {};
      // with the turn of the message whose button it is: it is forgotten with that
      const turnId = outbox.turnOfMessage({ channel, bot, chatId }, messageId);
      outbox.add({ channel, bot, chatId, turnId, kind, text, origin: "home", buttons, ...place, at: clock() });
      return { toast: catalogue.text("toast.yes"), taken: true };
    };
    const showPage = (page: number): PressReply => {
      const answer = list.page(asker, page, catalogue);
      return typeof answer === "string" ? show(answer) : show(answer.text, answer.buttons);
    };
    const asked = outbox.turnOfMessage({ channel, bot, chatId }, messageId);
    const owner = asked === undefined ? undefined : turns.get(asked)?.personId;
    const notTheirs: PressReply = { toast: catalogue.text("toast.not-yours"), taken: false };
    // in a group somebody else's list would take the place of the one that was asked for
    if (target === "p" && !press.isPrivate && owner !== undefined && owner !== person.id) return notTheirs;
    if (target === "p") return /^\d+$/.test(what) ? showPage(Number(what)) : unknown;

    const fact = memory.get(Number(target));
    if (!fact || fact.validTo !== undefined || fact.status === "refused") return unknown;
    if (!maySay(fact, asker)) return notTheirs;
    if (!asker.isPrivate && fact.sensitivity !== "public") return unknown;
    const { key, value } = inWords(fact);
    const { id } = fact;
    switch (what) {
      case "yes": {
        const learned = memory.confirm(id, person.id, clock());
        if (!learned) return unknown;
        if (learned.outcome === "contradiction") return show(catalogue.text("noted.asked-others", { key, value }));
        return show(
          learned.outcome === "rejected"
            ? catalogue.text("memory.said-no", { key, value })
            : catalogue.text("memory.said-yes", { key, value }),
        );
      }
      case "no":
        if (fact.status !== "quarantined" || !memory.refuse(id, clock())) return unknown;
        return show(catalogue.text("memory.said-no", { key, value }));
      case "edit":
        return show(catalogue.text("memory.how-to-correct", { id }), [], "notice");
      case "drop": {
        const question = `${catalogue.text("memory.forget-ask")}\n${catalogue.text("memory.detail", { id, key, value })}`;
        const choices = [button(catalogue.text("button.yes"), id, "gone"), { label: catalogue.text("button.cancel"), data: "m:p:1" }];
        return show(question, [choices]);
      }
      case "gone":
        memory.forget([id], {
          personId: person.id,
          turnId: outbox.turnOfMessage({ channel, bot, chatId }, messageId),
          chat: { channel, bot, chatId },
        });
        return show(catalogue.text("memory.forgotten", { id }));
      default:
        return unknown;
    }
  };
}
