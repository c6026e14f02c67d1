import { z } from "zod";
import type { ReadTool, ToolAnswer, ToolCaller } from "../agent/toolbox.ts";
import type { ConversationSearch, FoundConversation } from "../knowledge/conversations.ts";
import type { PersonalRetrieval, ReadablePassage } from "../knowledge/retrieval-for-person.ts";
import { mayRead } from "../security/policy/read-access.ts";
import { type Origin, worstOrigin } from "../security/provenance/provenance.ts";
import { askedDays } from "./asked-days.ts";
import { shorten } from "./entity-access.ts";
import { defineReadTool } from "./tool.ts";

/** What an answer of a reading tool may cost: about 600 tokens. */
const MOST_CHARACTERS = 2_000;
const MOST_PASSAGES = 5;
/** A shorter rest of a passage says nothing. */
const SHORTEST_TEXT = 80;

const MOST_CONVERSATIONS = 12;
const SAID_CHARACTERS = 200;
const ANSWERED_CHARACTERS = 400;

const query = z.string().min(1).max(300);
const everything = z.object({
  query,
  source: z.enum(["home", "documents", "conversations"]).optional(),
  ...askedDays,
});
const conversationsOnly = z.object({ query, ...askedDays });

interface RetrieveKnowledgeDependencies {
  /** What is known of the home and of documents; undefined when that is switched off. */
  readonly retrieval?: Pick<PersonalRetrieval, "isReadable" | "search"> | undefined;
  readonly conversations: ConversationSearch;
}

/** Passages about the home, of documents and of the person's own past conversations. The origin is the worst of theirs. */
export function createRetrieveKnowledge({ retrieval, conversations }: RetrieveKnowledgeDependencies): ReadTool {
  const inConversations = async ({ query, from, until }: z.infer<typeof conversationsOnly>, caller: ToolCaller, signal: AbortSignal) => {
    const { personId, isPrivate, sessionId, turn } = caller;
    const found = await conversations.search(query, { personId, isPrivate, sessionId, from, until, limit: MOST_CONVERSATIONS, signal });
    if (found === "not_a_day") return { ok: false, error: "not_a_day", message: "Give days as YYYY-MM-DD, the first one first." };
    const told = answerOf(found.map(passageOf));
    conversations.told(turn.id, found.slice(0, told.passages.length));
    return { ...told, outside: found.flatMap(({ outside }) => outside) };
  };
  const name = "retrieve_knowledge";
  if (!retrieval) {
    const description =
      "Searches this person's own past conversations with you. Use it for 'what did we talk about', 'what did I say about …'.";
    return defineReadTool(name, description, conversationsOnly, inConversations);
  }
  return defineReadTool(
    name,
    "Why, how do I, what did we talk about: what routines do, manuals and notes (name yours), conversations.",
    everything,
    async ({ query, source: scope, from, until }, caller, signal) => {
      // a day belongs to a conversation alone
      if (scope === "conversations" || (scope === undefined && (from ?? until) !== undefined)) {
        return inConversations({ query, from, until }, caller, signal);
      }
      const { role } = caller;
      if (!retrieval.isReadable(scope, role)) {
        return { ok: false, error: "household_only", message: "Documents are readable by the household." };
      }
      const found = answerOf(await retrieval.search(query, { role, scope, limit: MOST_PASSAGES, signal }));
      // else what was found of other things would be told as all there is
      return scope === "documents" || mayRead("automation", role) ? found : { ...found, not_searched: "routines: owners only" };
    },
  );
}

interface ToldPassage extends Pick<ReadablePassage, "place" | "text"> {
  readonly source: string;
  readonly origin: Origin;
}

function passageOf({ kind, when, said, answered, origin }: FoundConversation): ToldPassage {
  const answer = shorten(answered, ANSWERED_CHARACTERS);
  const text = kind === "summary" ? answer : `Person: ${shorten(said, SAID_CHARACTERS)}\nAssistant: ${answer}`;
  return { source: kind === "summary" ? "summary of a conversation" : "conversation", place: when, text, origin };
}

function answerOf(passages: readonly ToldPassage[]): ToolAnswer & { readonly passages: readonly object[] } {
  const told: { source: string; place: string; text: string }[] = [];
  for (const { source, place, text } of passages) {
    const entry = { source, place, text: "" };
    const room = MOST_CHARACTERS - JSON.stringify({ ok: true, passages: [...told, entry] }).length;
    const fitting = fittingText(text, room);
    if (fitting.length < Math.min(SHORTEST_TEXT, text.length)) break;
    told.push({ ...entry, text: fitting });
  }
  const origin = worstOrigin(["home", ...passages.slice(0, told.length).map((passage) => passage.origin)]);
  return { ok: true, passages: told, ...(told.length === 0 && { message: "Nothing is known about that." }), origin };
}

function fittingText(text: string, room: number): string {
  const written = (length: number) => JSON.stringify(shorten(text, length)).length - 2;
  let length = Math.min(text.length, Math.max(0, room));
  while (length > 0 && written(length) > room) length -= Math.max(1, Math.ceil((written(length) - room) / 2));
  return length <= 0 ? "" : shorten(text, length);
}
