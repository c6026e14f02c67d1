import type { StateMachine } from "../states.ts";

/** Values by name that a template may ask for. */
export type Variables = Readonly<Record<string, unknown>>;

const WHOLE = /^\s*\{\{([^{}]*)\}\}\s*$/;
const PART = /\{\{([^{}]*)\}\}/g;
const TEXT = /^(['"])(.*)\1$/;
const STATE_OF = /^states\((['"])(.*)\1\)$/;

/**
 * Fills templates in anything that a routine's config holds. Of Home Assistant's language this knows variables, texts, `states('…')`
 * and `~`: enough for a service or a target that is not written in the config. What it does not know becomes an empty text.
 */
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

function expression(text: string, variables: Variables, states: Pick<StateMachine, "get">): unknown {
  const parts = text.split("~").map((part) => operand(part.trim(), variables, states));
  return parts.length === 1 ? parts[0] : parts.join("");
}

function operand(text: string, variables: Variables, states: Pick<StateMachine, "get">): unknown {
  const said = TEXT.exec(text)?.[2];
  if (said !== undefined) return said;
  const asked = STATE_OF.exec(text)?.[2];
  if (asked !== undefined) return states.get(asked)?.state ?? "unknown";
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return variables[text] ?? "";
}
