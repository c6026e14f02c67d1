// Draws icon.png (128 × 128) and logo.png (250 × 100) for the app store: a house that is a speech bubble with somebody's eyes in it, and the word
// beside it. Usage: node scripts/draw-icons.mjs
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

/** Points a pixel, each way: what makes edges smooth. */
const SAMPLES = 4;
const SKY = [0x18, 0xbc, 0xf2];
const SEA = [0x0b, 0x6f, 0xc4];
const SNOW = [0xff, 0xff, 0xff];
/** Read on white and on black. */
const WORD = [0x18, 0x8f, 0xdc];

const between = (value, low, high) => Math.min(high, Math.max(low, value));

/** Distance to a line from a to b, all in the drawing's units. */
function toLine([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const part = between(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0, 1);
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

/** Distance to a shape of corners, negative within it. */
function toShape(point, corners) {
  const [x, y] = point;
  let distance = Infinity;
  let within = false;
  for (const [index, corner] of corners.entries()) {
    const next = corners[(index + 1) % corners.length];
    distance = Math.min(distance, toLine(point, corner, next));
    if (corner[1] > y !== next[1] > y && x < ((next[0] - corner[0]) * (y - corner[1])) / (next[1] - corner[1]) + corner[0])
      within = !within;
  }
  return within ? -distance : distance;
}

const mix = (one, other, part) => one.map((value, index) => value + (other[index] - value) * part);

/** The colour of the icon at a point of a square of 128, with how much of it covers what is behind. */
function icon(point) {
  const [x, y] = point;
  const tile = Math.hypot(Math.max(Math.abs(x - 64) - 36, 0), Math.max(Math.abs(y - 64) - 36, 0)) - 26;
  if (tile > 0) return undefined;
  const house =
    toShape(point, [
      [64, 26],
      [98, 56],
      [98, 86],
      [62, 86],
      [44, 102],
      [44, 86],
      [30, 86],
      [30, 56],
    ]) - 5;
  if (house > 0) return mix(SKY, SEA, between((x + y) / 256, 0, 1));
  const eyes = Math.min(toLine(point, [51, 62], [51, 67]), toLine(point, [77, 62], [77, 67])) - 5;
  const mouth = Math.abs(Math.hypot(x - 64, y - 66) - 11) < 2.6 && y > 71.5 ? -1 : 1;
  return Math.min(eyes, mouth) <= 0 ? SEA : SNOW;
}

/** Points on a part of a circle, from one angle to another in degrees; 0 is right, 90 is down. */
function arc(cx, cy, rx, ry, from, to) {
  return Array.from({ length: 25 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / 24) * Math.PI) / 180;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
}

const S = { width: 13, strokes: [[...arc(7, 18.5, 4.6, 3.5, -35, -270), ...arc(7, 25.5, 4.6, 3.5, -90, 145)]] };
const T = {
  width: 11,
  strokes: [
    [[5, 8], [5, 25], ...arc(9, 25, 4, 4, 180, 70)],
    [
      [1, 15],
      [10, 15],
    ],
  ],
};
/** Letters as strokes, 29 high. */
const LETTERS = {
  A: {
    width: 21,
    strokes: [
      [
        [1.5, 29],
        [10.5, 4],
        [19.5, 29],
      ],
      [
        [5, 21],
        [16, 21],
      ],
    ],
  },
  s: S,
  t: T,
  i: {
    width: 6,
    strokes: [
      [
        [3, 15],
        [3, 29],
      ],
      [
        [3, 8],
        [3, 8.1],
      ],
    ],
  },
  a: {
    width: 16,
    strokes: [
      arc(7.5, 22, 6, 7, 0, 360),
      [
        [13.5, 15],
        [13.5, 29],
      ],
    ],
  },
  n: {
    width: 16,
    strokes: [
      [
        [2.5, 15],
        [2.5, 29],
      ],
      [[2.5, 21], ...arc(8, 20.5, 5.5, 5.5, 180, 360), [13.5, 29]],
    ],
  },
};

/** Distance to the strokes of a word that begins at 0, 0. */
function toWord([x, y], word) {
  let left = 0;
  let distance = Infinity;
  for (const letter of word) {
    const { width, strokes } = LETTERS[letter];
    for (const points of strokes) {
      for (let index = 1; index < points.length; index += 1) {
        distance = Math.min(distance, toLine([x - left, y], points[index - 1], points[index]));
      }
    }
    left += width + 1.5;
  }
  return distance;
}

function logo([x, y]) {
  const mark = icon([(x - 4) * (128 / 92), (y - 4) * (128 / 92)]);
  if (mark) return mark;
  return x > 100 && toWord([(x - 106) / 1.04, (y - 32) / 1.04], "Assistant") < 1.9 ? WORD : undefined;
}

/** A PNG with colours and transparency of what a function draws. */
function draw(width, height, scale, colourAt) {
  const raw = Buffer.alloc(height * (width * 4 + 1));
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const sum = [0, 0, 0];
      let covered = 0;
      for (let sample = 0; sample < SAMPLES ** 2; sample += 1) {
        const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES) * scale;
        const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) * scale;
        const colour = colourAt([x, y]);
        if (!colour) continue;
        covered += 1;
        for (const [index, value] of colour.entries()) sum[index] += value;
      }
      const at = row * (width * 4 + 1) + 1 + column * 4;
      for (const [index, value] of sum.entries()) raw[at + index] = covered === 0 ? 0 : Math.round(value / covered);
      raw[at + 3] = Math.round((covered / SAMPLES ** 2) * 255);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(raw, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type, data) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const root = join(import.meta.dirname, "..");
writeFileSync(join(root, "icon.png"), draw(128, 128, 1, icon));
writeFileSync(join(root, "logo.png"), draw(250, 100, 1, logo));
