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
