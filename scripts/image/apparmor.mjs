// What apparmor.txt allows, as far as files go.
const WORDS = { "@{PROC}": "/proc" };

/** Rules for files by profile: `root` is the outer one. Includes are left out: they allow more, never less. */
export function fileRules(text) {
  const rules = { root: [], service: [] };
  let profile = "root";
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (/^profile service /.test(line)) profile = "service";
    const [, denied, path, access] = /^(deny )?((?:\/|@\{PROC\})\S*) ([a-z]+)( -> \w+)?,$/.exec(line) ?? [];
    if (path && !denied) rules[profile].push({ pattern: patternOf(path), access });
  }
  return rules;
}

/** Whether a profile lets this be done: `r`, `w`, `l` or `x`. */
export function allows(rules, { profile, access, path }) {
  const letter = access === "x" ? /[ciup]x/ : new RegExp(access);
  // a folder's path ends with a slash for AppArmor, which strace does not tell
  return rules[profile].some((rule) => letter.test(rule.access) && (rule.pattern.test(path) || rule.pattern.test(`${path}/`)));
}

/** `*` is within a folder, `**` goes on below, `{a,b}` is one of both, `{,x}` x or nothing. */
function patternOf(path) {
  const plain = Object.entries(WORDS).reduce((text, [word, value]) => text.replaceAll(word, value), path);
  const source = plain.replace(/\*\*|[*{},.\\?+^$()|[\]]/g, (sign) => {
    if (sign === "**") return ".+";
    if (sign === "*") return "[^/]+";
    return { "{": "(?:", "}": ")", ",": "|" }[sign] ?? `\\${sign}`;
  });
  return new RegExp(`^${source}$`);
}
