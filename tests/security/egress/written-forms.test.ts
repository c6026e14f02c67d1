import { describe, expect, test } from "vitest";
import { createEgressPolicy } from "../../../src/security/egress/egress.ts";

const none: readonly never[] = [];
const { decide } = createEgressPolicy({ homeWords: () => none, languages: ["en", "de", "fr", "es", "nl", "he"] });

describe("an address without a word for street, or with a short one", () => {
  test.for([
    "c/ Mayor 12 Madrid",
    "C/ Alcalá 45",
    "Cl. Serrano 8",
    "8 place de la République 75011 Paris",
    "8 place de la republique 75011 paris",
    "j'habite 8 place de la République",
    "12 bis avenue Foch",
    "אני גר בדיזנגוף 50",
    "An der Mühle 12",
    "Glasfaser An der Mühle 12, 16816 Neuruppin",
    "Am Wasserturm 8",
    "Pizza an Am Wasserturm 8",
    "Zur Alten Eiche 3",
    "Im Wiesengrund 5a",
    "Unter den Linden 5",
    "Laan van Meerdervoort 200",
    "42 The Green",
    "taxi from 42 The Green to the airport",
    "5 Orchard Croft, Ely",
  ])("%j is held", (asked) => {
    expect(decide(asked)).not.toMatchObject({ outcome: "allow" });
  });

  test.for([
    "Im Jahr 12 n. Chr.",
    "Zum Geburtstag 50 Sprüche",
    "Am Montag 8 Uhr",
    "Im Kapitel 5 lernen",
    "Am Rhein 3 Tage Urlaub",
    "2 places de concert",
    "10 cours de français",
    "C/C++ 17 features",
    "C/Fortran 77 interop",
    "10 Beautiful View hotels",
    "Windows 11 Tree View",
    "8 Mile Bridge",
    "Singel 40 cm",
    "Dam 2 square",
    "אוטובוס 12 תל אביב",
    "דירת 3 חדרים תל אביב",
  ])("%j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });
});

describe("a phone number or mail as it is said or written in Spain and elsewhere", () => {
  test.for([
    ["phone", "zéro six douze trente-quatre cinquante-six soixante-dix-huit"],
    ["phone", "oh one seven one, twenty-three, forty-five, sixty-seven, eight"],
    ["phone", "seis doce treinta y cuatro cincuenta y seis setenta y ocho"],
    ["phone", "nul zes twaalf vierendertig zesenvijftig achtenzeventig"],
    ["phone", "null sechs zwölf vierunddreißig sechsundfünfzig achtundsiebzig"],
    ["phone", "spam 612 345 678"],
    ["phone", "quién es 612345678"],
    ["email", "anna arobase gmail point com"],
    ["email", "anna arroba gmail punto com"],
    ["email", "jan apenstaartje ziggo punt nl"],
  ])("%s in %j is held", ([kind = "", asked]) => {
    expect(decide(asked ?? "")).toMatchObject({ kinds: expect.arrayContaining([kind]) });
  });

  test.for([
    "population of 612 345 678",
    "612 345 678 euros",
    "612345678 divided by 2",
    "convert 712345678 to hex",
    "unix timestamp 812345678",
    "article number 812345678",
    "six seven eight nine ten",
    "seven eight nine ten eleven twelve",
    "zero one one two three five eight thirteen",
    "six twelve eighteen twenty-four thirty",
    "signo arroba en teclado",
    "arobase clavier mac",
    "six seven meme",
  ])("%j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });

  test("nine digits are a phone number only where Spain's are known", () => {
    const german = createEgressPolicy({ homeWords: () => none, languages: ["de"] });
    expect(german.decide("612 345 678").outcome).toBe("allow");
  });
});

describe("what makers call their boxes", () => {
  test.for([
    "fritz.box login",
    "homeassistant.local:8123 not reachable",
    "homeassistant.local not found",
    "raspberrypi.local",
    "192.168.1.1 login",
    "192.168.178.1 fritzbox passwort vergessen",
    "10.0.0.1",
  ])("%j leaves", (asked) => {
    expect(decide(asked)).toEqual({ outcome: "allow", text: asked });
  });

  test.for([
    "fritz.box:8080 kein zugriff",
    "nas.fritz.box down",
    "http://homeassistant.local:8123 not loading",
    "homeassistant.local:9443",
    "192.168.1.1:8443",
    "192.168.1.17 login",
    "annas-homeassistant.local",
  ])("%j is held", (asked) => {
    expect(decide(asked).outcome).not.toBe("allow");
  });
});
