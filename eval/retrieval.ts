import { createEntityIndex, type EntityIndexSearch } from "../src/entity-search/entity-index.ts";
import { homeKey } from "./home-rows.ts";
import { englishWords, largeHome, ownHome, type StillHome } from "./retrieval-home.ts";
import { type RetrievalRows, readRetrievalRows, type SentenceRow } from "./retrieval-rows.ts";
import { mean, type Suite, type SuiteOptions, type SuiteReport, selectCases, share } from "./suite.ts";

/** What the search may give for one sentence; it gives fewer where fewer may be of use. */
const ENTITY_LIMIT = 60;

/** What was found for one sentence. */
export interface RetrievalOutcome {
  readonly row: SentenceRow;
  readonly found: readonly string[];
}

/** Sentences to the entities that they are about, in their own home and in a large one. */
export const retrieval: Suite = {
  about:
    "sentences to the entities that they are about (cases_actions, cases_retrieval, entities, distractors .jsonl and what actions reads)",
  async run({ folder, onCase, ...choice }: SuiteOptions): Promise<SuiteReport> {
    const rows = readRetrievalRows(folder);
    const chosen = new Set(selectCases([...rows.actions, ...rows.things], ({ id }) => id, choice));
    const actions = rows.actions.filter((row) => chosen.has(row));
    const things = rows.things.filter((row) => chosen.has(row));
    const own = searches(rows, ownHome);
    const large = searches(rows, (entities) => largeHome(entities, rows.distractors));
    const ownOutcomes = actions.map(own);
    const largeOutcomes = actions.map(large);
    const [ownThings, largeThings] = [things.map(own), things.map(large)];
    for (const [home, outcomes] of Object.entries({ own: ownOutcomes, large: largeOutcomes })) {
      onCase(`${home}: ${outcomes.length} sentences`);
    }
    return {
      cases: chosen.size,
      figures: {
        all_expected: allExpected(ownOutcomes),
        mean_entities: meanEntities(ownOutcomes),
        large_all_expected: allExpected(largeOutcomes),
        large_mean_entities: meanEntities(largeOutcomes),
        things: {
          all_expected: allExpected(ownThings),
          mean_entities: meanEntities(ownThings),
          large_all_expected: allExpected(largeThings),
          large_mean_entities: meanEntities(largeThings),
        },
      },
      notes: [...explain("own home", [...ownOutcomes, ...ownThings]), ...explain("large home", [...largeOutcomes, ...largeThings])],
    };
  },
};

/** Of the sentences that expect entities, how many found every one of them. */
export function allExpected(outcomes: readonly RetrievalOutcome[]): number | null {
  const asked = outcomes.filter(({ row }) => row.expected_entities.length > 0);
  return share(asked.filter(hasAll).length, asked.length);
}

export function meanEntities(outcomes: readonly RetrievalOutcome[]): number | null {
  return mean(outcomes.map(({ found }) => found.length));
}

function hasAll({ row, found }: RetrievalOutcome): boolean {
  return row.expected_entities.every((entityId) => found.includes(entityId));
}

/** Searches each row's home, one index a home. */
function searches({ homes }: RetrievalRows, homeOf: (entities: RetrievalEntities) => StillHome): (row: SentenceRow) => RetrievalOutcome {
  const words = englishWords();
  const made = new Map<string, { readonly home: StillHome; readonly index: EntityIndexSearch }>();
  return (row) => {
    const key = homeKey(row);
    const known = made.get(key) ?? indexOf(homeOf(homes.get(key) ?? []));
    made.set(key, known);
    const areaId = row.context_device === null ? undefined : known.home.areaOfDevice(row.context_device);
    const found = known.index.find(row.sentence, { limit: ENTITY_LIMIT, context: { areaId } });
    return { row, found: found.map(({ entity }) => entity.entityId) };
  };

  function indexOf(home: StillHome) {
    return { home, index: createEntityIndex({ home, words: () => words, detailsOf: home.detailsOf }) };
  }
}

type RetrievalEntities = Parameters<typeof ownHome>[0];

function explain(where: string, outcomes: readonly RetrievalOutcome[]): readonly string[] {
  return outcomes
    .filter((outcome) => !hasAll(outcome))
    .map(({ row, found }) => {
      const missing = row.expected_entities.filter((entityId) => !found.includes(entityId));
      return `${row.id} (${where}): "${row.sentence}" misses ${missing.join(", ")} in ${found.length}`;
    });
}
