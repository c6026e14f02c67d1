import { expect, test } from "vitest";
import { renderMarkdown } from "../../../src/channels/telegram/telegram-text.ts";

test("leaves a short text in one part and a blank one in none", () => {
  expect(renderMarkdown("Hello *Anna*").map((part) => part.html)).toEqual(["Hello <i>Anna</i>"]);
  expect(renderMarkdown(" \n\n ")).toEqual([]);
});

test("fills a part to exactly 4,096 units before it makes a second", () => {
  expect(renderMarkdown("x".repeat(4096))).toHaveLength(1);
  expect(renderMarkdown("x".repeat(4097)).map((part) => part.plain.length)).toEqual([4096, 1]);
  expect(renderMarkdown(`${"x".repeat(4096)} y`).map((part) => part.plain.length)).toEqual([4096, 1]);
});

test("counts what is left after the markup was read, in UTF-16 units", () => {
  expect(renderMarkdown("&amp;".repeat(4096))).toHaveLength(1);
  expect(renderMarkdown(`**${"x".repeat(4096)}**`)).toHaveLength(1);
  expect(renderMarkdown("😀".repeat(2048))).toHaveLength(1);
  expect(renderMarkdown("😀".repeat(2049))).toHaveLength(2);
});

test.each([
  ["paragraphs", `${"a ".repeat(20)}.\n\n${"b ".repeat(20)}`, [`${"a ".repeat(20)}.`, "b ".repeat(20).trim()]],
  ["lines", `${"a ".repeat(20)}\n${"b ".repeat(20)}`, ["a ".repeat(20).trim(), "b ".repeat(20).trim()]],
  ["sentences", `${"a ".repeat(20)}end. ${"b ".repeat(20)}`, [`${"a ".repeat(20)}end.`, "b ".repeat(20).trim()]],
  ["words", "abcd ".repeat(16), ["abcd ".repeat(12).trim(), "abcd ".repeat(4).trim()]],
])("cuts at %s", (_, markdown, expected) => {
  expect(renderMarkdown(markdown, 60).map((part) => part.plain)).toEqual(expected);
});

test("closes markup at the end of a part and opens it again in the next", () => {
  const parts = renderMarkdown(`**${"word ".repeat(10).trim()}**`, 30);
  expect(parts.map((part) => part.html)).toEqual(["<b>word word word word word word</b>", "<b>word word word word</b>"]);
});

test("cuts code at its lines and keeps their indentation", () => {
  const code = Array.from({ length: 8 }, (_, line) => `  line ${line}`).join("\n");
  const parts = renderMarkdown(`\`\`\`\n${code}\n\`\`\``, 40);
  expect(parts.map((part) => part.plain).join("\n")).toBe(code);
  for (const part of parts) expect(part.html).toMatch(/^<pre> {2}line[^<]*<\/pre>$/);
});

test("cuts before code rather than within it", () => {
  const parts = renderMarkdown(`${"intro ".repeat(5)}\n\n\`\`\`\n${"x\n\n".repeat(20)}\`\`\``, 60);
  expect(parts[0]?.plain).toBe("intro ".repeat(5).trim());
});
