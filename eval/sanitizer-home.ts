import { createHomeWords } from "../src/knowledge/home-words/home-words.ts";
import type { HomeWord } from "../src/security/egress/home-words.ts";
import { fakeHome } from "../tests/fakes/home.ts";

const TOWN_PLACE = { latitude: 32.57118, longitude: 34.95431 };

/** The words of the home that the rows are about: people of three languages, rooms and things named after them, a network, places, facts. */
export function sanitizerHomeWords(): () => readonly HomeWord[] {
  const home = fakeHome({
    info: { name: "Villa Levinson", place: TOWN_PLACE, country: "IL" },
    areas: [
      ...["Kitchen", "Living Room", "Master Bedroom", "Garage", "Guest Bathroom"].map((name) => ({ name })),
      { name: "Ellie's Room", aliases: ["Ellie room"] },
      { name: "Noams Zimmer", aliases: ["Zimmer von Noam"] },
      { name: "Mia's Nursery" },
      { name: "Batcave" },
      { name: "Jürgens Büro" },
    ],
    entities: [
      { entityId: "person.anna_levinson", name: "Anna Levinson" },
      { entityId: "person.jonas", name: "Jonas Levinson" },
      { entityId: "person.ellie", name: "Ellie Levinson" },
      { entityId: "person.noam", name: "Noam Levinson", aliases: ["נועם"] },
      { entityId: "person.mia", name: "Mia Levinson" },
      { entityId: "person.juergen", name: "Jürgen Müller" },
      { entityId: "person.soren", name: "Søren" },
      { entityId: "zone.home", name: "Home", attributes: TOWN_PLACE },
      { entityId: "zone.kita", name: "Kita Sonnenkäfer", attributes: { latitude: 32.58421, longitude: 34.96117 } },
      { entityId: "zone.oma", name: "Oma Gertrud", attributes: { latitude: 52.48713, longitude: 13.42456 } },
      { entityId: "light.ellies_room", name: "Ellie's Lamp", area: "Ellie's Room" },
      { entityId: "light.kitchen_ceiling", name: "Kitchen ceiling", area: "Kitchen" },
      { entityId: "light.living_room", name: "Living room light", area: "Living Room" },
      { entityId: "light.batcave_strip", name: "Batcave LED strip", area: "Batcave" },
      { entityId: "switch.shelly_relay", name: "Shelly relay", platform: "shelly" },
      { entityId: "switch.noams_heater_plug", name: "Noam's heater plug" },
      { entityId: "vacuum.dusty_mcdustface", name: "Dusty McDustface", platform: "roborock" },
      { entityId: "climate.wintergarten_levinson", name: "Levinson conservatory heating" },
      { entityId: "lock.front_door", name: "Front door" },
      { entityId: "camera.mias_crib", name: "Mia's crib camera" },
      { entityId: "sensor.jonas_phone_wi_fi_connection", name: "Jonas phone Wi-Fi connection", state: "LevinsonNet_5G" },
      { entityId: "sensor.jonas_phone_battery", name: "Jonas phone battery", deviceClass: "battery" },
      { entityId: "device_tracker.nas", name: "Storage", attributes: { host_name: "levinas-backup", ip: "192.168.178.44" } },
      { entityId: "device_tracker.tesla", name: "Blitzkutsche" },
      { entityId: "media_player.sonos_living_room", name: "Living room Sonos", platform: "sonos" },
      { entityId: "automation.anna_wakes_up", name: "Anna wakes up" },
      { entityId: "light.jurgens_buro_licht", name: "Jürgens Büro Licht" },
      { entityId: "sensor.borussia_dortmund", name: "Borussia Dortmund" },
      { entityId: "sensor.bitcoin_price", name: "Bitcoin price" },
      { entityId: "switch.christmas_tree", name: "Christmas tree" },
      { entityId: "script.star_wars", name: "Star Wars" },
      { entityId: "script.stardew_valley", name: "Stardew Valley" },
      { entityId: "device_tracker.fitbit_charge_6", name: "Fitbit Charge 6" },
      { entityId: "switch.aquarium_heater", name: "Aquarium heater" },
      { entityId: "light.lava_lamp", name: "Lava lamp" },
      { entityId: "binary_sensor.frostwarnung", name: "Frostwarnung" },
      { entityId: "sensor.kicktipp_runde", name: "Kicktipp Runde" },
      { entityId: "sensor.eurojackpot_zahlen", name: "Eurojackpot Zahlen" },
      { entityId: "weather.forecast_home", name: "Forecast Home" },
      { entityId: "update.home_assistant_core", name: "Home Assistant Core Update" },
    ],
  });
  const facts = [
    { key: "home_town", value: "Zichron Yaakov" },
    { key: "home_address", value: "HaMeyasdim 14" },
    { key: "daughter_school", value: "Ellie goes to Hillcrest Academy" },
    { key: "son_school", value: "goes to the Montessori academy" },
    { key: "dog_food", value: "Royal Canin kidney diet" },
    { key: "child_allergy", value: "severe peanut butter allergy" },
    { key: "son_birthday", value: "March 12" },
    { key: "dog_name", value: "Schnuffi" },
    { key: "cat_name", value: "Rex" },
    { key: "pediatrician", value: "Dr. Rosenzweig" },
    { key: "wake_up_time", value: "6" },
    { key: "allergy", value: "peanuts" },
    { key: "employer", value: "Quandora Biotech" },
  ];
  return createHomeWords({
    ...{ home, registries: { devices: new Map() }, people: [{ name: "Anna" }, { name: "Jonas" }] },
    facts: { guarded: () => facts, changes: () => 1 },
    ...{ ownList: ["Projekt Seestern", "bluefinch"], pins: ["8264"], networkNames: ["levinson-ha.duckdns.org"] },
  });
}
