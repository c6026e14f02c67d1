import { formatMarkdown, styled, widthOf } from "./terminal-format.ts";

export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** False under NO_COLOR. */
  hasColors?(): boolean;
}

export interface TypedLine {
  line: string;
  cursor: number;
  /** Rows above the cursor as readline counts them to draw the line again. It does not count while a paste wraps (Node 24). */
  prevRows?: number;
  getCursorPos(): { readonly rows: number; readonly cols: number };
  setPrompt(prompt: string): void;
  prompt(preserveCursor: boolean): void;
}

export interface Choice {
  readonly key: string;
  readonly label: string;
}

export type TerminalScreen = ReturnType<typeof createTerminalScreen>;

const USUAL_COLUMNS = 80;
/** Rows of an answer that is being written: its end, so that the rest of the screen stays where it is. */
const PROGRESS_ROWS = 4;

const CYAN = [36, 39] as const;
const DIM = [2, 22] as const;

const PROMPT = "› ";

/** Writes what a chat shows. Progress, keys of an open question and the typed line stay under the last message while a line editor has the prompt. */
export function createTerminalScreen({ output, isTerminal }: { output: TerminalOutput; isTerminal: boolean }) {
  const colours = isTerminal && output.hasColors?.() === true;
  const columns = () => (output.columns !== undefined && output.columns > 0 ? output.columns : USUAL_COLUMNS);
  let typed: TypedLine | undefined;
  let atPrompt = false;
  let progress: string | undefined;
  let choices: readonly Choice[] = [];

  const choiceText = () => choices.map(({ key, label }) => `${styled(`[${key}]`, CYAN, colours)} ${label}`);

  /** What changes in place is the beginning of the line editor's prompt, which knows its rows. */
  const wholePrompt = (): string => {
    const room = columns() - 1;
    const happening = progress === undefined ? [] : formatMarkdown(progress, { width: room, colours: false }).split("\n");
    const rows = happening.slice(-PROGRESS_ROWS).map((row) => styled(row, DIM, colours));
    return [...rows, ...joined(choiceText(), room), styled(PROMPT, CYAN, colours)].join("\n");
  };

  /** Goes up so many rows and writes over what stands there: `above`, and under it the prompt and what is typed. */
  const redraw = (above = "", up = typed?.getCursorPos().rows ?? 0) => {
    output.write(`\r${up > 0 ? `\u001b[${up}A` : ""}\u001b[J${above}`);
    if (!typed) return;
    typed.setPrompt(wholePrompt());
    typed.prevRows = 0;
    typed.prompt(true);
  };

  const print = (text: string): void => {
    if (typed) redraw(`${text}\n`);
    else output.write(`${atPrompt ? "\n" : ""}${text}\n`);
    atPrompt = false;
  };

  return {
    message: (markdown: string): void =>
      print(formatMarkdown(markdown, { width: isTerminal ? columns() : Number.POSITIVE_INFINITY, colours })),
    note: (text: string): void => print(styled(text, DIM, colours)),
    /** A line that came without having been typed here, so that the answers under it make sense. */
    echo: (text: string): void => print(`${styled(PROMPT, CYAN, colours)}${text}`),
    /** What is happening; undefined takes it away. Nothing where lines cannot be rewritten. */
    progress(text: string | undefined): void {
      if (progress === text) return;
      progress = text;
      if (typed) redraw();
    },
    choices(open: readonly Choice[]): void {
      if (open.length === 0 && choices.length === 0) return;
      choices = open;
      if (typed) redraw();
      else if (open.length > 0) print(choiceText().join("  "));
    },
    /** The line editor's prompt stands under everything until it is released. */
    edits(line: TypedLine): void {
      typed = line;
      redraw();
    },
    /** To be called after each key and before a change of size is drawn: puts readline's count right, and the cursor where it thinks it is. */
    settle(): void {
      if (!typed) return;
      const { rows, cols } = typed.getCursorPos();
      typed.prevRows = rows;
      // A full row leaves a terminal's cursor at its end until something follows.
      if (cols === 0 && rows > 0 && typed.cursor === typed.line.length) output.write(" \r");
    },
    /** A line was typed to its end: the cursor stands under it. It stays, above what changes in place; an empty one goes. */
    entered(text: string): void {
      if (!typed) return;
      [typed.line, typed.cursor] = [text, text.length];
      const up = typed.getCursorPos().rows + 1;
      [typed.line, typed.cursor] = ["", 0];
      redraw(text.trim() === "" ? "" : `${styled(PROMPT, CYAN, colours)}${text}\n`, up);
    },
    ask(): void {
      if (atPrompt) return;
      output.write(PROMPT);
      atPrompt = true;
    },
    answered(): void {
      atPrompt = false;
    },
    release(): void {
      progress = undefined;
      choices = [];
      if (typed) {
        const up = typed.getCursorPos().rows;
        typed = undefined;
        redraw("", up);
      } else if (atPrompt) {
        output.write("\n");
        atPrompt = false;
      }
    },
  };
}

function joined(words: readonly string[], room: number): readonly string[] {
  const rows: string[] = [];
  for (const word of words) {
    const longer = `${rows.at(-1)}  ${word}`;
    if (rows.length > 0 && widthOf(longer) <= room) rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}
