import { describe, expect, test } from "vitest";
import { told } from "./reading-world.ts";

const french = (sentence: string) => told(sentence, { language: "fr" });

describe("what is said in French, with names in English", () => {
  test.each([
    ["Allume Living Room Light", "light.turn_on living_room"],
    ["eteins les lumières dans Kitchen", "light.turn_off kitchen_ceiling,kitchen_counter"],
    [
      "Éteignez toutes les lampes sauf Living Room Light",
      "light.turn_off kitchen_ceiling,kitchen_counter,reading_left,reading_right,garden",
    ],
    ["Pourrais-tu allumer Coffee Maker s’il te plaît", "switch.turn_on coffee"],
    ["éteins le ventilateur et Coffee Maker", "fan.turn_off bedroom; switch.turn_off coffee"],
    ["Éteins tout dans Kitchen", "light.turn_off kitchen_ceiling,kitchen_counter; switch.turn_off coffee; media_player.turn_off speaker"],
    ["Mets Bedroom Blinds à 40 %", "cover.set_cover_position blinds position=40"],
    ["Règle le thermostat sur 22 degrés", "climate.set_temperature thermostat temperature=22"],
    ["Mettre la température à 21,5 degrés", "climate.set_temperature thermostat temperature=21.5"],
    ["Allume Living Room Light en rouge", "light.turn_on living_room color_name=red"],
    ["baisse Bedroom Blinds", "cover.close_cover blinds"],
    ["remonte les stores de Bedroom", "cover.open_cover blinds"],
    ["ouvre Irrigation Valve", "valve.open_valve irrigation"],
    ["Ferme Smart Lock à clé", "lock.lock smart"],
    ["Démarre Roborock", "vacuum.start roborock"],
    ["Renvoie Roborock à la base", "vacuum.return_to_base roborock"],
    ["passe l'aspirateur dans Living Room", "vacuum.start roborock"],
    ["plus fort", "media_player.volume_up speaker"],
    ["Baisse le son", "media_player.volume_down speaker"],
    ["arrête la musique", "media_player.media_pause speaker"],
    ["mets le TV en pause", "media_player.media_pause tv"],
    ["chanson suivante", "media_player.media_next_track speaker"],
    ["Mets le volume à 50 %", "media_player.volume_set speaker volume_level=0.5"],
    ["ajoute du beurre à Groceries", "todo.add_item groceries item=Beurre"],
    ["mets de l'eau minérale dans Groceries", "todo.add_item groceries item=Eau minérale"],
    ["Est-ce que Smart Lock est verrouillée ?", "? smart locked"],
    ["Kitchen Window est-elle ouverte ?", "? kitchen_window on"],
    ["Est-ce que j'ai laissé Coffee Maker allumé ?", "? coffee on"],
    ["Quelles fenêtres sont ouvertes ?", "which? kitchen_window on, bedroom_window on"],
    ["Quelles piles sont faibles ?", "? sink_battery,door_battery <=20 which"],
    ["Y a-t-il quelqu'un à la maison ?", "which? anna home, ben home"],
    ["Est-ce que Ben est à la maison ?", "? ben home"],
    ["Où est Anna ?", "? anna"],
    ["Quelle est la température dans Bedroom ?", "? bedroom_temperature"],
    ["Il fait combien dans Bedroom ?", "? bedroom_temperature"],
  ])("%s", (sentence, outcome) => expect(french(sentence)).toBe(outcome));
});

describe("what is not sure in French is not read", () => {
  test.each([
    "allume Kitchen",
    "allume une lampe",
    "allume l'autre lampe",
    "allume la moitié des lumières",
    "allume Coffee Maker à 7 h",
    "allume Coffee Maker dans 10 minutes",
    "allume Living Room Light pendant 5 minutes",
    "allume Coffee Maker demain",
    "n'allume pas Coffee Maker",
    "allume pas Coffee Maker",
    "si la fenêtre est ouverte éteins Coffee Maker",
    "allume Living Room Light et éteins Bedroom Fan",
    "allume Living Room Light mais pas Bedroom Fan",
    "éteins la lampe ou le ventilateur",
    "tu as éteint Coffee Maker",
    "pourquoi éteins-tu Coffee Maker",
    "ne verrouille jamais Smart Lock",
    "mets le volume à 50 degrés",
    "éteins tout",
    "ouvre tout",
    "déverrouille la porte",
    "range Living Room",
  ])("%s", (sentence) => expect(french(sentence)).toBe("no"));
});
