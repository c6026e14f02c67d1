import type { Catalogue } from "../../languages/catalogue.ts";
import type { StepResult } from "../state.ts";
import type { Noted } from "../toolbox.ts";
import { verbatim } from "../wording/verbatim.ts";

/** What a turn's tools wrote down about people or the house, or took out; each once. */
export function notedIn(results: readonly StepResult[]): readonly Noted[] {
  const all = results.flatMap((result) => (result.kind === "read" ? (result.noted ?? []) : []));
  return [...new Map(all.map((noted) => [`${noted.outcome}\0${noted.key}\0${noted.value}`, noted])).values()];
}

/** Tells the person what was really written down. */
export function reportNoted(all: readonly Noted[], catalogue: Catalogue): readonly string[] {
  return all.map(({ outcome, before, ...noted }) => {
    const { key, value } = inWords(noted);
    if (outcome === "superseded" && before !== undefined)
      return catalogue.text("noted.superseded", { key, value, before: verbatim(before) });
    const plain = outcome === "superseded" ? "superseded-plain" : outcome;
    return catalogue.text(`noted.${plain}`, { key, value });
  });
}

/** A fact's key and value as a person reads them; Markdown. */
export function inWords({ key, value }: { readonly key: string; readonly value: string }): {
  readonly key: string;
  readonly value: string;
} {
  return { key: verbatim(key.replaceAll("_", " ")), value: verbatim(value) };
}
