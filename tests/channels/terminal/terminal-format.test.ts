import { expect, test } from "vitest";
import { formatMarkdown } from "../../../src/channels/terminal/terminal-format.ts";

const plain = (markdown: string) => formatMarkdown(markdown, false);
const styled = (markdown: string) => formatMarkdown(markdown, true);

test("no signs of markup are left, and nothing that only looks like it is lost", () => {
  const text = "## Home\n\n**Bold**, *slanted*, ~~gone~~ and `sensor_1`: 2 * 3 * 4, snake_case_name, <b>raw</b> &lt;";
  expect(plain(text)).toBe("Home\n\nBold, slanted, gone and sensor_1: 2 * 3 * 4, snake_case_name, <b>raw</b> <");
});

test("styles begin and end where they should", () => {
  expect(styled("**a *b* c** `d` ~~e~~")).toBe(
    "\u001b[1ma \u001b[22m\u001b[3m\u001b[1mb\u001b[22m\u001b[23m\u001b[1m c\u001b[22m \u001b[36md\u001b[39m \u001b[9me\u001b[29m",
  );
});

test("code keeps its lines, quotes keep their bar, lists their signs", () => {
  const text = "```yaml\nlight:\n  - platform: a long one indeed\n```\n\n> quoted words\n> go on\n\n- a lamp\n- [x] a box\n\n9. first";
  expect(plain(text)).toBe("  light:\n    - platform: a long one indeed\n\n│ quoted words\n│ go on\n\n• a lamp\n☑ a box\n\n9. first");
});

test("a link shows where it goes, once", () => {
  expect(plain("[the **manual**](https://example.org/a) and https://example.org/b")).toBe(
    "the manual (https://example.org/a) and https://example.org/b",
  );
});

test("right-to-left text keeps its order and gets no marks of ours", () => {
  const text = "במטבח יש מנורה **גדולה** מעל השולחן";
  expect(plain(text)).toBe(text.replaceAll("**", ""));
});

test("control characters are left out, written or named", () => {
  expect(styled("a\u001b[31mb\u0007\u009b1m &#27;[2J &#x1b;[2J\r\nc")).toBe("a[31mb1m [2J [2J\nc");
});
