import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EntityFacts } from "../../../src/security/effects/action-facts.ts";
import type { Effect } from "../../../src/security/effects/effect.ts";
import { THING_WORDS } from "../../../src/security/effects/effect-thing.ts";
import { effectsOf } from "../../../src/security/effects/effects.ts";
import { actionOn, effectNames, NO_WORDS, named, thing } from "../effect-facts.ts";

/** [service, name, effects] of an entity of which only the name tells. */
const BY_NAME: readonly (readonly [string, string, string])[] = [
  // what has to stay on: English, German, French, Spanish, Italian, Dutch
  ["switch.turn_off", "Fridge", "power-cut,power"],
  ["switch.turn_on", "Fridge", "power"],
  ["switch.toggle", "Freezer", "power-cut,power"],
  ["switch.any", "Freezer", "power-cut,power"],
  ["switch.turn_off", "freezer2", "power-cut,power"],
  ["switch.turn_off", "FREEZER outlet", "power-cut,power"],
  ["switch.turn_off", "basement_freezer_plug", "power-cut,power"],
  ["switch.turn_off", "kitchenFridge", "power-cut,power"],
  ["switch.turn_off", "Gefrierschrank", "power-cut,power"],
  ["switch.turn_off", "Kühlschranksteckdose", "power-cut,power"],
  ["switch.turn_off", "Kuehlschrank", "power-cut,power"],
  ["switch.turn_off", "Kuhlschrank", "power-cut,power"],
  ["switch.turn_off", "Réfrigérateur", "power-cut,power"],
  ["switch.turn_off", "Congelador", "power-cut,power"],
  ["switch.turn_off", "Frigorifero", "power-cut,power"],
  ["switch.turn_off", "Koelkast", "power-cut,power"],
  ["switch.turn_off", "Router", "power-cut,power"],
  ["switch.turn_off", "NAS", "power-cut,power"],
  ["switch.turn_off", "CPAP Anna", "power-cut,power"],
  ["switch.turn_off", "Oxygen concentrator", "power-cut,power"],
  ["switch.turn_off", "Beatmungsgerät", "power-cut,power"],
  ["switch.turn_off", "Dialyse", "power-cut,power"],
  ["switch.turn_off", "Aquarium", "power-cut,power"],
  ["switch.turn_off", "Sump pump", "power-cut,power"],
  ["switch.turn_off", "Heizungspumpe", "power-cut,power"],
  ["light.turn_off", "Freezer", "power-cut,light"],
  ["light.turn_on", "Freezer", "light"],
  ["input_boolean.turn_off", "Server", "power-cut,helper"],
  ["fan.turn_off", "Server rack", "power-cut,comfort"],
  ["number.set_value", "Fridge temperature", "power-cut,helper"],
  ["number.set_value", "Space heater power", "heat,helper"],
  ["input_number.set_value", "Boiler temperature", "heat,helper"],
  ["select.select_option", "Space heater mode", "heat,helper"],
  ["select.select_option", "Freezer mode", "power-cut,helper"],
  ["input_select.select_option", "Heizlüfter", "heat,helper"],
  ["number.set_value", "Living room setpoint", "helper"],
  ["number.set_value", "Garage", "helper"],
  ["select.select_option", "Restart mode", "helper"],
  ["input_boolean.turn_on", "Space heater", "heat,helper"],
  ["switch.turn_off", "Fridge light", "power"],
  ["switch.turn_off", "Observer", "power"],
  ["switch.turn_off", "Canasta", "power"],
  // heat
  ["switch.turn_on", "Oven", "heat,power"],
  ["switch.turn_off", "Oven", "power"],
  ["switch.turn_on", "Wasserkocher", "heat,power"],
  ["switch.turn_on", "Bügeleisen", "heat,power"],
  ["switch.turn_on", "Space heater", "heat,power"],
  ["switch.turn_on", "Heizlüfter", "heat,power"],
  ["switch.toggle", "Sauna", "heat,power"],
  ["switch.turn_on", "Saunalicht", "power"],
  ["switch.turn_on", "Fer à repasser", "heat,power"],
  ["switch.turn_on", "Horno", "heat,power"],
  ["switch.turn_on", "Caldaia", "heat,power"],
  ["switch.turn_on", "Waterkoker", "heat,power"],
  ["climate.turn_on", "Sauna", "heat,comfort"],
  ["climate.turn_on", "Living room heating", "comfort"],
  ["switch.turn_on", "Light four", "power"],
  // water
  ["switch.turn_off", "Garden sprinkler", "power"],
  // locks
  ["switch.turn_on", "Door opener", "unlock,power"],
  ["switch.turn_off", "Front door lock", "unlock,open-entry,power"],
  ["button.press", "Unlock", "unlock,routine"],
  ["button.press", "Türöffner", "unlock,routine"],
  ["button.press", "Haustür öffnen", "open-entry,routine"],
  ["switch.turn_on", "Door strike", "unlock,power"],
  ["input_button.press", "Buzzer", "unlock,routine"],
  ["input_boolean.turn_off", "Haustürschloss", "unlock,helper"],
  ["switch.turn_on", "Gâche", "unlock,power"],
  ["switch.turn_on", "Cerradura", "unlock,power"],
  ["switch.turn_on", "Serratura", "unlock,power"],
  ["switch.turn_on", "Deuropener", "unlock,power"],
  ["switch.turn_on", "Child lock", "power"],
  ["switch.turn_on", "Kindersicherung", "power"],
  ["select.select_option", "Lock mode", "unlock,helper"],
  // doors
  ["switch.turn_on", "Garage", "open-entry,power"],
  ["switch.turn_on", "Garage door", "open-entry,power"],
  ["switch.turn_on", "GARAGEDOOR", "open-entry,power"],
  ["switch.turn_on", "garageDoor", "open-entry,power"],
  ["switch.turn_off", "Gate", "open-entry,power"],
  ["light.turn_on", "Garage door", "open-entry,light"],
  ["light.turn_on", "Garage light", "light"],
  ["light.turn_on", "Front door light", "light"],
  ["light.turn_on", "Haustürlicht", "light"],
  ["light.turn_on", "Luz de la puerta", "light"],
  ["light.turn_on", "Lumière du portail", "light"],
  ["light.turn_on", "Licht der Haustür", "light"],
  ["switch.turn_on", "Plug garage door", "open-entry,power"],
  ["switch.turn_off", "LED freezer", "power-cut,power"],
  ["light.turn_on", "Garage light door", "open-entry,light"],
  ["switch.turn_on", "Garage outlet", "power"],
  ["switch.turn_off", "Garage freezer", "power-cut,power"],
  ["button.press", "Garagentor", "open-entry,routine"],
  ["button.press", "Garagentorantrieb", "open-entry,routine"],
  ["input_button.press", "Hoftor", "open-entry,routine"],
  ["input_boolean.turn_on", "Portail", "open-entry,helper"],
  ["button.press", "Cancello", "open-entry,routine"],
  ["button.press", "Puerta del garaje", "open-entry,routine"],
  ["button.press", "Garagedeur", "open-entry,routine"],
  ["switch.turn_on", "Motor", "power"],
  ["switch.turn_on", "Temperatur", "power"],
  ["input_button.press", "Doorbell", "routine"],
  ["input_button.press", "Klingel an der Haustür", "routine"],
  // alarms
  ["switch.turn_off", "Alarm", "disarm,power-cut,power"],
  ["switch.turn_on", "Alarm", "siren,power"],
  ["switch.toggle", "Alarmanlage", "disarm,siren,power-cut,power"],
  ["input_select.select_option", "Alarm mode", "disarm,siren,power-cut,helper"],
  ["switch.turn_on", "Sirene", "siren,power"],
  ["input_boolean.turn_on", "Alarm clock", "helper"],
  ["input_datetime.set_datetime", "Alarm", "helper"],
  // cameras
  // restarts
  ["button.press", "Router reboot", "power-cut,routine"],
  // plurals, compounds by their last part, parts divided by signs
  ["switch.turn_off", "FRITZ!Box 7590", "power-cut,power"],
  ["switch.turn_off", "Kühl-Gefrier-Kombination", "power-cut,power"],
  ["switch.turn_off", "Gefrierkombination", "power-cut,power"],
  ["switch.turn_off", "Koelkasten", "power-cut,power"],
  ["switch.turn_off", "Livebox", "power-cut,power"],
  ["switch.turn_off", "WLAN", "power-cut,power"],
  ["switch.turn_off", "Wi-Fi", "power-cut,power"],
  ["switch.turn_off", "Internet", "power-cut,power"],
  ["switch.turn_off", "Synology", "power-cut,power"],
  ["switch.turn_off", "Teichpumpe", "power-cut,power"],
  ["switch.turn_off", "Sewage pump", "power-cut,power"],
  ["switch.turn_off", "Sump pumps", "power-cut,power"],
  ["switch.turn_off", "Stairlift", "power-cut,power"],
  ["switch.turn_off", "Main switch", "power-cut,power"],
  ["switch.turn_off", "WLAN Steckdose Gefrierschrank", "power-cut,power"],
  ["switch.turn_off", "Smart Wi-Fi Plug Mini", "power"],
  ["switch.turn_off", "WLAN Steckdose", "power"],
  ["switch.turn_off", "Internet radio", "power"],
  ["switch.turn_on", "Schiebetür", "open-entry,power"],
  ["switch.turn_on", "Bürotür", "open-entry,power"],
  ["switch.turn_on", "Barrière", "open-entry,power"],
  ["switch.turn_on", "Bollard", "open-entry,power"],
  ["switch.turn_on", "Porte del garage", "open-entry,power"],
  ["switch.turn_on", "Schuifpoort", "open-entry,power"],
  ["switch.turn_on", "Tuindeur", "open-entry,power"],
  ["switch.turn_on", "Maglock", "unlock,power"],
  ["switch.turn_on", "Solenoid bolt", "unlock,power"],
  ["switch.turn_on", "Riegel", "unlock,power"],
  ["switch.turn_on", "Tresor", "unlock,power"],
  ["switch.turn_on", "Terrassenheizstrahler", "heat,power"],
  ["switch.turn_on", "Elektrogrill", "heat,power"],
  ["switch.turn_on", "Pizzaofen", "heat,power"],
  ["switch.turn_on", "Gasherd", "heat,power"],
  ["switch.turn_on", "Hot Tub", "heat,power"],
  ["switch.turn_on", "Heizdecke", "heat,power"],
  ["switch.turn_on", "Heaters", "heat,power"],
  // what only sounds like it
  ["switch.turn_on", "Lampe porte d'entrée", "power"],
  ["switch.turn_on", "Lumière portail", "power"],
  ["switch.turn_on", "Luz puerta", "power"],
  ["switch.turn_on", "Luce cancello", "power"],
  ["switch.turn_on", "Record Player", "power"],
  ["switch.turn_on", "Rega Turntable", "power"],
  ["switch.turn_on", "Drip Coffee", "power"],
  ["switch.turn_on", "Radio alarm", "power"],
  ["switch.turn_on", "Party Strobe", "power"],
  ["switch.turn_on", "Front Door Wreath", "power"],
  ["switch.turn_on", "Heater Fan", "power"],
  ["switch.turn_on", "Temperatur", "power"],
  ["switch.turn_on", "Motor", "power"],
  ["switch.turn_on", "Observer", "power"],
  ["switch.turn_on", "Monitor", "power"],
  ["switch.turn_on", "Projektor", "power"],
  ["switch.turn_on", "Toren", "power"],
  ["switch.turn_on", "Türkranz", "power"],
  ["light.turn_on", "Lampe porte d'entrée", "light"],
  ["light.turn_on", "Luz puerta", "light"],
  // disarming is disarming whichever way it is switched
  ["switch.turn_on", "Disarm", "disarm,power"],
  ["switch.turn_on", "Entschärfen", "disarm,power"],
  ["switch.turn_on", "Désarmer", "disarm,power"],
  ["switch.turn_on", "Unscharf", "disarm,power"],
  ["switch.turn_off", "Disarm", "disarm,power"],
  ["switch.turn_off", "Entschärfen", "disarm,power"],
  ["switch.turn_off", "Désarmer", "disarm,power"],
  ["switch.turn_off", "Unscharf", "disarm,power"],
  ["button.press", "Disarm", "disarm,routine"],
  ["button.press", "Entschärfen", "disarm,routine"],
  ["button.press", "Désarmer", "disarm,routine"],
  ["button.press", "Unscharf", "disarm,routine"],
  ["button.press", "Alarm", "disarm,siren,power-cut,routine"],
  ["number.set_value", "Alarm delay", "disarm,siren,power-cut,helper"],
  // heat that is set
  ["number.set_value", "Boiler target temperature", "heat,helper"],
  ["number.set_value", "Vorlauf", "heat,helper"],
  ["number.set_value", "Water heater temperature", "heat,helper"],
  ["number.set_value", "Hot tub temperature", "heat,helper"],
  ["climate.set_hvac_mode", "Hot Tub", "heat,comfort"],
  ["climate.set_hvac_mode", "Space heater", "heat,comfort"],
  ["climate.set_hvac_mode", "Heizstrahler", "heat,comfort"],
  ["climate.turn_on", "Hot Tub", "heat,comfort"],
  ["climate.turn_on", "Space heater", "heat,comfort"],
  ["climate.turn_on", "Heizstrahler", "heat,comfort"],
  ["climate.turn_on", "Heizlüfter Bad", "heat,comfort"],
  ["climate.turn_off", "Space heater", "comfort"],
  ["climate.turn_on", "Fußbodenheizung", "comfort"],
];

test.each(BY_NAME)("%s of a thing called '%s': %s", (service, name, expected) => {
  const domain = service.split(".")[0] ?? "";
  expect(effectNames(actionOn(service, [named(domain, name)])).join()).toBe(expected);
});

/** Names that no list has: nobody uses such a thing before an owner has decided, whatever it is called. */
const BY_OWNER: Readonly<Record<string, readonly string[]>> = {
  "button.press": ["Factory reset", "Neustart", "Restart"],
  "switch.turn_off": [
    "Bewegungserkennung",
    "Bombas de calor",
    "Camera hallway",
    "Congeladores",
    "Congélateurs",
    "Cámara",
    "Détection de mouvement",
    "Frigoriferi",
    "Frigos",
    "Front door camera recording",
    "Kuehlschraenke",
    "Kühlschränke",
    "Main water",
    "Motion detection",
    "Pompes à chaleur",
    "Telecamera",
  ],
  "switch.turn_on": [
    "Arrosage",
    "Bewässerung Beet",
    "Cancelli",
    "Cerraduras",
    "Garden sprinkler",
    "Gasventil",
    "Glastüren",
    "Hoftore",
    "Irrigazione",
    "Portails",
    "Privacy mode",
    "Riego",
    "Serrature",
  ],
};

test.each(Object.entries(BY_OWNER))("%s of things with telling names asks an owner: %o", (service, names) => {
  const domain = service.split(".")[0] ?? "";
  for (const name of names) {
    const found = effectsOf(actionOn(service, [named(domain, name)]), NO_WORDS).map(({ effect }) => effect);
    expect(found, name).toContain("unfamiliar");
  }
});

/** [service, what is known of the entity, effects]: signs that are trusted before names. */
const BY_SIGN: readonly (readonly [string, Partial<EntityFacts>, string])[] = [
  ["switch.turn_off", { labels: ["critical"] }, "power-cut,power"],
  ["switch.turn_off", { labels: ["Do not turn off!"] }, "power-cut,power"],
  ["switch.toggle", { labels: ["kritisch"] }, "power-cut,power"],
  ["switch.turn_off", { labels: ["Ne pas éteindre"] }, "power-cut,power"],
  ["switch.turn_on", { labels: ["critical"] }, "power"],
  ["climate.turn_off", { labels: ["critical"] }, "power-cut,comfort"],
  ["light.turn_off", { labels: ["critical"], name: "Light" }, "power-cut,light"],
  ["media_player.turn_off", { labels: ["Kritisch"] }, "power-cut,media"],
  ["switch.turn_off", { labels: ["uncritical"] }, "power"],
  ["button.press", { translationKey: "door_opener", name: "Öppna" }, "unlock,routine"],
  ["button.press", { translationKey: "open_door", name: "Abc" }, "unlock,routine"],
  ["button.press", { translationKey: "restart", name: "Abc" }, "system,routine"],
  ["button.press", { translationKey: "factory_reset", name: "Abc" }, "system,routine"],
  ["switch.turn_on", { translationKey: "siren", name: "Abc" }, "siren,power"],
  ["switch.turn_off", { translationKey: "motion_detection", name: "Abc" }, "watch,power"],
  ["switch.turn_on", { translationKey: "child_lock", name: "Zamek" }, "power"],
  ["button.press", { deviceClass: "restart" }, "system,routine"],
  ["button.press", { deviceClass: "update" }, "system,routine"],
  ["button.press", { deviceClass: "identify", name: "Garage door" }, "helper,routine"],
  // what people made a helper of is what the helper is, whatever they answered about the switch
  ["switch.turn_off", { decision: { decision: "fine", by: "Anna" }, shownAs: [thing("lock.a")] }, "unlock,power"],
  ["switch.turn_on", { decision: { decision: "fine", by: "Anna" }, shownAs: [thing("light.a"), thing("siren.a")] }, "siren,power"],
  ["switch.toggle", { decision: { decision: "fine", by: "Anna" }, shownAs: [thing("valve.a")] }, "valve,power"],
  ["switch.turn_on", { shownAs: [thing("cover.a", { deviceClass: "garage" })] }, "open-entry,power"],
  ["switch.turn_on", { shownAs: [thing("cover.a", { deviceClass: "blind" })] }, "power"],
  ["switch.turn_off", { shownAs: [thing("light.a", { labels: ["Critical"] })] }, "power-cut,power"],
  ["lock.lock", { wrapped: thing("switch.a", { shownAs: [thing("lock.x")] }) }, "lock,power"],
  ["light.turn_on", { wrapped: thing("switch.a", { shownAs: [thing("lock.a"), thing("light.x")] }) }, "unlock,power,light"],
  ["climate.turn_off", { model: "Wine fridge 200" }, "power-cut"],
  ["climate.turn_off", { model: "Heat pump 5 kW" }, "comfort"],
  ["humidifier.turn_off", { name: "Incubator", deviceClass: "humidifier" }, "power-cut,comfort"],
  ["switch.turn_on", { platform: "rachio" }, "irrigation,power"],
  ["switch.turn_off", { platform: "frigate" }, "watch,power"],
  ["button.press", { platform: "opengarage" }, "open-entry,routine"],
  ["light.turn_on", { platform: "opengarage" }, "light"],
  ["light.turn_on", { name: "Front door", attributes: { supported_color_modes: ["brightness"] } }, "light"],
  ["light.turn_on", { name: "Front door", attributes: { supported_color_modes: ["onoff"] } }, "open-entry,light"],
  ["light.turn_on", { name: "Türöffner", attributes: { supported_color_modes: ["brightness"] } }, "unlock,light"],
  ["light.turn_on", { name: "Front door lock", attributes: { supported_color_modes: ["brightness"] } }, "unlock,light"],
  ["light.turn_on", { name: "Garage door", attributes: { supported_color_modes: ["brightness"] } }, "open-entry,light"],
  ["light.turn_on", { name: "Garage door", attributes: { supported_color_modes: ["color_temp"] } }, "light"],
  ["switch.turn_off", { siblingLabels: ["critical"], decision: { decision: "fine", by: "Anna" } }, "power-cut,power"],
  ["switch.turn_on", { siblingLabels: ["critical"] }, "power"],
  ["number.set_value", { siblingLabels: ["critical"] }, "power-cut,helper"],
  ["light.turn_off", { siblingLabels: ["critical"] }, "light"],
  ["switch.turn_off", { aliases: ["the freezer"] }, "power-cut,power"],
  ["switch.turn_off", { deviceName: "Freezer" }, "power-cut,power"],
  ["switch.turn_on", { name: "Light", deviceName: "Garage door" }, "power"],
  ["switch.turn_on", { name: "Relay", deviceName: "Garage door" }, "open-entry,power"],
];

test.each(BY_SIGN)("%s of %o: %s", (service, facts, expected) => {
  const domain = service.split(".")[0] ?? "";
  expect(effectNames(actionOn(service, [thing(`${domain}.x`, facts)])).join()).toBe(expected);
});

describe("names", () => {
  test("an entity id tells what a name does not", () => {
    expect(effectNames(actionOn("switch.turn_off", [thing("switch.basement_freezer", { name: "Plug 3" })]))).toContain("power-cut");
    expect(effectNames(actionOn("switch.turn_on", [thing("SWITCH.Garage_Door")]))).toContain("open-entry");
  });

  test("a light that is dimmed starves what it feeds", () => {
    const light = named("light", "Freezer");
    for (const data of [{ brightness: 0 }, { brightness_pct: 1 }, { flash: "short" }, { brightness_step: -255 }]) {
      expect(effectNames(actionOn("light.turn_on", [light], { data }))).toContain("power-cut");
    }
  });

  test.each<[service: string, data: object, asks: boolean]>([
    ["fan.set_percentage", { percentage: 1 }, true],
    ["climate.set_temperature", { temperature: 7 }, true],
    ["climate.set_preset_mode", { preset_mode: "away" }, true],
    ["cover.close_cover", {}, true],
    ["cover.set_cover_position", { position: 1 }, true],
    ["media_player.volume_set", { volume_level: 0 }, true],
    ["vacuum.stop", {}, true],
    ["valve.close_valve", {}, true],
    ["fan.turn_on", {}, false],
    ["climate.turn_on", {}, false],
    ["vacuum.start", {}, false],
    ["script.turn_on", {}, false],
  ])("what has to stay on is not set by the way: %s %o", (service, data, asks) => {
    const critical = thing(`${service.split(".")[0]}.x`, { labels: ["critical"] });
    expect(effectNames(actionOn(service, [critical], { data: { ...data } })).includes("power-cut")).toBe(asks);
  });

  test("a climate that is set to off is turned off, a fan set to 0 too", () => {
    const climate = thing("climate.a", { labels: ["critical"] });
    expect(effectNames(actionOn("climate.set_hvac_mode", [climate], { data: { hvac_mode: "off" } }))).toContain("power-cut");
    expect(effectNames(actionOn("climate.set_hvac_mode", [climate], { data: { hvac_mode: "heat" } }))).toEqual(["comfort"]);
    expect(effectNames(actionOn("climate.set_hvac_mode", [climate], { data: { hvac_mode: "{{ x }}" } }))).toContain("power-cut");
    const fan = named("fan", "Server");
    expect(effectNames(actionOn("fan.decrease_speed", [fan]))).toContain("power-cut");
    expect(effectNames(actionOn("fan.set_percentage", [fan], { data: { percentage: 0 } }))).toContain("power-cut");
    expect(effectNames(actionOn("fan.turn_on", [fan], { data: { percentage: 0 } }))).toContain("power-cut");
    const shown = thing("light.a", { platform: "switch_as_x", wrapped: named("switch", "Server") });
    expect(effectNames(actionOn("light.turn_on", [shown]))).not.toContain("power-cut");
    expect(effectNames(actionOn("light.turn_on", [shown], { data: { brightness: 0 } }))).toContain("power-cut");
    expect(effectNames(actionOn("fan.set_percentage", [fan], { data: { percentage: 50 } }))).toEqual(["comfort"]);
  });

  test("words of the home's own language count as ours do", () => {
    const words = new Map<string, Effect>([
      ["külmik", "power-cut"],
      ["车库门", "open-entry"],
      ["ukse lukk", "unlock"],
      ["valgusti", "light"],
    ]);
    const of = (service: string, name: string) => effectNames(actionOn(service, [named("switch", name)]), words);
    expect(of("switch.turn_off", "Külmik köök")).toEqual(["power-cut", "power"]);
    expect(of("switch.turn_off", "KULMIK")).toEqual(["power-cut", "power"]);
    expect(of("switch.turn_on", "我的车库门")).toEqual(["open-entry", "power"]);
    expect(of("switch.turn_on", "Ukse lukk")).toEqual(["unlock", "power"]);
    expect(of("switch.turn_on", "Garage valgusti")).toEqual(["power"]);
    expect(of("switch.turn_on", "Lukk")).toEqual(["power"]);
  });

  test("the same facts are told anew when the words of the home change", () => {
    const facts = actionOn("switch.turn_off", [named("switch", "Külmik")]);
    expect(effectNames(facts)).toEqual(["power"]);
    expect(effectNames(facts, new Map([["külmik", "power-cut"]]))).toEqual(["power-cut", "power"]);
  });

  test("what told it is named, the most trusted sign first", () => {
    const freezer = named("switch", "Freezer", { labels: ["Critical"] });
    const because = (entity: EntityFacts) =>
      effectsOf(actionOn("switch.turn_off", [entity]), NO_WORDS).find(({ effect }) => effect !== "unfamiliar")?.because;
    expect(because(freezer)).toBe("label:Critical");
    expect(because(named("switch", "Gefrierschrank"))).toBe("word:gefrierschrank");
    expect(because(named("button", "x", { translationKey: "door_opener" }))).toBe("translation_key:door_opener");
  });
});

const WORDS = Object.entries(THING_WORDS.own)
  .filter(([kind]) => ["critical", "entry", "lock", "siren"].includes(kind))
  .flatMap(([, words]) => words);
const anyWord = fc.constantFrom(...WORDS);
const any = (name: string) => effectNames(actionOn("switch.toggle", [named("switch", name)]));

describe("properties", () => {
  test("every word of the list tells something of a switch", () => {
    expect(WORDS.filter((word) => any(word).length < 2)).toEqual([]);
  });

  test("neither case nor accents of a word change its effect", () => {
    fc.assert(
      fc.property(anyWord, (word) => {
        const plain = word.normalize("NFKD").replaceAll(/\p{M}/gu, "");
        for (const other of [word.toUpperCase(), word.toLowerCase(), word.normalize("NFD"), plain, plain.toUpperCase(), ` ${word} 2`]) {
          expect(any(other)).toEqual(any(word));
        }
      }),
    );
  });

  test("no mixture of capitals hides a word", () => {
    fc.assert(
      fc.property(fc.mixedCase(anyWord), (word) => {
        expect(any(word)).toEqual(expect.arrayContaining([...any(word.toLowerCase())]));
      }),
    );
  });
});
