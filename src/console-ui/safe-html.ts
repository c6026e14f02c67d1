import { type ComponentChild, h } from "preact";

/** What Markdown becomes, and nothing that runs, loads, covers or asks. */
const ALLOWED = new Set(
  "P BR STRONG B EM I U S DEL CODE PRE UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD HR H3 H4 H5 H6 SPAN".split(" "),
);
/** Left out with all that is within. */
const DROPPED = new Set("SCRIPT STYLE IFRAME OBJECT EMBED TEMPLATE NOSCRIPT SVG MATH TITLE HEAD TEXTAREA SELECT".split(" "));
/** The page's own headings stand above those of a text. */
const RENAMED: Readonly<Record<string, string>> = { H1: "H3", H2: "H4" };
const SAFE_LINK = /^(https?:|mailto:)/i;

/**
 * HTML of the server as nodes of the page: only elements of the list, without attributes, and links that lead out of the page. The
 * server escapes what people wrote; this is the second lock. The text is parsed without being shown, so nothing in it runs or loads.
 */
export function safeHtml(html: string): ComponentChild[] {
  return childrenOf(new DOMParser().parseFromString(html, "text/html").body);
}

function childrenOf(parent: Node): ComponentChild[] {
  return [...parent.childNodes].flatMap(nodeOf);
}

function nodeOf(node: Node): ComponentChild[] {
  if (node.nodeType === Node.TEXT_NODE) return [node.textContent];
  if (!(node instanceof Element)) return [];
  const name = node.tagName.toUpperCase();
  if (DROPPED.has(name)) return [];
  const inside = childrenOf(node);
  if (name === "A") return [linkOf(node.getAttribute("href") ?? "", inside)];
  const shown = RENAMED[name] ?? name;
  return ALLOWED.has(shown) ? [h(shown.toLowerCase(), {}, ...inside)] : inside;
}

function linkOf(href: string, inside: ComponentChild[]): ComponentChild {
  if (!SAFE_LINK.test(href)) return h("span", {}, ...inside);
  return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, ...inside);
}
