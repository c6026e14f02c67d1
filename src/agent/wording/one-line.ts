/**
 * What others have written as one line of at most so many characters, with … where it was cut: it must not be able to begin a line that
 * looks like one of ours, nor hide signs that do not show.
 */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
