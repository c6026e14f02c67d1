import { crc32, deflateSync } from "node:zlib";
import type { Series } from "../../storage/turns/outbox.ts";

/** As wide as a phone shows a photo, at twice its points. */
const WIDTH = 800;
const HEIGHT = 400;
const LEFT = 96;
const RIGHT = 24;
const TOP = 24;
const BOTTOM = 56;
const [WIDE, HIGH] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
/** Half of a line's thickness. */
const PEN = 2;
const BAR_SHARE = 0.7;
const MOST_LINES = 6;

/** Red, green, blue of paper, grid, writing and line. */
const PALETTE = Buffer.from([255, 255, 255, 226, 230, 234, 84, 94, 104, 3, 138, 200]);
const [GRID, INK, LINE] = [1, 2, 3];

/** Five rows of three dots each, a digit a row: as coarse as a small display writes them. */
const GLYPHS: Readonly<Record<string, string>> = {
  ...{ "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717", "6": "74757", "7": "71222" },
  ...{ "8": "75757", "9": "75717", "-": "00700", ".": "00002", ":": "02020" },
};
/** Pixels of a dot, and dots from one sign to the next. */
const DOT = 4;
const ADVANCE = 4;

/** A line, or bars for what was counted, as a PNG: axes with numbers and no words, for those stand beside it. At least two points. */
export function chartPng({ points, isBars, ticks }: Series): Buffer {
  const rows = Array.from({ length: HEIGHT }, () => new Uint8Array(WIDTH));
  const fill = (left: number, top: number, right: number, bottom: number, colour: number): void => {
    for (const row of rows.slice(Math.max(0, Math.round(top)), Math.max(0, Math.round(bottom))))
      row.fill(colour, Math.round(left), Math.round(right));
  };
  const write = (text: string, left: number, top: number): void => {
    for (const [at, sign] of [...text].entries())
      for (const [y, dots] of [...(GLYPHS[sign] ?? "")].entries())
        for (const [x, bit] of [4, 2, 1].entries()) {
          const [dotX, dotY] = [left + (at * ADVANCE + x) * DOT, top + y * DOT];
          if ((Number(dots) & bit) !== 0) fill(dotX, dotY, dotX + DOT, dotY + DOT, INK);
        }
  };
  const widthOf = (text: string) => (text.length * ADVANCE - 1) * DOT;

  const values = points.map(([, value]) => value);
  const { low, high, step } = scaleOf(isBars ? [0, ...values] : values);
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 1];
  const slot = WIDE / points.length;
  const xOf = (at: number) => LEFT + (isBars ? slot / 2 : 0) + ((at - first) / (last - first || 1)) * (isBars ? WIDE - slot : WIDE);
  const yOf = (value: number) => TOP + HIGH - ((value - low) / (high - low)) * HIGH;

  for (let line = 0; low + line * step <= high + step / 2; line += 1) {
    const value = low + line * step;
    const text = value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
    fill(LEFT, yOf(value) - 1, WIDTH - RIGHT, yOf(value) + 1, GRID);
    write(text, LEFT - widthOf(text) - 3 * DOT, yOf(value) - 2.5 * DOT);
  }
  for (const [at, text] of ticks)
    write(text, Math.min(xOf(at) - widthOf(text) / 2, WIDTH - widthOf(text) - DOT), HEIGHT - BOTTOM + 5 * DOT);
  for (const [index, [at, value]] of points.entries()) {
    const [x, y] = [xOf(at), yOf(value)];
    const before = points[index - 1];
    if (isBars) fill(x - (slot * BAR_SHARE) / 2, Math.min(y, yOf(0)), x + (slot * BAR_SHARE) / 2, Math.max(y, yOf(0)), LINE);
    else if (before) drawLine([xOf(before[0]), yOf(before[1])], [x, y], fill);
  }
  return pngOf(rows);
}

type Fill = (left: number, top: number, right: number, bottom: number, colour: number) => void;

/** Column by column, each as high as the line is steep there. */
function drawLine([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], fill: Fill): void {
  const columns = Math.max(1, Math.round(x2 - x1));
  const yAt = (column: number) => y1 + ((y2 - y1) * column) / columns;
  for (let column = 0; column < columns; column += 1) {
    const [from, to] = [yAt(column), yAt(column + 1)];
    fill(x1 + column - 1, Math.min(from, to) - PEN, x1 + column + 1, Math.max(from, to) + PEN, LINE);
  }
}

/** From and to round numbers that hold all values, in at most six steps of 1, 2 or 5. */
function scaleOf(values: readonly number[]): { readonly low: number; readonly high: number; readonly step: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const rough = (most - least || Math.abs(most) || 1) / (MOST_LINES - 1);
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((times) => times * ten >= rough) ?? 10) * ten;
  const low = Math.floor(least / step) * step;
  return { low, high: Math.max(low + step, Math.ceil(most / step) * step), step };
}

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const HEADER_BYTES = 13;
/** Bits of a pixel, and that it is a number of the palette (PNG, third edition, §11.2.1). */
const [BITS, BY_PALETTE] = [8, 3];

function pngOf(rows: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([BITS, BY_PALETTE], 8);
  // each row begins with its filter: none
  const image = Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row]));
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", PALETTE),
    chunk("IDAT", deflateSync(image)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
