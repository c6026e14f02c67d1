import { type Finder, finder, withEdits } from "../../text/text-edits.ts";

const SECRET = "[secret]";

// Each pattern begins where a word begins, so that a long text is walked once.
/** Keys by what their makers put in front: OpenAI, Groq, Hugging Face, GitHub, GitLab, Slack, Google, AWS, npm, Anthropic (sk-ant-). */
const KEYS =
  /(?<![\w-])(?:(?:sk|pk|rk)[-_](?=[\w-]*\d)[\w-]{16,}|(?:gsk|hf|ghp|gho|ghu|ghs|ghr|npm)_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeprs]-[\w-]{10,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|(?:AKIA|ASIA)[A-Z\d]{16})(?![\w-])/g;
/** Three base64url parts, the first of which begins with `{"`; Home Assistant's long-lived tokens are such. */
const JWT = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;
/** Telegram's bot tokens (core.telegram.org/bots/api, "Authorizing your bot"); in its addresses with `bot` in front. */
const BOT_TOKEN = /(?<![\w-])(?:bot)?\d{6,12}(?::|%3A)[\w-]{30,}/gi;
/** Runs long enough to be a token; `looksRandom` decides. */
const LONG_RUN = /[\w+/=-]{20,}/g;

/** Find keys, tokens and long random texts; one after the other. Words, names, file names and numbers stay. */
export const SECRET_FINDERS: readonly Finder[] = [
  finder(JWT, () => SECRET),
  finder(BOT_TOKEN, () => SECRET),
  finder(KEYS, () => SECRET),
  finder(LONG_RUN, ([run]) => (looksRandom(run) ? SECRET : undefined)),
];

/** Replaces keys, tokens and long random texts by `[secret]`. */
export function redactSecretTexts(text: string): string {
  return SECRET_FINDERS.reduce((plain, find) => withEdits(plain, find(plain)), text);
}

/** Shortest hex text that is a key: 128 bits. */
const HEX_KEY = /^[\da-f]{32,}$/i;
const RANDOM_LENGTH = 20;
/** Words joined with a number change between letters and digits once or twice; random texts of 20 characters change about nine times. */
const RANDOM_CHANGES = 4;

function looksRandom(run: string): boolean {
  if (HEX_KEY.test(run.replaceAll("-", ""))) return true;
  return run.split(/[^A-Za-z\d]+/).some((part) => {
    if (part.length < RANDOM_LENGTH) return false;
    const changes = part.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
    return changes >= RANDOM_CHANGES;
  });
}
