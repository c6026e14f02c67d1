export type DocumentKind = "text" | "markdown" | "html" | "pdf";

const KINDS: ReadonlyMap<string, DocumentKind> = new Map([
  ["txt", "text"],
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["html", "html"],
  ["htm", "html"],
  ["pdf", "pdf"],
]);

/** Endings of names of files that are read, with the dot. */
export const DOCUMENT_ENDINGS: readonly string[] = KINDS.keys()
  .map((ending) => `.${ending}`)
  .toArray();

/** What a file is by the end of its name; undefined for one that is not read. */
export function documentKind(name: string): DocumentKind | undefined {
  return KINDS.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}
