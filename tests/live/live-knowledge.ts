import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { anna, LiveHome } from "./live-home.ts";

/** A home is read within seconds; a busy machine takes longer, and with a real embedding model far longer. */
export const PATIENCE = { timeout: 200_000, interval: 100 };

interface LookedUp {
  /** What the tool found. */
  readonly passages: readonly { readonly source: string; readonly place: string; readonly text: string }[];
  /** What the model was told with the question. */
  readonly prompt: string;
}

export function documentPath(home: LiveHome, file = ""): string {
  return join(home.dataDir, "knowledge", file);
}

/** The service with documents in its folder; resolves when all is known, by its meaning too. */
export async function startKnowing(
  options: Readonly<Record<string, unknown>>,
  { documents = {}, prepare }: { documents?: Readonly<Record<string, string>>; prepare?: (home: LiveHome) => void } = {},
): Promise<LiveHome> {
  const home = await LiveHome.start(options, (one) => {
    mkdirSync(documentPath(one));
    for (const [file, text] of Object.entries(documents)) writeFileSync(documentPath(one, file), text);
    prepare?.(one);
  });
  try {
    await allKnown(home);
  } catch (error) {
    await home[Symbol.asyncDispose]();
    throw error;
  }
  return home;
}

/** Resolves when every source was read, and every passage has its vector. */
export async function allKnown(home: LiveHome): Promise<void> {
  const without = "SELECT 1 FROM rag_documents WHERE id > coalesce((SELECT filled_to FROM rag_state WHERE status = 'current'), 0)";
  await vi.waitFor(() => {
    expect(Object.keys(knownCounts(home))).toEqual(expect.arrayContaining(["automation", "entity", "history", "scene", "script"]));
    expect(home.rows(without)).toHaveLength(0);
  }, PATIENCE);
}

/** Passages by source. */
export function knownCounts(home: LiveHome): Readonly<Record<string, unknown>> {
  const rows = home.rows("SELECT source, count(*) AS count FROM rag_documents GROUP BY source");
  return Object.fromEntries(rows.map(({ source, count }) => [source, count]));
}

export function knownFiles(home: LiveHome): readonly unknown[] {
  return home.rows("SELECT DISTINCT ref FROM rag_documents WHERE source = 'document' ORDER BY ref").map(({ ref }) => ref);
}

/** Anna asks, and the model looks for her own words. */
export async function lookedUp(home: LiveHome, question: string, args: { readonly source?: string } = {}): Promise<LookedUp> {
  const from = home.model.calls.length;
  home.model.reply({ toolCalls: [{ name: "retrieve_knowledge", args: { query: question, ...args } }] }, { text: "Is that what you mean?" });
  expect((await home.asks(anna, question)).text).toContain("Is that what you mean?");
  const [asked, answered] = home.model.calls.slice(from);
  const told = answered?.messages.findLast(({ role }) => role === "tool")?.content ?? "{}";
  return { passages: JSON.parse(told).passages ?? [], prompt: asked?.messages.at(-1)?.content ?? "" };
}
