import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { capitalised, createPhrases } from "../../../src/agent/wording/phrases.ts";
import { catalogueFor, LANGUAGES } from "../../../src/languages/catalogue.ts";
import { readMarkdown, toPlain } from "../../../src/text/markdown-runs.ts";
import { fakeHome } from "../../fakes/home.ts";
import { smallHome } from "../home.ts";

const phrases = createPhrases({ home: smallHome(), catalogue: catalogueFor("en") });

describe("names", () => {
  it("are those of the house, in the order given", () => {
    expect(phrases.names(["light.kitchen", "light.bed_light"])).toBe("Kitchen Lights and Bed Light");
  });

  it("of what is gone or hidden are made from the id, never the id itself", () => {
    expect(phrases.nameOf("lock.side_door")).toBe("side door");
    expect(phrases.nameOf("lock.safe")).toBe("safe");
    expect(phrases.nameOf("broken")).toBe("broken");
  });
});

describe("what the house calls things", () => {
  const home = fakeHome({ entities: [{ entityId: "light.odd", name: "<left> & _Co_ a_b *5* [x]", state: "very_*odd*" }] });
  const odd = createPhrases({ home, catalogue: catalogueFor("en") });

  it("is shown as it is, whatever of it Markdown would take for markup", () => {
    const { action, state, attribute } = odd;
    const call = { service: "light.turn_on", entityIds: ["light.odd"], data: { color_name: "~~red~~" } };
    const shown = [odd.nameOf("light.odd"), state("light.odd", { state: "very_*odd*" }), attribute("mode", "`a`"), action(call)];
    expect(shown.map((text) => toPlain(readMarkdown(text)))).toEqual([
      "<left> & _Co_ a_b *5* [x]",
      "very *odd*",
      "`a`",
      "turn on <left> & _Co_ a_b *5* [x] (“~~red~~”)",
    ]);
  });
});

describe("a state", () => {
  it.each([
    ["light.bed_light", { state: "on", brightness: 77 }, "on (30 %)"],
    ["light.bed_light", { state: "on", brightness: 255 }, "on (100 %)"],
    ["light.bed_light", { state: "off", brightness: 77 }, "off"],
    ["cover.garage", { state: "closed", current_position: 0 }, "closed"],
    ["cover.garage", { state: "opening", current_position: 40 }, "opening (40 %)"],
    ["lock.front_door", { state: "jammed" }, "jammed"],
    ["binary_sensor.window", { state: "on" }, "open"],
    ["binary_sensor.window", { state: "off" }, "closed"],
    ["binary_sensor.cellar", { state: "on" }, "wet"],
    ["binary_sensor.cellar", { state: "unavailable" }, "not reachable"],
    ["binary_sensor.nowhere", { state: "on" }, "on"],
    ["sensor.outside", { state: "21.437", unit_of_measurement: "°C" }, "21.44 °C"],
    ["sensor.outside", { state: "unknown", unit_of_measurement: "°C" }, "unknown °C"],
    [
      "climate.office",
      { state: "heat", temperature: 21, current_temperature: 20.34, humidity: 44.6 },
      "on (heating, 21 °C, 20.3 °C, 45 %)",
    ],
    ["media_player.tv", { state: "playing", volume_level: 0.35 }, "playing (35 %)"],
    ["vacuum.robot", { state: "returning_home" }, "returning home"],
    ["light.bed_light", {}, "unknown"],
    ["light.bed_light", { state: "on", brightness: null }, "on"],
  ])("of %s %o reads %s", (entityId, observed, text) => {
    expect(phrases.state(entityId, observed)).toBe(text);
  });
});

it.each([
  ["motion", "on", "seeing motion"],
  ["motion", "off", "quiet"],
  ["occupancy", "on", "seeing motion"],
  ["smoke", "on", "reporting smoke"],
  ["gas", "on", "reporting gas"],
  ["gas", "off", "clear"],
  ["presence", "on", "at home"],
  ["presence", "off", "away"],
  ["connectivity", "off", "disconnected"],
  ["constructor", "on", "on"],
])("a sensor of %s that is %s reads %s", (deviceClass, state, text) => {
  const home = fakeHome({ entities: [{ entityId: "binary_sensor.one", name: "One", deviceClass }] });
  expect(createPhrases({ home, catalogue: catalogueFor("en") }).state("binary_sensor.one", { state })).toBe(text);
});

describe("an action", () => {
  const action = (service: string, entityIds: readonly string[], data = {}) => phrases.action({ service, entityIds, data });

  it.each([
    ["lock.unlock", ["lock.front_door"], {}, "unlock Front Door"],
    ["light.turn_on", ["light.bed_light"], { brightness_pct: 30 }, "turn on Bed Light (30 %)"],
    ["switch.turn_off", ["light.bed_light", "light.kitchen"], {}, "turn off Bed Light and Kitchen Lights"],
    ["climate.set_temperature", ["climate.office"], { temperature: 20.5, hvac_mode: "heat" }, "set Office (20.5 °, heat)"],
    ["siren.wail_loudly", ["siren.roof"], {}, "use “wail loudly” on roof"],
    ["notify.anna", [], { message: "hi" }, "send “hi” to anna"],
    ["tts.speak", ["tts.home"], { message: "Dinner!", media_player_entity_id: "media_player.tv" }, "say “Dinner!” on tv"],
    ["tts.cloud_say", ["media_player.tv"], { message: "Dinner!" }, "say “Dinner!” on tv"],
    ["media_player.play_media", ["media_player.tv"], { media_content_id: "Jazz", media_content_type: "music" }, "play “Jazz” on tv"],
    ["script.good_night", [], {}, "run good night"],
    ["shell_command.open_gate", [], {}, "run the program open gate"],
    ["number.set_value", ["number.bed_light"], { value: 5 }, "set bed light (5)"],
    ["input_button.press", ["input_button.bell"], {}, "press bell"],
    ["gadget.go", [], { speed: 3 }, "use “gadget go”"],
    ["tts.speak", ["tts.home"], {}, "use “speak” on home"],
    ["tts.speak", ["tts.home"], { message: "Hi" }, "say “Hi” on home"],
    ["light.turn_on", ["light.bed_light"], { effect: "x", brightness_pct: null, rgb_color: [1, 2, 3] }, "turn on Bed Light"],
  ])("%s %o %o reads %s", (service, entityIds, data, text) => {
    expect(action(service, entityIds, data)).toBe(text);
  });

  it("cuts long values", () => {
    expect(action("input_text.set_value", ["input_text.note"], { value: "x".repeat(500) }).length).toBeLessThan(120);
  });
});

it("one attribute reads with its unit", () => {
  expect(phrases.attribute("current_temperature", 20.34)).toBe("20.3 °C");
  expect(phrases.attribute("battery", 77)).toBe("77");
  expect(phrases.attribute("hvac_action", "heating")).toBe("heating");
});

it("a sentence begins in upper case, whatever it begins with", () => {
  expect(["unlock it", "", "ärgern"].map(capitalised)).toEqual(["Unlock it", "", "Ärgern"]);
});

describe("every service of a home", () => {
  const services = Object.entries(readServices()).flatMap(([domain, names]) => Object.keys(names).map((name) => `${domain}.${name}`));
  const data = { message: "Dinner!", media_content_id: "Jazz", item: "milk", option_list: ["a", "b"], extra: { on_top: true } };

  it.each(LANGUAGES)("is a sentence with its values, without brackets and signs of code, in %s", (language) => {
    const { fullAction } = createPhrases({ home: smallHome(), catalogue: catalogueFor(language) });
    expect(services.length).toBeGreaterThan(40);
    for (const service of services)
      for (const entityIds of [[], ["light.bed_light"]]) {
        const words = fullAction({ service, entityIds, data });
        expect(words, service).not.toMatch(/[_{}[\]]|undefined/);
        expect(words, service).toMatch(/Dinner!|milk|Jazz/);
      }
  });
});

function readServices(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return JSON.parse(readFileSync(new URL("../../fixtures/service-descriptions.json", import.meta.url), "utf8")).services;
}
