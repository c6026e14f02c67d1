import type { Series } from "../../storage/turns/outbox.ts";
import { createCanvas, DOT, type Fill, GRID, HEIGHT, LINE, WIDTH } from "./canvas.ts";

const LEFT = 96;
const RIGHT = 24;
const TOP = 24;
const BOTTOM = 56;
const [WIDE, HIGH] = [WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM];
/** Half of a line's thickness. */
const PEN = 2;
const BAR_SHARE = 0.7;
const MOST_LINES = 6;

/** A line, or bars for what was counted, as a PNG: axes with numbers and no words, for those stand beside it. At least two points. */
export function chartPng({ points, isBars, ticks }: Series): Buffer {
  const { fill, write, widthOf, png } = createCanvas();
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
  return png();
}

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
