import { crc32, deflateSync } from "node:zlib";

/** As wide as a phone shows a photo, at twice its points. */
export const WIDTH = 800;
export const HEIGHT = 400;

/** Red, green, blue of paper, grid, writing and line. */
const PALETTE = Buffer.from([255, 255, 255, 226, 230, 234, 84, 94, 104, 3, 138, 200]);
export const [GRID, LINE] = [1, 3];
const INK = 2;

/** Five rows of three dots each, a digit a row: as coarse as a small display writes them. */
const GLYPHS: Readonly<Record<string, string>> = {
  ...{ "0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717", "6": "74757", "7": "71222" },
  ...{ "8": "75757", "9": "75717", "-": "00700", ".": "00002", ":": "02020" },
};
/** Pixels of a dot, and dots from one sign to the next. */
export const DOT = 4;
const ADVANCE = 4;

export type Fill = (left: number, top: number, right: number, bottom: number, colour: number) => void;

/** A picture of one palette to draw on: rectangles and signs, whose corners may lie between pixels. */
export function createCanvas() {
  const rows = Array.from({ length: HEIGHT }, () => new Uint8Array(WIDTH));
  const fill: Fill = (left, top, right, bottom, colour) => {
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
  return { fill, write, widthOf, png: () => pngOf(rows) };
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
