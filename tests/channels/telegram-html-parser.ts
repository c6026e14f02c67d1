/** Reads Telegram's HTML as the Bot API does and throws where it would refuse; returns the text that people see. */
export function parseTelegramHtml(source: string): string {
  const tags = new Set(["b", "i", "u", "s", "code", "pre", "blockquote", "a"]);
  const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
  const open: string[] = [];
  let text = "";
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at);
    const entity = /^&(lt|gt|amp|quot);/.exec(rest);
    const tag = /^<(\/?)([a-z]+)((?: [^<>]*)?)>/.exec(rest);
    if (entity) text += named[entity[1] ?? ""];
    else if (tag?.[1] === "/") {
      if (open.pop() !== tag[2]) throw new Error(`can't parse entities: unexpected end tag at ${at}`);
    } else if (tag) {
      const name = tag[2] ?? "";
      if (!tags.has(name)) throw new Error(`can't parse entities: unsupported start tag "${name}"`);
      if (name === "blockquote" && open.includes("blockquote")) throw new Error("can't parse entities: nested blockquote");
      if (open.includes("pre") || open.includes("code")) throw new Error("can't parse entities: markup within code");
      open.push(name);
    } else if (rest[0] === "<" || rest[0] === "&") throw new Error(`can't parse entities: unescaped ${rest[0]} at ${at}`);
    else text += rest[0];
    at += entity?.[0].length ?? tag?.[0].length ?? 1;
  }
  if (open.length > 0) throw new Error(`can't parse entities: can't find end tag of "${open.at(-1)}"`);
  return text;
}
