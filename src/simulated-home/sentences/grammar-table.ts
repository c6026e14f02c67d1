/** What a template's `{name}` may stand for, and which entities a match is about. */
export interface GrammarRule {
  readonly intent: string;
  readonly template: string;
  /** Domains of the entity that `{name}` names; any when left out. */
  readonly domains?: readonly string[];
  /** Device classes of that entity. */
  readonly classes?: readonly string[];
  /** Slots that the sentence does not say: `{ domain: "light" }`. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The words that `{state}` may be, with the state that each means. */
  readonly states?: Readonly<Record<string, string>>;
  /** `domain`: those of the fixed domain in the area or floor (everywhere without one); `area`: all of the area, as the real matcher lists them. */
  readonly targets?: "domain" | "area" | "none";
  /** The real matcher understands these but knows no room to do it in: `match: false`. */
  readonly incomplete?: true;
}

const ON_OFF = { on: "on", off: "off" };
const LOCKED = { locked: "locked", unlocked: "unlocked" };
const OPEN_CLOSED = { open: "open", closed: "closed", shut: "closed", opening: "opening", closing: "closing" };
const CONTACT = { open: "on", closed: "off", shut: "off" };

const SWITCHABLE = ["light", "switch", "fan", "media_player", "input_boolean", "climate", "humidifier", "siren", "group", "automation"];
const OPENING = ["cover", "valve"];
const CONTACTS = ["door", "window", "garage_door", "opening"];
const light = { domain: "light" };
const cover = { domain: "cover" };
const lock = { domain: "lock" };

const rule = (intent: string, template: string, rest: Omit<GrammarRule, "intent" | "template"> = {}): GrammarRule => ({
  intent,
  template,
  ...rest,
});

const switching: readonly GrammarRule[] = [
  rule("HassTurnOn", "<turn> on [<the>] {name}", { domains: SWITCHABLE }),
  rule("HassTurnOn", "[<turn>] [<the>] {name} [to] on", { domains: SWITCHABLE }),
  rule("HassTurnOff", "<turn> off [<the>] {name}", { domains: SWITCHABLE }),
  rule("HassTurnOff", "[<turn>] [<the>] {name} [to] off", { domains: SWITCHABLE }),
  rule("HassTurnOn", "<turn> on [<all>] [<the>] <light> <in> [<the>] {area}", { fixed: light, targets: "domain" }),
  rule("HassTurnOn", "<turn> on [<all>] [<the>] {area} <light>", { fixed: light, targets: "domain" }),
  rule("HassTurnOn", "<turn> on [<all>] [<the>] {floor} [floor] <light>", { fixed: light, targets: "domain" }),
  rule("HassTurnOn", "<turn> on [<all>] [<the>] <light> [<in>] [<the>] {floor}", { fixed: light, targets: "domain" }),
  rule("HassTurnOff", "<turn> (off|out) [<all>] [<the>] <light> <in> [<the>] {area}", { fixed: light, targets: "domain" }),
  rule("HassTurnOff", "<turn> (off|out) [<all>] [<the>] {area} <light>", { fixed: light, targets: "domain" }),
  rule("HassTurnOff", "<turn> (off|out) [<all>] [<the>] {floor} [floor] <light>", { fixed: light, targets: "domain" }),
  rule("HassTurnOff", "<turn> (off|out) [<all>] [<the>] <light> [<in>] [<the>] {floor}", { fixed: light, targets: "domain" }),
  rule("HassTurnOn", "<turn> on <all> <light> [<everywhere>]", { fixed: light, targets: "domain" }),
  rule("HassTurnOff", "<turn> (off|out) <all> <light> [<everywhere>]", { fixed: light, targets: "domain" }),
  rule("HassTurnOn", "<turn> on [<the>] <light>", { fixed: light, targets: "none", incomplete: true }),
  rule("HassTurnOff", "<turn> (off|out) [<the>] <light>", { fixed: light, targets: "none", incomplete: true }),
  rule("HassTurnOn", "<turn> on [<the>] {area} fan", { fixed: { domain: "fan" }, targets: "domain" }),
  rule("HassTurnOff", "<turn> off [<the>] {area} fan", { fixed: { domain: "fan" }, targets: "domain" }),
  rule("HassTurnOn", "(activate|<turn> on) [<the>] {name} [scene]", { domains: ["scene"] }),
  rule("HassTurnOn", "(activate|run|start) [<the>] {name} [script]", { domains: ["script"] }),
  rule("HassTurnOn", "(press|push) [<the>] {name} [button]", { domains: ["button", "input_button"] }),
];

const openings: readonly GrammarRule[] = [
  rule("HassTurnOn", "lock [<the>] {name}", { domains: ["lock"] }),
  rule("HassTurnOff", "unlock [<the>] {name}", { domains: ["lock"] }),
  rule("HassSetPosition", "(<numeric_value_set>|<open>|<close>) [<the>] {name} [position] to {position#}[<percent>]", { domains: OPENING }),
  rule("HassTurnOn", "<open> [<the>] {name}", { domains: OPENING }),
  rule("HassTurnOff", "<close> [<the>] {name}", { domains: OPENING }),
  rule("HassTurnOn", "<open> [<the>] {device_class} <in> [<the>] {area}", { fixed: cover, targets: "domain" }),
  rule("HassTurnOff", "<close> [<the>] {device_class} <in> [<the>] {area}", { fixed: cover, targets: "domain" }),
  rule("HassTurnOn", "<open> [<the>] {area} {device_class}", { fixed: cover, targets: "domain" }),
  rule("HassTurnOff", "<close> [<the>] {area} {device_class}", { fixed: cover, targets: "domain" }),
];

const comfort: readonly GrammarRule[] = [
  rule("HassLightSet", "[<numeric_value_set>] [<the>] {name} brightness [to] {brightness#}[<percent>]", { domains: ["light"] }),
  rule("HassLightSet", "[<numeric_value_set>] [the] brightness [of] [<the>] {name} [to] {brightness#}[<percent>]", { domains: ["light"] }),
  rule("HassLightSet", "[<numeric_value_set>] [<the>] {name} [to] {brightness#}[<percent>] [brightness]", { domains: ["light"] }),
  rule("HassLightSet", "[<numeric_value_set>] [<the>] {area} brightness [to] {brightness#}[<percent>]", {
    fixed: light,
    targets: "domain",
  }),
  rule("HassLightSet", "[<set>] [<the>] {name} [color] [to] {color}", { domains: ["light"] }),
  rule("HassFanSetSpeed", "[<set>] [<the>] {name} [speed] [to] {percentage#}[<percent>]", { domains: ["fan"] }),
  rule("HassClimateSetTemperature", "(<numeric_value_set>|adjust) [<the>] {name} [<temp>] to {temperature#}[<degrees>]", {
    domains: ["climate"],
  }),
  rule("HassClimateSetTemperature", "(<numeric_value_set>|adjust) [the] <temp> in [<the>] {area} to {temperature#}[<degrees>]", {
    targets: "area",
  }),
  rule("HassClimateSetTemperature", "(<numeric_value_set>|adjust) [<the>] {area} <temp> to {temperature#}[<degrees>]", { targets: "area" }),
  rule("HassClimateSetTemperature", "(<numeric_value_set>|adjust) [the] <temp> to {temperature#}[<degrees>]", {
    targets: "none",
    incomplete: true,
  }),
  rule("HassSetVolume", "<numeric_value_set> [<the>] {name} volume to {volume_level#}[<percent>]", { domains: ["media_player"] }),
  rule("HassMediaPause", "pause [<the>] {name}", { domains: ["media_player"] }),
  rule("HassMediaUnpause", "(unpause|resume|continue) [<the>] {name}", { domains: ["media_player"] }),
  rule("HassMediaNext", "next [(track|song|item)] [(on|for)] [<the>] {name}", { domains: ["media_player"] }),
  rule("HassMediaNext", "skip [(to [the] next [(song|track)]|[the] (song|track)|this (song|track))] [on] [<the>] {name}", {
    domains: ["media_player"],
  }),
  rule("HassMediaPrevious", "previous [(track|song|item)] [(on|for)] [<the>] {name}", { domains: ["media_player"] }),
  rule("HassMediaPlayerMute", "mute [<the>] {name}", { domains: ["media_player"] }),
  rule("HassMediaPlayerUnmute", "unmute [<the>] {name}", { domains: ["media_player"] }),
  rule("HassVacuumStart", "start [<the>] {name}", { domains: ["vacuum"] }),
  rule("HassVacuumReturnToBase", "return [<the>] {name} [to base]", { domains: ["vacuum"] }),
  rule("HassListAddItem", "add {item} to [<the>] {name} [list]", { domains: ["todo"] }),
];

const questions: readonly GrammarRule[] = [
  rule("HassGetState", "<is> [<the>] {name} {state}", { domains: SWITCHABLE, states: ON_OFF }),
  rule("HassGetState", "<is> [<the>] {name} {state}", { domains: ["lock"], states: LOCKED }),
  rule("HassGetState", "<is> [<the>] {name} {state}", { domains: OPENING, states: OPEN_CLOSED }),
  rule("HassGetState", "<is> [<the>] {name} {state}", { domains: ["binary_sensor"], classes: CONTACTS, states: CONTACT }),
  ...["<which> <light> <is> {state}", "<are_any> <light> {state}", "<are_all> <light> {state}", "<how_many> <light> <is> {state}"].flatMap(
    (template) => [
      rule("HassGetState", template, { fixed: light, states: ON_OFF, targets: "domain" as const }),
      rule("HassGetState", `${template} [<in>] [<the>] {area}`, { fixed: light, states: ON_OFF, targets: "domain" as const }),
      rule("HassGetState", `${template} [<in>] [<the>] {floor}`, { fixed: light, states: ON_OFF, targets: "domain" as const }),
    ],
  ),
  ...["<which> <lockable> <is> {state}", "<are_any> <lockable> {state}", "<are_all> <lockable> {state}"].map((template) =>
    rule("HassGetState", template, { fixed: lock, states: LOCKED, targets: "domain" as const }),
  ),
  ...["<which> {device_class} <is> {state}", "<are_any> {device_class} {state}", "<are_all> {device_class} {state}"].flatMap((template) => [
    rule("HassGetState", template, { fixed: cover, states: OPEN_CLOSED, targets: "domain" as const }),
    rule("HassGetState", template, { fixed: { domain: "binary_sensor" }, states: CONTACT, targets: "domain" as const }),
  ]),
  rule("HassClimateGetTemperature", "how (hot|cold|warm|cool) is [it <in>] [<the>] {area}", { targets: "area" }),
  rule("HassClimateGetTemperature", "(<what_is>|<how_is>) [the] [current] <temp> <in> [<the>] {area}", { targets: "area" }),
  rule("HassGetWeather", "<what_is> [the] weather [like]", { targets: "none" }),
  rule("HassGetCurrentTime", "what time is it [[right] now]", { targets: "none" }),
  rule("HassGetState", "(do you know|tell me|<what_is>) [the [current] (state|value) of] [<the>] {name}"),
];

/**
 * The grammar of the simulated home: a small part of English that imitates what Home Assistant's own matcher answers (its templates,
 * intents and slots as recorded), and is not that matcher. The first rule all of whose slots are known wins.
 */
export const grammarTable: readonly GrammarRule[] = [...switching, ...openings, ...comfort, ...questions];

/** Words for kinds of covers and of their sensors, with the device class that each means. */
export const deviceClassWords: Readonly<Record<string, string>> = {
  blind: "blind",
  blinds: "blind",
  curtain: "curtain",
  curtains: "curtain",
  door: "door",
  doors: "door",
  garage: "garage",
  "garage door": "garage",
  "garage doors": "garage",
  gate: "gate",
  gates: "gate",
  shutter: "shutter",
  shutters: "shutter",
  window: "window",
  windows: "window",
};
