const DIGIT_RUN = /\d(?:[\p{P}\p{S}\s]{0,3}\d)+/gu;
/** First digits and lengths of cards in use (ISO/IEC 7812-1; issuers' published ranges). */
const CARD = /^(?:4(?:\d{12}|\d{15}|\d{18})|5[0-9]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:35|6\d)\d{14,17})$/;
const SHORTEST_CARD = 13;
const LONGEST_CARD = 19;

/** True if a text holds the number of a card, however its digits are parted. Digits are ASCII. */
export function hasCardNumber(text: string): boolean {
  return text.matchAll(DIGIT_RUN).some(([run]) => {
    const groups = run.split(/\D+/);
    // other numbers may stand right beside it: a card begins and ends with a group
    return groups.some((_, first) => {
      let digits = "";
      for (let next = first; next < groups.length && digits.length < LONGEST_CARD; next += 1) {
        digits += groups[next];
        if (digits.length >= SHORTEST_CARD && CARD.test(digits) && isLuhn(digits)) return true;
      }
      return false;
    });
  });
}

/** ISO/IEC 7812-1, annex B. */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Lengths by country: the IBAN registry (ISO 13616). */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    "al28 ad24 at20 az28 bh22 by28 be16 ba20 br29 bg22 cr22 hr21 cy28 cz24 dk18 do28 ee20 eg29 fo18 fi18 fr27 ge22 de22 gi23 gr27 gl18 gt28 hu28 is26 iq23 " +
    "ie22 il23 it27 jo30 kz20 xk20 kw30 lv21 lb28 li21 lt20 lu20 ly25 mt31 mr27 mu30 mc27 md24 me22 nl18 mk19 no15 pk24 ps29 pl28 pt25 qa29 ro24 lc32 sm27 " +
    "st25 sa24 rs22 sc31 sk24 si19 es24 sd18 sv28 se24 ch21 tl23 tn24 tr26 ua29 ae24 gb22 va22 vg24"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);
const IBAN_START = /(?<![\p{L}\p{N}])[a-z]{2}(?=[\p{P}\p{S}\s]{0,3}\d[\p{P}\p{S}\s]{0,3}\d)/gu;
const LONGEST_GAP = 3;

/** True if a text holds an IBAN, however it is parted. Letters are small, digits ASCII. */
export function hasAccountNumber(text: string): boolean {
  return text.matchAll(IBAN_START).some(({ index }) => isIban(text.slice(index)));
}

/** True if a text begins with an IBAN: what follows it in a sentence may look like more of it. */
export function isIban(text: string): boolean {
  const length = IBAN_LENGTHS.get(text.slice(0, 2).toLowerCase());
  if (length === undefined) return false;
  const plain = text
    .slice(0, length * (LONGEST_GAP + 1))
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, "")
    .slice(0, length);
  if (plain.length < length) return false;
  const turned = plain.slice(4) + plain.slice(0, 4);
  return [...turned].reduce((rest, char) => Number(`${rest}${Number.parseInt(char, 36)}`) % 97, 0) === 1;
}
