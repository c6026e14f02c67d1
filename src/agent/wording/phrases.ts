import { domainOf, type Entity, type Home, type WholeHome } from "../../homeassistant/registry/home.ts";
import { isAway, offStates, type StateWords, stateWord } from "../../homeassistant/registry/state-words.ts";
import type { ResolvedCall } from "../../homeassistant/services/services.ts";
import { type Catalogue, languageOf } from "../../languages/catalogue.ts";
import type { ModelProblem } from "../../models/models.ts";
import { partTappable, tappableIn } from "../../security/provenance/answer-links.ts";
import type { OutsideText } from "../../security/provenance/provenance.ts";
import { withoutSecrets } from "../../security/redaction/redaction.ts";
import { isOwnRoutine, OF_THE_HOME, ROUTINE_DOMAINS, removalOf, saveOf } from "../../security/routines/routine-changes.ts";
import { isRecord } from "../../text/is-record.ts";

/** As the home has them: °C or °F. */
const DEGREES = " °";

/** Attributes that say more than the state, with the key of the state they belong to and their unit; 255 steps are shown as percent. */
const DETAILS: Readonly<Record<string, { readonly unit: string; readonly scale: number; readonly decimals: number }>> = {
  brightness: { unit: " %", scale: 100 / 255, decimals: 0 },
  current_position: { unit: " %", scale: 1, decimals: 0 },
  percentage: { unit: " %", scale: 1, decimals: 0 },
  volume_level: { unit: " %", scale: 100, decimals: 0 },
  temperature: { unit: DEGREES, scale: 1, decimals: 1 },
  current_temperature: { unit: DEGREES, scale: 1, decimals: 1 },
  humidity: { unit: " %", scale: 1, decimals: 0 },
};

/** Service fields that belong into a phrase, with the unit. */
const FIELDS: Readonly<Record<string, string>> = {
  brightness_pct: " %",
  position: " %",
  percentage: " %",
  temperature: " °",
  humidity: " %",
  volume_level: "",
  color_name: "",
  hvac_mode: "",
  preset_mode: "",
  option: "",
  value: "",
  item: "",
};

const SETTING = /^(?:set_|select_option$)/;

interface Spoken {
  /** Of the sentence, after `service.`. */
  readonly key: string;
  /** The field that stands in the sentence as it is. */
  readonly message?: string;
  /** The field that names for whom, in place of the targets. */
  readonly to?: string;
  /** It needs no targets: the service's own name says what. */
  readonly nameless?: true;
}

const SAY: Spoken = { key: "say", message: "message" };
const PROGRAM: Spoken = { key: "program", nameless: true };
/** Services whose sentence is about more than their targets, by service, name, domain or the end of the name. */
const SPOKEN: Readonly<Record<string, Spoken>> = {
  ...Object.fromEntries(
    ROUTINE_DOMAINS.flatMap((kind) => [saveOf(kind), removalOf(kind)]).map((key) => [key, { key, message: "name", nameless: true }]),
  ),
  "tts.speak": { ...SAY, to: "media_player_entity_id" },
  "*_say": SAY,
  "persistent_notification.create": { key: "show", message: "message", nameless: true },
  notify: { key: "notify", message: "message", nameless: true },
  play_media: { key: "play", message: "media_content_id" },
  send_command: { key: "send_command", message: "command" },
  "mqtt.publish": { key: "publish", message: "payload", to: "topic" },
  add_item: { key: "add_item", message: "item" },
  update_item: { key: "update_item", message: "item" },
  remove_item: { key: "remove_item", message: "item" },
  shell_command: PROGRAM,
  python_script: PROGRAM,
  pyscript: PROGRAM,
  rest_command: PROGRAM,
  "homeassistant.restart": { key: "restart", nameless: true },
  "homeassistant.stop": { key: "shut_down", nameless: true },
};

const LONGEST_ARGUMENT = 80;
/** In a question more of it: what is cut off there is said yes to unseen, so that is told. */
const LONGEST_ASKED_ARGUMENT = 400;

/** A value that cannot be taken for words of ours: a number, a mode, a topic, an address, a code that is not shown. */
const ONE_WORD = /^(?:[\w./:#+-]*|•+)$/;

const ENTITY_ID = /^[a-z_]+\.[a-z\d_]+$/;

const LONGEST_NAME = 60;

type Call = Pick<ResolvedCall, "service" | "entityIds" | "data">;

/** Home Assistant's own text about a service, by its key without `component.`: `media_player.services.play_media.name`. */
export type ServiceText = (key: string) => string | undefined;

interface PhrasesInput {
  readonly home: Pick<Home, "find"> & Partial<Pick<Home, "info"> & Pick<WholeHome, "known">>;
  readonly catalogue: Catalogue;
  readonly serviceText?: ServiceText;
  readonly stateText?: StateText | undefined;
}

/** Home Assistant's own word for a state, as it stands in a sentence. */
export type StateText = (entity: Pick<Entity, "domain" | "deviceClass">, state: string) => string | undefined;

/** The words of one language, which has to be loaded. */
export function stateTexts(words: Pick<StateWords, "called">, language: string, catalogue: Catalogue): StateText {
  return (entity, state) => {
    const text = words.called(entity, state, languageOf(language));
    const isSmall = catalogue.text("grammar.states") === "small";
    return text && verbatim(isSmall ? text.slice(0, 1).toLowerCase() + text.slice(1) : text);
  };
}

export type Phrases = ReturnType<typeof createPhrases>;

/** Words for entities, states and actions in one language, as Markdown. Never shows an entity id. */
export function createPhrases({ home, catalogue, serviceText = () => undefined, stateText = () => undefined }: PhrasesInput) {
  const nameOf = (entityId: string): string => called((home.find(entityId) ?? unexposed(entityId))?.name ?? wordsOf(entityId));
  /** What nobody exposes and everybody may hear of: people and zones, and what the assistant made. */
  const unexposed = (entityId: string): Entity | undefined => {
    const entity = home.known?.(entityId);
    return OF_THE_HOME.test(entityId) || isOwnRoutine(entity?.state.attributes["id"]) ? entity : undefined;
  };
  /** Things of one name are told apart by their room; `more` ends the list. */
  const names = (entityIds: readonly string[], more: readonly string[] = []): string => {
    const plain = entityIds.map(nameOf);
    const placed = entityIds.map((entityId, index) => {
      const name = plain[index] ?? "";
      const area = home.find(entityId)?.area?.name;
      return area !== undefined && plain.indexOf(name) !== plain.lastIndexOf(name) ? `${name} (${called(area)})` : name;
    });
    return catalogue.list([...placed, ...more]);
  };

  const word = (state: string, entityId: string): string => {
    const entity = home.find(entityId);
    const key = entity ? stateWord(entity, state) : state;
    const ofClass = entity?.deviceClass === undefined ? undefined : catalogue.find(`value.${entity.deviceClass}.${key}`);
    const own = ofClass ?? catalogue.find(`value.${key}`) ?? (entity && stateText(entity, state));
    return own ?? verbatim(key.replaceAll("_", " "));
  };

  const detail = (attribute: string, value: number): string => {
    const { unit, scale, decimals } = DETAILS[attribute] ?? { unit: "", scale: 1, decimals: 2 };
    const told = unit === DEGREES ? ` ${home.info?.temperatureUnit ?? "°"}` : unit;
    return `${catalogue.number(Number((value * scale).toFixed(decimals)))}${told}`;
  };

  /** As much of a text as is shown; in a question the rest is said yes to unseen, so `more` tells how much that is. */
  const shorten = (value: string, longest: number): { readonly shown: string; readonly more: string } => {
    const line = value.replaceAll(/\s+/g, " ");
    const count = line.length - longest;
    if (count <= 0) return { shown: quotable(line), more: "" };
    if (longest < LONGEST_ASKED_ARGUMENT) return { shown: quotable(`${line.slice(0, longest - 1)}…`), more: "" };
    return { shown: quotable(line.slice(0, longest)), more: ` ${catalogue.text("question.more-characters", { count })}` };
  };

  /** A value as a person reads it: entities by their names, numbers in the language's way, lists and records without their brackets. */
  const readable = (value: unknown, longest: number): string => {
    if (typeof value === "boolean") return catalogue.text(value ? "value.on" : "value.off");
    if (Array.isArray(value)) return value.map((one) => readable(one, longest)).join(", ");
    if (isRecord(value))
      return Object.entries(value)
        .map(([key, one]) => `${verbatim(key.replaceAll("_", " "))}: ${readable(one, longest)}`)
        .join("; ");
    const plain = String(value);
    if (home.find(plain)) return nameOf(plain);
    const { shown, more } = shorten(plain, longest);
    return more === "" && ONE_WORD.test(plain) && plain.length <= longest ? formatted(catalogue, plain) : `“${shown}”${more}`;
  };

  /** The sentence for a call, and the fields that stand in it. */
  const sentence = (
    { service: id, entityIds, data }: Call,
    longest: number,
  ): { readonly words: string; readonly told: readonly string[] } => {
    const [domain = "", name = id] = id.split(".");
    const spoken = SPOKEN[id] ?? SPOKEN[name] ?? SPOKEN[domain] ?? SPOKEN[`*${name.slice(name.lastIndexOf("_"))}`];
    const message = spoken?.message === undefined ? undefined : data[spoken.message];
    const given = spoken?.to === undefined ? undefined : data[spoken.to];
    const told = [...(isPlain(message) ? [spoken?.message ?? ""] : []), ...(given === undefined ? [] : [spoken?.to ?? ""])];
    const own = entityIds.length > 0 ? names(entityIds) : domain === "script" ? nameOf(id) : verbatim(name.replaceAll("_", " "));
    const receivers = [given ?? []]
      .flat()
      .flatMap((one) => (typeof one === "string" ? one.split(",").map((part) => part.trim()) : readable(one, longest)));
    const to =
      given === undefined ? own : catalogue.list(receivers.map((one) => (ENTITY_ID.test(one) ? nameOf(one) : readable(one, longest))));
    const service = verbatim(serviceText(`${domain}.services.${name}.name`) ?? (entityIds.length > 0 ? name : id).replaceAll(/[._]/g, " "));
    const { shown, more } = shorten(isPlain(message) ? String(message) : "", longest);
    const parameters = { names: to, service, message: shown };
    const isNamed = entityIds.length > 0 || domain === "script" || given !== undefined || spoken?.nameless === true;
    const keys =
      spoken?.message === undefined || isPlain(message)
        ? [...(spoken ? [`service.${spoken.key}`] : []), `service.${id}`, `service.${name}`, SETTING.test(name) ? "service.set" : ""]
        : [];
    const found = isNamed ? keys.flatMap((key) => catalogue.find(key, parameters) ?? [])[0] : undefined;
    if (found !== undefined) return { words: `${found}${more}`, told };
    const other = entityIds.length > 0 ? "service.other" : domain === "script" ? "service.script.turn_on" : "service.other-plain";
    return { words: catalogue.text(other, { service, names: own }), told: [] };
  };

  const details = (data: Call["data"], told: readonly string[], longest: number): readonly string[] =>
    Object.entries(FIELDS).flatMap(([field, unit]) => {
      const value = data[field];
      return isPlain(value) && !told.includes(field) ? `${readable(value, longest)}${unit}` : [];
    });

  const otherArguments = ({ service, data }: Call, told: readonly string[]): readonly string[] =>
    Object.entries(withoutSecrets(data)).flatMap(([field, value]) => {
      if (told.includes(field) || (Object.hasOwn(FIELDS, field) && isPlain(value))) return [];
      const name = serviceText(`${service.replace(".", ".services.")}.fields.${field}.name`) ?? field.replaceAll("_", " ");
      return `${verbatim(name.toLowerCase())}: ${readable(value, LONGEST_ASKED_ARGUMENT)}`;
    });

  /** "on at 30 %", "21.4 °C", "locked": a state with what matters of its attributes. */
  const stateOf = (entityId: string, observed: Readonly<Record<string, unknown>>, more: readonly string[] = []): string => {
    const state = String(observed["state"] ?? "unknown");
    // in some languages the word for a mode is a noun
    const mode = offStates(domainOf(entityId)) ? catalogue.find(`mode.${state}`) : undefined;
    const unit = observed["unit_of_measurement"];
    if (typeof unit === "string") return `${formatted(catalogue, state)} ${unit}`;
    const measured = Object.keys(DETAILS).flatMap((attribute) => {
      const value = observed[attribute];
      return typeof value === "number" ? detail(attribute, value) : [];
    });
    const details = [...(mode === undefined ? [] : [mode]), ...measured, ...more];
    const idle = state === "off" || state === "unavailable" || state === "closed";
    const said = word(mode === undefined ? state : "on", entityId);
    return details.length === 0 || idle ? said : `${said} (${details.join(", ")})`;
  };

  return {
    nameOf,
    names,
    word,
    /** One attribute's value with its unit: "20.3 °". */
    attribute: (attribute: string, value: unknown): string =>
      typeof value === "number" ? detail(attribute, value) : verbatim(String(value)),
    state: stateOf,
    /** How entities are, one sentence for those that are alike: "Front Door and Back Door are locked." */
    states(entities: readonly Entity[]): string {
      const alike = Map.groupBy(entities, (entity) =>
        isAway(entity) ? "" : stateOf(entity.entityId, { state: entity.state.state, ...entity.state.attributes }),
      );
      const sentences = [...alike].map(([state, of]) => {
        const shown = names(of.map(({ entityId }) => entityId));
        if (state === "") return catalogue.text("state.unavailable", { name: shown });
        return catalogue.text("state.is", { names: shown, state, count: of.length });
      });
      return sentences.join(" ");
    },
    /** "unlock Front Door", "turn on Bed Light (30 %)". Starts in lower case. */
    action(call: Call): string {
      const { words, told } = sentence(call, LONGEST_ARGUMENT);
      return withDetails(words, call.entityIds.length === 0 ? [] : details(call.data, told, LONGEST_ARGUMENT));
    },
    /** The same with every argument that is no code: what a yes is bound to. */
    fullAction(call: Call): string {
      const { words, told } = sentence(call, LONGEST_ASKED_ARGUMENT);
      return withDetails(words, [...details(call.data, told, LONGEST_ASKED_ARGUMENT), ...otherArguments(call, told)]);
    },
    /** "Added eggs to Groceries.": a sentence of its own for what a list shows to be done; undefined for other services. */
    listed({ service, entityIds, data }: Call): string | undefined {
      const { item, status } = data;
      const message = verbatim(oneLine([item].flat().join(", "), LONGEST_ARGUMENT));
      const parameters = { names: names(entityIds), message };
      return catalogue.find(`listed.${service}.${status}`, parameters) ?? catalogue.find(`listed.${service}`, parameters);
    },
    /** "Anna turned on Bed Light (30 %)": what a person had done. Of what has no sentence of its own the action is named. */
    did(call: Call, person: string): string {
      const { service, entityIds, data } = call;
      const [, name = service] = service.split(".");
      const message = verbatim(oneLine([data["item"] ?? []].flat().join(", "), LONGEST_ARGUMENT));
      const parameters = { person, names: names(entityIds), message };
      const keys = [`did.${name}.${data["status"]}`, `did.${service}`, `did.${name}`, SETTING.test(name) ? "did.set" : ""];
      const found = entityIds.length === 0 ? undefined : keys.flatMap((key) => catalogue.find(key, parameters) ?? [])[0];
      if (found !== undefined) return withDetails(found, details(data, message === "" ? [] : ["item"], LONGEST_ARGUMENT));
      return catalogue.text("did.other", { person, action: this.action(call) });
    },
  };
}

/** A name as one short line: what a device calls itself must not be able to write a question of its own. */
function called(name: string): string {
  return verbatim(oneLine(name, LONGEST_NAME));
}

/** A name made from an id whose entity is gone: "front door" of `lock.front_door`. */
function wordsOf(entityId: string): string {
  return (entityId.split(".")[1] ?? entityId).replaceAll("_", " ");
}

function isPlain(value: unknown): value is number | string {
  return typeof value === "number" || typeof value === "string";
}

function withDetails(phrase: string, details: readonly string[]): string {
  return details.length === 0 ? phrase : `${phrase} (${details.join(", ")})`;
}

function formatted(catalogue: Catalogue, value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? catalogue.number(Number(value)) : verbatim(value);
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What is remembered, as it is shown. */
export function factWords({ key, value }: { readonly key: string; readonly value: string }) {
  return { key: verbatim(key.replaceAll("_", " ")), value: verbatim(value) };
}

/** One sentence that says what the person can do about a model that did not answer. */
export function modelProblem(problem: ModelProblem, catalogue: Catalogue): string {
  const { model, kind } = problem;
  if (kind === "refused") return catalogue.text(`model.refused-${problem.why}`, { model });
  if (kind !== "not_sent") {
    const name = model.slice(model.indexOf("/") + 1);
    const size = kind === "window_smaller" && { window: problem.window, size: problem.numCtx };
    const time = kind === "timeout" && { seconds: problem.seconds };
    return catalogue.text(`model.${kind}`, { model, name, ...("url" in problem && { url: problem.url }), ...size, ...time });
  }
  const why = catalogue.find(`searchlog.why.${problem.what}`) ?? catalogue.text("searchlog.why.other");
  const kept = catalogue.text("model.not-sent", { model, why });
  return problem.instead === undefined ? kept : `${kept} ${modelProblem(problem.instead, catalogue)}`;
}

/** Shows a text unchanged in Markdown (CommonMark 0.31, §2.4), with nothing tappable. */
export function verbatim(text: string): string {
  const shown = tappableIn(text).length === 0 ? text : partTappable(text);
  return shown.replace(/[\\`*_~[\]<&]|^[#+-]|:(?=\/\/)|(?<=www)\.|@/g, "\\$&");
}

/** The same for a place between “ and ”, which it cannot end: what others have written must not look like words of ours. */
export function quotable(text: string): string {
  return verbatim(text.replaceAll(/[“”„‟]/g, '"'));
}

/** One line of at most so many characters: others' text must not begin a line that looks like ours, nor hide signs. */
export function oneLine(text: string, longest: number): string {
  const line = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const LONGEST_QUOTE = 200;

/** A text from outside, and where it stood, in the words of a reason; both empty where there is none. */
export function outsideQuote(outside: OutsideText | undefined, catalogue: Catalogue): { readonly quote: string; readonly source: string } {
  const { text = "", source = "" } = outside ?? {};
  const quoted = (said: string) => quotable(oneLine(said, LONGEST_QUOTE));
  return { quote: quoted(text), source: catalogue.find(`source.${source}`) ?? quoted(source) };
}
