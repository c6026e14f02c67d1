import type { ChatMessage } from "../../channels/console/wire.ts";

/** A message that was written here and that the server has not shown yet. */
export interface Unsent {
  readonly clientId: string;
  readonly text: string;
  readonly at: number;
  /** The server's id once it has taken it; then it waits for nothing but to be shown. */
  readonly id: string | undefined;
  readonly problem: unknown;
}

/** A conversation as it is shown; oldest first. */
export interface Conversation {
  readonly messages: readonly ChatMessage[];
  readonly unsent: readonly Unsent[];
}

/** With a message that is new or has changed. What was written here gives way to what the server made of it. */
export function put({ messages, unsent }: Conversation, message: ChatMessage): Conversation {
  const place = messages.findIndex(({ id }) => id === message.id);
  const left = unsent.filter(({ id, clientId }) => id !== message.id && clientId !== message.clientId);
  if (place >= 0) return { messages: messages.with(place, message), unsent: left };
  return { messages: sorted([...messages, message]), unsent: left };
}

/** With a part of what was said, whichever it is. */
export function putAll(conversation: Conversation, messages: readonly ChatMessage[]): Conversation {
  return messages.reduce(put, conversation);
}

/**
 * With the newest part as the server has it now: what is missing in it was deleted. Older messages stay if they follow on it without a gap, and what
 * came by itself while it was on its way.
 */
export function refreshed({ messages, unsent }: Conversation, newest: readonly ChatMessage[]): Conversation {
  const known = new Set(messages.map(({ id }) => id));
  const times = newest.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const followsOn = newest.some(({ id }) => known.has(id));
  const kept = messages.filter(({ at }) => (followsOn && at < first) || at > last);
  return putAll({ messages: newest.length === 0 ? [] : kept, unsent }, newest);
}

export function withUnsent({ messages, unsent }: Conversation, one: Unsent): Conversation {
  const others = unsent.filter(({ clientId }) => clientId !== one.clientId);
  // the stream may have been quicker than the answer
  const isShown = messages.some(({ id, clientId }) => id === one.id || clientId === one.clientId);
  return { messages, unsent: isShown ? others : [...others, one] };
}

function sorted(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages.toSorted((one, other) => one.at - other.at);
}
