/** Cyrillic and Greek letters that look like Latin ones (Unicode, confusables.txt), each with its Latin letter. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = pairs(
  "аaвbеeёeкkмmнhоoрpсcтtуyхxіiїiјjѕsԁdԛqԝwһhӏlАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅS",
  "αaοoρpνvιiκkυuτtεeΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX",
);

/** Small capitals, and letters of phonetic script, each with its Latin letter. */
export const SMALL_CAPITALS: ReadonlyMap<string, string> = pairs("ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzɑaɡgıi");

/** Letters with what each stands for, written in pairs. */
export function pairs(...lists: readonly string[]): ReadonlyMap<string, string> {
  const signs = Array.from(lists.join(""));
  return new Map(signs.flatMap((sign, at) => (at % 2 === 0 ? [[sign, signs[at + 1] ?? ""] as const] : [])));
}
