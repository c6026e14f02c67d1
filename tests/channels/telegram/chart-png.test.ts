import { crc32, inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { timelineSvg } from "../../../src/channels/console/timeline-svg.ts";
import { chartPng } from "../../../src/channels/telegram/chart-png.ts";
import { timelinePng } from "../../../src/channels/telegram/timeline-png.ts";

/** Rows of palette numbers, as any reader of PNG gets them; throws for what is no PNG of one palette without filters. */
function decoded(png: Buffer): readonly (readonly number[])[] {
  expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(crc32(png.subarray(at + 4, end))).toBe(png.readUInt32BE(end));
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end));
  }
  expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
  const header = chunks.get("IHDR") ?? Buffer.alloc(13);
  const width = header.readUInt32BE(0);
  const image = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
  expect([header[8], header[9], image.length]).toEqual([8, 3, (width + 1) * header.readUInt32BE(4)]);
  return Array.from({ length: header.readUInt32BE(4) }, (_, row) => {
    const from = row * (width + 1);
    expect(image[from]).toBe(0);
    return [...image.subarray(from + 1, from + 1 + width)];
  });
}

const LINE = 3;
const INK = 2;
const series = (values: readonly number[], isBars: boolean) => ({
  points: values.map((value, at) => [at, value] as const),
  ticks: [[0, "06:00"] as const],
  isBars,
  hours: 24,
});
/** The topmost dot of the line in each column that has one. */
const tops = (rows: readonly (readonly number[])[]) =>
  (rows[0] ?? []).map((_, column) => rows.findIndex((row) => row[column] === LINE)).filter((row) => row >= 0);

it("is a line that rises with its numbers, with numbers beside it", () => {
  const rows = decoded(chartPng(series([18, 19.5, 21, 22.5], false)));
  const line = tops(rows);
  expect(line.length).toBeGreaterThan(600);
  expect(line).toEqual(line.toSorted((one, other) => other - one));
  expect(rows.flat().filter((colour) => colour === INK).length).toBeGreaterThan(500);
});

it("is bars that stand on zero, as high as what was counted; below zero they hang", () => {
  const rows = decoded(chartPng(series([1, 2, 4], true)));
  const heights = [...new Set(tops(rows))];
  const [zero] = [rows.findLastIndex((row) => row.includes(LINE)) + 1];
  const [one = 0, two = 0, four = 0] = heights.map((top) => zero - top);
  expect([two / one, four / one].map((ratio) => Math.round(ratio * 10) / 10)).toEqual([2, 4]);
  expect(new Set(tops(decoded(chartPng(series([3, -3, 3], true))))).size).toBe(2);
});

it.each([[[5, 5, 5]], [[0, 0, 0]], [[-0.02, -0.01, -0.03]], [[1e9, 2e9, 1.5e9]]])("is drawn for any numbers: %s", (values) => {
  for (const isBars of [false, true]) expect(decoded(chartPng(series(values, isBars))).length).toBe(400);
});

it("is a row for each day with a mark where something was, in both kinds of picture", () => {
  const days = [
    { label: "30", marks: [0.25, 0.5] },
    { label: "1", marks: [] },
    { label: "2", marks: [1 / 3] },
  ];
  const rows = decoded(timelinePng(days));
  const marked = rows.flatMap((row, index) => (row.includes(LINE) ? [index] : []));
  const bands = marked.filter((row, index) => row !== (marked[index - 1] ?? -2) + 1);
  expect(bands).toHaveLength(2);
  const starts = (row: readonly number[]) => row.filter((dot, column) => dot === LINE && row[column - 1] !== LINE).length;
  expect(bands.map((row) => starts(rows[row] ?? []))).toEqual([2, 1]);
  const svg = timelineSvg(days);
  expect(svg.match(/v14/g)).toHaveLength(3);
  expect([...svg.matchAll(/text-anchor="end">(\d+)</g)].map(([, label]) => label)).toEqual(["30", "1", "2"]);
});
