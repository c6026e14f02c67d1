import { expect, test } from "vitest";
import { formatMarkdown } from "../../../src/channels/terminal/terminal-format.ts";

const plain = (markdown: string, width = Number.POSITIVE_INFINITY) => formatMarkdown(markdown, { width, colours: false });
const styled = (markdown: string) => formatMarkdown(markdown, { width: 80, colours: true });

test("no signs of markup are left, and nothing that only looks like it is lost", () => {
  const text = "## Home\n\n**Bold**, *slanted*, ~~gone~~ and `sensor_1`: 2 * 3 * 4, snake_case_name, <b>raw</b> &lt;";
  expect(plain(text)).toBe("Home\n\nBold, slanted, gone and sensor_1: 2 * 3 * 4, snake_case_name, <b>raw</b> <");
});

test("styles begin and end where they should", () => {
  expect(styled("**a *b* c** `d` ~~e~~")).toBe(
    "\u001b[1ma \u001b[22m\u001b[3m\u001b[1mb\u001b[22m\u001b[23m\u001b[1m c\u001b[22m \u001b[36md\u001b[39m \u001b[9me\u001b[29m",
  );
});

test("words stay whole at the edge, and a word longer than a row comes in pieces", () => {
  expect(plain("one **two** three-and four five", 20)).toBe("one two three-and\nfour five");
  expect(plain("see 1234567890123456789012345 now", 20)).toBe("see\n12345678901234567890\n12345 now");
  expect(plain("exactly twenty char. x", 20)).toBe("exactly twenty char.\nx");
});

test("list items hang, with their numbers and boxes", () => {
  const text =
    "- a lamp in the far kitchen\n- [x] a box that is quite full\n\n9. first of all the ones here\n10. and the tenth of them all";
  expect(plain(text, 20).split("\n")).toEqual([
    "• a lamp in the far",
    "  kitchen",
    "☑ a box that is",
    "  quite full",
    "",
    "9. first of all the",
    "   ones here",
    "10. and the tenth of",
    "    them all",
  ]);
});

test("code keeps its lines, however long, and quotes keep their bar", () => {
  expect(plain("```yaml\nlight:\n  - platform: a long one indeed\n```\n\n> quoted words go on and on", 22).split("\n")).toEqual([
    "  light:",
    "    - platform: a long one indeed",
    "",
    "│ quoted words go on",
    "│ and on",
  ]);
});

test("a link shows where it goes, once", () => {
  expect(plain("[the **manual**](https://example.org/a) and https://example.org/b")).toBe(
    "the manual (https://example.org/a) and https://example.org/b",
  );
});

test("columns are counted, not characters", () => {
  expect(plain("客厅里有一盏大灯卧室里有一盏", 20)).toBe("客厅里有一盏大灯卧室\n里有一盏");
  expect(plain("e\u0301e\u0301e\u0301e\u0301e\u0301 1234 5678 9012 x", 20)).toBe("e\u0301e\u0301e\u0301e\u0301e\u0301 1234 5678 9012\nx");
  expect(plain("👨‍👩‍👧‍👦".repeat(12), 20)).toBe(`${"👨‍👩‍👧‍👦".repeat(10)}\n${"👨‍👩‍👧‍👦".repeat(2)}`);
});

test("right-to-left text keeps its order and gets no marks of ours", () => {
  const text = "במטבח יש מנורה **גדולה** מעל השולחן";
  expect(plain(text, 20).replaceAll("\n", " ")).toBe(text.replaceAll("**", ""));
});

test("control characters are left out, written or named", () => {
  expect(styled("a\u001b[31mb\u0007\u009b1m &#27;[2J &#x1b;[2J\r\nc")).toBe("a[31mb1m [2J [2J\nc");
});
