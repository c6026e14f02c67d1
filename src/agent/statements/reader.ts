import { unitsOf } from "../../entity-search/entity-text.ts";
import type { StateMeaning } from "../../homeassistant/recogniser/meant-states.ts";
import type { Entity, Home } from "../../homeassistant/registry/home.ts";
import { DOORS } from "../../homeassistant/registry/openings.ts";
import type { StateWords } from "../../homeassistant/registry/state-words.ts";
import { meaningsOf } from "../../recognition/meanings.ts";
import { createJudge, MOST_TOKENS } from "./reading.ts";
import { createVocabulary, isPlain, type Token } from "./vocabulary.ts";

type Kind = Pick<Entity, "domain" | "deviceClass">;

interface ReaderDependencies {
  readonly home: Pick<Home, "exposed" | "areas" | "floors" | "info">;
  readonly words: StateWords;
}

/** Shorter beginnings fit too much. */
const SHORTEST_BEGINNING = 4;
const GUARDING: ReadonlySet<string> = new Set(["cover", "lock", "alarm_control_panel", "siren", "valve"]);
/** Classes of `binary_sensor` that warn of a danger. */
const DANGERS = ["smoke", "gas", "carbon_monoxide", "moisture", "tamper"];
const WARNING: ReadonlySet<string> = new Set([...DANGERS, "lock", "garage_door"]);

/** Meanings of states that are said of nothing else; what is open or on may be a shop or a film. */
const SURE: readonly StateMeaning[] = ["closed", "locked", "unlocked", "wet", "dry"];

/** Reads sentences against the home as it is now. */
export function createReader({ home, words }: ReaderDependencies) {
  const vocabulary = createVocabulary({ home, words });
  const judge = createJudge(vocabulary, home.info.temperatureUnit ?? "°C");
  const guarding = vocabulary.told.filter((entity) => isGuarding(entity) || entity.domain === "person");
  // of those too of which the home shows nothing
  const kinds: readonly Kind[] = [
    ...guarding,
    ...["light", ...GUARDING].map((domain) => ({ domain, deviceClass: undefined })),
    ...[...WARNING, ...DOORS].map((deviceClass) => ({ domain: "binary_sensor", deviceClass })),
  ];
  const namesKind = finderOf(kinds.flatMap(vocabulary.kindNames), { isBeginning: true });
  const namesDanger = finderOf(
    DANGERS.flatMap((deviceClass) => vocabulary.kindNames({ domain: "binary_sensor", deviceClass })),
    {
      isBeginning: true,
    },
  );
  const places = [...home.areas(), ...home.floors()].flatMap(({ name, aliases }) => [name, ...aliases]);
  const namesPlace = finderOf(places);
  const ofPlaces = new Set(places.flatMap(unitsOf));
  const guardingWords = new Set(
    guarding.flatMap(({ name, aliases }) => [name, ...aliases].flatMap(unitsOf)).filter((unit) => !ofPlaces.has(unit)),
  );

  // but for what is under way: "close" may be a verb
  const settled = guarding.flatMap((entity) =>
    [...vocabulary.statesOf(entity)].flatMap(([text, states]) => (states.every((state) => state.endsWith("ing")) ? [] : text)),
  );
  const telling = new Set(settled);

  /** A word for a state of what closes the home or warns, but for those that stand in any sentence. */
  function isTelling({ role, ...token }: Token): boolean {
    if (role !== "state" || !("text" in token) || isPlain(token.text)) return false;
    const meanings = meaningsOf(token.text);
    return meanings.length === 0 ? telling.has(token.text) : meanings.some((meaning) => SURE.includes(meaning));
  }

  return {
    ...vocabulary,
    ...judge,
    isTelling,
    namesKind,
    namesDanger,
    /** Whether a text names something of the home, or asks for all or any of it. */
    isOfHome: (text: string): boolean =>
      namesPlace(text) ||
      namesKind(text) ||
      vocabulary
        .tokens(text)
        .some(
          (token) =>
            ["name", "all", "none"].includes(token.role) ||
            isTelling(token) ||
            (token.role === "state" && !isPlain(token.text) && meaningsOf(token.text).includes("home")) ||
            (token.role === "word" && guardingWords.has(token.text)),
        ),
    /** What a question is about: what it names, or else the places and kinds in it. */
    subjectOf(text: string): readonly (readonly Entity[])[] {
      const tokens = vocabulary.tokens(text);
      if (tokens.length > MOST_TOKENS) return [];
      const names = tokens.flatMap((token) => (token.role === "name" ? [token.entities] : []));
      if (names.length > 0) return names;
      const words = new Set(tokens.flatMap((token) => (token.role === "word" ? token.text : [])));
      const group = judge.called([...vocabulary.known(words)]);
      return group.length > 0 ? [group] : [];
    },
  };
}

export type Reader = ReturnType<typeof createReader>;

/** Whether an entity closes the home, or tells of what does, or warns. */
function isGuarding({ domain, deviceClass = "" }: Kind): boolean {
  return GUARDING.has(domain) || (domain === "binary_sensor" && (WARNING.has(deviceClass) || DOORS.includes(deviceClass)));
}

/** Tells whether a text has one of the names as whole words, or longer ones as the beginning of a word ("Rauchmelder"). */
function finderOf(names: readonly string[], { isBeginning = false } = {}): (text: string) => boolean {
  const wanted = names.map((name) => unitsOf(name).join(" ")).filter((name) => name !== "");
  const found = [...new Set(wanted.map((name) => (isBeginning && name.length >= SHORTEST_BEGINNING ? ` ${name}` : ` ${name} `)))];
  return (text) => {
    const said = ` ${unitsOf(text).join(" ")} `;
    return found.some((name) => said.includes(name));
  };
}
