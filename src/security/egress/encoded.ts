import { isUtf8 } from "node:buffer";
import { characterOf } from "../../text/character-references.ts";
import type { PrivateSpan } from "./spans.ts";

/** Runs that base64 may be, begun where a word begins. */
const BASE64 = /(?<![\w+/-])[A-Za-z\d+/_-]{6,}={0,2}/g;
const HEX = /(?<![\w])(?:0x)?[\da-f]{8,}(?!\w)|(?<!\S)[\da-f]{2}(?:[ :][\da-f]{2}){3,}(?!\S)/gi;
const PERCENT = /(?:[\w.@+-]{0,64}%[\da-f]{2}){1,}[\w.@+-]{0,64}/gi;
const ENTITIES = /(?:[\w.@ -]{0,32}&#(?:x[\da-f]{1,6}|\d{1,7});){2,}/gi;
const ESCAPES = /(?:\\(?:u[\da-f]{4}|x[\da-f]{2})){3,}/gi;
/** What was decoded is a text, and no bytes of anything else. */
const TEXT = /^[\n\x20-\x7e\p{L}\p{M}\p{N}\p{P}]+$/u;

/** Places of encoded texts that have something private in them, as `find` says; what they were decoded to is in no result. */
export function findEncoded(text: string, find: (decoded: string) => boolean): readonly PrivateSpan[] {
  const spans: PrivateSpan[] = [];
  const look = (pattern: RegExp, decode: (run: string) => string | undefined) => {
    for (const { 0: run, index } of text.matchAll(pattern)) {
      const decoded = decode(run);
      if (decoded !== undefined && decoded !== run && TEXT.test(decoded) && find(decoded)) {
        spans.push({ from: index, to: index + run.length, kind: "encoded" });
      }
    }
  };
  look(BASE64, ofBase64);
  look(HEX, (run) => ofBytes(Buffer.from(run.replaceAll(/0x|[ :]/gi, ""), "hex")));
  if (text.includes("%")) look(PERCENT, ofPercent);
  if (text.includes("&#"))
    look(ENTITIES, (run) => run.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7});/gi, (_, reference) => characterOf(reference) ?? ""));
  if (text.includes("\\")) look(ESCAPES, (run) => run.replaceAll(/\\[ux]([\da-f]{2,4})/gi, (_, hex) => characterOf(`#x${hex}`) ?? ""));
  return spans;
}

function ofBase64(run: string): string | undefined {
  // a word of small letters is as good as never a text in base64
  if (!/[A-Z\d+/=]/.test(run.slice(1))) return undefined;
  return ofBytes(Buffer.from(run, "base64"));
}

function ofBytes(bytes: Buffer): string | undefined {
  return bytes.length > 3 && isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

function ofPercent(run: string): string | undefined {
  try {
    return decodeURIComponent(run);
  } catch {
    return undefined;
  }
}
