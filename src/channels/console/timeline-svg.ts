import type { Timeline } from "../../storage/turns/outbox.ts";

const WIDTH = 400;
const ROW = 22;
const LEFT = 28;
const RIGHT = 12;
const BOTTOM = 20;
const WIDE = WIDTH - LEFT - RIGHT;
const HOURS = [0, 6, 12, 18, 24] as const;
const [GRID, INK, LINE] = ["#9aa5b1", "#7b8794", "#038ac8"];

/** Marks by day and hour, as an SVG without words: days from top to bottom with their numbers, hours from left to right. Fits light and dark pages. */
export function timelineSvg(days: Timeline): string {
  const high = days.length * ROW;
  const xOf = (part: number) => Math.round((LEFT + part * WIDE) * 10) / 10;
  const hours = HOURS.map((hour) => {
    const x = xOf(hour / 24);
    return `<path d="M${x} 4V${high}" stroke="${GRID}" stroke-opacity=".4"/><text x="${x}" y="${high + 14}" text-anchor="middle">${hour}</text>`;
  });
  const rows = days.map(({ label, marks }, index) => {
    const y = (index + 0.5) * ROW;
    const runs = marks.map((part) => `M${xOf(part)} ${y - 7}v14`).join("");
    return `<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${label}</text><path d="M${LEFT} ${y}h${WIDE}" stroke="${GRID}" stroke-opacity=".4"/><path d="${runs}" stroke="${LINE}" stroke-width="3"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${high + BOTTOM}" font-family="sans-serif" font-size="11" fill="${INK}">${[...hours, ...rows].join("")}</svg>`;
}
