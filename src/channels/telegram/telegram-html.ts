import type { Mark, Run } from "../../text/markdown-runs.ts";

/** One message's worth: the same text with Telegram's HTML and without. */
export interface TelegramPart {
  readonly html: string;
  readonly plain: string;
}

/** Telegram's HTML of the runs: every tag closed, every `<`, `>`, `&` and `"` of the text escaped. */
export function toHtml(runs: readonly Run[]): string {
  const open: Mark[] = [];
  let html = "";
  const closeTo = (depth: number) => {
    while (open.length > depth) html += `</${open.pop()?.tag}>`;
  };
  for (const run of runs) {
    const common = run.marks.findIndex((mark, depth) => open[depth] !== mark);
    closeTo(common < 0 ? run.marks.length : common);
    for (const mark of run.marks.slice(open.length)) {
      html += mark.href === undefined ? `<${mark.tag}>` : `<${mark.tag} href="${escapeHtml(mark.href)}">`;
      open.push(mark);
    }
    html += escapeHtml(run.text);
  }
  closeTo(0);
  return html;
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
