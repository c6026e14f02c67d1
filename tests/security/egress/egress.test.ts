import { describe, expect, test, vi } from "vitest";
import { LANGUAGES } from "../../../src/languages/catalogue.ts";
import { createEgressPolicy, createTypedCodes } from "../../../src/security/egress/egress.ts";
import type { HomeWord } from "../../../src/security/egress/home-words.ts";

const WORDS: readonly HomeWord[] = [
  { text: "Anna Levinson", kind: "person" },
  { text: "Anna", kind: "person" },
  { text: "Ellie", kind: "person" },
  { text: "Mia", kind: "person" },
  { text: "Rose", kind: "person" },
  { text: "Schnuffi", kind: "pet" },
  { text: "Ellie's room", kind: "room", generic: "room" },
  { text: "Ellie's lamp", kind: "device", generic: "smart light" },
  { text: "Kitchen light", kind: "device", generic: "smart light" },
  { text: "42", kind: "device", generic: "smart plug" },
  { text: "Zichron Yaakov", kind: "town" },
  { text: "LevinsonNet_5G", kind: "network" },
  { text: "32.57118,34.95431", kind: "address" },
  { text: "peanuts", kind: "profile" },
  { text: "ab", kind: "own" },
];
const { decide, find } = createEgressPolicy({ homeWords: () => WORDS, languages: LANGUAGES });

describe("decide", () => {
  test.for([
    ["switch.shelly_relay troubleshooting", "smart switch troubleshooting"],
    ["light.ellies_room not responding", "smart light not responding"],
    ["why is light.ellies_room off", "why is smart light off"],
    ["Ellie's lamp flickers", "smart light flickers"],
    ["ellies lamp flickers", "smart light flickers"],
    ["binary_sensor.hall_motion_2 stuck", "sensor stuck"],
  ])("says %j in generic words", ([asked, sent]) => {
    expect(decide(asked ?? "")).toMatchObject({ outcome: "ask", without: sent });
  });

  test("what is left without its names has to say something and to hold nothing", () => {
    expect(decide("Ellie Fieber Kinderarzt")).toEqual({
      outcome: "ask",
      text: "Ellie Fieber Kinderarzt",
      without: "Fieber Kinderarzt",
      kinds: ["person"],
    });
    expect(decide("Ellie")).toMatchObject({ outcome: "ask", without: undefined });
    expect(decide("I fly at 6 with Ellie")).toMatchObject({ outcome: "ask", without: undefined });
  });

  test.for([
    ["plumber for 32.57118, 34.95431", "home_coordinates"],
    ["LevinsonNet_5G keeps dropping", "network"],
    ["router 192.168.178.44 offline", "ip_or_mac"],
    ["front door code 4711", "secret"],
    ["our front door PIN 4711 default", "secret"],
    ["4111 1111 1111 1111 declined", "card"],
    ["DE89 3704 0044 0532 0130 00", "iban"],
    ["ab status", "own"],
    ["what is RWxsaWUgTGV2aW5zb24=", "encoded"],
    ["Ellie's card 4111 1111 1111 1111", "card"],
  ])("nobody can let %j leave: %s", ([asked = "", reason = ""]) => {
    const verdict = decide(asked);
    expect(verdict).toMatchObject({ outcome: "deny", reason });
    expect(JSON.stringify(verdict)).not.toMatch(/Ellie|Levinson|4711|1111/);
  });

  test.for([
    ...[
      "who plays Anna in Frozen",
      "Anna Karenina",
      "mamma mia soundtrack",
      "is Mia a popular name",
      "my daughter Mia has a fever",
      "mia's room is too cold",
    ],
    ...[
      "Rose's bedroom lamp",
      "why does Rose cough",
      "Rose has asthma",
      "Mia kommt um 14 Uhr",
      "Elllie birthday",
      "3llie gift",
      "Ellielampe",
    ],
    ...["Эллин день рождения", "Schnufi limping", "Schnuffilein frisst nicht", "plumber in Zichron Yaakov", "weather in Zichron Yaakov"],
    ...["whois 93.184.216.34", "call 052-1234567", "weather at 48.85837, 2.29448", "8 place de la République 75011 Paris"],
    ...[
      "we are away from July",
      "salgo de casa a las 8",
      "wir sind vom 3.8. bis 17.8. weg",
      "no estaremos en casa hasta el lunes",
      "my salary tax",
      "our house is empty",
    ],
    ...["house alarm code 1234 default", "default PIN 4711", "alarm code 4711 factory default?", "Abus Alarm Code 4711 werkseinstellung"],
    ...["the password is Sommer2024 default", "is 4711 a good door code", "4711 pin code meaning", "door lock code 4711 error"],
    ...["we leave the back door open at night", "the key is under the flower pot", "my husband works nights"],
    ...["grandma lives alone and leaves the key under the mat", "wir lassen nachts die Hintertür offen"],
    ...["die Kinder sind bis 17 Uhr allein zu Hause", "the kids are alone until 5", "i wake up at 3 am"],
  ])("a person decides about %j", (asked) => {
    expect(decide(asked)).toMatchObject({ outcome: "ask", text: asked });
  });

  test.each(["4711 default", "NDcxMQ== default", "four seven one one default"])(
    "a code that the person gave does not leave: %s",
    (asked) => {
      const hasTypedCode = createTypedCodes({ find });
      expect(hasTypedCode(asked, ["the alarm code is 4711"])).toBe(true);
      expect(hasTypedCode(asked, ["the alarm code is 4712"])).toBe(false);
    },
  );

  test("nothing nearer than the town is asked about", () => {
    expect(decide("weather at 32.6 34.9")).toMatchObject({ outcome: "deny" });
    expect(decide("resistor 48.2 16.3")).toMatchObject({ outcome: "allow" });
  });

  test.for([
    ...[
      "kitchen light ideas",
      "rose pruning in spring",
      "answer to everything 42",
      "roses that leave scent at night",
      "will it rain on friday",
    ],
    ...["how do i peel garlic", "what time does my supermarket open", "ellis island", "jelly recipe", "elliptical trainer"],
  ])("%j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });

  test("signs that nobody sees do not leave", () => {
    expect(decide("sunrise\u200b to\u{e0041}day")).toEqual({ outcome: "allow", text: "sunrise today" });
  });

  test("words are taken anew when there are others", () => {
    let words: readonly HomeWord[] = [];
    const changing = createEgressPolicy({ homeWords: () => words, languages: LANGUAGES });
    expect(changing.decide("Quorvax manual").outcome).toBe("allow");
    words = [{ text: "Quorvax", kind: "own" }];
    expect(changing.decide("Quorvax manual").outcome).not.toBe("allow");
  });

  test("many texts of one moment are read with its words", () => {
    const words: readonly HomeWord[] = [{ text: "Quorvax", kind: "own" }];
    const homeWords = vi.fn(() => words);
    const { find } = createEgressPolicy({ homeWords, languages: LANGUAGES }).at();
    expect([find("Quorvax manual"), find("for 4 0 5 4 Quorvax")].map((spans) => spans.map(({ kind }) => kind))).toEqual([["own"], ["own"]]);
    expect(homeWords).toHaveBeenCalledTimes(1);
  });
});

describe("spelling", () => {
  test.for([
    "E l l i e",
    "e-l-l-i-e",
    "e.l.l.i.e",
    "ELLIE",
    "Еllie",
    "𝓔𝓵𝓵𝓲𝓮",
    "Ｅｌｌｉｅ",
    "El\u200blie",
    "E\u0301llie",
    "ᴇʟʟɪᴇ",
    "🅴🅻🅻🅸🅴",
    "\u{e0045}\u{e006c}\u{e006c}\u{e0069}\u{e0065}",
    "Элли",
    "エリー",
    "RWxsaWU=",
    Buffer.from("RWxsaWU=").toString("base64"),
    "456c6c6965",
    "%45%6c%6c%69%65",
    "&#69;&#108;&#108;&#105;&#101;",
    "ellie_toys",
    "EllieToys",
    "Ellies",
  ])("%j is found, at its place", (spelled) => {
    const text = `gift ${spelled} now`;
    const [span] = find(text);
    expect(text.slice(span?.from, span?.to).toLowerCase()).toContain(
      spelled
        .toLowerCase()
        .replace(/_?toys$/, "")
        .slice(0, 4),
    );
  });

  test("words that only begin or end alike, or fall together, are not taken for one", () => {
    expect(find("jellies an na belle")).toEqual([]);
  });

  test("Hebrew's small words in front of a name do not hide it", () => {
    const { find: search } = createEgressPolicy({ homeWords: () => [{ text: "נועם", kind: "person" }], languages: LANGUAGES });
    expect(search("מתנה לנועם").map(({ kind }) => kind)).toEqual(["person"]);
  });
});
