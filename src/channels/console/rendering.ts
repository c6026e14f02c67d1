import { readMarkdown, toPlain } from "../../text/markdown-runs.ts";
import { toHtml } from "../telegram/telegram-html.ts";

/** Markdown as HTML for the page: nothing but text, marks and links that lead out of it; every character of a text escaped. */
export function htmlOf(markdown: string): string {
  return toHtml(readMarkdown(markdown)).replaceAll("\n", "<br>");
}

/** What a person wrote: no Markdown, for nobody writes that by hand. */
export function htmlOfWords(text: string): string {
  return toHtml([{ text, marks: [] }]).replaceAll("\n", "<br>");
}

/** Markdown as one plain text, without signs. */
export function plainOf(markdown: string): string {
  return toPlain(readMarkdown(markdown));
}
