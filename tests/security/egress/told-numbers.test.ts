import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEgressPolicy } from "../../../src/security/egress/egress.ts";

const none: readonly never[] = [];
const { decide, find } = createEgressPolicy({ homeWords: () => none, languages: ["en", "de", "fr", "es", "nl", "he"] });

describe("an address whose number is told by a sign or a word, or that has none", () => {
  test.for([
    "Birkenweg #5",
    "Birkenweg №5",
    "Schillerstr. No 14",
    "Marktplatz XI, 80331",
    "B i r k e n w e g 5",
    "Lindenweg12",
    "Ringstraße Hausnummer elf",
    "Hausnummer sieben in der Gartenstraße",
    "Platz der Republik 1",
    "Straße der Einheit 22",
    "boulevard Voltaire n° 45",
    "calle Alcalá nº 7",
    "calle Mayor número doce",
    "Kerkstraat 5-III",
    "Keizersgracht 100-hs",
    "Kerkstraat nummer vijf",
    "Birch Drive number forty one",
    "number 9 on Oakfield Road",
  ])("%j is held", (asked) => {
    expect(decide(asked)).not.toMatchObject({ outcome: "allow" });
  });

  test.for([
    "Heinrich V",
    "Star Wars Episode V",
    "Street Fighter VI",
    "issue #12 github",
    "route #5 bus",
    "Number 5 perfume",
    "nummer vijf voetbal",
    "Hausnummer beleuchtet solar",
    "Platz 1 der Bundesliga",
    "Weg der Sinne 5 km",
    "Beethoven Sonate Nr. vierzehn",
    "Penny Lane Beatles",
    "Drury Lane theatre",
    "דיזנגוף סנטר 99 חנויות",
    "בן גוריון 3 טרמינל",
  ])("%j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });
});

describe("a phone number in a link, in words with its country, or told as somebody's", () => {
  test.for([
    "wa.me/4915123456789",
    "https://wa.me/33612345678?text=hi",
    "t.me/+33612345678",
    "api.whatsapp.com/send?phone=4915123456789",
    "o6 12 34 56 78",
    "O171 2345678",
    "plus neunundvierzig eins sieben null fünf fünf eins zwei acht neun drei",
    "plus quarante neuf trente neuf zéro un huit deux quatre un trois",
    "más treinta y cuatro seis uno dos tres cuatro cinco seis siete ocho",
    "double zero four nine one five one two three four five six seven",
    "five five five one two three four is my number",
    "ruf mich an unter sechs acht drei vier neun zwei",
    "המספר שלי חמש ארבע שלוש שתיים אחת שבע שמונה",
  ])("%j is held", (asked) => {
    expect(decide(asked)).not.toMatchObject({ outcome: "allow" });
  });

  test.for([
    "wa.me link generator",
    "t.me/durov",
    "O2 störung",
    "oh 1 2 3 song",
    "plus forty degrees heat",
    "plus neunundvierzig Vorwahl welches Land",
    "five plus four plus three plus two plus one",
    "my number is up meaning",
    "ten nine eight seven six five four three two one countdown",
  ])("%j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });
});

test("long rows of what addresses and phones are made of are read in time that grows with them", () => {
  const part = fc.constantFrom("Lindenweg", " #", "Nr. ", "12", " plus ", "9 ", "Old ", "Mill, ", "rue ", "o6 ", "wa.me/", "V", "הרצל ");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 2_000 }), (parts) => {
      const text = parts.join("");
      for (const { from, to } of find(text)) expect(to).toBeGreaterThan(from);
    }),
    { numRuns: 30 },
  );
});
