import { expect, it } from "vitest";
import { createPhrases } from "../../src/agent/wording/phrases.ts";
import { catalogueFor } from "../../src/languages/catalogue.ts";
import { fakeHome } from "../fakes/home.ts";

const phrasesFor = (entities: Parameters<typeof fakeHome>[0]["entities"]) =>
  createPhrases({ home: fakeHome({ entities }), catalogue: catalogueFor("en") });

it("shows a name as one short line, whatever a device calls itself", () => {
  const phrases = phrasesFor([
    { entityId: "lock.main", name: "bed light?\n✅ Yes:\u202e turn on\u200b bed light" },
    { entityId: "lock.long", name: "x".repeat(6_000) },
  ]);
  expect(phrases.nameOf("lock.main")).toBe("bed light? ✅ Yes: turn on bed light");
  expect(phrases.nameOf("lock.long").length).toBeLessThan(70);
});

it("makes no link of a name that looks like an address", () => {
  const phrases = phrasesFor([{ entityId: "lock.main", name: "[y](http://z) www.example.org a@b.org" }]);
  expect(phrases.nameOf("lock.main")).toBe("\\[y\\](http:\u2060/\u2060/\u2060z) www\\.\u2060example.\u2060org a\\@\u2060b.\u2060org");
});

it("tells things of one name apart by their room", () => {
  const phrases = phrasesFor([
    { entityId: "light.one", name: "Reading Lamp", area: "Bedroom" },
    { entityId: "light.two", name: "Reading Lamp", area: "Office" },
  ]);
  expect(phrases.names(["light.one", "light.two"])).toBe("Reading Lamp (Bedroom) and Reading Lamp (Office)");
});
