import type { Logger } from "../observability/logger.ts";
import { screenText, type TextKind } from "../security/injection/firewall.ts";
import { dataMark, isOthers, type Origin, WEB_TOOLS } from "../security/provenance/provenance.ts";

/** What tools and prompts hold is bounded far below; so much takes 10 ms. */
const LONGEST_TEXT = 16_000;
/** Lists and objects within one another in what a tool answers. */
const DEEPEST = 12;

export interface ScreenedPlace {
  readonly origin: Origin;
  readonly kind: TextKind;
  /** A part of a prompt, or a tool: for the log. */
  readonly place: string;
  /** The name of the thing: logged at debug only, for it may tell of the home. */
  readonly source?: string;
  readonly host?: string;
}

export interface Screen {
  /** The text as a model may read it; what the house and its people say themselves stays as it is. */
  text(text: string, place: ScreenedPlace): string;
  /** The same for all texts in a value; names of fields stay. What stands beside an address of the web is told to be from there. */
  value(value: unknown, place: ScreenedPlace): unknown;
}

/** The firewall as the agent uses it: every text from a document or from outside goes through, and what is cut is logged, never the text. */
export function createScreen({ logger }: { readonly logger: Pick<Logger, "warn" | "debug"> }): Screen {
  const text = (given: string, { origin, kind, place, source, host }: ScreenedPlace): string => {
    if (!isOthers(origin)) return given;
    const { text: screened, cuts } = screenText(given, { kind, limit: LONGEST_TEXT });
    if (cuts.length > 0) {
      logger.warn(
        { place, origin, kind, ...(host !== undefined && { from: host }), cuts },
        "a text held instructions to the model: they were cut out",
      );
      logger.debug({ place, source }, "where the text stood that was cut");
    }
    return screened;
  };
  const value = (given: unknown, place: ScreenedPlace, depth = 0): unknown => {
    if (typeof given === "string") return text(given, place);
    if (typeof given !== "object" || given === null) return given;
    if (depth >= DEEPEST) return null;
    if (Array.isArray(given)) return given.map((item: unknown) => value(item, place, depth + 1));
    const host = place.kind === "web" && "url" in given ? URL.parse(String(given.url))?.hostname : place.host;
    const here = host === undefined ? place : { ...place, host };
    return Object.fromEntries(Object.entries(given).map(([name, item]) => [name, value(item, here, depth + 1)]));
  };
  return { text, value };
}

/** What a tool answers as a model may read it. JSON cannot be closed by a text within it: there the origin is a field. */
export function answerForModel(
  screen: Pick<Screen, "value">,
  tool: string,
  { origin, content }: { readonly origin: Origin; readonly content: Readonly<Record<string, unknown>> },
): Readonly<Record<string, unknown>> {
  if (!isOthers(origin)) return content;
  const kind = origin === "document" ? "document" : WEB_TOOLS.has(tool) ? "web" : "attribute";
  const name = content["name"];
  const source = typeof name === "string" ? name : tool;
  const screened = screen.value(content, { origin, kind, place: tool, source });
  return { ...(screened as object), data_from: dataMark(origin) };
}
