import { type Run, readMarkdown, toPlain } from "../../text/markdown-runs.ts";
import type { Edit } from "../../text/text-edits.ts";
import { editSource, MARKDOWN_LINK, readVisible, type VisibleText } from "../../text/text-edits.ts";
import { isHomeHost } from "../redaction/redaction.ts";

/** Stands where a link was that nobody had read. */
const GONE = "[link]";

/** An address with a scheme: everything up to a blank or "<" (GFM 0.29, §6.9), for what stands behind it would be opened with it. */
const FULL = /(?:https?:[\\/]{1,3}|(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,14}:\/\/)[^\s<]+/gi;
/** A host without a scheme, with what follows it: chats make a link of it by themselves. The bounds keep a long text cheap. */
const BARE =
  /(?<![\p{L}\p{N}_@-])(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}_-]{1,23}(?![\p{L}\p{N}@])(?:(?::\d{1,5})?[/?#][^\s<>"]*|:\d{1,5})?/gu;
const AT = /[\p{L}\p{N}._%+~-]{0,64}@[\p{L}\p{N}_][\p{L}\p{N}._-]{0,254}/gu;
/** Commands of bots, hashtags, stocks and numbers to call, as Telegram finds them ("Message entities" of its clients' library). */
const COMMAND = /(?<![\p{L}\p{N}_/])\/[a-z\d_]{1,64}(?:@[a-z\d_]{1,32})?(?![\p{L}\p{N}_/])/giu;
const TAG = /(?<![\p{L}\p{N}_#&/])#(?=[\p{N}_]{0,255}\p{L})[\p{L}\p{N}_]{1,256}|(?<![\p{L}\p{N}_$])\$[A-Z]{3,8}(?![\p{L}\p{N}_$])/gu;
const PHONE = /\+\d(?:[ ().-]{0,2}\d){6,14}/g;
const CONTACTS = [AT, TAG, PHONE];
const TAPPABLE = [FULL, BARE, COMMAND, ...CONTACTS];
/** Addresses that open an app with what stands behind "?" in them ("mailto:?body="). */
const DATA_URI = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,14}:(?!\/\/)[^\s<>?]{0,300}\?[^\s<>=?]{1,60}=[^\s<>]*/gi;
const HOST_WITH_MORE = /^[^@]+(?:[/?#]|:\d)/;
/** What a chat finds addresses, mentions and commands by, and how it is written in HTML. */
const BREAKABLE = /^[.:@/#$+]$/;
const REFERENCE = /&(?:#x?[\da-f]{1,7}|[a-z]{2,16});/gi;
const BEFORE_MORE = /([.:@/#$+])(?=[^\s\u2060])/gu;
/** Shows nothing and belongs to no host, name or command. */
const WORD_JOINER = "\u2060";
/** A link's address in angle brackets may hold blanks (CommonMark 0.31, §6.3); nobody writes an honest one like that. */
const BRACKETED = /<[a-z][a-z\d+.-]{1,14}:\/\/[^<>\n]{0,3000}>/gi;
/** What may stand behind an address in a sentence or in Markdown and is not part of it. */
const AFTER = /[.,;:!?…*_~`'"’”»)\]}>|\\]/;
/** Some of it would be opened with the address all the same. */
const NOT_LEFT_OUT = /[^.,;:!?…*_~`)\]]/;
/** More signs than that are no punctuation. */
const LONGEST_TAIL = 16;
const CODE = /(?:^|\n)[^\S\n]*(?:```|~~~)[\s\S]*?(?:\n[^\S\n]*(?:```|~~~)|$)|`[^`\n]+`/g;
/** Of what stands behind a link, as much as is looked at. */
const LONGEST_AFTER = 2_000;
const FILE =
  /\.(?:ya?ml|json|jsonl|js|mjs|ts|tsx|jsx|css|html?|xml|csv|tsv|txt|log|conf|cfg|ini|toml|env|db|sqlite|bak|tmp|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp3|mp4|wav|local|internal|lan)$/i;

/** A domain's last part has letters only, or a form of other scripts' letters (RFC 3696, §2); chats do not look that far behind "www.". */
const TOP_LEVEL = /(?<![\p{L}\p{N}])www\.|\.(?:\p{L}+|xn--[a-z\d-]+)$/iu;

export function linksIn(texts: Iterable<string>): ReadonlySet<string> {
  const links = new Set<string>();
  for (const text of texts) {
    for (const pattern of [FULL, BARE]) {
      // a text that was quoted has signs for its line breaks
      for (const [found] of text.replaceAll(/\\[nrt]/g, " ").matchAll(pattern)) {
        // "[label](address)" is not one address, nor is what a quotation mark ends
        for (const part of found.split(/\]\(|["<>\\]/)) for (const link of endsOf(part)) if (hasHost(link)) links.add(bareOf(link));
      }
    }
  }
  return links;
}

/** Mail addresses, mentions, hashtags and phone numbers that stand in texts, as they are written. */
export function contactsIn(texts: Iterable<string>): ReadonlySet<string> {
  return new Set([...texts].flatMap((text) => CONTACTS.flatMap((pattern) => matchesOf(pattern, text).flatMap(([found]) => endsOf(found)))));
}

/**
 * An answer in which only links are left that were `read`, letter by letter: a link that a model puts together can carry anything out of the
 * house to whoever owns its host. Of others the label stays, or "[link]"; a host, mention, command or number alone stands as code, which nobody can
 * tap. Images are never loaded: they become their label. Takes time in proportion to the text.
 */
export function keepReadLinks(answer: string, read: ReadonlySet<string>): string {
  const isRead = (link: string) => read.has(bareOf(link));
  const unlinked = answer.replace(MARKDOWN_LINK, (link, label: string, address: string) => {
    if (!link.startsWith("!") && (isRead(address) || isAtHome(address))) return link;
    return label.trim() === "" ? GONE : label;
  });
  const inSight = readVisible(unlinked.replaceAll("![", "["));
  const without = editSource(inSight, fullEdits(inSight, isRead));
  // what is left may have come together anew
  const rest = readVisible(without);
  return withoutTappable(editSource(rest, bareEdits(rest, isRead)), isRead);
}

function fullEdits(visible: VisibleText, isRead: (link: string) => boolean): readonly Edit[] {
  const { text } = visible;
  const edits: Edit[] = [...text.matchAll(BRACKETED)].flatMap((match) => {
    // without its bracket it must not join what stands before it
    const joins = /[^\s(]/.test(text.charAt(match.index - 1));
    return /\s/.test(match[0]) ? { ...rangeOf(match), text: joins ? ` ${GONE}` : GONE } : [];
  });
  for (const { 0: found, index } of text.matchAll(FULL)) {
    let at = index;
    for (const part of found.split("](")) {
      const kept = endsOf(part).find(isRead);
      if (kept !== undefined) edits.push(...plainly(visible, at, at + kept.length));
      // behind a letter or digit nobody else takes it for an address
      else if (!isAtHome(part) || /[a-z\d+.-]/i.test(text.charAt(at - 1))) edits.push(goneAt(text, at, at + withoutAfter(part).length));
      at += part.length + 2;
    }
  }
  return edits.sort((one, other) => one.from - other.from || other.to - one.to);
}

/** Stands apart from Markdown as code, which no chat makes tappable, where it carries no more than a name. */
function bareEdits({ text }: VisibleText, isRead: (link: string) => boolean): readonly Edit[] {
  const isFull = within([...text.matchAll(FULL)].map(rangeOf));
  const isCode = within([...text.matchAll(CODE)].map(rangeOf));
  const isData = within([...text.matchAll(DATA_URI)].map(rangeOf));
  // a mark that begins or ends nothing: then it is not sure what is code
  const canBeCode = !text.replaceAll(CODE, "").includes("`");
  const data = [...text.matchAll(DATA_URI)].map((match) => goneAt(text, match.index, match.index + withoutAfter(match[0]).length));
  const names = tappableIn(text).flatMap(({ 0: found, index }): readonly Edit[] => {
    const link = withoutAfter(found);
    if (isFull(index) || isData(index) || isAllowed(found, isRead)) return [];
    if (HOST_WITH_MORE.test(link)) return [goneAt(text, index, index + link.length)];
    return isCode(index) || !canBeCode ? [] : [{ from: index, to: index + link.length, text: `\`${link}\`` }];
  });
  return [...data, ...names].sort((one, other) => one.from - other.from);
}

/** The last word: what the renderer makes of the answer holds nothing tappable. A sign that shows nothing breaks it, by line, then everywhere; what is left is code. */
function withoutTappable(answer: string, isRead: (link: string) => boolean): string {
  const isSafe = (text: string) => !hasTappable(readMarkdown(text), isRead);
  if (isSafe(answer)) return answer;
  const byLine = answer
    .split("\n")
    .map((line) => (isSafe(line) ? line : untappable(line)))
    .join("\n");
  if (isSafe(byLine)) return byLine;
  const broken = untappable(answer);
  return isSafe(broken) ? broken : `\`\`\`\n${toPlain(readMarkdown(answer)).replaceAll("`", "'")}\n\`\`\``;
}

function hasTappable(runs: readonly Run[], isRead: (link: string) => boolean): boolean {
  if (runs.some(({ marks }) => marks.some(({ href }) => href !== undefined && !isRead(href) && !isAtHome(href)))) return true;
  let length = 0;
  // what lies within code is not tappable, and a link of Markdown leads where its address says
  const closed = runs.flatMap(({ text, marks }) => {
    const from = length;
    length += text.length;
    return marks.some(({ tag }) => tag === "code" || tag === "pre" || tag === "a") ? [{ from, to: length }] : [];
  });
  const text = toPlain(runs);
  return tappableIn(text).some(
    ({ 0: found, index }) =>
      !isAllowed(found, isRead) && !closed.some(({ from, to }) => from <= index && index + withoutAfter(found).length <= to),
  );
}

function untappable(markdown: string): string {
  return partTappable(
    markdown.replaceAll(REFERENCE, (whole) => {
      const sign = readVisible(whole).text;
      return BREAKABLE.test(sign) ? `\\${sign}` : whole;
    }),
  );
}

/** Parts every address, mention and command of a text for a chat, and leaves all that a person sees of it. */
export function partTappable(text: string): string {
  return text.replaceAll(BEFORE_MORE, `$1${WORD_JOINER}`);
}

/** What a chat would make tappable of itself: addresses, mentions, commands, hashtags, stocks, numbers to call. */
export function tappableIn(text: string): readonly RegExpExecArray[] {
  return TAPPABLE.flatMap((pattern) => matchesOf(pattern, text))
    .filter(({ 0: found }) => !isPlainName(withoutAfter(found)))
    .sort((one, other) => one.index - other.index);
}

/** The pattern of addresses with "@" begins anew at each letter: most texts have no such sign. */
function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  return pattern === AT && !text.includes("@") ? [] : [...text.matchAll(pattern)];
}

/** A command would be sent in the person's name, so none is: not even one that was read. */
function isAllowed(found: string, isRead: (link: string) => boolean): boolean {
  return !found.startsWith("/") && (endsOf(found).some(isRead) || (/^https?:/i.test(found) && isAtHome(found)));
}

function rangeOf({ 0: found, index }: RegExpExecArray): { readonly from: number; readonly to: number } {
  return { from: index, to: index + found.length };
}

/** The signs around an address alone go with it. */
function goneAt(text: string, from: number, to: number): Edit {
  const isAlone = text.charAt(from - 1) === "<" && text.charAt(to) === ">" && text.charAt(from - 2).trim() === "";
  return isAlone ? { from: from - 1, to: to + 1, text: GONE } : { from, to, text: GONE };
}

/** A link that was read stands as it was read, without signs that nobody sees, and nothing stands at its end that would be opened with it. */
function plainly({ source, text, starts, ends }: VisibleText, from: number, to: number): readonly Edit[] {
  const end = ends[to - 1] ?? source.length;
  const shown = text.slice(from, to);
  const after = source.slice(end, end + LONGEST_AFTER).split(/[\s<]/, 1)[0] ?? "";
  const isBracketed = text.charAt(from - 1) === "<" && after.startsWith(">");
  const alone = isBracketed || !NOT_LEFT_OUT.test(after) ? shown : `${shown} `;
  return source.slice(starts[from], end) === alone ? [] : [{ from, to, text: alone }];
}

/** Links into the home lead nobody out of it; they are for whoever hides its addresses. Only in the plain form, which all read alike. */
function isAtHome(link: string): boolean {
  const url = withoutAfter(link);
  const [, host] = /^https?:\/\/([\w.-]+|\[[\da-f:]+\])(?::\d+)?(?:[/?#](?!.*:\/\/)|$)/i.exec(url) ?? [];
  return !hasHost(url) || (host !== undefined && isHomeHost(host));
}

/** Tells of places in a text, asked for in their order, whether they lie in one of the ranges. */
function within(ranges: readonly { readonly from: number; readonly to: number }[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (ranges[next]?.from ?? Number.POSITIVE_INFINITY) <= at;
  };
}

function isPlainName(link: string): boolean {
  if (/^[/#$+]|@|^[a-z][a-z\d+.-]*:/i.test(link)) return false;
  const host = /^[^/?#:]*/.exec(link)?.[0] ?? "";
  return FILE.test(host) || !TOP_LEVEL.test(host);
}

/** What of a run of signs may be the address: all of it, and less by what can follow an address. */
function endsOf(run: string): readonly string[] {
  const ends = [run];
  for (let end = run.length; end > run.length - LONGEST_TAIL && AFTER.test(run.charAt(end - 1)); end -= 1) ends.push(run.slice(0, end - 1));
  return ends;
}

function withoutAfter(run: string): string {
  return endsOf(run).at(-1) ?? run;
}

function hasHost(link: string): boolean {
  return /[\p{L}\p{N}]/u.test(link.replace(/^[a-z][a-z\d+.-]*:\/\//i, ""));
}

/** An address in the one form that all its spellings share, without and with its fragment. None for what is no address. */
export function addressForms(link: string): readonly string[] {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(link) ? link : `https://${link}`);
  if (!url || url.host === "") return [];
  const plain = (text: string) => text.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const address = plain(`${url.host}${url.pathname}${url.search}`).toLowerCase().replace(/\/$/, "");
  return url.hash === "" ? [address] : [address, `${address}${plain(url.hash).toLowerCase()}`];
}

/** The scheme of the web and a slash at the end make no other link. */
function bareOf(link: string): string {
  return link.replace(/^https?:\/\//i, "").replace(/\/$/, "");
}
