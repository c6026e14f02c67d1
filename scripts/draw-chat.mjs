// Draws docs/chat.svg, the picture in the README, from what the demo really answers. Run again when its words change:
//
//   node scripts/draw-chat.mjs        (with Node 24, as node_modules/.bin has it)
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const SAID = ["is the garage closed?", "turn the bed light to 30 %", "unlock the front door", "y", "which windows are open?"];
const root = join(import.meta.dirname, "..");

/** Nobody listens on the port of "discard" (RFC 863): the picture shows what works on any machine, without a model. */
const NO_MODEL = "http://127.0.0.1:9";

const demo = spawnSync(process.execPath, ["src/launch.mjs", "demo/main.ts", "--model-url", NO_MODEL], {
  cwd: root,
  input: `${SAID.join("\n")}\n`,
  encoding: "utf8",
});
if (demo.status !== 0) throw new Error(`the demo ended with ${demo.status}: ${demo.stderr}`);

/** The demo's lines as bubbles: `› ` begins what the person says, `[y] … [c] …` are buttons, the line after them tells which was pressed. */
function bubblesOf(lines) {
  const bubbles = [];
  let next;
  for (const line of lines) {
    if (line.startsWith("› ")) {
      bubbles.push({ by: "person", lines: [line.slice(2)], buttons: [] });
      next = undefined;
    } else if (line.startsWith("[")) {
      const labels = [...line.matchAll(/\[\w\] (.*?)(?= {2}\[|$)/g)].map(([, label]) => label);
      if (next) next.buttons = labels.map((label) => ({ label, pressed: false }));
    } else if (next?.buttons.length) {
      for (const button of next.buttons) button.pressed = line.endsWith(button.label);
      next = undefined;
    } else if (next) {
      next.lines.push(line);
    } else {
      next = { by: "assistant", lines: [line], buttons: [] };
      bubbles.push(next);
    }
  }
  return bubbles;
}

const WIDTH = 560;
const MARGIN = 20;
const FONT = 16;
const LINE = 23;
const [PAD_X, PAD_Y] = [14, 10];
const GAP = 10;
const BUTTON = 36;

/** About as wide as the widest of the common sans-serif fonts (DejaVu Sans), so that none runs over. */
function widthOf(text) {
  const ems = [...text].map((character) =>
    /[iljtfrI.,:;'!|() ]/.test(character) ? 0.39 : /[mwMW%@]/.test(character) ? 0.96 : /[A-Z]/.test(character) ? 0.72 : 0.62,
  );
  return ems.reduce((sum, em) => sum + em, 0) * FONT;
}

function escaped(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

/** One bubble with its buttons; `y` is its upper edge. Returns its shapes and where the next may begin. */
function draw({ by, lines, buttons }, y) {
  const width = Math.max(...lines.map(widthOf), buttons.length * 120) + 2 * PAD_X;
  const height = lines.length * LINE + 2 * PAD_Y;
  const x = by === "person" ? WIDTH - MARGIN - width : MARGIN;
  const shapes = [`<rect class="${by}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${height}" rx="14"/>`];
  for (const [index, line] of lines.entries()) {
    shapes.push(`<text x="${(x + PAD_X).toFixed(1)}" y="${y + PAD_Y + 16 + index * LINE}">${escaped(line)}</text>`);
  }
  const each = (width - (buttons.length - 1) * 6) / buttons.length;
  for (const [index, { label, pressed }] of buttons.entries()) {
    const left = x + index * (each + 6);
    const top = y + height + 6;
    const kind = pressed ? "button pressed" : "button";
    shapes.push(`<rect class="${kind}" x="${left.toFixed(1)}" y="${top}" width="${each.toFixed(1)}" height="${BUTTON}" rx="10"/>`);
    shapes.push(`<text class="${kind}" x="${(left + each / 2).toFixed(1)}" y="${top + 24}">${escaped(label)}</text>`);
  }
  return { shapes, end: y + height + (buttons.length > 0 ? BUTTON + 6 : 0) };
}

const lines = demo.stdout.split("\n").filter((line) => line !== "");
const bubbles = bubblesOf(lines.slice(lines.findIndex((line) => line.startsWith("› "))));
const shapes = [];
let y = MARGIN;
for (const bubble of bubbles) {
  const drawn = draw(bubble, y);
  shapes.push(...drawn.shapes);
  y = drawn.end + GAP;
}
const height = y - GAP + MARGIN;
const spoken = bubbles.map(({ by, lines: words }) => `${by === "person" ? "You" : "Assistant"}: ${words.join(" ")}`).join(" ");

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title words">
<title id="title">A chat with the assistant</title>
<desc id="words">${escaped(spoken)}</desc>
<style>
svg { font: ${FONT}px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.wall { fill: #dfe6ee; }
.assistant { fill: #ffffff; }
.person { fill: #cdeecb; }
rect.button { fill: #ffffff; stroke: #2f7dc1; stroke-width: 1.5; }
rect.pressed { fill: #2f7dc1; }
text { fill: #17212b; }
text.button { fill: #1f6bab; text-anchor: middle; font-weight: 600; }
text.pressed { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  .wall { fill: #131c26; }
  .assistant { fill: #24303d; }
  .person { fill: #2c5a86; }
  rect.button { fill: #1a2530; stroke: #6ab2f0; }
  rect.pressed { fill: #6ab2f0; }
  text { fill: #f3f6f9; }
  text.button { fill: #8cc6f7; }
  text.pressed { fill: #0d1620; }
}
</style>
<rect class="wall" width="${WIDTH}" height="${height}" rx="18"/>
${shapes.join("\n")}
</svg>
`;
writeFileSync(join(root, "docs/chat.svg"), svg);
process.stdout.write(`docs/chat.svg: ${bubbles.length} bubbles, ${WIDTH} × ${height}\n`);
