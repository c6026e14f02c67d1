/** Words around which no day is simply meant or not: six languages at once, for a question back costs little. */
const DOUBTS: readonly RegExp[] = [
  // one of them, and not all
  /(?<!\p{L})(?:(?:this|next|last|dieses?n?|nächstes?n?|letztes?n?|ce|cette|prochaine?|este|próximo|dit|deze|komend) (?:week|wochenende|fin |\p{L}+day|\p{L}+tag|\p{L}+dag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)|(?:השבוע|הקרוב|הזה))/u,
  // more than was known
  /(?<!\p{L})(?:too|as well|instead|stattdessen|dafür|plutôt|en cambio|in plaats|במקום|(?<!not )even|likewise|(?:also|auch|ebenfalls|ook)(?! (?:not|nicht|niet|kein))|aussi|également|también|incluso|גם(?! לא))(?!\p{L})/u,
  // at times, from a day on, and under a condition
  /(?<!\p{L})(?:when(?:ever)?|if|unless|while|since|once|before|after|onwards?|starting|as of|as long as|wenn|falls|solange|sobald|während|seit(?:dem)?|ab|vor|nach|bevor|nachdem|quand|lorsque|si|s['’]il|tant que|pendant que|depuis|avant|après|à partir|cuando|mientras|desde(?!.{1,20} (?:al?|hasta) )|antes|después|a partir|wanneer|als|zolang|sinds|toen|vanaf(?!.{1,20} (?:tot|t\/m) )|voor|na|vóór|כאשר|אם|מאז|לפני|אחרי|החל|כש\p{L}*)(?!\p{L})/u,
  /(?<!\p{L})(?:not|nicht|pas|no|niet|לא) (?:until|till?|bis|jusqu|hasta|tot(?! en met)|עד)(?!\p{L})/u,
  // some of those days
  /(?<!\p{L})(?:not|nicht|pas|no|niet|לא)(?: \p{L}{1,3})? (?:every|each|all|always|necessarily|jede[nmrs]?|alle[nr]?|immer|unbedingt|tous|toutes|chaque|toujours|forcément|todos|todas|cada|siempre|elke|iedere|alle|altijd|כל|תמיד)(?!\p{L})/u,
  /(?<!\p{L})(?:every (?:other|second|third)|sometimes|mostly|often|usually|rarely|jeden (?:zweiten|dritten)|manchmal|meistens|oft|selten|un \p{L}+ sur deux|parfois|souvent|a veces|a menudo|om de|soms|vaak|meestal|לפעמים|לרוב)(?!\p{L})/u,
];
/** An answer before what is right: "no, on Sundays". */
const ANSWER = /^\s*(?:no|nope|nah|nein|nee|non|לא)\s*[,;:–—-]\s*(?=\S)/u;

/** True if a text says of days more than that they are meant or not: of one week, of the sun, "too", "since", "not every". */
export function isDoubtful(text: string): boolean {
  return DOUBTS.some((doubt) => doubt.test(text));
}

/** A text without the "no" that answers before it. */
export function withoutAnswer(text: string): string {
  return text.replace(ANSWER, "");
}
