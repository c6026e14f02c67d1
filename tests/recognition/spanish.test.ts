import { describe, expect, test } from "vitest";
import { told } from "./reading-world.ts";

const spanish = (sentence: string) => told(sentence, { language: "es" });

describe("what is said in Spanish, with names in English", () => {
  test.each([
    ["Enciende Living Room Light", "light.turn_on living_room"],
    ["apague las luces en Kitchen", "light.turn_off kitchen_ceiling,kitchen_counter"],
    [
      "Apaga todas las lamparas excepto Living Room Light",
      "light.turn_off kitchen_ceiling,kitchen_counter,reading_left,reading_right,garden",
    ],
    ["¿Podrías encender Coffee Maker, por favor?", "switch.turn_on coffee"],
    ["apaga el ventilador y Coffee Maker", "fan.turn_off bedroom; switch.turn_off coffee"],
    ["Apaga todo en Kitchen", "light.turn_off kitchen_ceiling,kitchen_counter; switch.turn_off coffee; media_player.turn_off speaker"],
    ["Apagar Reading Lamp Left", "light.turn_off reading_left"],
    ["Pon Bedroom Blinds al 40 %", "cover.set_cover_position blinds position=40"],
    ["Pon el termostato a treinta y un grados", "climate.set_temperature thermostat temperature=31"],
    ["Pon el termostato a 22 grados", "climate.set_temperature thermostat temperature=22"],
    ["Sube la temperatura a 21,5 grados", "climate.set_temperature thermostat temperature=21.5"],
    ["pon las luces al 40 % en Kitchen", "light.turn_on kitchen_ceiling,kitchen_counter brightness_pct=40"],
    ["baja el brillo de Living Room Light al mínimo", "light.turn_on living_room brightness_pct=1"],
    ["Pon Living Room Light en rojo", "light.turn_on living_room color_name=red"],
    ["baja Bedroom Blinds", "cover.close_cover blinds"],
    ["sube las persianas de Bedroom", "cover.open_cover blinds"],
    ["Abre Irrigation Valve", "valve.open_valve irrigation"],
    ["Cierra con llave Smart Lock", "lock.lock smart"],
    ["Inicia Roborock", "vacuum.start roborock"],
    ["Devuelve Roborock a la base", "vacuum.return_to_base roborock"],
    ["Pasa la aspiradora en Living Room", "vacuum.start roborock"],
    ["más alto", "media_player.volume_up speaker"],
    ["Baja el volumen", "media_player.volume_down speaker"],
    ["Para la música", "media_player.media_pause speaker"],
    ["Pon el TV en pausa", "media_player.media_pause tv"],
    ["pasa a la siguiente", "media_player.media_next_track speaker"],
    ["Pon el volumen al 50 %", "media_player.volume_set speaker volume_level=0.5"],
    ["Añade mantequilla a Groceries", "todo.add_item groceries item=Mantequilla"],
    ["Pon leche en Groceries", "todo.add_item groceries item=Leche"],
    ["¿Está cerrada con llave Smart Lock?", "? smart locked"],
    ["¿Está abierta Kitchen Window?", "? kitchen_window on"],
    ["¿Me dejé encendida Coffee Maker?", "? coffee on"],
    ["¿Qué ventanas están abiertas?", "which? kitchen_window on, bedroom_window on"],
    ["¿Qué pilas están bajas?", "? sink_battery,door_battery <=20 which"],
    ["¿Hay alguien en casa?", "which? anna home, ben home"],
    ["¿Está Ben en casa?", "? ben home"],
    ["¿Dónde está Anna?", "? anna"],
    ["¿Qué temperatura hace en Bedroom?", "? bedroom_temperature"],
    ["¿A cuántos grados estamos en Bedroom?", "? bedroom_temperature"],
  ])("%s", (sentence, outcome) => expect(spanish(sentence)).toBe(outcome));
});

describe("what is not sure in Spanish is not read", () => {
  test.each([
    "enciende Kitchen",
    "enciende una lámpara",
    "enciende la otra lámpara",
    "enciende la mitad de las luces",
    "enciende Coffee Maker a las 7",
    "enciende Coffee Maker en 10 minutos",
    "enciende Coffee Maker mañana",
    "apaga Coffee Maker luego",
    "no enciendas Coffee Maker",
    "no enciende Coffee Maker",
    "si la ventana está abierta apaga Coffee Maker",
    "enciende Living Room Light y apaga Bedroom Fan",
    "enciende Living Room Light pero no Bedroom Fan",
    "apaga la luz de Kitchen o la de Bedroom",
    "apagué Coffee Maker",
    "¿has apagado Coffee Maker?",
    "por qué apagas Coffee Maker",
    "sube el volumen un 20 por ciento",
    "cierra Bedroom Blinds al 40%",
    "apaga todo",
    "abre todo",
    "desbloquea la puerta",
    "recoge Living Room",
  ])("%s", (sentence) => expect(spanish(sentence)).toBe("no"));
});
