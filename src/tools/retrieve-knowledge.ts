import { z } from "zod";
import type { PersonalRetrieval, ReadablePassage } from "../rag/retrieval-for-person.ts";
import { worstOrigin } from "../security/origin.ts";
import { shorten } from "./entity-access.ts";
import { defineReadTool, type ReadTool, type ToolAnswer } from "./tool.ts";

/** What an answer of a reading tool may cost: about 600 tokens. */
const MOST_CHARACTERS = 2_000;
const MOST_PASSAGES = 5;
/** A shorter rest of a passage says nothing. */
const SHORTEST_TEXT = 80;

const input = z.object({
  query: z.string().min(1).max(300).describe("what to look for, in the person's words, e.g. 'reset boiler error E9'"),
  source: z
    .enum(["home", "documents"])
    .optional()
    .describe(
      "home: automations, scripts, scenes, rooms, people, the last day. documents: the owner's manuals and notes. both when left out",
    ),
});

/** Passages of what is known about the home and of the owner's documents, each with where it stands. The answer's origin is the worst of theirs. */
export function createRetrieveKnowledge({ retrieval }: { readonly retrieval: PersonalRetrieval }): ReadTool {
  return defineReadTool(
    "retrieve_knowledge",
    "Searches what is known: what automations, scripts and scenes do, rooms, people, what happened in the last day, and the owner's " +
      "documents (manuals, notes). Use it for 'why', 'what does … do', 'how do I …'. Name the document or place you answer from.",
    input,
    async ({ query, source: scope }, { role }, signal) => {
      if (!retrieval.isReadable(scope, role)) {
        return { ok: false, error: "household_only", message: "Documents are readable by the household." };
      }
      return answerOf(await retrieval.search(query, { role, scope, limit: MOST_PASSAGES, signal }));
    },
  );
}

function answerOf(passages: readonly ReadablePassage[]): ToolAnswer {
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

/** As much of a text as its JSON has room for. */
function fittingText(text: string, room: number): string {
  const written = (length: number) => JSON.stringify(shorten(text, length)).length - 2;
  let length = Math.min(text.length, Math.max(0, room));
  while (length > 0 && written(length) > room) length -= Math.max(1, Math.ceil((written(length) - room) / 2));
  return length <= 0 ? "" : shorten(text, length);
}
