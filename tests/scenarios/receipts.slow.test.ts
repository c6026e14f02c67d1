import { expect, it } from "vitest";
import { anna, ScenarioHome, serviceCall } from "./scenario-home.ts";

const TV = "media_player.living_room_tv";
const HEATING = "climate.thermostat";

/** What was asked for, with the receipts in the order in which it is asked. */
const CALLS: readonly (readonly [service: string, entityId: string, data: Readonly<Record<string, unknown>>])[] = [
  ["climate.set_temperature", HEATING, { temperature: 22.5 }],
  ["climate.set_temperature", HEATING, { temperature: 22.5 }],
  ["climate.set_hvac_mode", HEATING, { hvac_mode: "off" }],
  ["climate.set_hvac_mode", HEATING, { hvac_mode: "heat" }],
  ["media_player.volume_set", TV, { volume_level: 0.3 }],
  ["media_player.volume_mute", TV, { is_volume_muted: true }],
  ["media_player.volume_mute", TV, { is_volume_muted: true }],
  ["media_player.volume_mute", TV, { is_volume_muted: false }],
  ["media_player.media_next_track", TV, {}],
  ["light.turn_on", "light.bed_light", { color_name: "red", brightness_pct: 30 }],
  ["light.turn_off", "light.bed_light", {}],
  ["light.turn_off", "light.bed_light", {}],
  ["cover.set_cover_position", "cover.bedroom_blind", { position: 40 }],
  ["fan.set_percentage", "fan.bedroom_fan", { percentage: 50 }],
  ["input_button.press", "input_button.doorbell", {}],
  ["scene.turn_on", "scene.movie_night", {}],
];

it.each<[string, readonly string[]]>([
  [
    "en",
    [
      "Thermostat set to 22.5 °C; it is 21.3 °C now.",
      "Thermostat was already set to 22.5 °C; it is 21.3 °C now.",
      "Thermostat is now off.",
      "Thermostat is now set to heating.",
      "TV is now at 30 % volume.",
      "TV is now muted.",
      "TV is already muted.",
      "TV is now unmuted.",
      "Skipped to the next track on TV.",
      "Bed Light is now on (30 %, red).",
      "Bed Light is now off.",
      "Bed Light is already off.",
      "Bedroom Blind is now open (40 %).",
      "Bedroom Fan is now on (50 %).",
      "Pressed Doorbell.",
      "Movie Night is on.",
    ],
  ],
  [
    "de",
    [
      "Thermostat steht jetzt auf 22,5 °C; gerade sind es 21,3 °C.",
      "Thermostat steht schon auf 22,5 °C; gerade sind es 21,3 °C.",
      "Thermostat ist jetzt aus.",
      "Thermostat ist jetzt auf Heizen gestellt.",
      "TV ist jetzt auf 30 % Lautstärke.",
      "TV ist jetzt stumm.",
      "TV ist schon stumm.",
      "TV ist jetzt zu hören.",
      "Nächster Titel auf TV.",
      "Bed Light ist jetzt an (30 %, rot).",
      "Bed Light ist jetzt aus.",
      "Bed Light ist schon aus.",
      "Bedroom Blind ist jetzt offen (40 %).",
      "Bedroom Fan ist jetzt an (50 %).",
      "Doorbell gedrückt.",
      "Movie Night ist an.",
    ],
  ],
  [
    "fr",
    [
      "Thermostat : la consigne est à 22,5 °C ; il y a 21,3 °C en ce moment.",
      "Thermostat : la consigne était déjà à 22,5 °C ; il y a 21,3 °C en ce moment.",
      "C’est fait. Thermostat : éteint.",
      "C’est fait. Thermostat : réglage sur chauffage.",
      "C’est fait. TV : volume à 30 %.",
      "C’est fait. TV : son coupé.",
      "Déjà fait. TV : son coupé.",
      "C’est fait. TV : son rétabli.",
      "Titre suivant sur TV.",
      "C’est fait. Bed Light : allumé (30 %, rouge).",
      "C’est fait. Bed Light : éteint.",
      "Déjà fait. Bed Light : éteint.",
      "C’est fait. Bedroom Blind : ouvert (40 %).",
      "C’est fait. Bedroom Fan : allumé (50 %).",
      "J’ai appuyé sur Doorbell.",
      "C’est fait : Movie Night.",
    ],
  ],
  [
    "es",
    [
      "Thermostat queda a 22,5 °C; ahora hay 21,3 °C.",
      "Thermostat ya estaba a 22,5 °C; ahora hay 21,3 °C.",
      "Hecho. Thermostat: apagado.",
      "Hecho. Thermostat: en calefacción.",
      "Hecho. TV: volumen al 30 %.",
      "Hecho. TV: sin sonido.",
      "Ya estaba así. TV: sin sonido.",
      "Hecho. TV: con sonido.",
      "Siguiente pista en TV.",
      "Hecho. Bed Light: encendido (30 %, rojo).",
      "Hecho. Bed Light: apagado.",
      "Ya estaba así. Bed Light: apagado.",
      "Hecho. Bedroom Blind: abierto (40 %).",
      "Hecho. Bedroom Fan: encendido (50 %).",
      "He pulsado Doorbell.",
      "Hecho: Movie Night.",
    ],
  ],
  [
    "nl",
    [
      "Thermostat staat nu op 22,5 °C; op dit moment is het 21,3 °C.",
      "Thermostat stond al op 22,5 °C; op dit moment is het 21,3 °C.",
      "Thermostat is nu uit.",
      "Thermostat is nu ingesteld op verwarmen.",
      "TV is nu op volume 30 %.",
      "TV is nu gedempt.",
      "TV is al gedempt.",
      "TV is nu hoorbaar.",
      "Volgende nummer op TV.",
      "Bed Light is nu aan (30 %, rood).",
      "Bed Light is nu uit.",
      "Bed Light is al uit.",
      "Bedroom Blind is nu open (40 %).",
      "Bedroom Fan is nu aan (50 %).",
      "Doorbell is ingedrukt.",
      "Movie Night staat aan.",
    ],
  ],
  [
    "he",
    [
      "⁨Thermostat⁩: מכוון ל־⁨22.5 °C⁩; כרגע ⁨21.3 °C⁩.",
      "⁨Thermostat⁩: כבר מכוון ל־⁨22.5 °C⁩; כרגע ⁨21.3 °C⁩.",
      "⁨Thermostat⁩: עכשיו ⁨כבוי⁩.",
      "⁨Thermostat⁩: עכשיו על ⁨חימום⁩.",
      "⁨TV⁩: עכשיו בעוצמה ⁨30 %⁩.",
      "⁨TV⁩: עכשיו ⁨מושתק⁩.",
      "⁨TV⁩: כבר ⁨מושתק⁩.",
      "⁨TV⁩: עכשיו ⁨נשמע⁩.",
      "הרצועה הבאה ב־⁨TV⁩.",
      "⁨Bed Light⁩: עכשיו ⁨פועל (30 %, אדום)⁩.",
      "⁨Bed Light⁩: עכשיו ⁨כבוי⁩.",
      "⁨Bed Light⁩: כבר ⁨כבוי⁩.",
      "⁨Bedroom Blind⁩: עכשיו ⁨פתוח (40 %)⁩.",
      "⁨Bedroom Fan⁩: עכשיו ⁨פועל (50 %)⁩.",
      "לחצתי על ⁨Doorbell⁩.",
      "בוצע: ⁨Movie Night⁩.",
    ],
  ],
])("%s: receipts say what was asked for", async (language, answers) => {
  await using home = await ScenarioHome.start({
    options: { language, effect_rules: [{ effect: "routine", decision: "allow" }], rate_count: 100 },
  });
  const told: string[] = [];
  for (const [service, entityId, data] of CALLS) {
    home.model.reply({ toolCalls: [serviceCall(service, entityId, { ...data })] }, { text: "" });
    told.push((await home.asks(anna, "please see to that thing")).plain);
  }
  expect(told).toEqual(answers);
});
