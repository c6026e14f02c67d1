import type { Entity, HomeInfo } from "../../homeassistant/registry/home.ts";
import type { HomeWord } from "../../security/egress/home-words.ts";

/** What Home Assistant and people call a home that has no name, and zones that all have. */
const NAMELESS =
  /^(?:home|my home|house|our house|zuhause|zu hause|maison|chez nous|casa|mi casa|huis|thuis|הבית|בית|work|arbeit|travail|trabajo|werk|עבודה|school|schule|école|escuela|בית ספר|home assistant)$/i;

/** The home's name, its place, and its zones with theirs. */
export function placeWords({ entities, info }: { readonly entities: readonly Entity[]; readonly info: HomeInfo }): readonly HomeWord[] {
  const zones = entities.filter(({ domain }) => domain === "zone");
  const names = [info.name, ...zones.map(({ name }) => name)].filter((name) => !NAMELESS.test(name.trim()));
  const places = [info.place, ...zones.map(({ state }) => placeOf(state.attributes))].flatMap((place) => place ?? []);
  return [
    ...names.map((text): HomeWord => ({ text, kind: "place" })),
    ...places.map(({ latitude, longitude }): HomeWord => ({ text: `${decimal(latitude)},${decimal(longitude)}`, kind: "address" })),
  ];
}

function placeOf({ latitude, longitude }: Readonly<Record<string, unknown>>) {
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
}

function decimal(degrees: number): string {
  return degrees.toFixed(5);
}
