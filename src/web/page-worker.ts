import { Readability } from "@mozilla/readability";
import { Window } from "happy-dom";
import { markdownOf } from "../text/html-markdown.ts";

export interface FetchedPage {
  readonly bytes: Uint8Array;
  /** They end anywhere, within a letter too. */
  readonly cut: boolean;
  readonly isHtml: boolean;
  /** As the server named it. */
  readonly charset: string | undefined;
  readonly url: string;
  /** Most characters of the text. */
  readonly limit: number;
}

/** A page as its reader sees it; headings as in Markdown. */
export interface PageText {
  readonly title: string;
  readonly text: string;
  readonly truncated: boolean;
}

/** In front of these a page names its encoding (WHATWG's "prescan"). */
const PRESCAN_BYTES = 1_024;
/** Tags that are read: an element costs 8 KB, and some pages take the square of their elements in time. Articles have some thousand. */
const MOST_TAGS = 5_000;
/** Less is what is left over of a page without an article: then all of it is told. */
const SHORTEST_ARTICLE = 200;
const LONGEST_TITLE = 300;

/** The main text of a page, or all of it. Runs in a worker thread: it takes a second or more. Nothing in the page is run or loaded. Throws if unreadable. */
export async function readPage({ bytes, cut, isHtml, charset, url, limit }: FetchedPage): Promise<PageText> {
  const written = textOf(bytes, charset, cut);
  const html = withoutEnd(written);
  const { title, text } = isHtml ? await mainText(html, url) : { title: "", text: written };
  const tidied = text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n ?/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return {
    title: title.slice(0, LONGEST_TITLE),
    text: tidied.slice(0, limit),
    truncated: tidied.length > limit || (isHtml && html !== written),
  };
}

async function mainText(html: string, url: string): Promise<{ readonly title: string; readonly text: string }> {
  const window = new Window({
    url,
    settings: {
      enableJavaScriptEvaluation: false,
      disableJavaScriptFileLoading: true,
      enableCSSFileLoading: false,
      enableImageFileLoading: false,
      enableIframePageLoading: false,
      disableComputedStyleRendering: true,
      navigation: { disableMainFrameNavigation: true, disableChildFrameNavigation: true, disableChildPageNavigation: true },
      // whatever of it may still want to load something
      fetch: { interceptor: { beforeAsyncRequest: async () => refused(), beforeSyncRequest: () => refused() } },
    },
  });
  try {
    const document = new window.DOMParser().parseFromString(html, "text/html");
    const heading = document.title;
    const article = new Readability(document).parse();
    const text = markdownOf(article?.content ?? "");
    return { title: article?.title || heading, text: text.length < SHORTEST_ARTICLE ? markdownOf(html) : text };
  } finally {
    await window.happyDOM.close();
  }
}

/** As much of a page as has so many tags. */
function withoutEnd(html: string): string {
  let end = html.indexOf("<");
  for (let tags = 1; tags < MOST_TAGS && end >= 0; tags++) end = html.indexOf("<", end + 1);
  return end < 0 ? html : html.slice(0, end);
}

function refused(): never {
  throw new Error("pages load nothing");
}

/** What the server says, else what the bytes or the page say, else UTF-8; old pages are Western European. */
function textOf(bytes: Uint8Array, charset: string | undefined, cut: boolean): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, PRESCAN_BYTES));
  const [, inPage] = /<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w:.-]{2,40})/i.exec(head) ?? [];
  for (const name of [markedEncoding(bytes), charset, inPage, "utf-8"]) {
    const text = name === undefined ? undefined : decoded(bytes, name, cut);
    if (text !== undefined) return text;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** Undefined if that is no encoding, or not the one of these bytes. */
function decoded(bytes: Uint8Array, name: string, cut: boolean): string | undefined {
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: cut });
  } catch {
    return undefined;
  }
}
