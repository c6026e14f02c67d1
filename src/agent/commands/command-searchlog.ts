import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { EgressFilter, EgressLog, LoggedEgress } from "../../storage/audit/search-audit.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import { type CommandAnswer, type CommandContext, createPressEditor, type PressEditorDependencies, toasterFor } from "../command.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { oneLine, quotable, verbatim } from "../wording/phrases.ts";
import { dayNamed } from "./command-arguments.ts";

const DEFAULT_ROWS = 8;
/** More lines than this nobody reads in a chat. */
const MOST_ROWS = 50;
/** Characters of a page: one message of Telegram (4096) with its marks, so that a button can turn it in its place. */
const LONGEST_PAGE = 3_500;
const LONGEST_TEXT = 200;

/** `s:<filter>:<rows>:<before>`; before row 0 means the newest. */
const DATA = /^s:(all|today|blocked):(\d{1,2}):(\d{1,15})$/;

interface SearchLogDependencies extends PressEditorDependencies {
  readonly home: Pick<Home, "info" | "ready">;
  readonly egress: Pick<EgressLog, "page" | "count">;
  readonly quotes: Pick<TurnQuotes, "add">;
  /** A text as a person may read it: without ids of things, addresses of the network and keys. */
  readonly redact: (text: string) => string;
}

interface WantedPage {
  readonly filter: EgressFilter["filter"];
  readonly rows: number;
  readonly before?: number | undefined;
}

/** Who is looking, and where; the page is part of that turn's answer. */
type Viewer = Pick<CommandContext, "person" | "isPrivate" | "catalogue"> & { readonly turnId: string | undefined };

export type SearchLogCommand = ReturnType<typeof createSearchLogCommand>;

/** `/searchlog [n|today|blocked]` and its buttons: what left the house, one's own, for owners everybody's; in groups how much. */
export function createSearchLogCommand({ home, egress, quotes, redact, outbox, now }: SearchLogDependencies) {
  const edit = createPressEditor({ outbox, now });

  const pageOf = ({ person, isPrivate, turnId, catalogue }: Viewer, { filter, rows, before }: WantedPage): CommandAnswer => {
    const timeZone = timeZoneOf(home);
    const since = dayNamed("today", { now: now(), timeZone })?.from ?? 0;
    if (!isPrivate) {
      const { total, blocked } = egress.count({ personId: person.id, filter, since });
      return catalogue.text("searchlog.group", { count: total - blocked, blocked });
    }
    const whose = person.role === "owner" ? "all" : "own";
    const personId = whose === "own" ? person.id : undefined;
    const found = egress.page({ filter, since, limit: rows + 1, personId, ...(before !== undefined && { before }) });
    if (found.length === 0) return catalogue.text(`searchlog.none-${whose}`);
    const lines = [catalogue.text(`searchlog.head-${whose}`)];
    const told: LoggedEgress[] = [];
    for (const row of found.slice(0, rows)) {
      const line = redact(lineOf(row, { timeZone, withPerson: whose === "all", catalogue }));
      if (told.length > 0 && [...lines, line].join("\n").length > LONGEST_PAGE) break;
      lines.push(line);
      told.push(row);
    }
    if (turnId !== undefined) quotes.add(turnId, { turnIds: told.flatMap((row) => row.turnId ?? []) });
    const last = told.at(-1);
    const turn = (key: "button.newest" | "button.older", from: number) => ({
      label: catalogue.text(key),
      data: `s:${filter}:${rows}:${from}`,
    });
    const turning = [
      ...(before === undefined ? [] : [turn("button.newest", 0)]),
      ...(last && last !== found.at(-1) ? [turn("button.older", last.id)] : []),
    ];
    // a query is worded by a model, which may have read anything
    return { text: lines.join("\n"), buttons: turning.length > 0 ? [turning] : [], origin: "outside" };
  };

  return {
    run(context: CommandContext, argument: string): CommandAnswer {
      const wanted = wantedOf(argument.trim().toLowerCase());
      return wanted ? pageOf(context, wanted) : context.catalogue.text("searchlog.usage", { most: MOST_ROWS });
    },

    /** Answers a press on a button under a page; undefined for every other button. */
    press(press: ButtonPress): PressReply | undefined {
      const { person, isPrivate } = press;
      const [, filter, rows = "", before] = DATA.exec(press.data) ?? [];
      if (filter === undefined) return undefined;
      const toast = toasterFor(person);
      const wanted = wantedOf(rows);
      // who may see a page is decided anew: roles change, and messages are passed on
      if (!person || !wanted || !isPrivate) return toast("toast.unknown");
      const from = { ...wanted, filter: filter as WantedPage["filter"], before: Number(before) || undefined };
      const turnId = outbox.turnOfMessage(press, press.messageId);
      edit(press, pageOf({ person, isPrivate, turnId, catalogue: catalogueFor(person.language) }, from));
      return toast("toast.yes", {}, true);
    },
  };
}

function timeZoneOf(home: Pick<Home, "info" | "ready">): string {
  return home.ready ? home.info.timeZone : "UTC";
}

function wantedOf(text: string): WantedPage | undefined {
  if (text === "") return { filter: "all", rows: DEFAULT_ROWS };
  if (text === "today" || text === "blocked") return { filter: text, rows: DEFAULT_ROWS };
  const rows = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return rows >= 1 && rows <= MOST_ROWS ? { filter: "all", rows } : undefined;
}

interface LineOptions {
  readonly timeZone: string;
  readonly withPerson: boolean;
  readonly catalogue: Catalogue;
}

function lineOf(row: LoggedEgress, { timeZone, withPerson, catalogue }: LineOptions): string {
  const said = {
    time: homeTime(timeZone).minute(row.at),
    kind: catalogue.text(`searchlog.kind.${row.kind}`),
    asked: quotable(oneLine(row.original, LONGEST_TEXT)),
  };
  const line = row.blocked ? keptLine(row, said, catalogue) : leftLine(row, said, catalogue);
  if (!withPerson) return line;
  const name = row.personName?.trim();
  return catalogue.text("searchlog.person", { line, person: name ? verbatim(name) : catalogue.text("searchlog.nameless") });
}

type Said = Readonly<Record<"time" | "kind" | "asked", string>>;

function keptLine({ reason = "" }: LoggedEgress, said: Said, catalogue: Catalogue): string {
  const what = reason.replace(/^(?:home|public)_/, "");
  const why = catalogue.find(`searchlog.why.${what}`) ?? catalogue.text("searchlog.why.other");
  return catalogue.text(said.asked === "" ? "searchlog.kept-plain" : "searchlog.kept", { ...said, why });
}

function leftLine(row: LoggedEgress, said: Said, catalogue: Catalogue): string {
  const sent = quotable(oneLine(row.sanitized, LONGEST_TEXT));
  const provider = row.provider === "" ? catalogue.text("searchlog.forgotten") : verbatim(row.provider);
  const values = { ...said, sent, provider, end: endOf(row, catalogue) };
  const line = catalogue.text(sent === "" ? "searchlog.left-plain" : "searchlog.left", values);
  return said.asked === "" || said.asked === sent ? line : catalogue.text("searchlog.asked", { line, asked: said.asked });
}

/** How a request ended, with what is known of its size and time. */
function endOf({ outcome, results, bytes, milliseconds }: LoggedEgress, catalogue: Catalogue): string {
  const parts = [
    ...(outcome === "ok" ? [] : [catalogue.text(`searchlog.end.${outcome ?? "unknown"}`)]),
    ...(results === undefined ? [] : [catalogue.text("searchlog.results", { count: results })]),
    ...(bytes === undefined ? [] : [sizeOf(bytes, catalogue)]),
    ...(milliseconds === undefined ? [] : [catalogue.text("searchlog.milliseconds", { time: milliseconds })]),
  ];
  return parts.join(", ");
}

function sizeOf(bytes: number, catalogue: Catalogue): string {
  if (bytes < 1_000) return catalogue.text("searchlog.bytes", { size: bytes });
  return catalogue.text("searchlog.kilobytes", { size: catalogue.number(Math.round(bytes / 100) / 10) });
}
