/** Cyrillic and Greek letters that look like Latin ones (Unicode, confusables.txt), each with its Latin letter. */
const LOOK_ALIKES: ReadonlyMap<string, string> = pairs(
  "аaвbеeёeкkмmнhоoрpсcтtуyхxіiїiјjѕsԁdԛqԝwһhӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS",
  "αaοoρpνvιiκkυuτtεeΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX",
);

const MIXED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{2,}/gu;

/** A text whose words in two scripts are Latin, if all their other letters have a Latin look-alike: a Russian word stays Russian. */
export function inOneScript(text: string): string {
  if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text)) return text;
  return text.replaceAll(MIXED, (word) => {
    if (!/\p{Script=Latin}/u.test(word)) return word;
    const letters = Array.from(word, (letter) => (/\p{Script=Latin}/u.test(letter) ? letter : LOOK_ALIKES.get(letter)));
    return letters.includes(undefined) ? word : letters.join("");
  });
}

/** Small capitals, and letters of phonetic script, each with its Latin letter. */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = pairs("ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡgıi");

/** Letters with what each stands for, written in pairs. */
export function pairs(...lists: readonly string[]): ReadonlyMap<string, string> {
  const signs = Array.from(lists.join(""));
  return new Map(signs.flatMap((sign, at) => (at % 2 === 0 ? [[sign, signs[at + 1] ?? ""] as const] : [])));
}
