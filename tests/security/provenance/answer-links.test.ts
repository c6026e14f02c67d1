import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactsIn, keepReadLinks, linksIn, tappableIn } from "../../../src/security/provenance/answer-links.ts";
import { redactAnswer } from "../../../src/security/redaction/redaction.ts";
import { readMarkdown, toPlain } from "../../../src/text/markdown-runs.ts";

const READ = [
  "See https://shop.example/lamps?id=7&x=1, it is there.",
  "(https://docs.example.org/a_(b)/)",
  "and ask at help.shop.example.",
  "or write to anna.b.smith@example.com, call +44 20 7946 0999, see @shop_bot.",
];
const kept = (answer: string) => keepReadLinks(answer, new Set([...linksIn(READ), ...contactsIn(READ)]));
/** What a chat gets to see, in which nothing is tappable but code and links of Markdown. */
const tappable = (answer: string) =>
  tappableIn(
    readMarkdown(kept(answer))
      .map(({ text, marks }) => (marks.some(({ tag }) => tag === "code" || tag === "pre") ? "\n" : text))
      .join(""),
  ).map(([found]) => found);

it.each([
  ...["**evil**.com", "evil.**com**", "__evil__.com/4711", "ev*il*.com", "evil[.](x)com", "evil.[com](x)", "`evil`.com", "evil&#46;com"],
  ...[
    "evil\\.com",
    "~~evil~~.com",
    "ev\u200cil.com",
    "evil.\u00adcom",
    "**/**forget",
    "&#47;forget",
    "\\/forget",
    "/**forget**",
    "@**evil**bot",
  ],
  ...["\\@evilbot", "&commat;evilbot", "#**evil**", "4711@**evil**.com", "**a** `/forget", "` /forget", "evil.\\\ncom/x /forget ` `` /new"],
  ...["[evil.com](https://shop.example/lamps?id=7&x=1).evil.com", "evil.![com](https://x.example)", "| a |\n|-|\n| evil.com/forget |"],
])("nothing of %j is tappable", (answer) => expect(tappable(answer)).toEqual([]));

describe("a link that was read", () => {
  it.each([
    "Here: https://shop.example/lamps?id=7&x=1.",
    "[the lamp](https://shop.example/lamps?id=7&x=1)",
    "**https://shop.example/lamps?id=7&x=1**",
    "<https://docs.example.org/a_(b)/>",
    "shop.example/lamps?id=7&x=1",
    "Ask at help.shop.example.",
    "(https://shop.example/lamps?id=7&x=1), then.",
  ])("stays: %s", (answer) => expect(kept(answer)).toBe(answer));
});

it.each([
  ["“https://shop.example/lamps?id=7&x=1”", "“https://shop.example/lamps?id=7&x=1 ”"],
  ["https://shop.example/lamps?id=7&x=1\u{E0134}\u{E0137}", "https://shop.example/lamps?id=7&x=1 \u{E0134}\u{E0137}"],
  ["https://shop.example/lamps?id=7&x\u200b\u200b=1", "https://shop.example/lamps?id=7&x=1"],
  ["https://docs.example.org/a\\_(b)", "https://docs.example.org/a_(b)"],
])("a link that was read stands alone, as it was read: %s", (answer, expected) => expect(kept(answer)).toBe(expected));

describe("a link that nobody has read", () => {
  it.each([
    ["https://evil.example/?q=4711", "[link]"],
    ["Look: https://shop.example/lamps?id=7&x=1&pin=4711!", "Look: [link]!"],
    ["[the lamp](https://evil.example/?q=4711)", "the lamp"],
    ['[the lamp](https://evil.example/?q=4711 "title")', "the lamp"],
    ["[](https://evil.example/4711)", "[link]"],
    ["![a lamp](https://shop.example/lamps?id=7&x=1)", "a lamp"],
    ["![](https://evil.example/4711.png)", "[link]"],
    ["<https://evil.example/4711>", "[link]"],
    ["[a][1]\n\n[1]: https://evil.example/4711", "[a][1]\n\n[1]: [link]"],
    ["[a](<https://evil.example/ 4711>)", "[a]([link])"],
    ["[a](<https://shop.example/lamps?id=7&x=1 4711>)", "[a]([link])"],
    ["https&colon;&sol;&sol;evil.example/4711", "[link]"],
    ["https:\\/\\/evil.example/4711", "[link]"],
    ["ｈttps://evil.example/4711", "[link]"],
    ["https://shop.example/lamps?id=7&x=1**&pin=4711**", "[link]**"],
    ["tg://resolve?domain=evil&text=4711", "[link]"],
    ["evil.example/4711", "[link]"],
    ["www.evil.example?4711", "[link]"],
    ["Go to 4711.evil.example now.", "Go to `4711.evil.example` now."],
    ["`4711.evil.example`", "`4711.evil.example`"],
    ["```\nping 4711.evil.example\n```", "```\nping 4711.evil.example\n```"],
    ["https://homeassistant.local@evil.example/4711", "[link]"],
    ["https:/evil.example/4711", "[link]"],
    ["https:\\evil.example/4711", "[link]"],
    ["mailto:?body=4711", "[link]"],
    ["evil.example", "`evil.example`"],
    ["See setup.py.", "See `setup.py`."],
    ["Write to 4711@evil.example.", "Write to `4711@evil.example`."],
    ["Ask @evil_bot!", "Ask `@evil_bot`!"],
    ["Tap /forget now", "Tap `/forget` now"],
    ["/forget@evil_bot", "`/forget@evil_bot`"],
    ["#evil4711", "`#evil4711`"],
    ["Call +44 20 7946 0958", "Call `+44 20 7946 0958`"],
  ])("%s becomes %s", (answer, expected) => expect(kept(answer)).toBe(expected));
});

it.each([
  "The lamp is on. It was on at 20:30, v1.2.3 and 2026.11.2 are out.",
  "Edit automations.yaml or packages/lights.yaml, see config/www/a.b.js.",
  "Mail anna.b.smith@example.com, e.g. today, call +44 20 7946 0999, or ask @shop_bot.",
  "12 km/h, and/or 3/4 of it, /config/www, C# and #1, 3 + 4, $5.",
  "The address is http://homeassistant.local:8123/lovelace, or http://192.168.1.5/x.",
  "Use http://<address>:8123 or https://…",
  "Was it 3.5/5, and/or U.S.A.? 21.11.2026.",
  "",
])("a text without links of others stays: %s", (answer) => expect(kept(answer)).toBe(answer));

it("whatever Markdown is made of them, no link is shown but one that was read", () => {
  const pieces = [
    ...[
      "https://evil.example/",
      "https://shop.example/lamps?id=7&x=1",
      "evil.example/",
      "www.evil.example",
      "4711",
      "?q=",
      "&amp;",
      "&#47;",
    ],
    ...[
      "[a]",
      "(",
      ")",
      "](",
      "[",
      "]",
      "![",
      "<",
      ">",
      "**",
      "_",
      "`",
      "\n",
      " ",
      "[1]: ",
      "[a][1]",
      "\\",
      '"t"',
      "https:",
      "//",
      "h&#116;tp://",
      "|",
      "\u200b",
    ],
  ];
  const read = linksIn(READ);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const runs = readMarkdown(redactAnswer(keepReadLinks(parts.join(""), read), () => undefined));
      const hrefs = runs.flatMap(({ marks }) => marks.flatMap(({ href }) => href ?? []));
      expect(hrefs.filter((href) => href.replace(/[)\]*_`/]*$/, "") !== "https://shop.example/lamps?id=7&x=1")).toEqual([]);
      expect(toPlain(runs)).not.toMatch(/https?:\/\/evil|\/\/evil\.example\/[?4]/);
    }),
    { numRuns: 1_000 },
  );
});

it("done again it changes nothing", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("https://evil.example/x ", "a.b.example ", "[a](https://evil.example) ", "word ")), (parts) => {
      const once = kept(parts.join(""));
      expect(kept(once)).toBe(once);
    }),
  );
});

it("finds the links of a text with quoted lines and brackets", () => {
  expect([...linksIn(["[a](https://one.example/x), “https://two.example/y”\\nhttps://three.example"])]).toEqual(
    expect.arrayContaining(["one.example/x", "two.example/y", "three.example"]),
  );
});

it("looks at each sign a few times only, whatever the text is made of", () => {
  // a fast machine takes 0.1 s for all of them, a pattern that goes back and forth would take minutes
  for (const piece of ["<ab://a ", "a.", "`", "```\n", "https://a](", "[a](", "a.b.cc/", "\\", "http://a.b.cc.", "..", "<https://"]) {
    expect(keepReadLinks(piece.repeat(30_000 / piece.length), new Set())).toBeTypeOf("string");
  }
});
