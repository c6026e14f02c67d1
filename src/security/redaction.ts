import { replaceEntityIds } from "./entity-ids.ts";
import { isHomeHost, redactAddresses } from "./network-addresses.ts";
import { redactSecretTexts } from "./secret-texts.ts";

const URL_IN_TEXT = /(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,14}:\/\/[^\s<>"'`]+/gi;
/** What follows an address in a sentence or in Markdown and is not part of it. */
const AFTER_URL = /[.,;:!?*_~|\]}]/;
/** `[label](address)` and `![label](address)`; the parts are bounded, so that open brackets cost nothing. */
const MARKDOWN_LINK = /!?\[([^[\]\n]{0,300})\]\(\s?<?([a-z][a-z\d+.-]{1,14}:\/\/[^\s<>()]{1,2000})>?(?:\s"[^"\n]{0,200}")?\)/gi;
const SECRET_PARAMETER =
  /([?&#;](?:access_|auth_|api_?|bot_?)?(?:token|key|password|passwd|pwd|secret|sig|signature|auth|authsig|code)=)[^&#\s]+/gi;

/**
 * An answer as a person may read it: entity ids become the names that `names` knows (else "that device"), addresses of the home's
 * network become `[address]`, of its devices `[device address]`, keys and tokens `[secret]`. Public URLs, versions, times, decimals
 * and file names stay, and Markdown stays whole: a link into the home keeps its label. Takes time in proportion to the text.
 */
export function redactAnswer(text: string, names: (entityId: string) => string | undefined): string {
  const plain = (piece: string) => redactAddresses(redactSecretTexts(replaceEntityIds(piece, names)));
  const unlinked = text.replace(MARKDOWN_LINK, (link, label: string, address: string) => {
    if (!isHomeUrl(address)) return link;
    return label.trim() === "" ? "[address]" : label;
  });
  return mapUrls(unlinked, plain, (address) => (isHomeUrl(address) ? "[address]" : publicUrl(address)));
}

/** A header, or a field by its name, with what it holds: `Authorization: Bearer …`, `"api_key":"…"`, `password=…`. */
const SECRET_FIELD =
  /(?<![\w-])((?:authorization|x-api-key|x-goog-api-key|(?:access_|refresh_|auth_|bot_|supervisor_)?token|api[-_]?key|password|passwd|client_secret|secret)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?)(?:(?:bearer|basic)\s{1,3})?[^\s"'\\,;&)}\]]{1,}/gi;
const BEARER = /(?<!\w)((?:bearer|basic)\s{1,3})[\w+/=.~-]{8,}/gi;

/** A text of an error as a log may hold it: without credentials in URLs, headers and fields, and without keys. Hosts and ids stay. */
export function redactError(message: string): string {
  const plain = (piece: string) => redactSecretTexts(piece.replace(SECRET_FIELD, "$1[secret]").replace(BEARER, "$1[secret]"));
  return mapUrls(message, plain, publicUrl);
}

/** Rewrites what is not a URL by `plain` and each URL by `address`. */
function mapUrls(text: string, plain: (piece: string) => string, address: (url: string) => string): string {
  let result = "";
  let from = 0;
  for (const found of text.matchAll(URL_IN_TEXT)) {
    const url = withoutTail(found[0]);
    result += plain(text.slice(from, found.index)) + address(url);
    from = found.index + url.length;
  }
  return result + plain(text.slice(from));
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
