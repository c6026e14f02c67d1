import { describe, expect, test } from "vitest";
import { createHomeWords } from "../../../src/knowledge/home-words/home-words.ts";
import { createEgressPolicy } from "../../../src/security/egress/egress.ts";
import { fakeHome } from "../../fakes/home.ts";

function homeOf(key: string, value: string) {
  const homeWords = createHomeWords({
    ...{ home: fakeHome({ entities: [] }), registries: { devices: new Map() }, people: [], ownList: [], networkNames: [] },
    facts: { guarded: () => [{ key, value }], changes: () => 1 },
  });
  return createEgressPolicy({ homeWords, languages: ["en", "de", "fr", "es", "nl", "he"] });
}

/** A fact; what leaves; what is held as the town; what is held as nearer than the town. */
const HOMES: readonly { key: string; value: string; leaves: readonly string[]; town: readonly string[]; nearer: readonly string[] }[] = [
  {
    ...{ key: "address", value: "12 Oak Street, Springfield, IL 62704" },
    leaves: ["weather Illinois", "oak street"],
    town: ["plumber in Springfield"],
    nearer: ["pizza delivery 62704", "weather 62704", "Springfield Oak Street"],
  },
  {
    ...{ key: "home_address", value: "Rosenweg 4, D-79117 Freiburg im Breisgau, Deutschland" },
    leaves: ["Rosen schneiden", "Deutschland Karte"],
    town: ["Klempner Freiburg"],
    nearer: ["Klempner 79117", "79117", "Rosenweg Baustelle"],
  },
  {
    ...{ key: "adresse", value: "15 rue des Lilas, 69003 Lyon Cedex 03" },
    leaves: ["lilas taille"],
    town: ["plombier Lyon"],
    nearer: ["pizza 69003", "rue des lilas travaux"],
  },
  {
    ...{ key: "address", value: "Kerkstraat 12, 1017 GP Amersfoort" },
    leaves: [],
    town: ["loodgieter amersfoort"],
    nearer: ["1017 GP restaurant", "1017gp"],
  },
  {
    ...{ key: "address", value: "Flat 2, 27 Elm Grove, Kemptown, Brighton BN2 3DA, UK" },
    leaves: [],
    town: ["plumber brighton"],
    nearer: ["bn23da takeaway", "elm grove roadworks", "weather Kemptown"],
  },
  {
    ...{ key: "direccion", value: "Calle de las Palmeras 7, 2º A, 41003 Sevilla" },
    leaves: ["palmeras de chocolate receta"],
    town: ["fontanero Sevilla"],
    nearer: ["farmacia 41003"],
  },
  {
    key: "address",
    value: "רחוב האורן 5, רעננה 4325107",
    leaves: [],
    town: ["אינסטלטור רעננה"],
    nearer: ["4325107 פיצה"],
  },
  {
    ...{ key: "address", value: "Amselweg 12 79117 Kirchzarten" },
    leaves: [],
    town: ["Klempner Kirchzarten"],
    nearer: ["Amselweg Baustelle"],
  },
  {
    ...{ key: "address", value: "3 Cobbler's Yard, Whitby, North Yorkshire, YO21 3PU" },
    leaves: ["north yorkshire moors walks"],
    town: ["plumber whitby"],
    nearer: ["yo213pu broadband", "weather cobblers yard"],
  },
  { key: "lives_in", value: "Brighton, UK", leaves: ["uk news"], town: ["plumber Brighton"], nearer: [] },
  { key: "location", value: "in Newcastle upon Tyne", leaves: [], town: ["plumber newcastle"], nearer: [] },
  { key: "zip_code", value: "62704", leaves: [], town: [], nearer: ["pizza 62704"] },
  { key: "postcode", value: "BN2 3DA", leaves: ["bn3 weather"], town: [], nearer: ["BN2 3DA pizza"] },
  { key: "plz", value: "8001", leaves: [], town: [], nearer: ["pizza 8001"] },
  { key: "key_location", value: "drawer in the hall", leaves: ["drawer organizer"], town: [], nearer: [] },
];

describe("where the home is, as a fact tells it", () => {
  test.for(HOMES)("$key $value: its town is asked about, and what is nearer is asked about or denied", ({ key, value, town, nearer }) => {
    const { decide } = homeOf(key, value);
    expect([...town, ...nearer].filter((asked) => decide(asked).outcome === "allow")).toEqual([]);
    expect(town.filter((asked) => decide(asked).outcome !== "ask")).toEqual([]);
  });

  test.for(HOMES)("$key $value: what names neither leaves", ({ key, value, leaves }) => {
    const { decide } = homeOf(key, value);
    for (const asked of leaves) expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });
});
