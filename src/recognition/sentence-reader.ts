import type { EntityIndexSearch } from "../entity-search/entity-index.ts";
import { pluralsIn, unitsOf } from "../entity-search/entity-text.ts";
import { NO_MATCH } from "../homeassistant/recogniser/intents.ts";
import type { SentencePlacing } from "../homeassistant/recogniser/recogniser.ts";
import type { Home } from "../homeassistant/registry/home.ts";
import { singleSpaced } from "../text/fold.ts";
import { createCommandReader, type Phrasing } from "./command-reader.ts";
import { createQuestionReader } from "./question-reader.ts";
import { createReadingReader } from "./reading-reader.ts";
import { createSpelling } from "./spelling.ts";
import { firstReading, type SpokenIn } from "./spoken.ts";

/** Articles of the languages that have no templates here, for what the matcher names the intent of. None that is another word elsewhere. */
const ARTICLES = "der die das den dem des ein eine le la les un une el los las il gli het een";

const PLAIN: Phrasing = {
  fillers: new Set(ARTICLES.split(" ").flatMap(unitsOf)),
  prepositions: new Set(),
  doubtful: new Set(),
  called: new Map(),
  phrase: (text) => ({ text, number: "one", plurals: pluralsIn(text), except: [] }),
  halves: (text) => [text],
};

/** Places a sentence that Home Assistant's matcher could not place, by templates and by the intent that the matcher named. All else is for the model. */
export function createSentenceReader(dependencies: {
  readonly index: Pick<EntityIndexSearch, "place" | "namedKinds">;
  readonly home: Pick<Home, "find" | "exposed" | "areas" | "floors" | "generation" | "ready" | "hiddenNamed" | "info">;
  readonly spokenIn: SpokenIn;
  /** ms since the epoch */
  readonly now: () => number;
}): SentencePlacing {
  const commands = createCommandReader(dependencies);
  const questions = createQuestionReader(dependencies);
  const readings = createReadingReader(dependencies);
  const spelling = createSpelling(dependencies);
  const { home, spokenIn } = dependencies;
  // something that is hidden may be called exactly so, and what else fits is not meant then
  const mayPlace = (sentence: string) => home.ready && home.hiddenNamed(sentence) === 0;
  return {
    universal(said, language) {
      const sentence = singleSpaced(said);
      const spoken = spokenIn(language);
      return spoken && home.ready ? questions.universal(sentence, spoken) : NO_MATCH;
    },
    corrected(said, language) {
      const spoken = spokenIn(language);
      const sentence = singleSpaced(said);
      return spoken && mayPlace(sentence) ? spelling(sentence, spoken.vocabulary) : [];
    },
    place(said, language, hint) {
      const sentence = singleSpaced(said);
      if (!mayPlace(sentence)) return NO_MATCH;
      const spoken = spokenIn(language);
      const whole = spoken?.commands.length ? spoken : undefined;
      return firstReading([
        ...(whole
          ? [() => readings.read(sentence, whole), () => questions.read(sentence, whole), () => commands.read(sentence, whole)]
          : []),
        () => (hint ? commands.hinted(sentence, hint, whole ?? PLAIN) : NO_MATCH),
      ]);
    },
  };
}
