import { type Edit, type Finder, withEdits } from "../../text/text-edits.ts";
import { editSource, MARKDOWN_LINK, readVisible } from "../../text/visible-text.ts";
import { ANSWER_ADDRESS_FINDERS, findEntityIds, isHomeHost, redactSecretTexts, SECRET_FINDERS } from "./finders.ts";

const URL_IN_TEXT = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,14}:\/\/[^\s<>"'`]+/gi;
/** What follows an address in a sentence or in Markdown and is not part of it. */
const AFTER_URL = /[.,;:!?*_~|\]}]/;
const SECRET_PARAMETER =
  /([?&#;](?:access_|auth_|api_?|bot_?)?(?:token|key|password|passwd|pwd|secret|sig|signature|auth|authsig|code)=)[^&#\s]+/gi;

/**
 * An answer as a person may read it: entity ids become the names that `names` knows (else words like "that device"), addresses of
 * the home's network become `[address]`, of its devices `[device address]`, keys and tokens `[secret]`. What counts is what a person
 * sees of the Markdown, not how it is written. Public URLs, versions, times, decimals and file names stay, and Markdown stays
 * whole: a link into the home keeps its label. Takes time in proportion to the text.
 */
export function redactAnswer(text: string, names: (entityId: string) => string | undefined): string {
  const finders = [findEntityIds(names), ...SECRET_FINDERS, ...ANSWER_ADDRESS_FINDERS];
  const unlinked = text.replace(MARKDOWN_LINK, (link, label: string, address: string) => {
    if (!isHomeUrl(address) && !isHomeUrl(readVisible(address, "hidden").text)) return link;
    return label.trim() === "" ? "[address]" : label;
  });
  // with marks shown too: where emphasis begins within a word, a person sees two
  return redactRead(redactRead(unlinked, "hidden", finders), "shown", finders);
}

function redactRead(source: string, marks: "hidden" | "shown", finders: readonly Finder[]): string {
  let visible = readVisible(source, marks);
  // URLs are looked for again only in a text that has changed
  let searched: string | undefined;
  const change = (edits: readonly Edit[]) => {
    if (edits.length === 0) return;
    visible = readVisible(editSource(visible, edits), marks);
    searched = undefined;
  };
  change(
    findUrls(visible.text).flatMap(({ from, to, url }) => {
      const text = isHomeUrl(url) ? "[address]" : publicUrl(url);
      return text === url ? [] : [{ from, to, text }];
    }),
  );
  for (const find of finders) {
    searched ??= withoutUrls(visible.text);
    change(find(searched));
  }
  return visible.source;
}

/** A header, or a field by its name, with what it holds: `Authorization: Bearer …`, `"api_key":"…"`, `password=…`. */
const SECRET_FIELD =
  /(?<![\w-])((?:authorization|x-api-key|x-goog-api-key|(?:access_|refresh_|auth_|bot_|supervisor_)?token|api[-_]?key|password|passwd|client_secret|secret)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?)(?:(?:bearer|basic)\s{1,3})?[^\s"'\\,;&)}\]]{1,}/gi;
const BEARER = /(?<!\w)((?:bearer|basic)\s{1,3})[\w+/=.~-]{8,}/gi;

/** A text of an error as a log may hold it: without credentials in URLs, headers and fields, and without keys. Hosts and ids stay. */
export function redactError(message: string): string {
  let result = "";
  let done = 0;
  const plain = (piece: string) => redactSecretTexts(piece.replace(SECRET_FIELD, "$1[secret]").replace(BEARER, "$1[secret]"));
  for (const { from, to, url } of findUrls(message)) {
    result += plain(message.slice(done, from)) + publicUrl(url);
    done = to;
  }
  return result + plain(message.slice(done));
}

function findUrls(text: string): readonly { from: number; to: number; url: string }[] {
  return [...text.matchAll(URL_IN_TEXT)].map(({ 0: found, index: from }) => {
    const url = withoutTail(found);
    return { from, to: from + url.length, url };
  });
}

/** The same text with signs in place of URLs that are in nothing else, so that places stay as they are. */
function withoutUrls(text: string): string {
  return withEdits(
    text,
    findUrls(text).map(({ from, to }) => ({ from, to, text: "\uFFFC".repeat(to - from) })),
  );
}

function withoutTail(url: string): string {
  const host = /^[a-z][a-z\d+.-]*:\/\/(?:\[[^\]]*\])?/i.exec(url)?.[0].length ?? 0;
  let end = url.length;
  let open = 0;
  for (const char of url) open += char === "(" ? 1 : char === ")" ? -1 : 0;
  while (end > host) {
    const last = url.charAt(end - 1);
    if (last === ")" && open < 0) open += 1;
    else if (!AFTER_URL.test(last)) break;
    end -= 1;
  }
  return url.slice(0, end);
}

function isHomeUrl(address: string): boolean {
  const host = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)/i.exec(address)?.[1] ?? "";
  return isHomeHost(host);
}

/** A URL that may be shown, without the credentials in it. */
function publicUrl(address: string): string {
  const bare = address.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, "$1[secret]@").replace(SECRET_PARAMETER, "$1[secret]");
  return bare
    .split("/")
    .map((part, index) => (index < 3 ? part : redactSecretTexts(part)))
    .join("/");
}
