import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");

/** A block of code between fences. */
interface Block {
  readonly language: string;
  readonly text: string;
}

/** A page for people. Paths begin at the project's folder. */
export interface Page {
  readonly path: string;
  readonly text: string;
  /** What stands outside of blocks of code. */
  readonly prose: string;
  readonly blocks: readonly Block[];
  /** What stands between backticks in the prose. */
  readonly codes: readonly string[];
}

const FENCE = /^( *)```(\w*)\n([\s\S]*?)^\1```$/gm;

export function readPage(path: string): Page {
  const text = readFileSync(join(ROOT, path), "utf8");
  const blocks = [...text.matchAll(FENCE)].map(([, indent = "", language = "", inner = ""]) => ({
    language,
    text: inner.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }));
  const prose = text.replaceAll(FENCE, "");
  return { path, text, prose, blocks, codes: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code) };
}

/** Pages about the service as it is. Decisions tell of their day, and are held to their links only. */
export const PAGES: readonly Page[] = ["README.md", "DOCS.md", ...globSync("docs/*.md", { cwd: ROOT })].map(readPage);

/** Cells of the first column of the table under that head, in its order. */
export function firstColumn(page: Page, head: string): readonly string[] {
  const from = page.prose.indexOf(`\n${head}\n`);
  if (from < 0) throw new Error(`${page.path} has no table ${head}`);
  const [, , ...rows] = page.prose.slice(from + 1).split("\n");
  const end = rows.findIndex((row) => !row.startsWith("|"));
  return rows.slice(0, end < 0 ? undefined : end).map((row) => row.split("|")[1]?.trim() ?? "");
}

/** What stands between backticks in some cells. */
export function codesIn(cells: readonly string[]): readonly string[] {
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));
}

/** Everything that the service is made of, as text; and what else is wanted. */
export function sources(...more: readonly string[]): string {
  const files = globSync(["src/**/*.{ts,tsx,mjs}", "addon/rootfs/**/*", ...more], { cwd: ROOT, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return files.map((file) => readFileSync(join(file.parentPath, file.name), "utf8")).join("\n");
}
