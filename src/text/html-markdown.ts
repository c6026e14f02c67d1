import { convert, type FormatCallback } from "html-to-text";

const heading: FormatCallback = (element, walk, builder, { level }) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline(`${"#".repeat(Number(level))} `);
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

/** HTML of at most 16 MB as text with Markdown's headings. Takes long for long pages: for threads. Throws RangeError for deep nesting. */
export function markdownOf(html: string): string {
  return convert(html, {
    wordwrap: false,
    formatters: { markdownHeading: heading },
    selectors: [
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, format: "markdownHeading", options: { level } })),
      { selector: "a", options: { ignoreHref: true } },
      { selector: "img", format: "skip" },
      ...["head", "title", "nav"].map((selector) => ({ selector, format: "skip" })),
      { selector: "table", format: "dataTable", options: { uppercaseHeaderCells: false } },
    ],
  });
}
