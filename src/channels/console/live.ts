import type { Person } from "../../agent/turn.ts";
import type { ChatMessage, ChatProgress, PageId, SyncProgress } from "./wire.ts";

export type LiveEvent =
  | { readonly event: "message"; readonly data: ChatMessage }
  | { readonly event: "progress"; readonly data: ChatProgress }
  | { readonly event: "sync"; readonly data: SyncProgress }
  | { readonly event: "state"; readonly data: { readonly entityId: string } }
  | { readonly event: "changed"; readonly data: { readonly page: PageId } };

/** Pages that one person may have open at once, and all people together: more is a fault or a flood. */
const MOST_OF_ONE = 8;
const MOST = 64;
const HEARTBEAT_MS = 25_000;
/** A browser that does not read so many bytes is gone; it asks for everything again when it is back. */
const MOST_UNREAD = 1_000_000;

interface Follower {
  readonly person: Person;
  /** Who they are now; rejects where they may not come in any more. */
  readonly again: () => Promise<Person>;
  send(text: string): void;
  end(): void;
}

export type Live = ReturnType<typeof createLive>;

/** Streams of events to the pages that are open. Nothing is kept: a page that comes back asks anew. */
export function createLive({ heartbeatMs = HEARTBEAT_MS }: { readonly heartbeatMs?: number } = {}) {
  const followers = new Set<Follower>();
  const encoder = new TextEncoder();
  let beating: NodeJS.Timeout | undefined;
  let ended = false;

  const leave = (follower: Follower): void => {
    followers.delete(follower);
    if (followers.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  };
  const beat = async (follower: Follower): Promise<void> => {
    follower.send(": still here\n\n");
    const { id, role } = follower.person;
    const isSame = await follower.again().then(
      (now) => now.id === id && now.role === role,
      () => false,
    );
    if (!isSame) follower.end();
  };
  const join = (follower: Follower): void => {
    followers.add(follower);
    beating ??= setInterval(() => {
      for (const one of followers) void beat(one);
    }, heartbeatMs).unref();
  };

  return {
    get open(): number {
      return followers.size;
    },
    /** Undefined if too many streams are open. Ends at the first heartbeat at which `again` rejects or tells of another person or role. */
    follow(person: Person, again: () => Promise<Person>): ReadableStream<Uint8Array> | undefined {
      const own = [...followers].filter((one) => one.person.id === person.id);
      if (ended || own.length >= MOST_OF_ONE || followers.size >= MOST) return undefined;
      let follower: Follower | undefined;
      return new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const one: Follower = {
              person,
              again,
              send(text) {
                if ((controller.desiredSize ?? 0) < 0) one.end();
                else controller.enqueue(encoder.encode(text));
              },
              end() {
                if (!followers.has(one)) return;
                leave(one);
                controller.close();
              },
            };
            follower = one;
            join(one);
            one.send("retry: 2000\n\n");
          },
          cancel: () => follower && leave(follower),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MOST_UNREAD }),
      );
    },
    /** Tells every open page of the people whom it is for, each in their own words if `told` depends on them. */
    tell(told: LiveEvent | ((person: Person) => LiveEvent), isFor: (person: Person) => boolean = () => true): void {
      for (const one of [...followers].filter(({ person }) => isFor(person))) {
        const { event, data } = typeof told === "function" ? told(one.person) : told;
        one.send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      }
    },
    /** Ends every stream; none begins any more. */
    [Symbol.dispose](): void {
      ended = true;
      for (const one of [...followers]) one.end();
    },
  };
}
