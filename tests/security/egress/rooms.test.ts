import { describe, expect, test } from "vitest";
import { createHomeWords } from "../../../src/knowledge/home-words/home-words.ts";
import { createEgressPolicy } from "../../../src/security/egress/egress.ts";
import { fakeHome } from "../../fakes/home.ts";

const AREAS = [
  ...[
    "Werkstatt",
    "Bibliothek",
    "Wintergarten",
    "Homeoffice",
    "Waschküche",
    "Tonstudio",
    "Kaminzimmer",
    "Yoga Raum",
    "Gästebad",
    "Dachterrasse",
  ],
  ...[
    "Powder Room",
    "Craft Room",
    "Tiki Bar",
    "Butler's Pantry",
    "Orangery",
    "Music Studio",
    "Salle de Jeux",
    "Chambre d'amis",
    "Buanderie",
  ],
  ...[
    "Trastero",
    "Cuarto de Plancha",
    "Bijkeuken",
    "Speelkamer",
    "Toms Zimmer",
    "Ellie's Room",
    "Chambre de Margaux",
    "Ginas Bad",
    "Batcave",
  ],
  "Henrikes Ecke",
];
const entities = [
  { entityId: "light.werkstatt_licht", name: "Werkstatt Licht" },
  { entityId: "light.batcave_strip", name: "Batcave strip" },
  { entityId: "light.lampe_de_chevet", name: "Lampe de Chevet" },
];
const homeWords = createHomeWords({
  ...{ home: fakeHome({ areas: AREAS.map((name) => ({ name })), entities }), registries: { devices: new Map() } },
  ...{ people: [{ name: "Henrike" }], ownList: [], networkNames: [], facts: { guarded: () => [], changes: () => 1 } },
});
const { decide } = createEgressPolicy({ homeWords, languages: ["en", "de", "fr", "es", "nl", "he"] });

describe("rooms that are called as everywhere", () => {
  test.for([
    "Kfz Werkstatt in Köln Öffnungszeiten",
    "Bibliothek Öffnungszeiten Köln",
    "Homeoffice Pauschale 2026",
    "Wintergarten Kosten pro m2",
    "waschküche fliesen",
    "tonstudio mieten",
    "kaminzimmer einrichten",
    "yoga übungen rücken",
    "powder coating cost",
    "powder room wallpaper ideas",
    "craft beer",
    "tiki bar recipes",
    "pilates for beginners",
    "blaue lagune island",
    "butler's pantry cost",
    "orangery cost uk",
    "salle de jeux enfants",
    "jeux de société",
    "chambre d'amis déco",
    "buanderie aménagement",
    "trastero alquiler madrid",
    "centro de plancha",
    "bijkeuken inrichten",
    "speelkamer ideeën",
    "Werkstatt Licht LED",
    "lampe de chevet design",
    "chevet en bois",
  ])("spoil no search: %j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });
});

describe("rooms that tell of somebody, or have a name of their own", () => {
  test.for([
    "Toms Zimmer streichen",
    "ellie's room temperature",
    "Ellie ADHD",
    "chambre de Margaux humidité",
    "Margaux fièvre",
    "Ginas Bad Fliesen",
    "Henrikes Ecke streichen",
    "soundproofing the batcave",
    "Batcave strip wrong colour",
  ])("%j does not leave as it is", (asked) => {
    expect(decide(asked).outcome).not.toBe("allow");
  });
});
