import { useCallback, useEffect, useState } from "preact/hooks";
import type { ChatMessage, ChatProgress, Listed } from "../../channels/console/wire.ts";
import { useWorld } from "../world.ts";

export interface Unsent {
  readonly clientId: string;
  readonly text: string;
  /** The server's id once it has taken it; then it waits for nothing but to be shown. */
  readonly id: string | undefined;
  readonly problem: unknown;
}

interface Conversation {
  readonly messages: readonly ChatMessage[];
  readonly unsent: readonly Unsent[];
}

/** The chat, live: what the server has, what is on its way there, and what is being worked on. */
export function useConversation() {
  const { api, events } = useWorld();
  const [conversation, setConversation] = useState<Conversation>({ messages: [], unsent: [] });
  const [next, setNext] = useState<string | null>();
  const [problem, setProblem] = useState<unknown>();
  const [progress, setProgress] = useState<ChatProgress>();

  const read = useCallback(
    async (cursor?: string) => {
      try {
        const part = await api.get<Listed<ChatMessage>>("chat", { cursor });
        setConversation((before) => (cursor === undefined ? refreshed(before, part.items) : putAll(before, part.items)));
        setNext(part.next);
        setProblem(undefined);
      } catch (error) {
        setProblem(error);
      }
    },
    [api],
  );

  useEffect(() => {
    void read();
    const ends = [
      events.on("message", (message) => setConversation((before) => put(before, message))),
      events.on("progress", (now) => setProgress(now.done ? undefined : now)),
      events.on("changed", ({ page }) => page === "chat" && void read()),
      events.on("again", () => {
        setProgress(undefined);
        void read();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [events, read]);

  const send = useCallback(
    async (unsent: Unsent) => {
      const now = (change: Partial<Unsent>) => setConversation((before) => withUnsent(before, { ...unsent, ...change }));
      now({ problem: undefined });
      try {
        const { id } = await api.send<{ id: string }>("POST", "chat", { text: unsent.text, clientId: unsent.clientId });
        now({ id, problem: undefined });
      } catch (error) {
        now({ problem: error });
      }
    },
    [api],
  );

  return {
    ...conversation,
    isLoaded: next !== undefined,
    hasEarlier: typeof next === "string",
    problem,
    /** What the assistant is doing; undefined while it does nothing. */
    progress,
    earlier: async () => (typeof next === "string" ? read(next) : undefined),
    reload: () => void read(),
    say: (text: string) => void send({ clientId: newId(), text, id: undefined, problem: undefined }),
    /** Sends again what did not go; the server takes it once. */
    again: (unsent: Unsent) => void send(unsent),
  };
}

/** `crypto.randomUUID` is missing where Home Assistant is opened by plain HTTP. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function put({ messages, unsent }: Conversation, message: ChatMessage): Conversation {
  const place = messages.findIndex(({ id }) => id === message.id);
  const left = unsent.filter(({ id, clientId }) => id !== message.id && clientId !== message.clientId);
  if (place >= 0) return { messages: messages.with(place, message), unsent: left };
  return { messages: [...messages, message].toSorted((one, other) => one.at - other.at || sideOf(one) - sideOf(other)), unsent: left };
}

/** What came in the same millisecond: a message stands before its answer. */
function sideOf({ from }: ChatMessage): number {
  return from === "person" ? 0 : 1;
}

function putAll(conversation: Conversation, messages: readonly ChatMessage[]): Conversation {
  return messages.reduce(put, conversation);
}

/** With the newest part as the server has it now. Older messages stay if they follow on without a gap; so do newer ones. */
function refreshed({ messages, unsent }: Conversation, newest: readonly ChatMessage[]): Conversation {
  const known = new Set(messages.map(({ id }) => id));
  const times = newest.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const followsOn = newest.some(({ id }) => known.has(id));
  const kept = messages.filter(({ at }) => (followsOn && at < first) || at > last);
  return putAll({ messages: newest.length === 0 ? [] : kept, unsent }, newest);
}

function withUnsent({ messages, unsent }: Conversation, one: Unsent): Conversation {
  const others = unsent.filter(({ clientId }) => clientId !== one.clientId);
  // the stream may have been quicker than the answer
  const isShown = messages.some(({ id, clientId }) => id === one.id || clientId === one.clientId);
  return { messages, unsent: isShown ? others : [...others, one] };
}
