import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown, toHtml } from "../../src/channels/telegram/telegram-text.ts";
import { readMarkdown, toPlain } from "../../src/text/markdown-runs.ts";
import { parseTelegramHtml } from "./telegram-html-parser.ts";

const html = (markdown: string) => toHtml(readMarkdown(markdown));

test.each([
  ["**bold** and *italic* and ~~gone~~", "<b>bold</b> and <i>italic</i> and <s>gone</s>"],
  ["# The *garage*", "<b>The <i>garage</i></b>"],
  ["`a < b && c`", "<code>a &lt; b &amp;&amp; c</code>"],
  ["```yaml\nkey: <value>\n```", "<pre>key: &lt;value&gt;</pre>"],
  ["> quoted\n> > twice", "<blockquote>quoted\n\ntwice</blockquote>"],
  ["[a & b](https://example.org/?x=1&y=2)", '<a href="https://example.org/?x=1&amp;y=2">a &amp; b</a>'],
  ["![a plan](https://example.org/plan.png)", '<a href="https://example.org/plan.png">a plan</a>'],
  ["- one\n- two\n  - inner", "• one\n• two\n   • inner"],
  ["3. three\n4. four", "3. three\n4. four"],
  ["- [x] milk\n- [ ] bread", "☑ milk\n☐ bread"],
  ["| room | °C |\n|---|---|\n| Kitchen | **21** |", "<pre>room    | °C\n--------|---\nKitchen | 21</pre>"],
  ["one\ntwo\n\nthree", "one\ntwo\n\nthree"],
  ["1. Milk\n9. Bread\n4) Eggs", "1. Milk\n9. Bread\n\n4. Eggs"],
  ["**`sensor.x`** is on", "<code>sensor.x</code> is on"],
])("shows %j in the marks that Telegram knows", (markdown, expected) => {
  expect(html(markdown)).toBe(expected);
});

test("keeps names with <, & and _ as they are", () => {
  expect(toPlain(readMarkdown("The Garage <left> & Co_2 sensor_of_anna is on"))).toBe("The Garage <left> & Co_2 sensor_of_anna is on");
  expect(html("<b>x</b> & <script>y</script>")).toBe("&lt;b&gt;x&lt;/b&gt; &amp; &lt;script&gt;y&lt;/script&gt;");
});

test("shows characters for HTML's references in the text, not in code", () => {
  expect(toPlain(readMarkdown("5 &lt; 6 &amp; 7 &#176; `&lt;`"))).toBe("5 < 6 & 7 ° &lt;");
});

test("makes links of web addresses only", () => {
  expect(html("[Anna](tg://user?id=1) [x](javascript:alert)")).toBe("Anna x");
});

test("drops what cannot be sent: lone surrogates and control characters", () => {
  expect(toPlain(readMarkdown("a\ud800b\u0000c\u001bd"))).toBe("a\ufffdbcd");
});

test("shows the text itself if it is nothing but a link definition", () => {
  expect(toPlain(readMarkdown("[note]: https://example.org"))).toBe("[note]: https://example.org");
});

const fragment = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "**",
    "*",
    "_",
    "~~",
    "`",
    "```",
    "\n",
    "\n\n",
    "> ",
    "- ",
    "1. ",
    "# ",
    "|",
    "|---|\n",
    "<b>",
    "</b>",
    "<",
    "&",
    "&lt;",
    "[",
    "](",
    ")",
  ),
  fc.constantFrom(
    "http://example.org ",
    "[x](https://a.b/?c=1&d=2)",
    "![y](https://a.b)",
    "\\",
    "    ",
    "---\n",
    "- [ ] ",
    "<!-- ",
    "😀",
    "ß",
  ),
);
const anyMarkdown = fc.array(fragment, { maxLength: 60, size: "max" }).map((parts) => parts.join(""));

test("makes of any Markdown what Telegram takes, and the plain form is what people see", () => {
  fc.assert(
    fc.property(anyMarkdown, (markdown) => {
      const runs = readMarkdown(markdown);
      expect(parseTelegramHtml(toHtml(runs))).toBe(toPlain(runs));
    }),
    { numRuns: 400 },
  );
});

const squeezed = (text: string) => text.replace(/\s+/g, "");

test("cuts any Markdown into parts that fit, are not empty and join to the same text", () => {
  fc.assert(
    fc.property(anyMarkdown, fc.integer({ min: 8, max: 80 }), (markdown, longest) => {
      const parts = renderMarkdown(markdown, longest);
      for (const part of parts) {
        expect(parseTelegramHtml(part.html)).toBe(part.plain);
        expect(part.plain.length).toBeLessThanOrEqual(longest);
        expect(part.plain.trim()).not.toBe("");
        expect(part.plain.isWellFormed()).toBe(true);
      }
      expect(squeezed(parts.map((part) => part.plain).join(""))).toBe(squeezed(toPlain(readMarkdown(markdown))));
    }),
    { numRuns: 400 },
  );
});

test.each(["> ", "1. ", "- ", "*a_", "__a", "*"])("shows %j as it is where it is nested or repeated more than anybody does", (mark) => {
  const text = mark.repeat(5_000);
  expect(readMarkdown(text)).toEqual([{ text, marks: [] }]);
});

test("survives nesting of every kind", () => {
  for (const mark of ["- ", "**", "[", "`", "1. ", "<b>", "| "]) expect(renderMarkdown(`${mark.repeat(300)}end`).length).toBeGreaterThan(0);
});
