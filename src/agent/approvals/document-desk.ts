import type { ReceivedFiles } from "../../homeassistant/telegram/received-files.ts";
import { DOCUMENT_ENDINGS, documentKind } from "../../knowledge/documents/documents-files.ts";
import { type DocumentShelf, LARGEST_DOCUMENT } from "../../knowledge/documents/documents-shelf.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { MessageKey } from "../../languages/message-keys.ts";
import type { Logger } from "../../observability/logger.ts";
import type { AssistantDatabase } from "../../storage/database.ts";
import type { SentDocuments } from "../../storage/turns/sent-documents.ts";
import type { TurnRow, TurnStore } from "../../storage/turns/turns.ts";
import { isSameChat } from "../chat-queue.ts";
import { type CommandAnswer, createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import { attachmentOf, type ButtonPress, type IncomingMessage, type PressReply } from "../turn.ts";
import { verbatim } from "../wording/phrases.ts";

/** `f:<turn>:<what>`; 64 bytes are enough for it. */
const DATA = /^f:([\w-]{36}):(take|leave)$/;
/** A download from Telegram and a copy on the disk. */
const TAKE_TIMEOUT_MS = 60_000;

interface DocumentDeskDependencies extends PressEditorDependencies {
  readonly database: Pick<AssistantDatabase, "transaction">;
  readonly turns: Pick<TurnStore, "get" | "isErased" | "dropAttachment">;
  readonly files: Pick<ReceivedFiles, "read">;
  readonly sentDocuments: SentDocuments;
  /** Undefined where knowledge is switched off. */
  readonly shelf: DocumentShelf | undefined;
  /** There is another document, or one less. */
  readonly changed: () => void;
  readonly logger: Logger;
}

export type DocumentDesk = ReturnType<typeof createDocumentDesk>;

/** Documents that an owner sends in their own chat: taken into knowledge after a button, and gone with their message when that is forgotten. */
export function createDocumentDesk(dependencies: DocumentDeskDependencies) {
  const { database, turns, files, sentDocuments, shelf, changed, logger } = dependencies;
  const edit = createPressEditor(dependencies);
  const taking = new Set<string>();
  /** One after the other: of two that have one name the second finds the first. */
  let last = Promise.resolve();

  /** What is said once it is tried; `again`: the button may be pressed once more. Undefined where the message was forgotten meanwhile. */
  const take = async (turn: TurnRow, folder: DocumentShelf): Promise<{ readonly key: MessageKey; readonly again?: true } | undefined> => {
    const { bot, chatId, id } = turn;
    const attachment = attachmentOf(turn);
    if (!attachment) return undefined;
    const { name = "", ...sent } = attachment;
    const names = (await folder.list()).map((document) => document.name.normalize("NFC"));
    if (names.includes(name.normalize("NFC")) && !sentDocuments.has(id)) return { key: "document.exists" };
    const signal = AbortSignal.timeout(TAKE_TIMEOUT_MS);
    const file = await files.read({ bot, chatId, ...sent }, { name: `${id}.document`, most: LARGEST_DOCUMENT, signal });
    if (file.kind !== "read") return { key: `document.${file.kind}`, ...(file.kind === "away" && { again: true }) };
    // first, so that a crash leaves no document that nobody knows where it came from
    const isWanted = database.transaction(() => {
      if (turns.isErased(id)) return false;
      sentDocuments.add(id, name, file.bytes);
      return true;
    });
    if (!isWanted) return undefined;
    const outcome = await folder.put(name, file.bytes);
    if (outcome === "done") return { key: "document.taken" };
    sentDocuments.drop(id);
    return { key: outcome === "full" ? "document.full" : "document.refused" };
  };

  const taken = async (press: ButtonPress, turn: TurnRow, folder: DocumentShelf): Promise<void> => {
    const catalogue = catalogueFor(turn.language);
    const outcome = await take(turn, folder).catch((error: unknown) => {
      logger.error({ err: error }, "a document could not be taken in");
      return { key: "document.away" as const, again: true as const };
    });
    database.transaction(() => {
      if (!outcome || turns.isErased(turn.id)) return;
      const { key, again } = outcome;
      if (!again) turns.dropAttachment(turn.id);
      const text = catalogue.text(key, { name: nameOf(turn) });
      edit(press, again ? { text, buttons: buttonsOf(turn.id, turn.language) } : text);
    });
    changed();
  };

  /** Removes documents whose message was forgotten; at the start those that a crash left. Never rejects. */
  const sweep = async (): Promise<void> => {
    // one that is on its way could be missed: it is looked for as soon as it is there
    if (!shelf || taking.size > 0) return;
    const unwanted = sentDocuments.unwanted();
    if (unwanted.length === 0) return;
    try {
      for (const { name, bytes } of await shelf.list()) {
        const named = unwanted.filter(({ isNamed }) => isNamed(name));
        if (named.length === 0 || bytes > LARGEST_DOCUMENT) continue;
        await shelf.remove(name, (content) => named.some(({ holds }) => holds(content)));
      }
      database.transaction(() => {
        for (const { turnId } of unwanted) sentDocuments.drop(turnId);
      });
      changed();
    } catch (error) {
      logger.error({ err: error }, "a document whose message was forgotten could not be removed; it is tried again at the next start");
    }
  };

  return {
    /** What is said to a file, with buttons where it may be taken in. */
    offer({ person, isPrivate, attachment }: IncomingMessage, turnId: string): CommandAnswer {
      const catalogue = catalogueFor(person.language);
      const { name, size = 0 } = attachment ?? {};
      if (name === undefined || person.role !== "owner" || !isPrivate || !shelf) return catalogue.text("notice.file");
      if (documentKind(name) === undefined) return catalogue.text("document.kind", { types: DOCUMENT_ENDINGS.join(" ") });
      if (size > LARGEST_DOCUMENT) return catalogue.text("document.too-long");
      return { text: catalogue.text("document.offer", { name: verbatim(name) }), buttons: buttonsOf(turnId, person.language) };
    },

    /** Answers a press below such a question; undefined for every other button. */
    press(press: ButtonPress): PressReply | undefined {
      const [, turnId, what] = DATA.exec(press.data) ?? [];
      if (turnId === undefined) return undefined;
      const { person } = press;
      const toast = toasterFor(person);
      const turn = turns.get(turnId);
      if (!turn || !person || !shelf || turns.isErased(turnId) || !isSameChat(turn, press)) return toast("toast.unknown");
      if (person.id !== turn.personId || person.role !== "owner") return toast("toast.only-asker", { name: turn.personName });
      if (turn.attachment === undefined || taking.has(turnId)) return toast("toast.answered");
      if (what === "leave") {
        database.transaction(() => {
          turns.dropAttachment(turnId);
          edit(press, catalogueFor(turn.language).text("document.left", { name: nameOf(turn) }));
        });
      } else {
        taking.add(turnId);
        last = last
          .then(() => taken(press, turn, shelf))
          .catch((error: unknown) => logger.error({ err: error }, "what became of a document could not be told"))
          .finally(() => taking.delete(turnId))
          .then(sweep);
      }
      return toast("toast.yes", {}, true);
    },

    sweep,
  };
}

function buttonsOf(turnId: string, language: string) {
  const catalogue = catalogueFor(language);
  return [
    [
      { label: catalogue.text("button.yes"), data: `f:${turnId}:take` },
      { label: catalogue.text("button.cancel"), data: `f:${turnId}:leave` },
    ],
  ];
}

function nameOf(turn: TurnRow): string {
  return verbatim(attachmentOf(turn)?.name ?? "");
}
