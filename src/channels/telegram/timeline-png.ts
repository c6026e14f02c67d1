import type { Timeline } from "../../storage/turns/outbox.ts";
import { createCanvas, DOT, GRID, HEIGHT, LINE, WIDTH } from "./canvas.ts";

const LEFT = 64;
const RIGHT = 40;
const TOP = 16;
const BOTTOM = 48;
const WIDE = WIDTH - LEFT - RIGHT;
const DAY_HOURS = 24;
const TICK_HOURS = 6;
/** Half of a mark's width. */
const PEN = 4;
const MARK_SHARE = 0.6;

/** Marks by day and hour, as a PNG: days from top to bottom with their numbers, hours from left to right. */
export function timelinePng(days: Timeline): Buffer {
  const { fill, write, widthOf, png } = createCanvas();
  const high = (HEIGHT - TOP - BOTTOM) / days.length;
  const xOf = (part: number) => LEFT + part * WIDE;
  for (let hour = 0; hour <= DAY_HOURS; hour += TICK_HOURS) {
    const text = String(hour);
    fill(xOf(hour / DAY_HOURS) - 1, TOP, xOf(hour / DAY_HOURS) + 1, HEIGHT - BOTTOM, GRID);
    write(text, xOf(hour / DAY_HOURS) - widthOf(text) / 2, HEIGHT - BOTTOM + 4 * DOT);
  }
  for (const [index, { label, marks }] of days.entries()) {
    const middle = TOP + (index + 0.5) * high;
    fill(LEFT, middle - 1, WIDTH - RIGHT, middle + 1, GRID);
    write(label, LEFT - widthOf(label) - 3 * DOT, middle - 2.5 * DOT);
    const half = (high * MARK_SHARE) / 2;
    for (const part of marks) fill(xOf(part) - PEN, middle - half, xOf(part) + PEN, middle + half, LINE);
  }
  return png();
}
