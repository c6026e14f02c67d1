/** Patterns are made here and nowhere else, so that `scripts/check-patterns.mjs` can prove that each takes linear time. */
export function toPattern(source: string, flags = ""): RegExp {
  return new RegExp(source, flags);
}

/** Alternatives as one group's content: none twice, for a repeated group with an alternative twice takes exponential time; longer ones first. */
export function anyOf(sources: Iterable<string>): string {
  return [...new Set(sources)].sort((one, other) => other.length - one.length).join("|");
}

/** A text as a pattern that matches exactly it. */
export function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * Letters, roughly: whole blocks of the scripts, with what is unassigned and what stands on a letter. Whoever asks for them by `\p{L}` pays for it: V8
 * takes twenty times as long to compile a pattern with that class, and the first sentence of a language meets hundreds of patterns.
 */
const LETTERS = String.raw`a-z\xaa\xb5\xba\xdf-\xf6\xf8-\u05bd\u05bf\u05c1\u05c2\u05c4-\u05f2\u0610-\u061a\u0620-\u1fff\u2c00-\u2fff\u3040-\ud7ff\uf900-\ufdff\ufe20-\ufefe\uff10-\uffef`;
const CLASSES: Readonly<Record<string, string>> = {
  "\\p{L}": LETTERS,
  "\\p{M}": "\\u0300-\\u036f",
  "\\p{N}": "\\d\\xb2\\xb3\\xb9\\xbc-\\xbe",
};

/**
 * A pattern that matches a text in whatever case it is written, and has what it found as it is written there. For V8 to compile the number words of
 * a language with the flags `i` and `u` takes fifteen times as long as without, so it is made of small letters and looks at them. Of the classes of
 * Unicode it knows letters, numbers and marks.
 */
export function toCaseless(source: string, flags = ""): RegExp {
  let isInClass = false;
  const small = source.replaceAll(/\\p\{\w\}|\\.|[[\]]|\(\?<\w+>|[^\\[\](]+|\(/g, (part) => {
    if (part === "[" || part === "]") isInClass = part === "[";
    const ranges = CLASSES[part];
    if (ranges !== undefined) return isInClass ? ranges : `[${ranges}]`;
    return /^[\\(]/.test(part) ? part : part.toLowerCase();
  });
  return new CaselessPattern(small, `${flags}d`);
}

class CaselessPattern extends RegExp {
  override exec(text: string): RegExpExecArray | null {
    const small = inSmall(text);
    const found = super.exec(small);
    const { indices } = found ?? {};
    if (!found || !indices || small === text) return found;
    const written = (at: readonly [number, number] | undefined) => (at ? text.slice(...at) : undefined);
    for (const [group, at] of indices.entries()) found[group] = written(at) as string;
    for (const name of Object.keys(found.groups ?? {})) (found.groups ?? {})[name] = written(indices.groups?.[name]) as string;
    return found;
  }
}

/** In small letters, each sign in its place: `İ` would become two. */
function inSmall(text: string): string {
  const small = text.toLowerCase();
  return small.length === text.length
    ? small
    : text.replaceAll(/./gs, (sign) => (sign.toLowerCase().length === 1 ? sign.toLowerCase() : sign));
}
