import { hasTemplate } from "../effects/action-facts.ts";

export interface TemplateReads {
  /** Entities named in it, in all its branches. */
  readonly entityIds: readonly string[];
  /** Domains of which it reads every entity (`states.light`). */
  readonly domains: readonly string[];
  /** What is missing above: nothing, what Home Assistant reads when it renders it, or what nobody knows before it runs. */
  readonly computed: "nothing" | "rendered" | "anything";
}

const ENTITY_ID = /\b[a-z\d_]+\.[a-z\d_]+\b/g;
/** A text as it stands: with an escape it is another one. */
const TEXT = /^['"][^\\]*['"]$/;
/** What set the automation off, or itself: known from its triggers. */
const TRIGGERING = /^(?:trigger(?:\.(?:to|from)_state)?|this)\.entity_id$/;
const WORD = /^[a-z_]/i;
/** Functions that read one entity, named by their first argument. */
const READERS: ReadonlySet<string> = new Set(["states", "state_attr", "is_state", "is_state_attr", "has_value"]);
/** Functions, filters and tests that compute with what they are given, or read registries. What is not among these may read any state. */
const PURE: ReadonlySet<string> = new Set(
  [
    "abs as_datetime as_local as_timedelta as_timestamp average bool ceiling count d default defined dict divisibleby even false float floor",
    "first format from_json iif in int integer is_number join last length list log lower max mean median min multiply none not now number odd",
    "add and or range regex_findall regex_match regex_replace regex_search relative_time replace reverse round slugify sort split sqrt string",
    "strptime sum time_since time_until timedelta timestamp_custom timestamp_local timestamp_utc title to_json today_at trim true undefined",
    "unique upper utcnow if elif else is namespace match search contains area_devices area_entities area_id area_name areas device_attr",
    "device_entities device_id device_name entity_name floor_areas floor_entities floor_id floor_name floors integration_entities is_device_attr",
    "label_areas label_devices label_entities label_id label_name labels",
  ].flatMap((names) => names.split(" ")),
);
/** Statements by which one template brings in, or makes, what another calls. */
const IMPORTING: ReadonlySet<string> = new Set("import from include extends macro call filter".split(" "));
const METHODS: ReadonlySet<string> = new Set(
  "append date endswith format get isoformat isoweekday items keys lower replace split startswith strftime strip time timestamp title total_seconds upper values weekday".split(
    " ",
  ),
);
/** Home Assistant says that a value is missing, but to these: they make another one of it. */
const MAKES_UP: ReadonlySet<string> = new Set(["d", "default", "is"]);

/** Reads the text of a template, or of anything that may be one. Only calls with plain texts tell what they read. */
export function readsOf(template: string): TemplateReads {
  const lower = template.toLowerCase();
  const entityIds = new Set(lower.match(ENTITY_ID));
  if (!hasTemplate(template)) return { entityIds: [...entityIds], domains: [], computed: "nothing" };
  const domains = new Set<string>();
  const tokens = [...tokensOf(lower)];
  let isComputed = false;
  tokens.forEach((token, at) => {
    const read = readAt(tokens, at);
    if (read === "computed") isComputed = true;
    else if (read?.entityId) entityIds.add(`${read.domain}.${read.entityId}`);
    else if (read !== undefined) domains.add(read.domain);
    if (/^[{'"]$/.test(token)) isComputed = true;
  });
  const computed = !isComputed ? "nothing" : tokens.some((token) => MAKES_UP.has(token)) ? "anything" : "rendered";
  return { entityIds: [...entityIds], domains: [...domains], computed };
}

function* tokensOf(template: string): Generator<string> {
  const opened = /\{[{%#]/g;
  const token = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\w+|[}%]\}|\S/g;
  for (let open = opened.exec(template); open; open = opened.exec(template)) {
    token.lastIndex = opened.lastIndex;
    if (open[0] === "{#") {
      const end = template.indexOf("#}", opened.lastIndex);
      if (end < 0) return;
      token.lastIndex = end;
    } else {
      // a boundary, so that no name is taken for the argument of the one before
      yield ";";
      for (let found = token.exec(template); found && !/^[}%]\}$/.test(found[0]); found = token.exec(template)) yield found[0];
      if (token.lastIndex === 0) return;
    }
    opened.lastIndex = token.lastIndex;
  }
}

/** What the token at that place reads: an entity or domain by points, `computed`, or nothing beyond the ids in the text. */
function readAt(tokens: readonly string[], at: number): "computed" | { domain: string; entityId?: string | undefined } | undefined {
  const [before = "", token = "", next = "", second = "", third = "", fourth = ""] = tokens.slice(at === 0 ? 0 : at - 1, at + 5);
  if (at === 0) return undefined;
  if (token === "(" && /^[)\]]$/.test(before)) return "computed";
  if (before === "." && next === "(") return METHODS.has(token) ? undefined : "computed";
  if (!WORD.test(token) || before === ".") return undefined;
  const isApplied = before === "|" || before === "is" || (before === "not" && tokens[at - 2] === "is");
  if (READERS.has(token)) {
    if (isApplied) return "computed";
    if (next === "(") return isKnown(tokens.slice(at + 2)) ? undefined : "computed";
    if (token !== "states" || next !== "." || !WORD.test(second) || third === "(") return "computed";
    return third === "." && WORD.test(fourth) && tokens[at + 5] !== "(" ? { domain: second, entityId: fourth } : { domain: second };
  }
  if (IMPORTING.has(token)) return "computed";
  return (isApplied || next === "(") && !PURE.has(token) ? "computed" : undefined;
}

/** Whether a first argument is a plain text, or what set the automation off. */
function isKnown(tokens: readonly string[]): boolean {
  const end = tokens.findIndex((token) => token === "," || token === ")");
  const argument = tokens.slice(0, Math.max(0, end));
  return (argument.length === 1 && TEXT.test(argument[0] ?? "")) || TRIGGERING.test(argument.join(""));
}
