import { LIKENESS, likeness, unitsOf } from "../entity-search/entity-text.ts";
import type { DomainWords } from "../homeassistant/registry/domain-words.ts";
import type { Source } from "../storage/knowledge/knowledge.ts";
import { folded } from "../text/fold.ts";
import { toPattern } from "../text/pattern.ts";

/** What people say when they ask for a kind of knowledge without its name, in several languages, folded (no accents, lower case). */
const HINTS: readonly { readonly source: Source; readonly said: readonly string[] }[] = [
  {
    // what does something by itself, when, and why
    source: "automation",
    said: [
      "why|how come|what makes|happens?|automat\\p{L}*|by (?:it|them)sel\\p{L}+|trigger\\p{L}*|causes?|reacts?|reminds?|warns?|starts?|stops?",
      "(?:at what|what) time|when (?:is|does|do|are)|what (?:is|are|gets?|will be) (?:\\p{L}+ed|done|shut|cut)|what (?:do|does)(?= .*(?:when|if|once)(?!\\p{L}))|if|as soon as|(?:at|from|above|below|after) (?:which|what|how)|how (?:long|\\p{L}+) (?:may|must)",
      "warum|wieso|weshalb|weswegen|passiert|von (?:selbst|allein)\\p{L}*|ausgelost|lost|bewirkt|was (?:macht|wird|tut)|um wie ?viel uhr|wird .*wenn",
      "pourquoi|se passe|tou(?:t|te)s? seule?s?|declenche\\p{L}*|quelle heure|por ?que|pasa|ocurre|sucede|dispara|que se|que hora",
      "perche|succede|da sol[oaie]|che ora|waarom|gebeurt|vanzelf|hoe laat|porque|acontece|sozinh[oa]s?|que horas",
      "dlaczego|dzieje|varfor|hander|hvorfor|sker|skjer|miksi|tapahtuu|proc|preco|stane|почему|зачем|происходит|чому",
    ],
  },
  {
    // what has happened lately
    source: "history",
    said: [
      "today|yesterday|tonight|(?:last|past) (?:night|day|week|time|(?:few )?hours?|24)|lately|recently|ago|since|how (?:often|many (?:times|hours)|long) (?:was|were|did|has)",
      "(?:was|were|did) (?:the|there|it|i|we|he|she|they|you|my|our|any\\p{L}*|some\\p{L}*)|low|(?:low|high|warm|cold|hott|dri)est|how (?:warm|cold|hot|dry|humid|bright) (?:was|were|did|has)|\\p{L}+(?:ed|n) last|average|maximum|minimum|(?:nearly |almost )?empty",
      "heute|gestern|vorhin|zuletzt|letzte[nrs]?|neulich|seit|wie (?:oft|lange) (?:war|lief|wurde)|(?:hoch|niedrig|warm|kalt)ste[nrs]?|durchschnitt\\p{L}*|leere?",
      "aujourd'hui|derniere?s?|combien de fois|depuis|moyenne|hoy|ayer|anoche|ultim[oa]s?|cuantas veces|oggi|ieri|ultim[ei]|quante volte",
      "vandaag|gisteren|laatste?|hoe vaak|hoje|ontem|quantas vezes|dzis|wczoraj|ostatni\\p{L}*|i ?dag|i ?gar|tanaan|eilen|dnes|vcera|сегодня|вчера|последн\\p{L}*",
    ],
  },
  {
    // rooms, floors and what stands in them
    source: "area",
    said: [
      "floors?|levels?|store?ys?|rooms|areas|where|which (?:devices|things)|what (?:devices|things|all is|is there|is in)|devices|installed",
      "stockwerke?|etagen?|geschosse?|raume|zimmer|bereiche?|wo|gerate|etages?|pieces|ou|appareils|plantas?|pisos?|habitaciones|donde|dispositivos",
      "pian[oi]|stanze|dove|verdieping|kamers|waar|apparaten|andar|quartos|onde|pietr[oa]|pokoje|gdzie|vaning|rummen?|var finns|etasje|hvor|kerros|missa|patro|kde",
      "этаж\\p{L}*|комнаты|где",
    ],
  },
  {
    // how something is used or mended
    source: "document",
    said: [
      "how (?:do|can|must|should|to) (?:i|we)?|may i|errors?|faults?|codes?|manuals?|handbooks?|instructions?|guarantee|warranty|reset|maintenance|means?",
      "wie (?:kann|muss|soll|stelle|mache|geht|funktioniert)|fehler|storung|anleitung|handbuch|garantie|bedeutet|comment|erreur|panne|signifie|manuel",
      "como|errore?|averia|significa|manuale?|garan[tz]ia|hoe|storing|handleiding|betekent|erro|jak|blad|hur|felkod|betyder|hvordan|feil|miten|virhe|chyba|как|ошибка",
    ],
  },
  {
    // who belongs to the home
    source: "person",
    said: [
      "who (?:is|are|lives|belongs)|people|persons?|famil\\p{L}+|household|wer (?:ist|wohnt|gehort)|wohnt|haushalt|qui (?:est|habite|vit)|habite",
      "quien(?:es)? (?:es|son|viven?)|chi (?:e|vive|abita)|wie (?:is|woont)|quem (?:e|mora|vive)|kto (?:jest|mieszka)|vem (?:ar|bor)|hvem (?:er|bor)|kuka|kdo (?:je|bydli)|кто",
    ],
  },
  {
    // what a thing is and who made it
    source: "entity",
    said: [
      "who makes|made by|anything (?:by|from)|something (?:by|from)|brands?|manufacturers?|makers?|models?|company",
      "hersteller|marke|modell|fabricante?|marque|modele?|marca|modelo|produttore|modello|merk|fabrikant|producent\\p{L}*|valmistaja|vyrobce|производитель|модель",
    ],
  },
];

const PATTERNS = HINTS.map(({ source, said }) => ({ source, pattern: toPattern(`(?<!\\p{L})(?:${said.join("|")})(?!\\p{L})`, "u") }));

/** Kinds of knowledge that are likely to hold the answer to a question, by what it asks for. */
export function hintedSources(query: string): readonly Source[] {
  const plain = folded(query);
  return PATTERNS.filter(({ pattern }) => pattern.test(plain)).map(({ source }) => source);
}

/** Kinds of knowledge that people ask for by their name: "what automations …". */
const KINDS = ["automation", "script", "scene"] as const satisfies readonly Source[];

/** Tells which kinds a query names, in English or in the home's language. */
export function createNamedKinds({ words }: { readonly words: () => DomainWords }): (query: string) => readonly Source[] {
  return (query) => {
    const said = unitsOf(query);
    const { domains } = words();
    const isSaid = (name: string): boolean => {
      const [unit, ...more] = unitsOf(name);
      return unit !== undefined && more.length === 0 && said.some((one) => likeness(one, unit) >= LIKENESS.inflected);
    };
    return KINDS.filter((kind) => [kind, ...(domains.get(kind)?.names ?? [])].some(isSaid));
  };
}
