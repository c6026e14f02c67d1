/**
 * Words of closed classes that decide whether a sentence claims something, by what they do. Not verbs: those are learned by how they
 * are built. A language that is added to scripts/claims-data/ puts its few words here.
 */
const CLASSES: Readonly<Record<string, string>> = {
  not: `not no nothing nobody none never neither without can't cannot couldn't won't wasn't weren't isn't aren't haven't hasn't didn't don't doesn't
    nicht nichts kein keine keinen keinem keiner niemand nie weder ohne pas rien aucun aucune personne jamais n'est n'a n'ai sans
    nada ningún ninguna ninguno nadie nunca tampoco sin niet niets geen niemand nooit zonder לא אין שום בלי אינה אינו אינם אף`,
  may: `can could would should may might must able you'd need kann kannst könnte könntest könnten sollte solltest soll darf dürfte müsste musst muss würde
    möchtest willst peux peut pouvez pourrais pourriez dois doit devrais devriez faut faudrait puis-je dois-je puedo puede puedes podría podrías debo debes
    deberías tendrías hay kan kunt kon zou zal moet mag wil יכול יכולה אפשר ניתן צריך כדאי תוכל אוכל תרצה רוצה`,
  if: "if when whenever once until unless before wenn sobald falls bevor bis si quand dès lorsque avant cuando antes hasta als zodra wanneer voordat tot אם כאשר כש כדי לפני לאחר",
  past: `yesterday ago last earlier since morning noon night evening afternoon gestern vorhin seit heute früh letzte zuletzt hier depuis matin soir dernière
    ayer anoche hace desde mañana tarde gisteren gisteravond geleden sinds vanochtend vannacht laatst laatste אתמול אמש הבוקר מאז בשעה בערב לאחרונה`,
  by: "by automation schedule who von vom durch automation zeitplan par automatisation programme qui por automatización horario quien door automatisering schema die על ידי אוטומציה האוטומציה",
  still: `still currently already moment both all noch immer derzeit aktuell momentan bereits schon beide alle actuellement encore toujours déjà
    moment todavía aún actualmente momento ya momenteel nog steeds al allebei beide כרגע עדיין כבר`,
  now: "now just jetzt nun sofort soeben eben maintenant désormais tout suite viens vient ahora acabo enseguida mismo nu zojuist net meteen עכשיו הרגע מיד",
  i: "i i've i'm i'll ich habe hab j'ai je j' he ik heb yo me estoy אני",
  asked:
    "asked said mean meant which wolltest meinst welche welchen gebeten quelle quels quel pediste querías qué cuál vroeg bedoel welke ביקשת התכוונת איזה איזו",
};

const classOf: ReadonlyMap<string, readonly string[]> = Object.entries(CLASSES).reduce((known, [name, words]) => {
  for (const word of words.trim().split(/\s+/)) known.set(word, [...(known.get(word) ?? []), name]);
  return known;
}, new Map<string, readonly string[]>());

/** Which classes the words belong to, in order of the alphabet, each once. */
export function classesOf(tokens: readonly string[]): readonly string[] {
  return [...new Set(tokens.flatMap((token) => classOf.get(token) ?? []))].sort();
}
