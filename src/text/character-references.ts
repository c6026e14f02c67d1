/** HTML's names of signs that ids, addresses and Markdown are made of, and of some that show nothing ("Named character references"). */
const NAMED: ReadonlyMap<string, string> = new Map(
  (
    "lowbar:_,underbar:_,period:.,colon::,sol:/,bsol:\\,percnt:%,num:#,ast:*,midast:*,commat:@,amp:&,lt:<,gt:>,quot:\",apos:',nbsp: ," +
    "shy:\u00ad,zwnj:\u200c,zwj:\u200d,zerowidthspace:\u200b,nobreak:\u2060"
  )
    .split(",")
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(":")), pair.slice(pair.indexOf(":") + 1)]),
);

/** The sign of a character reference, given without `&` and `;`: `amp`, `#46`, `#x2e`. Undefined for one that is not known. */
export function characterOf(reference: string): string | undefined {
  if (!reference.startsWith("#")) return NAMED.get(reference.toLowerCase());
  const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
