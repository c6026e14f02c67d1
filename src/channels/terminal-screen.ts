/** Where the terminal channel writes; `isTTY` and `columns` as Node's streams have them. */
export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const CLEAR_LINE = "\r\u001b[2K";

/** Writes what a chat shows. On a terminal with colours and one line that changes in place; else plain lines. */
export function createTerminalScreen({ output, interactive }: { output: TerminalOutput; interactive: boolean }) {
  const style = (code: number, text: string): string => (interactive ? `\u001b[${code}m${text}\u001b[0m` : text);
  const write = (text: string): void => {
    output.write(interactive ? `${CLEAR_LINE}${text}` : text);
  };
  return {
    /** A message of the assistant; Markdown's bold is shown where it can be. */
    message: (text: string): void => write(`${text.replaceAll(/\*\*(.+?)\*\*/g, (_, bold: string) => style(1, bold))}\n`),
    /** The keys that answer a question. */
    choices: (choices: readonly { key: string; label: string }[]): void =>
      write(`${choices.map(({ key, label }) => `${style(36, `[${key}]`)} ${label}`).join("  ")}\n`),
    note: (text: string): void => write(`${style(2, text)}\n`),
    /** A piped line, so that the answers below it make sense. */
    echo: (text: string): void => write(`› ${text}\n`),
    /** What is happening, in place; undefined takes it away. Nothing where lines cannot be rewritten. */
    progress(text: string | undefined): void {
      if (!interactive) return;
      write(text === undefined ? "" : style(2, text.slice(0, (output.columns ?? 80) - 1)));
    },
  };
}
