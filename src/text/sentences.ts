/** A piece of a text: `text` is what stands between `start` and `end` (UTF-16 offsets, end exclusive), without outer white space. */
export interface Span {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Short forms whose dot ends no sentence, in the languages that the claim model knows. */
const SHORT_FORMS: ReadonlySet<string> = new Set(
  "e.g i.e approx nr vs dr mr mrs ms bzw z.b d.h ca ggf inkl usw u.a p.ex mme p.ej sr sra aprox bijv d.w.z o.a a.m p.m".split(" "),
);
/** What a number with a dot counts in German. */
const ORDINAL_FOLLOWS = /^\s(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|stock|etage|og\b)/i;
const CLOSERS = /["'”“’»)\]*_~`]/;
const ENDERS = /[.!?…。！？]/;

/** Cuts a text into sentences, at their ends and at line ends. Decimals, times and short forms stay whole. Linear; only white space lies between two spans. */
export function splitSentences(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  const close = (end: number) => {
    const span = trimmed(text, start, end);
    if (span) spans.push(span);
    start = end;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "\n") {
      close(at);
      continue;
    }
    if (!ENDERS.test(char)) continue;
    let end = at + 1;
    while (end < text.length && (ENDERS.test(text.charAt(end)) || CLOSERS.test(text.charAt(end)))) end += 1;
    const ends = end === text.length || /\s/.test(text.charAt(end)) || /\p{Extended_Pictographic}/u.test(text.slice(end, end + 2));
    if (ends && !(char === "." && end === at + 1 && staysWhole(text, start, at))) close(end);
    at = end - 1;
  }
  close(text.length);
  return spans;
}

/** A dot after a short form, after a letter alone (`z. B.`), after the number that begins a list item, or in `17. September`. */
function staysWhole(text: string, start: number, dot: number): boolean {
  let from = dot;
  while (from > start && !/[\s(]/.test(text.charAt(from - 1))) from -= 1;
  const word = text.slice(from, dot).toLowerCase();
  if (SHORT_FORMS.has(word) || /^\p{L}$/u.test(word)) return true;
  if (!/^\d{1,3}$/.test(word)) return false;
  return text.slice(start, from).trim() === "" || ORDINAL_FOLLOWS.test(text.slice(dot + 1, dot + 12));
}

function trimmed(text: string, start: number, end: number): Span | undefined {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text.charAt(from))) from += 1;
  while (to > from && /\s/.test(text.charAt(to - 1))) to -= 1;
  return /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text.slice(from, to))
    ? { text: text.slice(from, to), start: from, end: to }
    : undefined;
}

/** Whether a text ends with the mark of a question, of any script. */
export function endsAsking(text: string): boolean {
  return /[?？؟]\s*$/u.test(text);
}
