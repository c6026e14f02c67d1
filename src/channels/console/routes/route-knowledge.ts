import type { Hono } from "hono";
import { z } from "zod";
import { modelProblem } from "../../../agent/wording/phrases.ts";
import type { Sync, SyncStatus } from "../../../homeassistant/own-device/sync-run.ts";
import { DOCUMENT_ENDINGS } from "../../../knowledge/documents/documents-files.ts";
import { type DocumentShelf, LARGEST_DOCUMENT, type ShelfOutcome } from "../../../knowledge/documents/documents-shelf.ts";
import type { IndexStatus } from "../../../knowledge/indexer/indexer.ts";
import type { PersonalRetrieval } from "../../../knowledge/retrieval-for-person.ts";
import { catalogueFor } from "../../../languages/catalogue.ts";
import type { KnowledgeCounts } from "../../../storage/knowledge/knowledge.ts";
import { bodyOf, bytesOf, type ConsoleEnv } from "../asked.ts";
import { Refusal } from "../refusal.ts";
import type { Knowledge, KnowledgeTried, SyncProgress } from "../wire.ts";

export interface KnowledgePorts {
  readonly status: () => IndexStatus;
  readonly counts: () => Pick<KnowledgeCounts, "sources">;
  readonly sync: Pick<Sync, "status" | "run">;
  readonly shelf: DocumentShelf;
  readonly search: PersonalRetrieval["search"];
  readonly changed: () => void;
}

/** Passages that an owner sees of a question that is tried. */
const TRIED = 10;

const questionForm = z.strictObject({ question: z.string().trim().min(1).max(500) });

/** What is known of the home and of documents: its state, reading it again, documents, and trying a question. */
export function routeKnowledge(app: Hono<ConsoleEnv>, { status, counts, sync, shelf, search, changed }: KnowledgePorts): void {
  app.get("/knowledge", async (context) => {
    const { sources, embedding } = status();
    const found = counts().sources;
    const catalogue = catalogueFor(context.var.person.language);
    const model = "model" in embedding ? embedding.model : undefined;
    const problem =
      embedding.kind === "unavailable"
        ? embedding.why
        : embedding.kind === "words_only"
          ? modelProblem(embedding.problem, catalogue)
          : undefined;
    const answer: Knowledge = {
      sources: sources.map(({ source, at, problem: why }) => ({ name: source, count: found[source] ?? 0, at, problem: why })),
      embedding: { model, problem },
      progress: sync.status.state === "running" ? syncProgress(sync.status, context.var.person.language) : undefined,
      documents: await shelf.list(),
      types: DOCUMENT_ENDINGS,
      mostBytes: LARGEST_DOCUMENT,
    };
    return context.json(answer);
  });

  app.post("/knowledge/sync", (context) => {
    if (sync.status.state === "running") throw new Refusal("running");
    void sync.run({ reason: "command", by: context.var.person.name });
    return context.json({ ok: true }, 202);
  });

  app.put("/knowledge/documents/:name", async (context) => {
    ownersOnly(context.var.person.role);
    const content = await bytesOf(context, LARGEST_DOCUMENT);
    done(await shelf.put(context.req.param("name"), content));
    changed();
    return context.json({ ok: true });
  });

  app.delete("/knowledge/documents/:name{.+}", async (context) => {
    ownersOnly(context.var.person.role);
    done(await shelf.remove(context.req.param("name")));
    changed();
    return context.json({ ok: true });
  });

  app.post("/knowledge/try", async (context) => {
    const { question } = await bodyOf(context, questionForm);
    const passages = await search(question, { role: context.var.person.role, limit: TRIED, signal: context.req.raw.signal });
    const answer: KnowledgeTried = {
      by: passages.some(({ meaning }) => meaning !== undefined) ? "words_and_meaning" : "words",
      passages: passages.map(({ source, place: title, text, words, meaning }) => ({ title, text, source, words, meaning })),
    };
    return context.json(answer);
  });
}

/** How far a run is, as the page shows it. */
export function syncProgress({ state, progress }: SyncStatus, language: string): SyncProgress {
  const phase = progress?.phase ?? "reading";
  const text = catalogueFor(language).find(`sync.phase.${phase}`) ?? phase;
  return { running: state === "running", done: progress?.done ?? 0, total: progress?.total ?? 0, text: state === "running" ? text : "" };
}

/** What lies in the folder is told to everybody in the house as the owner's own words. */
function ownersOnly(role: string): void {
  if (role !== "owner") throw new Refusal("not-yours");
}

function done(outcome: ShelfOutcome): void {
  if (outcome !== "done") throw new Refusal(outcome);
}
