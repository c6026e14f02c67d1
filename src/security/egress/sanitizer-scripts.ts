/** Latin for letters of other scripts, near enough to hear the same name. Vowels that a script leaves out are left out. */
const LETTERS = table(
  // Cyrillic
  "аa бb вv гg ґg дd еe ёe єe жZ зz иi іi їi йi кk лl мm нn оo пp рr сs тt уu фf хk цz чS шS щS ъ. ыi ь. эe юu яa",
  // Greek
  "αa βv γg δd εe ζz ηi θt ιi κk λl μm νn ξks οo πp ρr σs ςs τt υi φf χk ψps ωo",
  // Hebrew
  "אa בb גg דd הa וu זz חk טt יi כk ךk לl מm םm נn ןn סs עa פp ףp צz ץz קk רr שS תt",
  // Arabic
  "اa أa إi آa بb تt ثt جg حk خk دd ذd رr زz سs شS صs ضd طt ظz عa غg فf قk كk لl مm نn هa وu يi ىa ةa",
  // Katakana; Hiragana is shifted to it
  "アa イi ウu エe オo カka キki クku ケke コko サsa シSi スsu セse ソso タta チSi ツzu テte トto ナna ニni ヌnu ネne ノno ハha ヒhi フfu ヘhe ホho マma ミmi ムmu メme モmo ヤia ユiu ヨio " +
    "ラra リri ルru レre ロro ワva ヲo ンn ガga ギgi グgu ゲge ゴgo ザza ジzi ズzu ゼze ゾzo ダda デde ドdo バba ビbi ブbu ベbe ボbo パpa ピpi プpu ペpe ポpo ヴv ァa ィi ゥu ェe ォo ャia ュiu ョio ー. ッ.",
);
/** Two signs of Katakana or Greek that are one sound: "シャ" is "sha". */
const TOGETHER = new Map(
  Object.entries({
    ...{
      シャ: "Sa",
      シュ: "Su",
      ショ: "So",
      シェ: "Se",
      チャ: "Sa",
      チュ: "Su",
      チョ: "So",
      チェ: "Se",
      ジャ: "ia",
      ジュ: "iu",
      ジョ: "io",
      ジェ: "ie",
    },
    ...{ ティ: "ti", ディ: "di", ウィ: "vi", ウェ: "ve", ウォ: "vo", ντ: "d", μπ: "b", γκ: "g", ου: "u", ει: "i", οι: "i" },
  }),
);
const PAIR_OR_SIGN = /^ντ|μπ|γκ|[οε]ι|ου|[シチジ][ャュョェ]|[テデウ]ィ|ウ[ェォ]|./gsu;
const ABJAD = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HIRAGANA = /[ぁ-ゖ]/g;

function table(...rows: readonly string[]): ReadonlyMap<string, string> {
  const pairs = rows.flatMap((row) => row.split(" ")).map((pair) => [pair.charAt(0), pair.slice(1).replace(".", "")] as const);
  return new Map(pairs.filter(([letter]) => letter !== ""));
}

const ABJAD_HEARINGS: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/[vw]/g, "b"],
  [/^[vwh]/g, "a"],
  [/^h/g, "k"],
  [/(?<!s)ch/g, "k"],
  [/z/g, "s"],
];
const ALPHABET_HEARINGS: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/(?<![sctpkg])h(?=[aeiouy])/g, "kh"],
  [/(?<![sctpk])k?h(?=[aeiouy])/g, "g"],
  [/(?<!s)ch/g, "k"],
  [/ei/g, "ai"],
  [/e$/g, "a"],
  [/^k?h(?=[aeiou])/g, ""],
  [/^s(?=[tp])/g, "sch"],
  [/z/g, "s"],
];
const KANA_HEARINGS: readonly (readonly [pattern: RegExp, sound: string])[] = [[/r(?=[^aeiouy]|$)/g, "ru"]];

export type Writing = "latin" | "alphabet" | "abjad" | "kana" | "other";
/**
 * How much of a name's sound is compared: all of it, its consonants, these with the vowels that Hebrew and Arabic write, or what Japanese syllables keep
 * of it, of all letters or of the consonants.
 */
export type Sounding = "full" | "bare" | "frame" | "syllables" | "consonants";

/** Whether a word is in Latin letters, in others that are written with vowels, in letters without, or in syllables. */
export function writingOf(word: string): Writing {
  if (/^[a-z\d]+$/i.test(word)) return "latin";
  if (ABJAD.test(word)) return "abjad";
  if (KANA.test(word)) return "kana";
  return LETTERS.has(word.toLowerCase().charAt(0)) ? "alphabet" : "other";
}

/**
 * How else a name in Latin letters may be heard in another writing: an H is a K or G in Cyrillic and nothing in Hebrew, a W one of three letters there,
 * a CH a K. The name itself is the first.
 */
export function hearingsOf(name: string, writing: Writing): readonly string[] {
  const names = new Set([name.toLowerCase()]);
  const hearings =
    writing === "abjad" ? ABJAD_HEARINGS : writing === "alphabet" ? ALPHABET_HEARINGS : writing === "kana" ? KANA_HEARINGS : [];
  for (const [pattern, sound] of hearings) for (const one of [...names]) names.add(one.replaceAll(pattern, sound));
  return [...names];
}

/** How a name sounds, roughly the same in each script; undefined for a script that is not known. */
export function soundOf(word: string, sounding: Sounding): string | undefined {
  const latin = latinOf(word);
  if (latin === undefined) return undefined;
  if (sounding === "frame") return frameOf(latin);
  if (sounding === "consonants") return consonantsOf(latin);
  const sound = simplified(latin);
  if (sounding === "full") return sound;
  // one letter is R and L, one V and B, and a U is put behind consonants
  if (sounding === "syllables")
    return sound
      .replaceAll("r", "l")
      .replaceAll("v", "b")
      .replaceAll(/(?<=.)u/g, "")
      .replaceAll(/(.)\1+/g, "$1");
  // one letter is V, O and U, one P and F
  const middle = sound.slice(1, -1).replaceAll(/[aeiouv]/g, "");
  return `${sound.slice(0, 1).replace(/[aeiou]/, "A")}${middle}${lastOf(sound)}`.replaceAll("f", "p");
}

/** Consonants and the vowels that Hebrew and Arabic write too, for names with so few consonants that these alone say little: "mila" is "מילה" and no "מלא". */
function frameOf(latin: string): string {
  const vowels = latin
    .replace(/^(?=[aeiou])/, "a")
    .replaceAll(/oo|ou|o/g, "u")
    .replaceAll("ee", "i");
  const sound = simplified(vowels.replaceAll(/[aei](?=[aeiou])/g, (vowel) => (vowel === "i" ? "y" : "")));
  const middle = sound.slice(1, -1).replaceAll(/[ae]/g, "");
  return `${sound.slice(0, 1).replace("a", "A")}${middle}${lastOf(sound).replace("U", "u")}`
    .replaceAll("f", "p")
    .replaceAll(/(.)\1+/g, "$1");
}

/** What Japanese syllables keep of many consonants: an R that closes a syllable is only a longer vowel. */
function consonantsOf(latin: string): string {
  return simplified(latin.replaceAll(/r(?=[^aeiouy])/g, ""))
    .replaceAll("r", "l")
    .replaceAll("v", "b")
    .replaceAll("f", "h")
    .replaceAll(/[Sz]/g, "s")
    .replaceAll(/[aeiou]/g, "");
}

function latinOf(word: string): string | undefined {
  const writing = writingOf(word);
  if (writing === "other") return undefined;
  return writing === "latin" ? word.toLowerCase() : inLatin(word);
}

function inLatin(word: string): string {
  const shifted = word
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(HIRAGANA, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0x60));
  return (shifted.match(PAIR_OR_SIGN) ?? []).map((sign) => TOGETHER.get(sign) ?? LETTERS.get(sign) ?? "").join("");
}

/** Latin letters and groups of them that sound alike become one. */
function simplified(latin: string): string {
  return latin
    .replaceAll(/tsch|tch|sch|sh|ch/g, "S")
    .replaceAll("ph", "f")
    .replaceAll("th", "t")
    .replaceAll(/ck|kh|[qc]/g, "k")
    .replaceAll("x", "ks")
    .replaceAll("w", "v")
    .replaceAll(/ts|tz/g, "z")
    .replaceAll(/ie|ee|ea|[yj]/g, "i")
    .replaceAll(/oo|ou/g, "u")
    .replaceAll(/(.)h/g, "$1")
    .replaceAll(/(.)\1+/g, "$1");
}

function lastOf(sound: string): string {
  if (sound.length < 2) return "";
  const last = sound.slice(-1);
  return /[ae]/.test(last) ? "A" : /[ou]/.test(last) ? "U" : last;
}
