import { splitSentences } from "../../text/sentences.ts";

/**
 * A sentence that says that something was or will now be remembered or forgotten, in English, German, French, Spanish, Dutch and Hebrew. Words
 * for it are few, so they are listed; "I remember that you …" and "shall I remember …?" say nothing of the kind.
 */
const CLAIMS: readonly RegExp[] = [
  /\bI(?:['’]ve| have|['’]ll| will|['’]m going to| am going to)\s+(?:\w+ly |now |just |also |always |all )?(?:be sure to |make sure to )?(?:remember|note|save|store|record|memori[sz]|forg[eo]t|delete|erase|keep (?:that|this|it|you)|kept|made? a note|make a note|updated? your (?:profile|preferences?)|add(?:ed)? (?:that|this|it) to your)/i,
  /^\W*(?:(?:got it|okay?|sure|alright|great)\W+)?(?:noted|saved|remembered|duly noted|forgotten|your (?:preference|profile)\b.{0,40}\b(?:has been|is now|was)\b)/i,
  /\b(?:ich|wir)\s+hab\w*\b.{0,200}\b(?:gemerkt|gespeichert|notiert|vermerkt|vergessen|gelöscht)|\b(?:merke|notiere|speichere)\s+(?:ich\s+)?(?:mir|es|das)|\bwerde\b.{0,200}\b(?:merken|speichern|notieren|vergessen)|^\W*(?:ist )?(?:notiert|gemerkt|gespeichert)\b/iu,
  /\bj['’](?:ai|en ai)\s+(?:bien )?(?:noté|retenu|enregistré|mémorisé|oublié|supprimé)|\bje\s+(?:m['’]en souviendrai|(?:le |la |vais )?(?:retiens|note|retenir|noter)|vais (?:m['’]en souvenir|l['’]enregistrer))|^\W*(?:c['’]est )?(?:bien )?noté/iu,
  /(?<!\p{L})(?:lo |la )?(?:recordaré|he (?:anotado|guardado|memorizado|registrado|olvidado|borrado)|tomo nota|me acordaré)|^\W*(?:anotado|guardado)/iu,
  /\bik\s+(?:heb\b.{0,200}\b(?:onthouden|opgeslagen|genoteerd|vergeten|verwijderd)|zal\b.{0,200}\bonthouden|onthoud\b)|^\W*(?:genoteerd|opgeslagen)\b/iu,
  /(?<!\p{L})(?:אזכור|זכרתי|רשמתי|שמרתי|מחקתי|נרשם|נשמר|שכחתי)(?!\p{L})/u,
];
const NOT_CLAIMED =
  /(?<![\p{L}\p{N}])(?:not|never|cannot|can['’]?t|nothing|if|nicht|nichts|kein\p{L}*|wenn|pas|rien|si|no|nada|niet|niets|als|לא|אין|אם)(?![\p{L}\p{N}])|n['’]t(?!\p{L})|\?\s*$/iu;

/** The sentences of an answer that say that something is now remembered or forgotten. Whether it is so is for what was written to say. */
export function findMemoryClaims(answer: string): readonly { readonly start: number; readonly end: number }[] {
  return splitSentences(answer).filter(({ text }) => CLAIMS.some((claim) => claim.test(text)) && !NOT_CLAIMED.test(text));
}

/** The answer without them; empty when nothing else was said. */
export function withoutMemoryClaims(answer: string): string {
  let rest = "";
  let from = 0;
  for (const { start, end } of findMemoryClaims(answer)) {
    rest += answer.slice(from, start);
    from = end;
  }
  return (rest + answer.slice(from)).replace(/[ \t]{2,}/g, " ").trim();
}
