/** A place in the source that asks the catalogue for a message. */
export interface CatalogueCall {
  readonly file: string;
  /** The keys that it may ask for, as far as they are written there. */
  readonly keys: readonly string[];
  /** Names of the parameters given; `unknown` if they are not written in that file. */
  readonly parameters: readonly string[] | "unknown";
}

const KEY = /"([a-z]+\.[a-z_.-]+)"/g;

/** Calls of `catalogue.text`, `catalogue.find` and of the short forms that some files make of them. */
export function callsIn(file: string, source: string, everything: string): readonly CatalogueCall[] {
  return [...source.matchAll(/(?:catalogue(?:For\([^)]*\))?\.(?:text|find)|\btoast)\(/g)].flatMap((match): CatalogueCall[] => {
    const [first = "", second] = argumentsFrom(source, (match.index ?? 0) + match[0].length);
    const keys = [...first.matchAll(KEY)].map(([, key]) => key ?? "");
    if (keys.length === 0) return [];
    return [{ file, keys, parameters: second === undefined ? [] : namesIn(second, source, everything) }];
  });
}

/** Top-level arguments of a call, as text; `from` stands after its opening parenthesis. */
function argumentsFrom(source: string, from: number): readonly string[] {
  return splitTopLevel(source.slice(from));
}

/** Cuts at commas outside of brackets and strings, up to the bracket that closes what was open before. */
function splitTopLevel(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== "") {
      if (char === quote && text.charAt(at - 1) !== "\\") quote = "";
    } else if (char === '"' || char === "`") quote = char;
    else if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) {
      if (depth === 0) return [...parts, text.slice(start, at)].map((part) => part.trim()).filter((part) => part !== "");
      depth -= 1;
    } else if (char === "," && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

/** Names of an object literal, of the one that a constant of the file holds, or of the one that a function of the source returns. */
function namesIn(expression: string, source: string, everything: string): readonly string[] | "unknown" {
  const [, called] = /^(\w+)\(/.exec(expression) ?? [];
  if (called !== undefined) {
    const returned = new RegExp(`(?:function ${called}\\(|const ${called} = \\()[\\s\\S]{0,200}?return (?=\\{)`).exec(everything);
    return returned ? namesIn(everything.slice(returned.index + returned[0].length), everything, everything) : "unknown";
  }
  if (!expression.startsWith("{")) {
    const held = new RegExp(`const ${expression} = (?=\\{|\\w+\\()`).exec(source);
    return held ? namesIn(source.slice(held.index + held[0].length), source, everything) : "unknown";
  }
  const names = splitTopLevel(expression.slice(1)).map((member) => {
    if (!member.startsWith("...")) return [/^\w+/.exec(member)?.[0] ?? ""];
    return namesIn(member.slice(3), source, everything);
  });
  return names.includes("unknown") ? "unknown" : names.flat();
}
