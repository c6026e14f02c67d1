import { type Person, type PressReply, progressWords, type Received, type Turns } from "../../agent/turn.ts";
import type { CameraImages } from "../../homeassistant/reading/camera-images.ts";
import { catalogueFor } from "../../languages/catalogue.ts";
import type { Chat } from "../../storage/chat.ts";
import type { Page } from "../../storage/place.ts";
import type { ChatPages, ChatPlace, ShownPicture, ChatMessage as StoredMessage } from "../../storage/turns/chat-pages.ts";
import type { OutboxItem } from "../../storage/turns/outbox.ts";
import type { Delivered, PartSent } from "../channel.ts";
import { CONSOLE } from "../people.ts";
import type { Live } from "./live.ts";
import { htmlOf, htmlOfWords, plainOf } from "./rendering.ts";
import { timelineSvg } from "./timeline-svg.ts";
import type { ChatMessage } from "./wire.ts";

/** Ids of messages: the person's as their page made it, ours by the item that shows them. */
const PERSONS = "c-";
const OURS = "a-";

/** An answer about more than so many entities is a list already. */
const MOST_ABOUT = 4;

interface ConsoleChannelParts {
  readonly turns: Turns;
  readonly pages: ChatPages;
  readonly live: Live;
  readonly cameras: Pick<CameraImages, "read">;
  readonly nameOf: (entityId: string) => string | undefined;
  readonly now: () => number;
}

function chatOf(personId: string): Chat {
  return { channel: CONSOLE, bot: "", chatId: personId };
}

/** The chat on the console's page, which reads messages from disk. Open pages are told of each; it counts as sent without any. */
export function createConsoleChannel({ turns, pages, live, cameras, nameOf, now }: ConsoleChannelParts) {
  /** Of a question about many an answer names those that matter; one that names none is about all. */
  function told(message: StoredMessage): StoredMessage {
    let rest = plainOf(message.text);
    const names = message.about.map((entityId) => [entityId, nameOf(entityId) ?? ""] as const);
    // a longer name is no word of the shorter one that stands in it
    const named = new Set<string>();
    for (const [, name] of names.toSorted(([, one], [, other]) => other.length - one.length)) {
      if (name === "" || !rest.includes(name)) continue;
      named.add(name);
      rest = rest.replaceAll(name, "\0");
    }
    const about = names.flatMap(([entityId, name]) => (named.has(name) ? entityId : []));
    return about.length === 0 ? message : { ...message, about };
  }

  function tell(chatId: string, message: StoredMessage): void {
    live.tell({ event: "message", data: shownMessage(told(message)) }, (person) => person.id === chatId);
  }

  /** What the page cannot draw by itself; "none" for a camera that shows nothing. */
  async function imageOf(media: OutboxItem["media"], signal: AbortSignal): Promise<ShownPicture | "none" | undefined> {
    if (media && "timeline" in media) return { type: "image/svg+xml", bytes: Buffer.from(timelineSvg(media.timeline)) };
    if (media && "entityId" in media) return (await cameras.read(media.entityId, signal)) ?? "none";
    return undefined;
  }

  return {
    name: CONSOLE,

    async start(signal: AbortSignal): Promise<void> {
      const heard = turns.onProgress(({ channel, chatId, turnId, progress }) => {
        if (channel !== CONSOLE) return;
        const isFor = (person: Person) => person.id === chatId;
        // each is told in their own language; a chat has one person
        const said = (language: string) => ({
          turnId,
          text: progressWords(progress, catalogueFor(language)) ?? "",
          done: progress.kind === "ended",
        });
        live.tell((person) => ({ event: "progress", data: said(person.language) }), isFor);
      });
      signal.addEventListener("abort", () => heard[Symbol.dispose](), { once: true });
    },

    async deliver(item: OutboxItem, _partSent: PartSent, signal: AbortSignal): Promise<Delivered> {
      const { chatId, editMessageId, text, buttons, media, turnId, approvalId, createdAt: at } = item;
      const image = await imageOf(media, signal);
      if (image === "none") return { kind: "no-picture" };
      if (image) pages.keepPicture(item.id, image, now());
      const messageId = editMessageId ?? `${OURS}${item.id}`;
      const before = editMessageId === undefined ? undefined : pages.get(chatOf(chatId), editMessageId);
      const from = item.kind === "notice" ? ("notice" as const) : ("assistant" as const);
      const fresh: StoredMessage = {
        ...{ id: messageId, from, text, buttons, at, edited: false, turnId, approvalId },
        hasPicture: image !== undefined,
        hours: media && "series" in media ? media.series.hours : undefined,
        about: pages.aboutOf(turnId),
      };
      tell(chatId, { ...fresh, ...before, text, buttons, edited: editMessageId !== undefined });
      return editMessageId === undefined ? { kind: "sent", last: { part: 0, messageId } } : { kind: "sent" };
    },

    /** Takes a message in, the same `clientId` once; `isTap` for a sentence that the page's own button stands for. */
    receive(
      person: Person,
      { text, clientId, isTap = false }: { readonly text: string; readonly clientId: string; readonly isTap?: boolean },
    ): { readonly id: string; readonly received: Received } {
      const chat = chatOf(person.id);
      const id = `${PERSONS}${clientId}`;
      const known = pages.get(chat, id);
      if (known) return { id, received: "duplicate" };
      const received = turns.receive({
        ...chat,
        messageId: id,
        person,
        text,
        origin: isTap ? "home" : undefined,
        sentAt: now(),
        isPrivate: true,
        replyToMessageId: undefined,
        threadId: undefined,
        kind: "text",
      });
      const message = pages.get(chat, id);
      if (message) tell(person.id, message);
      return { id, received };
    },

    press: (person: Person, { messageId, data }: { readonly messageId: string; readonly data: string }): Promise<PressReply> =>
      turns.press({ ...chatOf(person.id), messageId, person, isPrivate: true, data, pressedAt: now() }),

    /** The picture of a message in a person's own chat, as long as it is kept. */
    picture: (person: Person, messageId: string): ShownPicture | undefined => pages.picture(chatOf(person.id), messageId, now()),

    /** What stands in a person's chat, newest first. */
    page(person: Person, wanted: { readonly limit: number; readonly before: ChatPlace | undefined }): Page<StoredMessage, ChatPlace> {
      const { items, next } = pages.page(chatOf(person.id), wanted);
      return { items: items.map(told), next };
    },
  };
}

export type ConsoleChannel = ReturnType<typeof createConsoleChannel>;

/** A message as the page gets it. */
export function shownMessage(message: StoredMessage): ChatMessage {
  const { id, from, text, about } = message;
  const html = from === "person" ? htmlOfWords(text) : htmlOf(text);
  const clientId = from === "person" && id.startsWith(PERSONS) ? id.slice(PERSONS.length) : undefined;
  return { ...message, html, about: about.length > MOST_ABOUT ? [] : about, clientId };
}
