import { characterOf } from "../../text/character-references.ts";
import { inOneScript, SMALL_CAPITALS } from "../../text/look-alikes.ts";

/** Full-width, mathematical, circled, squared and small capital letters. */
const DRESSED = /[\uff01-\uff5e\u2460-\u24ff\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f169}ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ]/gu;
const NOT_SHOWN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu;
/** Letters in the plane of tags: nobody sees them, models read them. Flags of countries have six. */
const TAGS = /[\u{e0020}-\u{e007e}]{8,}/gu;
/** More marks upon a letter than any language needs. */
const STACKED = /(\p{M}{2})\p{M}+/gu;
/** What stands in pages and mails; every other thing in angle brackets is text. */
const MARKUP =
  /<\/?(?:html|head|body|title|div|span|p|br|hr|b|i|u|em|strong|small|a|img|ul|ol|li|table|thead|tbody|tr|td|th|caption|h[1-6]|section|nav|footer|header|main|article|form|input|button|label|font|center|blockquote|pre|code|style|script|meta|link|details|summary|kbd|sup|sub)\b[^<>]{0,500}>|<!doctype[^<>]{0,200}>|<!--|-->/giu;
const REFERENCE = /&(lt|gt|amp|quot|apos|nbsp|zwnj|shy|#x[\da-f]{2,6}|#\d{2,6});/giu;

export interface PlainText {
  readonly text: string;
  /** Letters that only a machine would have read: they are gone. */
  readonly hidden: number;
}

/** The text as a person sees it: nothing invisible, look-alike and styled letters plain; with `markup`, HTML's tags and references read. Linear. */
export function plainText(source: string, { markup }: { readonly markup: boolean }): PlainText {
  let hidden = 0;
  let text = source.replaceAll(/\r\n?|[\u2028\u2029\u0085]/gu, "\n").replaceAll(TAGS, (run) => {
    hidden += run.length / 2;
    return "";
  });
  if (markup) text = text.replaceAll(REFERENCE, (whole, reference: string) => referred(reference) ?? whole).replaceAll(MARKUP, spaceFor);
  text = inOneScript(
    text
      .replaceAll(NOT_SHOWN, (sign, at: number, whole: string) => (isNeeded(sign, at, whole) ? sign : ""))
      .replaceAll(STACKED, "$1")
      .replaceAll(DRESSED, undressed),
  );
  return { text, hidden };
}

/** Cells and lines stay apart; what stands within a word leaves nothing. */
function spaceFor(tag: string): string {
  return /^<\/?(?:b|i|u|em|strong|small|span|font|sup|sub|a|kbd)\b/i.test(tag) ? "" : "\n";
}

function referred(reference: string): string | undefined {
  const sign = characterOf(reference);
  return sign === undefined || sign < " " || /\p{Cs}/u.test(sign) ? undefined : sign;
}

/** Line ends; signs that pictures are joined and coloured by; joiners between letters of scripts that are written with them. */
function isNeeded(sign: string, at: number, whole: string): boolean {
  if (sign === "\n" || sign === "\t") return true;
  if (sign === "\ufe0f") return /\p{Extended_Pictographic}/u.test(whole.slice(at - 2, at));
  if (sign !== "\u200c" && sign !== "\u200d") return false;
  return /(?:\p{Extended_Pictographic}|\ufe0f)$|[\p{Script=Arabic}\p{Script=Devanagari}\p{M}]$/u.test(whole.slice(Math.max(0, at - 2), at));
}

function undressed(sign: string): string {
  const plain = SMALL_CAPITALS.get(sign) ?? sign.normalize("NFKC");
  return /^[\x21-\x7e]$/.test(plain) ? plain : sign;
}
