import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { pluralsIn } from "../entity-search/entity-text.ts";
import { createParting } from "../entity-search/parting.ts";
import { NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { SentencePlacing } from "../homeassistant/recogniser/recogniser.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { StateWords } from "../homeassistant/registry/state-words.ts";
import { ARTICLES } from "../languages/typed-answers.ts";
import { plainWords, singleSpaced } from "../text/fold.ts";
import { unparted } from "../text/proclitics.ts";
import { createCommandReader, isGuessed } from "./command-reader.ts";
import type { Phrasing } from "./phrase-placing.ts";
import { createQuestionReader } from "./question-reader.ts";
import { createReadingReader } from "./reading-reader.ts";
import { createSpelling } from "./spelling.ts";
import { firstReading, spokenIn } from "./spoken.ts";

/** Shorter words are no slips of words of the weather. */
const SHORTEST_SURE = 6;

/** What is known of a language without templates, for what the matcher names the intent of. */
const PLAIN: Phrasing = {
  fillers: ARTICLES,
  prepositions: new Set(),
  doubtful: new Set(),
  called: new Map(),
  phrase: (text) => ({ text, number: "one", plurals: pluralsIn(text), except: [] }),
  halves: (text) => [text],
  unprefixed: (text: string) => text,
  isPronoun: () => false,
};

/** Places a sentence that Home Assistant's matcher could not place, by templates and by the intent that the matcher named. All else is for the model. */
export function createSentenceReader(dependencies: {
  readonly index: Pick<EntityIndexSearch, "place" | "namedKinds">;
  readonly home: Pick<Home, "find" | "exposed" | "areas" | "floors" | "generation" | "ready" | "hiddenNamed" | "info">;
  readonly words: Pick<StateWords, "statesOf">;
  /** ms since the epoch */
  readonly now: () => number;
}): SentencePlacing {
  const commands = createCommandReader(dependencies);
  const questions = createQuestionReader(dependencies);
  const readings = createReadingReader(dependencies);
  const spelling = createSpelling(dependencies);
  const { home } = dependencies;
  const parting = createParting(home);
  const heard = (said: string, language: string) => {
    const spoken = spokenIn(language);
    const sentence = spoken ? spoken.numbered(parting(singleSpaced(said), spoken)) : singleSpaced(said);
    // something that is hidden may be called exactly so, and what else fits is not meant then
    return { spoken, sentence, isOpen: home.ready && home.hiddenNamed(said) === 0 && home.hiddenNamed(sentence) === 0 };
  };
  return {
    universal(said, language) {
      const { spoken, sentence, isOpen } = heard(said, language);
      return spoken && home.ready ? questions.universal(sentence, spoken, { isOfOne: isOpen }) : NO_MATCH;
    },
    corrected(said, language) {
      const { spoken, sentence, isOpen } = heard(said, language);
      if (!spoken || !isOpen) return [];
      const written = plainWords(sentence);
      // a short word is near many others: "what could we cook tonight" does not ask how cool it gets
      const isFar = (reading: string) =>
        readings.weather(reading, spoken).ok && plainWords(reading).some((word) => word.length < SHORTEST_SURE && !written.includes(word));
      return spelling(sentence, spoken.vocabulary, spoken.proclitics)
        .filter((reading) => !isFar(reading))
        .map(unparted);
    },
    place(said, language, hint) {
      const { spoken, sentence, isOpen } = heard(said, language);
      if (!isOpen) return NO_MATCH;
      const templates = spoken
        ? [
            () => readings.read(sentence, spoken),
            () => questions.read(sentence, spoken),
            () => commands.read(sentence, spoken),
            // a sensor of the house knows better than a weather service
            () => readings.read(sentence, spoken, { isWeatherNow: true }),
            () => readings.weather(sentence, spoken),
          ]
        : [];
      // a verb that the templates do not know may mean the contrary: "lower the lights" is not off
      const isHinted = hint && !(spoken && isGuessed(hint));
      return firstReading([...templates, () => (isHinted ? commands.hinted(sentence, hint, spoken ?? PLAIN) : NO_MATCH)]);
    },
  };
}
