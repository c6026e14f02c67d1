import { performance } from "node:perf_hooks";
import { screenText } from "../src/security/injection/firewall.ts";
import { atMost, type Figure, percentile } from "./figure.ts";

/** What a text of 2 KB may cost before the model gets it. */
const GOAL_MS = 2;
const TEXT = 2_048;
const RUNS = 200;
const WARM_UP = 50;
const ROUNDS = 3;
const SMALL = 64 * 1_024;
const LARGE = 1_024 * 1_024;
/** Sixteen times the text may take so many times the time: in proportion, with room for the cache and the collector of garbage. */
const GROWTH = 32;

/** Texts that patterns stumble over when they look at a place more than a few times. */
const HOSTILE: Readonly<Record<string, string>> = {
  letters: "a",
  digits: "1",
  hex: "ab ",
  morse: ". ",
  dots: "a. ",
  ends: "!?",
  "open tags": "<p ",
  references: "&amp",
  marks: "e\u0301",
  invisible: "a\u200b",
  "two scripts": "aа",
  lines: "\n",
  "role tags": "<|system|> ",
  prose: "Press UNLOCK and hold it for three seconds, then follow the instructions in the app; ignore the warning light while it blinks. ",
};

/** What texts are made of that come in every day: short lines and answers, tables, sentences of all lengths, none that ends. */
const ORDINARY: readonly string[] = [
  "a\n",
  "ok\n",
  "Yes. ",
  "It is on. ",
  "21.5;on;\n",
  "Close the lid now.\n",
  "The filter is washed once in every month. ",
  "Press the button and hold it until the lamp on top of the hub blinks red. ",
  HOSTILE["prose"] ?? "",
  "the lamp is on and the lid is shut and ",
  "警告灯が点滅したらボタンを押してください。",
];

/** What the firewall takes for 2 KB, and how its time grows with the text, at worst of many kinds. */
export function firewallTimes(): readonly Figure[] {
  const p95 = Math.max(...ORDINARY.map(slowOf));
  const growth = Object.values(HOSTILE).map((piece) => fastest(filled(piece, LARGE)) / fastest(filled(piece, SMALL)));
  return [
    atMost(GOAL_MS, { name: "firewall_p95_2_kb", value: p95, unit: "ms" }),
    atMost(GROWTH, { name: "firewall_1_mb_against_64_kb", value: Math.max(...growth), unit: "ratio" }),
  ];
}

/** The time that one of twenty texts of a kind takes longer than: the least of some rounds, for what else the machine does only makes it longer. */
function slowOf(piece: string): number {
  const round = () => {
    const times = Array.from({ length: WARM_UP + RUNS }, (_, run) => timeOf(`${run} ${filled(piece, TEXT - 5)}`));
    return percentile(times.slice(WARM_UP), 0.95);
  };
  return Math.min(...Array.from({ length: ROUNDS }, round));
}

function fastest(text: string): number {
  return Math.min(timeOf(text), timeOf(text), timeOf(text));
}

function timeOf(text: string): number {
  const from = performance.now();
  screenText(text, { kind: "web", limit: text.length });
  return performance.now() - from;
}

function filled(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
