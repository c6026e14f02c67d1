import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { PAGES, type Page, ROOT, readPage } from "./pages.ts";

/** A picture is looked at on a phone, and stays in the history for ever. */
const LARGEST_PICTURE = 60 * 1_024;

const others = ["AGENTS.md", "CHANGELOG.md", ...globSync("docs/decisions/*.md", { cwd: ROOT })].map(readPage);

/** Anchors of a page's headings, as GitHub makes them. */
function anchorsOf({ prose }: Page): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "");
    const slug = words.trim().replaceAll(/\s/g, "-");
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}

/** Where a link of a page leads within the project; undefined for the web. */
function targetOf(page: Page, link: string): { readonly path: string; readonly anchor: string | undefined } | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [file = "", anchor] = link.split("#");
  return { path: file === "" ? page.path : relative(ROOT, join(ROOT, dirname(page.path), file)), anchor };
}

function problemOf(page: Page, link: string): string | undefined {
  const target = targetOf(page, link);
  if (!target) return undefined;
  const { path, anchor } = target;
  if (path.startsWith("..") || !existsSync(join(ROOT, path))) return `${link}: there is no such file`;
  return anchor === undefined || anchorsOf(readPage(path)).has(anchor) ? undefined : `${link}: there is no such heading`;
}

const linksOf = (page: Page) => [...page.prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);

it.for([...PAGES, ...others].map((page) => [page.path, page] as const))("every link of %s leads somewhere", ([, page]) => {
  expect(
    linksOf(page)
      .map((link) => problemOf(page, link))
      .filter(Boolean),
  ).toEqual([]);
});

it("every page is on the map of the docs, and every other file of the docs is on a page", () => {
  const reached = (page: Page) => linksOf(page).flatMap((link) => targetOf(page, link)?.path ?? []);
  const map = reached(readPage("docs/README.md"));
  expect(PAGES.map(({ path }) => path).filter((path) => !map.includes(path) && !/(^|\/)README\.md$/.test(path))).toEqual([]);
  const files = globSync(["docs/*", "docs/{pictures,blueprints}/*"], { cwd: ROOT }).filter((path) => statSync(join(ROOT, path)).isFile());
  const shown = new Set(PAGES.flatMap(reached));
  expect(files.filter((path) => !shown.has(path))).toEqual([]);
});

it("pictures are what their names say, and small", () => {
  const pictures = globSync("docs/**/*.{png,svg}", { cwd: ROOT });
  expect(pictures).toContain("docs/chat.svg");
  for (const path of pictures) {
    const bytes = readFileSync(join(ROOT, path));
    expect(bytes.length, path).toBeLessThanOrEqual(LARGEST_PICTURE);
    expect(path.endsWith(".png") ? bytes.subarray(1, 4).toString() : bytes.subarray(0, 4).toString(), path).toMatch(/^(PNG|<svg)$/);
  }
});
