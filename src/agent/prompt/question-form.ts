/** Question marks of the world's scripts. */
const MARKS = /[?\uFF1F\u061F\u2E2E\u037E\u055E\u1367\u00BF]/u;

/** Words that ask, wherever they stand. Words that also join sentences ("when", "que", "wenn") are not here. */
const ASKING = new Set(
  (
    "why how what which whose explain " +
    "warum wieso weshalb wozu wie was welche welcher welches wessen erkläre " +
    "pourquoi comment combien quel quelle quels quelles explique " +
    "qué cuál cuáles cuánto cuánta cuántos cómo porqué explica " +
    "perché cosa quale quali quanto quanti spiega " +
    "waarom hoe wat welke hoeveel " +
    "quais qual quanto porquê " +
    "varför hur vad vilken hvorfor hvordan hvad miksi miten mikä " +
    "dlaczego jak co proč jaký prečo miért hogyan neden nasıl nedir " +
    "почему зачем как что какой чому навіщо як що γιατί πώς τι"
  ).split(" "),
);

/** Words that ask at the beginning only: elsewhere they join sentences. */
const ASKING_FIRST = new Set(
  (
    "when where who is are was were does did has have " +
    "wann wo wer ist sind hat gibt war " +
    "quand où qui est-ce " +
    "cuándo dónde quién hay está " +
    "quando dove chi onde quem " +
    "wanneer waar wie is " +
    "när var vem når hvor hvem milloin missä kuka " +
    "kiedy gdzie kto kdy kde kdo mikor hol ki когда где кто коли де хто πότε πού ποιος"
  ).split(" "),
);

/** Writing without spaces: these stand anywhere in a sentence. */
const ASKING_SIGNS = /为什么|為什麼|什么|什麼|怎么|怎麼|吗|嗎|哪|なぜ|どうして|どう|何|いつ|どこ|왜|어떻게|무엇|뭐|ทำไม|อย่างไร|อะไร/u;

/** Whether a sentence looks like a question, by its marks and question words alone: cheap, and wrong at times in both directions. */
export function looksLikeQuestion(text: string): boolean {
  return MARKS.test(text) || hasAskingWord(text);
}

/** Whether it asks by its words: "can you turn it on?" is a wish with a question mark. */
export function hasAskingWord(text: string): boolean {
  if (ASKING_SIGNS.test(text)) return true;
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  return words.some((word, index) => ASKING.has(word) || (index === 0 && ASKING_FIRST.has(word)));
}
