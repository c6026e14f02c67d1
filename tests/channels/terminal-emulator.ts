import { PassThrough, Writable } from "node:stream";

const ESCAPE = "\u001b";
const TOKENS = new RegExp(`${ESCAPE}\\[([\\d;]*[A-Za-z])|\\P{Mark}\\p{Mark}*`, "gu");
const WIDE = /\p{Emoji_Presentation}|[\u2e80-\u9fff]/u;

/** A terminal as programs see it: what is written moves a cursor and fills rows. Knows the control sequences that are in use here, no others. */
export class EmulatedTerminal extends Writable {
  readonly isTTY = true;
  columns: number;
  /** Everything as it was written. */
  raw = "";
  readonly #colours: boolean;
  #rows: string[][] = [[]];
  #row = 0;
  #column = 0;

  constructor({ columns = 40, colours = true } = {}) {
    super({ decodeStrings: false });
    this.columns = columns;
    this.#colours = colours;
  }

  hasColors(): boolean {
    return this.#colours;
  }

  /** The rows down to the last that is not blank. */
  get screen(): readonly string[] {
    const rows = this.#rows.map((cells) =>
      [...cells]
        .map((cell) => cell ?? " ")
        .join("")
        .trimEnd(),
    );
    return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
  }

  /** Row and column of the cursor, from 0. */
  get cursor(): readonly [number, number] {
    return [this.#row, this.#column];
  }

  /** A new width: rows that were written on come apart or together, as most terminals do it. */
  resize(columns: number): void {
    const before = this.columns;
    const lines: string[][] = [];
    let at = 0;
    for (const [index, cells] of this.#rows.entries()) {
      const goesOn = index > 0 && (this.#rows[index - 1]?.length ?? 0) === before;
      if (index === this.#row) at = goesOn ? (lines.at(-1)?.length ?? 0) + this.#column : this.#column;
      if (goesOn) lines.at(-1)?.push(...cells);
      else lines.push([...cells]);
    }
    this.#rows = lines.flatMap((line) =>
      Array.from({ length: Math.max(1, Math.ceil(line.length / columns)) }, (_, row) => line.slice(row * columns, (row + 1) * columns)),
    );
    this.#row = this.#rows.length - 1;
    this.#column = at % columns;
    this.columns = columns;
    this.emit("resize");
  }

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
    const text = String(chunk);
    this.raw += text;
    for (const [token, sequence] of text.matchAll(TOKENS)) {
      if (sequence !== undefined) this.#control(sequence);
      else this.#put(token);
    }
    done();
  }

  #control(sequence: string): void {
    const [count, kind] = [Number.parseInt(sequence, 10), sequence.at(-1)];
    const times = Number.isNaN(count) ? 1 : count;
    if (kind === "A") this.#row = Math.max(0, this.#row - times);
    else if (kind === "B") this.#row = Math.min(this.#rows.length - 1, this.#row + times);
    else if (kind === "C") this.#column = Math.min(this.columns - 1, this.#column + times);
    else if (kind === "D") this.#column = Math.max(0, this.#column - times);
    else if (kind === "G") this.#column = times - 1;
    else if (kind === "J") {
      this.#rows.length = this.#row + 1;
      this.#rows[this.#row]?.splice(this.#column);
    } else if (kind === "K") this.#rows[this.#row]?.splice(this.#column);
    else if (kind !== "m") throw new Error(`the emulated terminal does not know ${JSON.stringify(sequence)}`);
  }

  #put(character: string): void {
    if (character === "\r") this.#column = 0;
    else if (character === "\n") this.#down();
    else if (/\p{Control}/u.test(character)) throw new Error(`a control character was written: ${JSON.stringify(character)}`);
    else {
      const width = WIDE.test(character) ? 2 : 1;
      if (this.#column + width > this.columns) this.#down();
      const cells = this.#rows[this.#row] ?? [];
      while (cells.length < this.#column) cells.push(" ");
      cells.splice(this.#column, width, character, ...(width === 2 ? [""] : []));
      this.#column += width;
    }
  }

  /** As terminals that Node holds do it: a line feed goes to the first column, too. */
  #down(): void {
    this.#row += 1;
    this.#column = 0;
    if (this.#row === this.#rows.length) this.#rows.push([]);
  }
}

/** Somebody at the keys of a terminal. */
export class EmulatedKeyboard extends PassThrough {
  readonly isTTY = true;
  isRaw = false;

  setRawMode(mode: boolean): this {
    this.isRaw = mode;
    return this;
  }
}
