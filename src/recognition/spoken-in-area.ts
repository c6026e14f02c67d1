import { unitsOf } from "../entity-search/entity-text.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import { endsAsking } from "../text/sentences.ts";
import { type Spoken, spokenIn } from "./spoken.ts";

/** What a sentence may stand for where it was spoken. */
interface SpokenThere {
  /** The sentence with the place in it, likeliest first. */
  readonly sentences: readonly string[];
  /** "Here" was said: nothing else is meant. */
  readonly isSaid: boolean;
}

export type SpokenInArea = ReturnType<typeof createSpokenInArea>;

/** Puts the area that a sentence was spoken in in the place of "here", or into a sentence that names no place. Undefined where nothing of that is meant. */
export function createSpokenInArea({ home }: { readonly home: Pick<Home, "areas" | "floors"> }) {
  return (text: string, language: string, areaId: string | undefined): SpokenThere | undefined => {
    const area = home.areas().find((one) => one.areaId === areaId)?.name;
    const spoken = area === undefined ? undefined : spokenIn(language);
    if (area === undefined || !spoken) return undefined;
    const place = spoken.inPlace(area);
    const here = text.replace(spoken.here, () => place);
    if (here !== text) return { sentences: [here], isSaid: true };
    const said = ` ${unitsOf(text).join(" ")} `;
    const places = [...home.areas(), ...home.floors()].flatMap(({ name, aliases }) => [name, ...aliases]);
    if (spoken.everywhere.test(text) || places.some((name) => said.includes(` ${unitsOf(name).join(" ")} `))) return undefined;
    return { sentences: withPlace(text, place, spoken), isSaid: false };
  };
}

/** A sentence with a place at its end, and before its last word, where languages have the rest of a verb there: "mach das Licht in Küche an". */
export function withPlace(text: string, place: string, spoken: Pick<Spoken, "bare">): readonly string[] {
  const words = spoken.bare(text, { isQuestion: endsAsking(text) }).split(" ");
  const end = endsAsking(text) ? "?" : "";
  return [`${words.join(" ")} ${place}${end}`, `${words.toSpliced(-1, 0, place).join(" ")}${end}`];
}
