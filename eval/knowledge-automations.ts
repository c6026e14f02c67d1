import type { Language, ThingKind } from "./knowledge-rooms.ts";

type Config = Readonly<Record<string, unknown>>;

/** Ids of a room's things, and a number that differs from room to room. */
export interface RoomFacts {
  readonly id: (kind: ThingKind) => string;
  readonly number: number;
}

/** An automation as people have it in any room. `{room}` stands for the room's name. */
export interface AutomationTemplate {
  readonly language: Language;
  readonly needs: readonly ThingKind[];
  readonly name: string;
  readonly config: (facts: RoomFacts) => Config;
  /** Ways to ask what happens then. */
  readonly when: readonly string[];
  /** Ways to ask for the cause of what it does; none if it does nothing that is seen. */
  readonly why: readonly string[];
  /** A part of its text that holds the answer. */
  readonly fact: string;
}

const state = (entity_id: string, to: string, minutes?: number) => ({
  ...{ trigger: "state", entity_id, to },
  ...(minutes !== undefined && { for: { minutes } }),
});
const call = (action: string, entity_id: string, data?: Config) => ({ action, target: { entity_id }, ...(data && { data }) });
const tell = (message: string) => ({ action: "notify.mobile_app_phone", data: { message } });

export const ROOM_AUTOMATIONS: readonly AutomationTemplate[] = [
  {
    ...{ language: "en", needs: ["light", "motion"], name: "{room} welcome glow", fact: "light turn on" },
    config: ({ id, number }) => ({
      triggers: [state(id("motion"), "on")],
      conditions: [{ condition: "sun", after: "sunset" }],
      actions: [call("light.turn_on", id("light"), { brightness_pct: 20 + number })],
    }),
    when: [
      "what happens when somebody walks into the {room} in the evening?",
      "if there is movement in the {room} after dark, what does the house do?",
      "I step into the {room} at night, what gets switched on?",
      "what reacts to people moving about in the {room}?",
    ],
    why: [
      "why does the lamp in the {room} come on as soon as I enter?",
      "why would the {room} ceiling light switch on by itself?",
      "why did the light in the {room} go on?",
      "how come it gets bright in the {room} when I walk in?",
    ],
  },
  {
    ...{ language: "en", needs: ["fan", "humidity"], name: "{room} damp guard", fact: "fan turn on" },
    config: ({ id, number }) => ({
      triggers: [{ trigger: "numeric_state", entity_id: id("humidity"), above: 60 + (number % 10) }],
      actions: [call("fan.turn_on", id("fan"))],
    }),
    when: [
      "what is done when the air in the {room} gets too humid?",
      "what happens if humidity in the {room} rises too much?",
      "is there something that dries the {room} when it is damp?",
      "at how many percent humidity does something start in the {room}?",
    ],
    why: [
      "why is the fan in the {room} running?",
      "why would the {room} fan start by itself?",
      "why does the ventilator of the {room} switch on after a shower?",
      "what makes the fan in the {room} spin up?",
    ],
  },
  {
    ...{ language: "en", needs: ["window", "thermostat"], name: "{room} airing pause", fact: "climate turn off" },
    config: ({ id, number }) => ({
      triggers: [state(id("window"), "on", 2 + (number % 7))],
      actions: [call("climate.turn_off", id("thermostat"))],
    }),
    when: [
      "what happens to the heating when I open a window in the {room}?",
      "how long may the {room} window be open before something happens?",
      "does anything turn the heating off while airing the {room}?",
      "what does an open window in the {room} cause?",
    ],
    why: [
      "why is the heating in the {room} off?",
      "why did the {room} thermostat turn off by itself?",
      "why is it so cold in the {room}, did something stop the heater?",
      "who switched the radiator of the {room} off?",
    ],
  },
  {
    ...{ language: "en", needs: ["blind"], name: "{room} good morning", fact: "cover open cover" },
    config: ({ id, number }) => ({
      triggers: [{ trigger: "time", at: `0${6 + (number % 3)}:${10 + number}:00`, weekday: ["mon", "tue", "wed", "thu", "fri"] }],
      actions: [call("cover.open_cover", id("blind"))],
    }),
    when: [
      "at what time do the blinds in the {room} go up?",
      "when is the {room} blind opened on weekdays?",
      "when does the shade in the {room} open?",
      "what happens in the {room} in the morning?",
    ],
    why: [
      "why does the blind in the {room} go up so early?",
      "why did the {room} blind open by itself?",
      "why is the blind of the {room} up already on a Monday?",
      "what raises the blinds in the {room}?",
    ],
  },
  {
    ...{ language: "en", needs: ["blind", "temperature"], name: "{room} heat shield", fact: "cover close cover" },
    config: ({ id, number }) => ({
      triggers: [{ trigger: "numeric_state", entity_id: id("temperature"), above: 23 + (number % 5), for: { minutes: 10 } }],
      actions: [call("cover.close_cover", id("blind"))],
    }),
    when: [
      "what happens when it gets too hot in the {room}?",
      "from which temperature on is the {room} shaded?",
      "what do you do against heat in the {room}?",
      "how warm must the {room} be before the blind comes down?",
    ],
    why: [
      "why did the blind in the {room} come down in the middle of the day?",
      "why does the {room} blind close by itself?",
      "why is the blind in the {room} shut?",
      "what lowers the blinds in the {room} when it is hot?",
    ],
  },
  {
    ...{ language: "en", needs: ["tv", "light"], name: "{room} film mood", fact: "light turn on" },
    config: ({ id, number }) => ({
      triggers: [state(id("tv"), "playing")],
      actions: [call("light.turn_on", id("light"), { brightness_pct: 5 + (number % 10), transition: 4 })],
    }),
    when: [
      "what happens with the light when I watch something on the TV in the {room}?",
      "what does the house do when the {room} TV starts playing?",
      "does anything change when I begin a movie on television in the {room}?",
      "when a film starts in the {room}, what is dimmed?",
    ],
    why: [
      "why does the light in the {room} get dim when I watch television?",
      "why does the {room} light change when the TV plays?",
      "why is the lamp in the {room} so dark during a movie on the TV?",
      "what dims the ceiling light of the {room} when a film begins?",
    ],
  },
  {
    ...{ language: "en", needs: ["leak"], name: "{room} water alarm", fact: "switch turn off: Main Water" },
    config: ({ id }) => ({
      triggers: [state(id("leak"), "on")],
      actions: [call("switch.turn_off", "switch.main_water"), tell("Water!")],
    }),
    when: [
      "what happens if there is water on the floor of the {room}?",
      "what do you do when something leaks in the {room}?",
      "if a pipe bursts in the {room}, is the water shut off?",
      "what follows when the leak sensor in the {room} gets wet?",
    ],
    why: [],
  },
  {
    ...{ language: "en", needs: ["plug", "motion"], name: "{room} standby cut", fact: "switch turn off" },
    config: ({ id, number }) => ({
      triggers: [state(id("motion"), "off", 20 + number)],
      actions: [call("switch.turn_off", id("plug"))],
    }),
    when: [
      "what happens when nobody has been in the {room} for a while?",
      "after how many minutes without motion is something cut in the {room}?",
      "what gets turned off when the {room} is empty?",
      "what is done once the {room} has been quiet for some time?",
    ],
    why: [
      "why is the plug in the {room} off again?",
      "why does the {room} plug turn off by itself?",
      "why did the outlet in the {room} lose power?",
      "who turns the socket in the {room} off all the time?",
    ],
  },
  {
    ...{ language: "en", needs: ["smoke", "light"], name: "{room} fire drill", fact: "light turn on" },
    config: ({ id }) => ({
      triggers: [state(id("smoke"), "on")],
      actions: [call("light.turn_on", id("light"), { flash: "long" }), tell("Smoke!")],
    }),
    when: [
      "what happens if there is smoke in the {room}?",
      "what does the house do when the smoke alarm in the {room} goes off?",
      "if it burns in the {room}, what do you do?",
      "what follows a fire alarm in the {room}?",
    ],
    why: ["why is the light in the {room} flashing?", "why did the {room} light start to flash?"],
  },
  {
    ...{ language: "de", needs: ["light", "motion"], name: "{room} Nachtlicht", fact: "light turn on" },
    config: ({ id, number }) => ({
      triggers: [state(id("motion"), "on")],
      conditions: [{ condition: "sun", after: "sunset" }],
      actions: [call("light.turn_on", id("light"), { brightness_pct: 10 + number })],
    }),
    when: [
      "Was passiert, wenn sich nachts jemand in {room} bewegt?",
      "Was wird eingeschaltet, wenn ich abends in {room} komme?",
      "Was löst eine Bewegung in {room} aus?",
      "Was macht das Haus, wenn ich im Dunkeln {room} betrete?",
    ],
    why: [
      "Warum geht das Licht in {room} von selbst an?",
      "Warum ist die Deckenlampe in {room} angegangen?",
      "Wieso leuchtet es nachts in {room}?",
      "Wer hat in {room} das Deckenlicht eingeschaltet?",
    ],
  },
  {
    ...{ language: "de", needs: ["window", "thermostat"], name: "{room} Lüften", fact: "climate turn off" },
    config: ({ id, number }) => ({
      triggers: [state(id("window"), "on", 3 + (number % 6))],
      actions: [call("climate.turn_off", id("thermostat"))],
    }),
    when: [
      "Was passiert mit der Heizung, wenn in {room} das Fenster offen ist?",
      "Wie lange darf das Fenster in {room} offen sein?",
      "Was bewirkt ein offenes Fenster in {room}?",
      "Wird beim Lüften in {room} die Heizung abgestellt?",
    ],
    why: [
      "Warum ist das Thermostat in {room} aus?",
      "Warum hat sich die Heizung in {room} abgeschaltet?",
      "Wieso ist es in {room} kalt, ist das Fenster schuld?",
      "Weshalb heizt das Thermostat in {room} nicht mehr?",
    ],
  },
  {
    ...{ language: "fr", needs: ["blind"], name: "{room} réveil", fact: "cover open cover" },
    config: ({ id, number }) => ({
      triggers: [{ trigger: "time", at: `07:${10 + number}:00` }],
      actions: [call("cover.open_cover", id("blind"))],
    }),
    when: [
      "à quelle heure s'ouvre le store dans {room} ?",
      "quand est-ce que le store de {room} se lève ?",
      "que se passe-t-il le matin avec le store de {room} ?",
      "à quelle heure les stores de {room} montent-ils ?",
    ],
    why: ["pourquoi le store de {room} s'est-il ouvert ?", "pourquoi est-ce que le store dans {room} monte tout seul ?"],
  },
  {
    ...{ language: "es", needs: ["plug", "motion"], name: "{room} ahorro", fact: "switch turn off" },
    config: ({ id, number }) => ({
      triggers: [state(id("motion"), "off", 15 + number)],
      actions: [call("switch.turn_off", id("plug"))],
    }),
    when: [
      "¿qué pasa cuando no hay movimiento en {room}?",
      "¿después de cuántos minutos sin movimiento se apaga el enchufe en {room}?",
      "¿qué se apaga si {room} está sin movimiento?",
      "¿qué ocurre con el enchufe de {room} cuando no hay nadie?",
    ],
    why: ["¿por qué se apagó el enchufe de {room}?", "¿por qué está apagado el enchufe en {room}?"],
  },
];

/** Ways to ask for all automations of a room, by language. */
export const ALL_OF_ROOM: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "what automations do I have for the {room}?",
    "which automations are there in the {room}?",
    "list everything that is automated in the {room}",
    "what is automated in the {room}?",
    "what runs automatically in the {room}?",
    "show me the automations about the {room}",
  ],
  de: [
    "Welche Automatisierungen gibt es für {room}?",
    "Was ist in {room} automatisiert?",
    "Welche Automationen habe ich in {room}?",
    "Was läuft in {room} automatisch?",
  ],
  fr: [
    "quelles automatisations y a-t-il pour {room} ?",
    "qu'est-ce qui est automatisé dans {room} ?",
    "quelles sont les automatisations de {room} ?",
    "que se passe-t-il automatiquement dans {room} ?",
  ],
  es: [
    "¿qué automatizaciones hay en {room}?",
    "¿qué está automatizado en {room}?",
    "¿qué automatizaciones tengo para {room}?",
    "¿qué pasa automáticamente en {room}?",
  ],
};
