import { describe, expect, test } from "vitest";
import { keepReadLinks, linksIn } from "../../../src/security/provenance/answer-links.ts";
import { redactAnswer, redactError } from "../../../src/security/redaction/redaction.ts";

const NAMES: Readonly<Record<string, string>> = {
  "light.bed_light": "Bed Light",
  "lock.front": "Front Door",
  "sensor.bath_2": "Bath & Spa",
  "script.good_night": "Good night",
};
const redact = (text: string) => redactAnswer(text, (entityId) => NAMES[entityId]);

// made up, and put together here so that no scanner takes them for real ones
const BOT_TOKEN = `${"123456789"}:${"AAF0bx_-Zq1".repeat(4)}`;
const JWT = ["eyJhbGciOiJIUzI1NiJ9", "eyJpc3MiOiI5ZjJhIn0", "d2hhdC1hLXNpZ25hdHVyZQ"].join(".");
const OPENAI_KEY = ["sk", "proj", "a1B2c3D4e5F6g7H8i9J0"].join("-");
const GOOGLE_KEY = `AIza${"Sy0aB1cD2".repeat(4)}`;
const HEX_KEY = "0123456789abcdef".repeat(2);

describe("an answer loses", () => {
  test.each([
    ["entity ids with a name", "light.bed_light is on and lock.front is locked.", "Bed Light is on and Front Door is locked."],
    ["entity ids in code", "See `sensor.bath_2`.", "See `Bath & Spa`."],
    ["entity ids in bold", "**light.bed_light**: on", "**Bed Light**: on"],
    ["entity ids with escaped underscores", "light.bed\\_light is on", "Bed Light is on"],
    ["entity ids in brackets", "The lamp (light.bed_light) is on", "The lamp (Bed Light) is on"],
    ["entity ids at the start of a sentence", "Light.bed_light is on", "Bed Light is on"],
    ["entity ids at the end of a sentence", "I mean light.bed_light. Right?", "I mean Bed Light. Right?"],
    ["entity ids that nobody knows", "binary_sensor.cellar_leak is wet, lock.secret too", "that device is wet, that device too"],
    ["entity ids in Hebrew", "המנורה light.bed_light דולקת", "המנורה Bed Light דולקת"],
    ["IPv4 addresses", "It is at 192.168.1.97.", "It is at [address]."],
    ["IPv4 addresses with port and prefix", "10.0.0.5:8123 in 10.0.0.0/24", "[address] in [address]"],
    ["public IPv4 addresses", "Your address is 93.184.216.34", "Your address is [address]"],
    ["IPv6 addresses", "It is fe80::1ff:fe23:4567:890a%eth0 or 2001:db8::7.", "It is [address] or [address]."],
    ["the IPv6 loopback", "on ::1 and [::1]:80", "on [address] and [address]"],
    ["MAC addresses", "MAC 00:15:8D:00:01:2f, also 00-15-8d-00-01-2f", "MAC [device address], also [device address]"],
    ["Zigbee addresses", "IEEE 00:15:8d:00:01:2f:3a:4b or 0x00158d00012f3a4b", "IEEE [device address] or [device address]"],
    ["IPv4 addresses with leading zeros or kept from being links", "192.168.001.005 or 192[.]168[.]1[.]5", "[address] or [address]"],
    [
      "device addresses in one word or by fours",
      "aabbccddeeff, aabb.ccdd.eeff, 00158d0001abcdef",
      "[device address], [device address], [device address]",
    ],
    [
      "no numbers, hashes and times",
      "order 123456789012, commit 4bcd596, 1234.5678.9012 €",
      "order 123456789012, commit 4bcd596, 1234.5678.9012 €",
    ],
    ["URLs of the home", "Open http://192.168.1.5:8123/lovelace.", "Open [address]."],
    ["URLs with a name without a dot", "See http://homeassistant:8123/ and http://supervisor/core", "See [address] and [address]"],
    ["URLs with home names", "http://ha.local https://influx.internal/x http://nas.lan:5000", "[address] [address] [address]"],
    ["URLs with IPv6", "http://[fe80::1]:8123/x and ws://[::1]", "[address] and [address]"],
    ["URLs on loopback", "http://localhost:11434, http://127.0.0.1/", "[address], [address]"],
    ["other schemes", "rtsp://cam.local/stream and ws://10.1.2.3/api and mqtt://broker", "[address] and [address] and [address]"],
    ["URLs in angle brackets", "<http://10.0.0.1/a>", "<[address]>"],
    ["links into the home", "Open [the dashboard](http://ha.local:8123/a_b) now", "Open the dashboard now"],
    ["links labelled with their address", "[http://10.0.0.1](http://10.0.0.1)", "[address]"],
    ["pictures from the home", "![yard](http://10.0.0.9/snap.jpg)", "yard"],
    ["IPv4 addresses with blanks", "192 . 168 . 1 . 20 is the hub", "[address] is the hub"],
    ["names behind a router's own", "nas.fritz.box is full, speedport.ip is not", "[address] is full, [address] is not"],
    ["home names without a scheme", "It runs on homeassistant.local:8123 and fritz.box", "It runs on [address] and [address]"],
    ["tokens of Telegram bots", `token ${BOT_TOKEN}!`, "token [secret]!"],
    ["tokens of Telegram bots in a URL", `https://api.telegram.org/bot${BOT_TOKEN}/getMe`, "https://api.telegram.org/[secret]/getMe"],
    ["long-lived tokens", `It is ${JWT}.`, "It is [secret]."],
    ["keys of OpenAI", `key: ${OPENAI_KEY}`, "key: [secret]"],
    ["keys of Google", `\`${GOOGLE_KEY}\``, "`[secret]`"],
    ["long hex texts", `webhook ${HEX_KEY}`, "webhook [secret]"],
    ["ids of the registry", "entry 01JD5X9Y3Z7K2M4N6P8Q0R1S2T", "entry [secret]"],
    ["UUIDs", "550e8400-e29b-41d4-a716-446655440000", "[secret]"],
    [
      "credentials in public URLs",
      "https://anna:pw@example.org/x?token=abc&page=2",
      "https://[secret]@example.org/x?token=[secret]&page=2",
    ],
  ])("%s", (_, before, after) => {
    expect(redact(before)).toBe(after);
  });
});

// a person reads the same in all of these; where marks part what goes, all marks go
describe("an answer loses what is written in disguise", () => {
  test.each([
    ["an escaped dot", "light\\.bed_light is on", "Bed Light is on"],
    ["all escaped", "\\*light\\.bed\\_light\\*", "\\*Bed Light\\*"],
    ["capitals", "Lock.Front and LIGHT.BED_LIGHT", "Front Door and Bed Light"],
    ["capitals of an unknown id", "Lock.Back_Door is open", "that device is open"],
    ["bold domain", "**light**.bed_light is on", "Bed Light is on"],
    ["bold object", "is light.**bed_light** on?", "is Bed Light on?"],
    ["bold begun before", "**The light**.bed_light is **on**", "The Bed Light is on"],
    ["nested emphasis", "***light**.bed_light*", "Bed Light"],
    ["italic by underscores", "_light.bed_light_ and __light__.bed_light", "Bed Light and Bed Light"],
    ["underscores at the edge", "_light.bed_light is on.\n\nAt 10.0.0.5__ now", "Bed Light is on.\n\nAt [address] now"],
    ["emphasis within a word", "light.bed_**light** and li*gh*t.bed_light", "Bed Light and Bed Light"],
    ["emphasis after a word", "x**light\\.bed_light**", "x**Bed Light**"],
    ["struck", "~~light~~.bed_light", "Bed Light"],
    ["code in parts", "`light`.`bed_light` and ``light``.bed_light", "Bed Light and Bed Light"],
    ["a linked part", "[light](https://example.org/a).bed_light", "Bed Light"],
    ["decimal references", "light.bed&#95;light is on", "Bed Light is on"],
    ["hexadecimal references", "light&#x2E;bed_light &#108;ight.bed_light", "Bed Light Bed Light"],
    ["named references", "light&period;bed&lowbar;light", "Bed Light"],
    ["zero-width characters", "li\u200bght.bed_\u2060light", "Bed Light"],
    ["soft hyphens", "light.\u00adbed_li&shy;ght", "Bed Light"],
    ["full-width signs", "light．bed＿light ｌｉｇｈｔ.bed_light", "Bed Light Bed Light"],
    ["other dots", "light\u2024bed_light light。bed_light", "Bed Light Bed Light"],
    ["escaped addresses", "at 192\\.168\\.1\\.5:8123.", "at [address]."],
    ["emphasized addresses", "at 192.**168**.1.5 or **10.0**.0.1", "at [address] or [address]"],
    ["addresses with references", "at 192&#46;168.1.5, fe80&colon;&colon;1ff:fe23", "at [address], [address]"],
    ["home names", "on homeassistant\\.local and **nas**.lan", "on [address] and [address]"],
    ["devices", "MAC 00\\:15:8D:**00**:01:2f", "MAC [device address]"],
    ["URLs", "Open http://192\\.168\\.1\\.5:8123/x or http://ha&#46;**local**/.", "Open [address] or [address]."],
    ["URLs with an escaped scheme", "Open http\\://ha.local/x now", "Open [address] now"],
    ["links", "[yard](http://192\\.168\\.1\\.5/x) here", "yard here"],
    ["keys", `key ${OPENAI_KEY.replaceAll("-", "\\-")} **AIza**${GOOGLE_KEY.slice(4)}`, "key [secret] **AIza**[secret]"],
  ])("%s", (_, before, after) => {
    expect(redact(before)).toBe(after);
    expect(redact(after)).toBe(after);
  });
});

describe("an id that nobody knows leaves a sentence that reads well", () => {
  test.each([
    ["There is no entity light.cellar_7.", "There is no entity of that name."],
    ['Entity "light.cellar_7" was not found', "Entity of that name was not found"],
    ["I found no entity `light.cellar_7`!", "I found no entity of that name!"],
    ["There is no **light.cellar_7** here.", "There is no such device here."],
    ["No entity has the ID light.cellar_7.", "No entity has the ID in question."],
    ["Nothing is called light.cellar_7.", "Nothing is called that."],
    ["The light.cellar_7 is off.", "The device is off."],
    ["`light.cellar_7` is **off**", "`that device` is **off**"],
  ])("%s", (before, after) => {
    expect(redact(before)).toBe(after);
  });
});

describe("an answer keeps", () => {
  test.each([
    "Home Assistant 2026.11.0 is installed, version 1.2.3.4 of the firmware, v10.0.0.1 too.",
    "It is 21.4 °C, 1,013.25 hPa and 15:02:30 o'clock; e.g. 3.5 kWh.",
    "At 10:20:30, or 22.11.2026, or 2026-11-22T10:20:30.",
    "See https://www.home-assistant.io/docs/automation/trigger/#time-trigger and http://example.com:8080/a_b.",
    "[the manual](https://example.org/a_(b)?page=2) and ![x](https://example.org/pic.png)",
    "Edit automations.yaml, scene.yaml, camera.jpg and light.py in /config/www.",
    "Forecast by weather.com, see also time.is? No: time.com.",
    "I would need light.turn_on and lock.unlock for that.",
    "The light. It is on... The lock.\nThe sensor.",
    "**Kitchen**: _on_\n- a\n- b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n----------------------------",
    "```yaml\nbrightness: 30\n```",
    "std::vector, a::b, 1::2::3? and ratio 16:9, score 3:2",
    "Donaudampfschifffahrtsgesellschaftskapitän and IMG_20261122_Living_Room_Camera_Snapshot_0001.jpg",
    "my_very_long_snake_case_name_without_any_numbers_in_it is fine",
    "anna@example.org wrote; call +49 30 1234567 or 0800-123-4567.",
    "I dimmed the light.Then I left. A lock.Really? __init__.py and _so_ *it* `is`, 2*3*4, a\\_b, &amp; &#42; ½ … 10 m².",
    "See **https://example.org/a_b_c** and [*a* b](https://example.org/x_y)\u200b, `https://example.org/*`.",
    "* one\n* **two** \\[x\\]\n\n***\n~~gone~~ &nbsp; 3 < 4 e\u0301 👩‍💻",
    "Order 12345678901234567890 and 4111 1111 1111 1111.",
    "sk-learn, sk-8, hf_ and eyJ are short; a bot123 too.",
    "Rooms 1.2.3 and 300.1.2.3, section 10.0.0.1.5.",
    "The local time, an internal note, .env.local and config.local stay.",
    "דולק. האור בסלון 21.4 מעלות, e.g. 15:02.",
    "",
  ])("%s", (text) => {
    expect(redact(text)).toBe(text);
  });
});

test("a name is put in as it is, even with signs that replace() knows", () => {
  expect(redactAnswer("light.a_b is on", () => "Cash $& $1 Lamp")).toBe("Cash $& $1 Lamp is on");
});

test("redacting twice changes nothing more", () => {
  const once = redact(`light.bed_light at 10.0.0.1, ${JWT}, http://ha.local/x and [x](http://10.0.0.1)`);
  expect(redact(once)).toBe(once);
});

describe("an error's text loses", () => {
  test.each([
    ["credentials in URLs", "connect mqtt://user:pa55@10.0.0.2:1883 failed", "connect mqtt://[secret]@10.0.0.2:1883 failed"],
    ["tokens in URLs", `GET https://api.telegram.org/bot${BOT_TOKEN}/x: 401`, "GET https://api.telegram.org/[secret]/x: 401"],
    ["keys in queries", "http://h/v1?key=abc&x=1 refused", "http://h/v1?key=[secret]&x=1 refused"],
    ["Authorization headers", "headers: {Authorization: Bearer abcdef123}", "headers: {Authorization: [secret]}"],
    ["headers in JSON", '{"authorization":"Basic dXNlcjpwYXNz","a":1}', '{"authorization":"[secret]","a":1}'],
    ["escaped JSON", '{\\"api_key\\":\\"abc123\\"}', '{\\"api_key\\":\\"[secret]\\"}'],
    ["fields", "access_token=abc password: hunter2, ok", "access_token=[secret] password: [secret], ok"],
    ["a bearer token alone", "sent Bearer abcdefgh12345", "sent Bearer [secret]"],
    ["keys", `401 Incorrect API key provided: ${OPENAI_KEY}.`, "401 Incorrect API key provided: [secret]."],
    ["JWTs", `token ${JWT} refused`, "token [secret] refused"],
  ])("%s", (_, before, after) => {
    expect(redactError(before)).toBe(after);
  });

  test.each([
    "connect ECONNREFUSED 192.168.1.97:11434",
    "light.bed_light: not_found at http://192.168.1.97:11434/api/chat",
    "tokens used: 812, context 8192",
    "invalid token in expression at line 3",
  ])("nothing of: %s", (text) => {
    expect(redactError(text)).toBe(text);
  });
});

test("names of people, rooms and things stay beside all that goes, whichever way the answer comes", () => {
  const said = `Anna and Ben's lamp light.bed_light in Mia's room is at 192.168.1.7 (00:15:8d:00:01:2f), token ${JWT}, see http://ha.local:8123/a.`;
  const shown = "Anna and Ben's lamp Bed Light in Mia's room is at [address] ([device address]), token [secret], see [address].";
  expect(redact(said)).toBe(shown);
  expect(redact(keepReadLinks(said, new Set()))).toBe(shown);
  expect(redact(keepReadLinks(said, linksIn([said])))).toBe(shown);
});
