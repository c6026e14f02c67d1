import { describe, expect, test } from "vitest";
import { createHomeWords } from "../../../src/knowledge/home-words/home-words.ts";
import { createEgressPolicy } from "../../../src/security/egress/egress.ts";
import { fakeHome } from "../../fakes/home.ts";

const facts = [
  { key: "home_address", value: "Lindenallee 14, 16816 Neuruppin" },
  { key: "home_town", value: "Neuruppin" },
  { key: "child_birthday", value: "12 March 2016" },
];
const homeWords = createHomeWords({
  ...{ home: fakeHome({ entities: [] }), registries: { devices: new Map() }, people: [], ownList: [], networkNames: [] },
  facts: { guarded: () => facts, changes: () => 1 },
});
const { decide } = createEgressPolicy({ homeWords, languages: ["en", "de", "fr", "es", "nl", "he"] });

describe("what a private fact has in it", () => {
  test.for([
    ["weather Lindenallee Neuruppin", "home_address"],
    ["Lindenallee Baustelle", "home_address"],
    ["pharmacy near Lindenallee opening hours Neuruppin", "home_address"],
    ["born 12 March 2016", "date"],
    ["born March 12th, 2016", "date"],
    ["geboren am 12. März 2016", "date"],
    ["12.3.2016 horoscope", "date"],
    ["nacido el 12 de marzo de 2016", "date"],
    ["2016-03-12 moon phase", "date"],
    ["נולד ב-12 במרץ 2016", "date"],
  ])("%j is held", ([asked, kind = ""]) => {
    expect(decide(asked ?? "")).toMatchObject({ kinds: expect.arrayContaining([kind]) });
  });

  test.for(["linden tree care", "12 March 2015 news", "march 2016 calendar", "12 march history", "2016"])("%j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });
});
