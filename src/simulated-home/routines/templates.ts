import type { StateMachine } from "../states.ts";

/** Values by name that a template may ask for. */
export type Variables = Readonly<Record<string, unknown>>;

const WHOLE = /^\s*\{\{([^{}]*)\}\}\s*$/;
const PART = /\{\{([^{}]*)\}\}/g;
const TEXT = /^(['"])(.*)\1$/;
const READ = /^(states|is_state)\((.*)\)$/;

/** Of Home Assistant's language this knows variables, texts, `states(…)`, `is_state(…)` and `~`; the rest becomes an empty text. */
export function rendered(value: unknown, variables: Variables, states: Pick<StateMachine, "get">): unknown {
  if (Array.isArray(value)) return value.map((each) => rendered(each, variables, states));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rendered(each, variables, states)]));
  }
  if (typeof value !== "string") return value;
  const whole = WHOLE.exec(value)?.[1];
  if (whole !== undefined) return expression(whole, variables, states);
  return value.replace(PART, (_all, inner: string) => String(expression(inner, variables, states)));
}

/** What `render_template` of Home Assistant answers for a template, with what it read; an error for a name that nothing is given for. */
export function renderedWithListeners(template: string, variables: Variables, states: Pick<StateMachine, "get">) {
  const entities = new Set<string>();
  const reading: Pick<StateMachine, "get"> = {
    get(entityId) {
      entities.add(entityId);
      return states.get(entityId);
    },
  };
  const given = new Proxy(variables, {
    get(all, name) {
      if (!Object.hasOwn(all, name)) throw new ReferenceError(`UndefinedError: '${String(name)}' is undefined`);
      return Reflect.get(all, name);
    },
  });
  try {
    if (template.includes("{%")) throw new ReferenceError("statements are not simulated");
    const result = rendered(template, given, reading);
    return { result, listeners: { all: false, domains: [], entities: [...entities], time: false } };
  } catch (error) {
    if (error instanceof ReferenceError) return { error: error.message, level: "ERROR" };
    throw error;
  }
}

function expression(text: string, variables: Variables, states: Pick<StateMachine, "get">): unknown {
  const parts = split(text, "~").map((part) => operand(part.trim(), variables, states));
  return parts.length === 1 ? parts[0] : parts.join("");
}

function operand(text: string, variables: Variables, states: Pick<StateMachine, "get">): unknown {
  const said = TEXT.exec(text)?.[2];
  if (said !== undefined) return said;
  const [, reader, inner] = READ.exec(text) ?? [];
  if (inner !== undefined) {
    const [entityId, wanted] = split(inner, ",").map((part) => expression(part, variables, states));
    const state = states.get(String(entityId))?.state ?? "unknown";
    return reader === "states" ? state : state === wanted;
  }
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return variables[text] ?? "";
}

/** Splits outside of brackets. */
function split(text: string, at: string): readonly string[] {
  let depth = 0;
  const parts = [""];
  for (const sign of text) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (sign === at && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + sign);
  }
  return parts;
}
