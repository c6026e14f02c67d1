import { describe, expect, it } from "vitest";
import type { ConversationSearch } from "../../src/knowledge/conversations.ts";
import type { RankedPassage, RetrievalQuery } from "../../src/knowledge/retrieval.ts";
import { createPersonalRetrieval, type PersonalRetrieval } from "../../src/knowledge/retrieval-for-person.ts";
import type { Role } from "../../src/security/policy/policy-input.ts";
import type { Passage, Source } from "../../src/storage/knowledge/knowledge.ts";
import { createRetrieveKnowledge } from "../../src/tools/retrieve-knowledge.ts";
import { fakeHome } from "../fakes/home.ts";
import { callerOf } from "./caller.ts";

interface Told {
  readonly source: Source;
  readonly text: string;
  readonly metadata?: Passage["metadata"];
  readonly origin?: Passage["origin"];
}

/** What was said, as the search of conversations finds it; what it was asked, and what a turn was told of it, is remembered. */
function conversationTool(found: Awaited<ReturnType<ConversationSearch["search"]>>, retrieval?: PersonalRetrieval) {
  const asked: [string, object][] = [];
  const told: [string, number][] = [];
  const conversations: ConversationSearch = {
    async search(query, { signal: _, ...more }) {
      asked.push([query, more]);
      return found;
    },
    told: (turnId, some) => void told.push([turnId, some.length]),
  };
  const made = createRetrieveKnowledge({ retrieval, conversations });
  const call = (args: object, caller = callerOf("anna", "owner")) =>
    made.call({ query: "boiler", ...args }, caller, new AbortController().signal);
  return { call, asked, told, parameters: JSON.stringify(made.parameters) };
}

const SAID = {
  kind: "turn",
  sessionId: "s",
  turnId: "t",
  when: "2026-11-16 09:00",
  said: "which filter?",
  answered: "A Brita 7.",
  origin: "home",
  outside: [],
} as const;

function tool(passages: readonly Told[]) {
  const home = fakeHome({ entities: [{ entityId: "light.hall" }, { entityId: "light.hidden", exposed: false }] });
  const asked: RetrievalQuery[] = [];
  const retrieval = createPersonalRetrieval({
    passage: () => undefined,
    home,
    retrieval: {
      async search(_, query) {
        asked.push(query);
        const found = passages.map(
          ({ source, text, metadata = {}, origin = "home" }, id): RankedPassage => ({
            ...{ id, source, text, metadata, origin },
            ...{ ref: "", part: 0, updatedAt: 0, words: undefined, meaning: undefined },
          }),
        );
        return found.filter(({ source }) => query.sources?.includes(source));
      },
    },
  });
  const made = createRetrieveKnowledge({ retrieval, conversations: { search: async () => [], told: () => {} } });
  const call = (args: object, role: Role = "owner") =>
    made.call({ query: "boiler", ...args }, callerOf("anna", role), new AbortController().signal);
  return { call, asked };
}

const MANUAL: Told = { source: "document", text: "Press R.", metadata: { file: "boiler.pdf", page: 12 }, origin: "document" };
const NIGHT: Told = {
  source: "automation",
  text: "The automation Night Mode.",
  metadata: { entityId: "automation.night", domain: "automation", name: "Night Mode" },
};
const LIGHT: Told = {
  source: "history",
  text: "Hall Light: on",
  metadata: { entityId: "light.hall", domain: "light", name: "Hall Light" },
};
const ANNA: Told = { source: "person", text: "Anna lives here.", metadata: { name: "Anna" } };

describe("an answer", () => {
  it("has passages with where they stand", async () => {
    const notes: Told = { source: "document", text: "On Tuesdays.", metadata: { file: "notes.md", heading: "Bins" }, origin: "document" };
    expect(await tool([MANUAL, notes, NIGHT]).call({})).toEqual({
      ok: true,
      passages: [
        { source: "document", place: "boiler.pdf, page 12", text: "Press R." },
        { source: "document", place: "notes.md, Bins", text: "On Tuesdays." },
        { source: "automation", place: "Night Mode", text: "The automation Night Mode." },
      ],
      origin: "document",
    });
  });

  it("comes from the home if no document is in it", async () => {
    expect(await tool([NIGHT, LIGHT]).call({})).toMatchObject({ origin: "home" });
    expect(await tool([]).call({})).toEqual({ ok: true, passages: [], message: "Nothing is known about that.", origin: "home" });
  });

  it("is at most 2,000 characters long, the best passages whole", async () => {
    const long = (sign: string): Told => ({ ...MANUAL, text: sign.repeat(900) });
    const answer = await tool([long("a"), long("\n"), long("c"), long("d")]).call({});
    const { origin: _, ...shown } = answer;

    expect(JSON.stringify(shown).length).toBeLessThanOrEqual(2_000);
    expect(answer).toMatchObject({ passages: [{ text: "a".repeat(900) }, { text: expect.stringMatching(/^\n{300,}…$/) }] });
  });

  it("has at most five passages, of one kind if one is asked for", async () => {
    const { call } = tool([...Array.from({ length: 7 }, () => LIGHT), MANUAL]);
    expect(await call({})).toMatchObject({ passages: { length: 5 } });
    expect(await call({ source: "documents" })).toMatchObject({ passages: [{ source: "document" }] });
    expect(await call({ source: "home" })).toMatchObject({ passages: Array.from({ length: 5 }, () => ({ source: "history" })) });
  });
});

describe("what a person may read", () => {
  it.each<[role: Role, sources: readonly string[]]>([
    ["owner", ["document", "automation", "history", "person"]],
    ["adult", ["document", "history", "person"]],
    ["child", ["document", "history", "person"]],
    ["guest", ["history"]],
  ])("as %s is %j", async (role, sources) => {
    const answer = await tool([MANUAL, NIGHT, LIGHT, ANNA]).call({}, role);
    expect(answer).toMatchObject({ passages: sources.map((source) => ({ source })) });
  });

  it("is not even looked for where it may not be read", async () => {
    const { call, asked } = tool([MANUAL]);
    expect(await call({ source: "documents" }, "guest")).toMatchObject({ ok: false, error: "household_only" });
    expect(asked).toEqual([]);
  });

  it("is nothing of a thing that was hidden or taken away since", async () => {
    const of = (entityId: string): Told => ({ source: "entity", text: entityId, metadata: { entityId, domain: "light" } });
    const answer = await tool([of("light.hidden"), of("light.hall"), of("light.gone")]).call({});
    expect(answer).toMatchObject({ passages: [{ text: "light.hall" }] });
  });
});

it("arguments that are none are told as such", async () => {
  expect(await tool([]).call({ query: "" })).toMatchObject({ ok: false, error: "invalid_arguments" });
  expect(await tool([]).call({ source: "web" })).toMatchObject({ ok: false, error: "invalid_arguments" });
});

describe("past conversations", () => {
  const nothing: PersonalRetrieval = {
    isReadable: () => true,
    search: async () => [],
    passage: () => undefined,
    thingsLike: async () => [],
  };

  it("are told with when it was and who said what", async () => {
    const summary = { ...SAID, kind: "summary", said: "", answered: "They spoke of filters." } as const;
    const { call, asked } = conversationTool([summary, SAID], nothing);
    expect(await call({ source: "conversations", from: "2026-11-16" })).toEqual({
      ok: true,
      passages: [
        { source: "summary of a conversation", place: "2026-11-16 09:00", text: "They spoke of filters." },
        { source: "conversation", place: "2026-11-16 09:00", text: "Person: which filter?\nAssistant: A Brita 7." },
      ],
      origin: "home",
      outside: [],
    });
    const { sessionId, isPrivate } = callerOf("anna", "owner");
    expect(asked).toEqual([["boiler", { personId: "anna", isPrivate, sessionId, from: "2026-11-16", until: undefined, limit: 12 }]]);
  });

  it("are looked through for a day, and for nothing else unless asked", async () => {
    const { call, asked } = conversationTool([SAID], nothing);
    await call({});
    await call({ source: "documents" });
    expect(asked).toEqual([]);
    await call({ until: "2026-11-16" });
    expect(asked).toHaveLength(1);
  });

  it("stay from outside when an answer rested on that", async () => {
    const { call } = conversationTool(
      [SAID, { ...SAID, answered: "Open the door.", origin: "outside", outside: ["Open the door."] }],
      nothing,
    );
    expect(await call({ source: "conversations" })).toMatchObject({ origin: "outside", outside: ["Open the door."] });
  });

  it("a day that is none is told so", async () => {
    expect(await conversationTool("not_a_day", nothing).call({ from: "2026-02-30" })).toMatchObject({ ok: false, error: "not_a_day" });
  });

  it("are all there is to search where knowledge is switched off", async () => {
    const { call, asked, parameters } = conversationTool([SAID]);
    expect(parameters).not.toContain("documents");
    expect(await call({})).toMatchObject({ ok: true, passages: [{ source: "conversation" }] });
    expect(asked).toHaveLength(1);
  });

  it("are told within the answer's bound, the best first", async () => {
    const long = { ...SAID, said: "why ".repeat(100), answered: "because ".repeat(200) };
    const { call, told } = conversationTool(Array.from({ length: 12 }, () => long));
    const answer = await call({});
    expect(JSON.stringify(answer).length).toBeLessThan(2_200);
    const { length } = answer["passages"] as object[];
    expect(length).toBeGreaterThanOrEqual(3);
    // what had no room was not told
    expect(told).toEqual([[callerOf("anna", "owner").turn.id, length]]);
  });
});
