/** Placeholder until the table of patterns is in. */
export function redactAnswer(text: string, _names: (entityId: string) => string | undefined): string {
  return text;
}
