import { outcomesIn, type StoredReceipt } from "../../storage/turns/actions.ts";
import { readMarkdown, toPlain } from "../../text/markdown-runs.ts";
import { toHtml } from "../telegram/telegram-text.ts";
import type { WireReceipt } from "./wire.ts";

/** Markdown as HTML for the page: nothing but text, marks and links that lead out of it; every character of a text escaped. */
export function htmlOf(markdown: string): string {
  return toHtml(readMarkdown(markdown)).replaceAll("\n", "<br>");
}

/** What a person wrote: no Markdown, for nobody writes that by hand. */
export function htmlOfWords(text: string): string {
  return toHtml([{ text, marks: [] }]).replaceAll("\n", "<br>");
}

export function plainOf(markdown: string): string {
  return toPlain(readMarkdown(markdown));
}

/** A receipt as the page gets it: what became of each thing, by the names that the home has for them. */
export function wireReceipt(receipt: StoredReceipt, nameOf: (entityId: string) => string | undefined): WireReceipt {
  const { service, targets, error, startedAt, endedAt } = receipt;
  return {
    service,
    targets: targets.map(({ entityId, outcome, observed }) => {
      const state = observed["state"];
      return { entityId, name: nameOf(entityId) ?? entityId, outcome, ...(typeof state === "string" && { after: state }) };
    }),
    outcome: outcomesIn(receipt).join(","),
    error,
    milliseconds: endedAt - startedAt,
  };
}
