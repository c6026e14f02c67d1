export interface Section {
  /** Headings above it, from the outermost: `Boiler > Reset`. */
  readonly heading: string | undefined;
  /** Counted from 1; undefined where a document has no pages. */
  readonly page: number | undefined;
  readonly text: string;
}

/** Characters of a passage: about 200 words, which answer a question and leave room for four others beside them. */
const PASSAGE = 900;
/** What a passage repeats of the one before it, so that a sentence is found with what it follows on. */
const OVERLAP = 120;
/** A page break, a list's end: what is shorter than this at the end of a section goes to the passage before it, which may be too long by it. */
const SHORTEST = 60;

/** Splits sections into passages of about 900 characters, at most 960, at paragraphs, else sentences, else words. Only space is lost. */
export function passagesOf(sections: readonly Section[]): readonly Section[] {
  return sections.flatMap((section) => piecesOf(section.text).map((text) => ({ ...section, text })));
}

/** The pieces of one section. Each but the first begins with the last sentences of the one before. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let current = "";
  let repeated = 0;
  for (const part of partsOf(text)) {
    const joined = current + part;
    if (current.trim() === "" || joined.trimEnd().length <= PASSAGE) {
      current = joined;
      continue;
    }
    pieces.push(current);
    const tail = tailOf(current);
    repeated = tail.length;
    current = tail + part;
  }
  const previous = pieces.pop();
  const end = current.slice(repeated);
  const isShort = previous !== undefined && end.trim().length < SHORTEST;
  const last = isShort ? [previous + end] : [previous ?? "", current];
  return [...pieces, ...last].map((piece) => piece.trim()).filter((piece) => piece !== "");
}

/** Paragraphs with the break behind them; those that are too long sentence by sentence, and a sentence that is too long word by word. */
function partsOf(text: string): readonly string[] {
  // the sign between what is repeated and what is new takes one
  const room = PASSAGE - OVERLAP - 1;
  return (text.match(/[\s\S]+?(?:\n\s*\n|$)/g) ?? []).flatMap((paragraph) =>
    paragraph.length <= room ? [paragraph] : sentencesOf(paragraph).flatMap((sentence) => wordRuns(sentence, room)),
  );
}

/** Sentences and lines, in any script that `Intl.Segmenter` knows, with the space behind them. */
function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=\n)/)
    .flatMap((line) => Array.from(new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(line), ({ segment }) => segment));
}

/** Runs of at most `room` characters; a text without spaces is cut wherever the room ends. */
function wordRuns(sentence: string, room: number): readonly string[] {
  const runs: string[] = [];
  let rest = sentence;
  while (rest.length > room) {
    const space = rest.lastIndexOf(" ", room);
    const at = space > room / 2 ? space + 1 : withoutHalf(rest, room);
    runs.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...runs, rest];
}

function withoutHalf(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}

function tailOf(piece: string): string {
  let tail = "";
  for (const sentence of sentencesOf(piece.slice(-2 * OVERLAP)).toReversed()) {
    if ((sentence + tail).trim().length > OVERLAP) break;
    tail = sentence + tail;
  }
  return tail.trim() === "" ? "" : `${tail.trimEnd()}${piece.slice(piece.trimEnd().length).includes("\n") ? "\n" : " "}`;
}
