import { describe, expect, test } from "vitest";
import { createEgressPolicy } from "../../../src/security/egress/egress.ts";

const none: readonly never[] = [];
const { find, decide } = createEgressPolicy({ homeWords: () => none, languages: ["en", "de", "fr", "es", "nl", "he"] });
const kindsIn = (text: string) => find(text).map(({ kind }) => kind);

describe("private things are found", () => {
  test.for([
    ["phone", "who called from +44 20 7946 0958"],
    ["phone", "call 0521234567"],
    ["phone", "(415) 555-2671"],
    ["phone", "they do not answer at 33 93 31"],
    ["phone", "מי התקשר 052-123-4567"],
    ["email", "a.b+c@example.org"],
    ["email", "a (at) example (dot) org"],
    ["email", "john dot doe at gmail dot com"],
    ["ip_or_mac", "ping 10.0.0.17"],
    ["ip_or_mac", "fe80::1ff:fe23:4567:890a"],
    ["ip_or_mac", "00:1A:2B:3C:4D:5E"],
    ["mac", "mac 001a2b3c4d5e"],
    ["host", "nas.lan down"],
    ["private_url", "http://192.168.1.4:8123/x"],
    ["private_url", "https://user:pw@example.com/"],
    ["card", "4111 1111 1111 1111"],
    ["iban", "DE89 3704 0044 0532 0130 00"],
    ["national_id", "my ssn is 078-05-1120"],
    ["national_id", "dni 12345678Z"],
    ["national_id", "driver's license LH329609T"],
    ["secret", "ghp_abcdefghijklmnopqrst0123456789"],
    ["coordinates", "48.20849, 16.37208"],
    ["coordinates", "48°12'30\"N 16°22'19\"E"],
    ["coordinates", "8FWR6958+9R"],
    ["coordinates", "52°30.8'N 13°23.3'E"],
    ["phone", "call zero three zero nine zero one eight two four one three"],
    ["phone", "(030 90182413)"],
    ["card", "4111-1111/1111-1111"],
    ["card", "four one one one one one one one one one one one one one one one"],
    ["card", "vier eins eins eins, eins eins eins eins, eins eins eins eins, eins eins eins eins"],
    ["iban", "DE eighty nine, three seven zero four, zero zero four four, zero five three two, zero one three zero, zero zero"],
    ["iban", "DE89.3704.0044.0532.0130.00"],
    ["ip_or_mac", "192 168 178 44"],
    ["ip_or_mac", "one nine two dot one six eight dot one dot five"],
    ["mac", "aa bb cc dd ee ff"],
    ["address", "Hauptstr. zwölf"],
    ["address", "Lindenstrasse forty-seven"],
  ])("%s in %j", ([kind, text]) => {
    expect(kindsIn(text ?? "")).toContain(kind);
  });

  test.for([
    "14 Crown Street",
    "Apt. 652 over there",
    "lives at 86036 Rua do Arenque 1634",
    "Lindenstraße 12",
    "Alter Markt 7",
    "12 rue de la Paix",
    "calle de Alcalá 45",
    "Kerkstraat 23",
    "רחוב הרצל 12",
    "P.O. Box 211",
    "PSC 2581, Box 0041 APO AP 32376",
  ])("an address in %j", (text) => {
    expect(kindsIn(text)).toContain("address");
  });

  test("addresses of a language that is not asked for are not", () => {
    const english = createEgressPolicy({ homeWords: () => none, languages: ["en"] });
    expect(english.find("Lindenstraße 12")).toEqual([]);
  });
});

describe("what looks alike and is public leaves", () => {
  test.for([
    "firmware 3.4.12.7",
    "Shelly Plus 1PM 1.14.0.2 firmware",
    "UniFi OS version 4.0.6.1",
    "1.1.1.1 vs 8.8.8.8",
    "isbn 978-3-16-148410-0",
    "wall street crash 1929",
    "spring 2020 fashion",
    "iPad 10 review",
    "creative suite 6",
    "1939-1945",
    "2026-11-22 10:20",
    "what time does the sun get up",
    "light.turn_on service",
    "configuration.yaml",
    "https://www.example.com/a?b=1",
    "resistance 4.7 10.2",
    "sunday school at 10",
    "une rue de paris",
    "seven nation army",
    "two sum leetcode",
    "10 20 30 40 50 60",
    "add be ad fa",
  ])("%j", (text) => {
    expect(decide(text)).toEqual({ outcome: "allow", text: text });
  });
});
