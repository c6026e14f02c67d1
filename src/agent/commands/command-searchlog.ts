import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { CommandAnswer, CommandContext } from "../command-context.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { createSearchLogPage, type SearchLogPageDependencies, type WantedPage } from "./search-log-page.ts";

const DEFAULT_ROWS = 8;
/** More lines than this nobody reads in a chat. */
const MOST_ROWS = 50;

/** `s:<filter>:<rows>:<before>`, beside the data of other buttons (questions.ts); before row 0 means the newest. */
const DATA = /^s:(all|today|blocked):(\d{1,2}):(\d{1,15})$/;

interface SearchLogDependencies extends SearchLogPageDependencies {
  readonly outbox: Pick<OutboxStore, "add" | "ofMessage">;
  readonly wakeDelivery: () => void;
}

export type SearchLogCommand = ReturnType<typeof createSearchLogCommand>;

/** What `/searchlog [n|today|blocked]` answers, and what the buttons under it do: its page turns in its place. */
export function createSearchLogCommand({ outbox, wakeDelivery, ...page }: SearchLogDependencies) {
  const pageOf = createSearchLogPage(page);
  return {
    run(context: CommandContext, argument: string): CommandAnswer {
      const { catalogue } = context;
      const wanted = wantedOf(argument.trim().toLowerCase());
      return wanted ? pageOf(context, wanted, catalogue) : catalogue.text("searchlog.usage", { most: MOST_ROWS });
    },

    /** Answers a press on a button under a page; undefined for every other button. */
    press({ channel, bot, chatId, messageId, data, person, isPrivate }: ButtonPress): PressReply | undefined {
      const [, filter, rows, before] = DATA.exec(data) ?? [];
      if (filter === undefined) return undefined;
      const catalogue: Catalogue = catalogueFor(person?.language ?? "en");
      const wanted = { ...wantedOf(rows ?? ""), filter: filter as WantedPage["filter"], before: Number(before) || undefined };
      // who may see a page is decided anew: roles change, and messages are passed on
      if (!person || wanted.rows === undefined || !isPrivate) return { toast: catalogue.text("toast.unknown"), taken: false };
      const chat = { channel, bot, chatId };
      // with the turn of the message whose button it is: it is forgotten with that
      const turnId = outbox.ofMessage(chat, messageId)?.turnId;
      const answer = pageOf({ person, isPrivate: true, turnId }, { ...wanted, rows: wanted.rows }, catalogue);
      const shown =
        typeof answer === "string" ? { text: answer, buttons: [], origin: "home" as const } : { origin: "home" as const, ...answer };
      outbox.add({ ...chat, ...shown, turnId, kind: "edit", editMessageId: messageId, at: page.now() });
      wakeDelivery();
      return { toast: catalogue.text("toast.yes"), taken: true };
    },
  };
}

function wantedOf(text: string): WantedPage | undefined {
  if (text === "") return { filter: "all", rows: DEFAULT_ROWS };
  if (text === "today" || text === "blocked") return { filter: text, rows: DEFAULT_ROWS };
  const rows = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return rows >= 1 && rows <= MOST_ROWS ? { filter: "all", rows } : undefined;
}
