import { useCallback, useEffect, useState } from "preact/hooks";
import type { ChatMessage, ChatProgress, Listed } from "../../channels/console/wire.ts";
import { useWorld } from "../world.ts";
import { type Conversation, putAll, put as putMessage, refreshed, type Unsent, withUnsent } from "./messages.ts";

export interface ConversationNow extends Conversation {
  readonly isLoaded: boolean;
  readonly hasEarlier: boolean;
  readonly problem: unknown;
  /** What the assistant is doing; undefined while it does nothing. */
  readonly progress: ChatProgress | undefined;
  earlier(): Promise<void>;
  reload(): void;
  say(text: string): void;
  /** Sends again what did not go; the server takes it once. */
  again(unsent: Unsent): void;
}

/** The chat, live: what the server has, what is on its way there, and what is being worked on. */
export function useConversation(): ConversationNow {
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
      events.on("message", (message) => setConversation((before) => putMessage(before, message))),
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
    progress,
    earlier: async () => (typeof next === "string" ? read(next) : undefined),
    reload: () => void read(),
    say: (text) => void send({ clientId: newId(), text, at: Date.now(), id: undefined, problem: undefined }),
    again: (unsent) => void send(unsent),
  };
}

/** `crypto.randomUUID` is missing where Home Assistant is opened by plain HTTP. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
