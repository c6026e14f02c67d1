import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { pluralsIn } from "../entity-search/entity-text.ts";
import { createParting } from "../entity-search/parting.ts";
import { NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { SentencePlacing } from "../homeassistant/recogniser/recogniser.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import type { StateWords } from "../homeassistant/registry/state-words.ts";
import { ARTICLES } from "../languages/typed-answers.ts";
import { singleSpaced } from "../text/fold.ts";
import { unparted } from "../text/proclitics.ts";
import { createCommandReader, isGuessed } from "./command-reader.ts";
import type { Phrasing } from "./phrase-placing.ts";
import { createQuestionReader } from "./question-reader.ts";
import { createReadingReader } from "./reading-reader.ts";
import { createSpelling } from "./spelling.ts";
import { firstReading, type Spoken, spokenIn } from "./spoken.ts";

/** What is known of a language without templates, for what the matcher names the intent of. */
const PLAIN: Phrasing = {
  fillers: ARTICLES,
  prepositions: new Set(),
  doubtful: new Set(),
  called: new Map(),
  phrase: (text) => ({ text, number: "one", plurals: pluralsIn(text), except: [] }),
  halves: (text) => [text],
  unprefixed: (text: string) => text,
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
  const partedIn = (said: string, spoken: Spoken | undefined) =>
    spoken ? spoken.numbered(parting(singleSpaced(said), spoken)) : singleSpaced(said);
  // something that is hidden may be called exactly so, and what else fits is not meant then
  const mayPlace = (...sentences: readonly string[]) =>
    home.ready && [...new Set(sentences)].every((sentence) => home.hiddenNamed(sentence) === 0);
  return {
    universal(said, language) {
      const spoken = spokenIn(language);
      const sentence = partedIn(said, spoken);
      return spoken && home.ready ? questions.universal(sentence, spoken, { isOfOne: mayPlace(said, sentence) }) : NO_MATCH;
    },
    corrected(said, language) {
      const spoken = spokenIn(language);
      const sentence = partedIn(said, spoken);
      return spoken && mayPlace(said, sentence) ? spelling(sentence, spoken.vocabulary, spoken.proclitics).map(unparted) : [];
    },
    place(said, language, hint) {
      const spoken = spokenIn(language);
      const sentence = partedIn(said, spoken);
      if (!mayPlace(said, sentence)) return NO_MATCH;
      const whole = spoken?.commands.length ? spoken : undefined;
      return firstReading([
        ...(whole
          ? [
              () => readings.read(sentence, whole),
              () => questions.read(sentence, whole),
              () => commands.read(sentence, whole),
              // a sensor of the house knows better than a weather service
              () => readings.read(sentence, whole, { isWeatherNow: true }),
              () => readings.weather(sentence, whole),
            ]
          : []),
        // a verb that the templates do not know may mean the contrary: "lower the lights" is not off
        () => (hint && !(whole && isGuessed(hint)) ? commands.hinted(sentence, hint, whole ?? PLAIN) : NO_MATCH),
      ]);
    },
  };
}
