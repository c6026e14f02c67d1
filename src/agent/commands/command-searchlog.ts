import { homeTime } from "../../homeassistant/home-time.ts";
import type { Home } from "../../homeassistant/registry/home.ts";
import { type Catalogue, catalogueFor } from "../../languages/catalogue.ts";
import type { EgressFilter, EgressLog, LoggedEgress } from "../../storage/audit/search-audit.ts";
import type { Page, Place } from "../../storage/place.ts";
import type { OutboxStore } from "../../storage/turns/outbox.ts";
import type { TurnQuotes } from "../../storage/turns/turn-quotes.ts";
import type { CommandAnswer, CommandContext } from "../command-context.ts";
import type { ButtonPress, PressReply } from "../turn.ts";
import { quotable, verbatim } from "../wording/verbatim.ts";
import { dayNamed } from "./command-days.ts";

const DEFAULT_ROWS = 8;
/** More lines than this nobody reads in a chat. */
const MOST_ROWS = 50;

/** `s:<filter>:<rows>:<before>`, beside the data of other buttons (questions.ts); before row 0 means the newest. */
const DATA = /^s:(all|today|blocked):(\d{1,2}):(\d{1,15})$/;

interface SearchLogDependencies extends SearchLogPageDependencies {
  readonly outbox: Pick<OutboxStore, "add" | "ofMessage">;
}

export type SearchLogCommand = ReturnType<typeof createSearchLogCommand>;

/** What `/searchlog [n|today|blocked]` answers, and what the buttons under it do: its page turns in its place. */
export function createSearchLogCommand({ outbox, ...page }: SearchLogDependencies) {
  const pageOf = createSearchLogPage(page);
  return {
    run(context: CommandContext, argument: string): CommandAnswer {
      const { catalogue } = context;
      const wanted = wantedOf(argument.trim().toLowerCase());
      return wanted ? pageOf(context, wanted, catalogue) : catalogue.text("searchlog.usage", { most: MOST_ROWS });
    },

    /** Answers a press on a button under a page; undefined for every other button. */
    press({ channel, bot, chatId, messageId, data, person, isPrivate }: ButtonPress): PressReply | undefined {
      const [, filter, rows, before] = DATA.exec(data) ?? [];
      if (filter === undefined) return undefined;
      const catalogue: Catalogue = catalogueFor(person?.language ?? "en");
      const wanted = { ...wantedOf(rows ?? ""), filter: filter as WantedPage["filter"], before: Number(before) || undefined };
      // who may see a page is decided anew: roles change, and messages are passed on
      if (!person || wanted.rows === undefined || !isPrivate) return { toast: catalogue.text("toast.unknown"), taken: false };
      const chat = { channel, bot, chatId };
      // with the turn of the message whose button it is: it is forgotten with that
      const turnId = outbox.ofMessage(chat, messageId)?.turnId;
      const answer = pageOf({ person, isPrivate: true, turnId }, { ...wanted, rows: wanted.rows }, catalogue);
      const shown =
        typeof answer === "string" ? { text: answer, buttons: [], origin: "home" as const } : { origin: "home" as const, ...answer };
      outbox.add({ ...chat, ...shown, turnId, kind: "edit", editMessageId: messageId, at: page.now() });
      return { toast: catalogue.text("toast.yes"), taken: true };
    },
  };
}

function wantedOf(text: string): WantedPage | undefined {
  if (text === "") return { filter: "all", rows: DEFAULT_ROWS };
  if (text === "today" || text === "blocked") return { filter: text, rows: DEFAULT_ROWS };
  const rows = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return rows >= 1 && rows <= MOST_ROWS ? { filter: "all", rows } : undefined;
}

/** Characters of a page: one message of Telegram (4096) with its marks, so that a button can turn it in its place. */
const LONGEST_PAGE = 3_500;
/** Of a text in a line. */
const LONGEST_TEXT = 200;

/** Which rows a page shows: the newest, or those before a row's id. */
interface WantedPage {
  readonly filter: EgressFilter["filter"];
  readonly rows: number;
  readonly before?: number | undefined;
}

interface SearchLogPageDependencies {
  readonly home: Pick<Home, "info" | "ready">;
  readonly egress: Pick<EgressLog, "page" | "count">;
  readonly quotes: Pick<TurnQuotes, "add">;
  /** A text as a person may read it: without ids of things, addresses of the network and keys. */
  readonly redact: (text: string) => string;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Who is looking, and where; the page is part of that turn's answer. */
type Viewer = Pick<CommandContext, "person" | "isPrivate"> & { readonly turnId: string | undefined };

/** What left the house, as people read it: their own, and an owner everybody's; where others read along only how much it was. */
function createSearchLogPage({ home, egress, quotes, redact, now }: SearchLogPageDependencies) {
  const timeZone = () => (home.ready ? home.info.timeZone : "UTC");

  return ({ person, isPrivate, turnId }: Viewer, { filter, rows, before }: WantedPage, catalogue: Catalogue): CommandAnswer => {
    const since = dayNamed("today", { now: now(), timeZone: timeZone() })?.from ?? 0;
    if (!isPrivate) {
      const { total, blocked } = egress.count({ personId: person.id, filter, since });
      return catalogue.text("searchlog.group", { count: total - blocked, blocked });
    }
    const whose = person.role === "owner" ? "all" : "own";
    const found = egress.page({
      filter,
      since,
      limit: rows + 1,
      ...(whose === "own" && { personId: person.id }),
      ...(before !== undefined && { before }),
    });
    if (found.length === 0) return catalogue.text(whose === "all" ? "searchlog.none-all" : "searchlog.none-own");
    const lines = [catalogue.text(whose === "all" ? "searchlog.head-all" : "searchlog.head-own")];
    let length = lines[0]?.length ?? 0;
    let last: LoggedEgress | undefined;
    const told: string[] = [];
    for (const row of found.slice(0, rows)) {
      const line = redact(lineOf(row, whose === "all", catalogue));
      length += line.length + 1;
      if (last && length > LONGEST_PAGE) break;
      lines.push(line);
      last = row;
      if (row.turnId !== undefined) told.push(row.turnId);
    }
    if (turnId !== undefined) quotes.add(turnId, { turnIds: told });
    const hasOlder = last !== found.at(-1);
    const button = (from: number) => `s:${filter}:${rows}:${from}`;
    const turning = [
      ...(before === undefined ? [] : [{ label: catalogue.text("button.newest"), data: button(0) }]),
      ...(last && hasOlder ? [{ label: catalogue.text("button.older"), data: button(last.id) }] : []),
    ];
    // a query is worded by a model, which may have read anything
    return { text: lines.join("\n"), buttons: turning.length > 0 ? [turning] : [], origin: "outside" };
  };

  function lineOf(row: LoggedEgress, withPerson: boolean, catalogue: Catalogue): string {
    const time = homeTime(timeZone()).minute(row.at);
    const kind = catalogue.text(`searchlog.kind.${row.kind}`);
    const asked = textOf(row.original);
    const line = row.blocked ? keptLine(row, { time, kind, asked }, catalogue) : leftLine(row, { time, kind, asked }, catalogue);
    if (!withPerson) return line;
    const name = row.personName?.trim();
    return catalogue.text("searchlog.person", { line, person: name ? verbatim(name) : catalogue.text("searchlog.nameless") });
  }
}

interface Said {
  readonly time: string;
  readonly kind: string;
  readonly asked: string;
}

function keptLine({ reason = "" }: LoggedEgress, { time, kind, asked }: Said, catalogue: Catalogue): string {
  const what = reason.replace(/^(?:home|public)_/, "");
  const why = catalogue.find(`searchlog.why.${what}`) ?? catalogue.text("searchlog.why.other");
  return asked === ""
    ? catalogue.text("searchlog.kept-plain", { time, kind, why })
    : catalogue.text("searchlog.kept", { time, kind, asked, why });
}

function leftLine(row: LoggedEgress, { time, kind, asked }: Said, catalogue: Catalogue): string {
  const sent = textOf(row.sanitized);
  const provider = row.provider === "" ? catalogue.text("searchlog.forgotten") : verbatim(row.provider);
  const end = endOf(row, catalogue);
  const line =
    sent === ""
      ? catalogue.text("searchlog.left-plain", { time, kind, provider, end })
      : catalogue.text("searchlog.left", { time, kind, sent, provider, end });
  return asked === "" || asked === sent ? line : catalogue.text("searchlog.asked", { line, asked });
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

function textOf(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return quotable(line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line);
}

/** A request that left the house or was kept from it, as a list shows it. */
interface SearchLogEntry {
  readonly id: string;
  /** ms since the epoch */
  readonly at: number;
  readonly person: string | null;
  readonly kind: LoggedEgress["kind"];
  /** What was sent; of what was kept back what was asked. */
  readonly query: string;
  /** Who was asked: an engine, a host, a model. */
  readonly target: string | null;
  readonly blocked: boolean;
  /** Why it was kept back; empty for nothing. */
  readonly reason: string;
}

interface SearchLogViewDependencies {
  readonly egress: Pick<EgressLog, "page">;
  readonly home: Pick<Home, "ready" | "info">;
  /** ms since the epoch */
  readonly now: () => number;
}

/** The list of what left the house, in pages, newest first; of everybody if nobody is named. */
export function createSearchLogView({ egress, home, now }: SearchLogViewDependencies) {
  return {
    page({
      personId,
      filter,
      before,
      limit,
    }: {
      readonly personId: string | undefined;
      readonly filter: "all" | "today" | "blocked";
      readonly before: Place | undefined;
      readonly limit: number;
    }): Page<SearchLogEntry> {
      const timeZone = home.ready ? home.info.timeZone : "UTC";
      const since = filter === "today" ? { since: dayNamed("today", { now: now(), timeZone })?.from ?? 0 } : {};
      const rows = egress.page({ ...(before && { before: before.row }), ...since, personId, filter, limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return { items: shown.map(entryOf), next: rows.length > limit && last ? { at: last.at, row: last.id } : undefined };
    },
  };
}

function entryOf({ id, at, personName, kind, original, sanitized, provider, blocked, reason = "" }: LoggedEgress): SearchLogEntry {
  return {
    id: String(id),
    at,
    kind,
    blocked,
    reason,
    person: personName ?? null,
    query: blocked ? original : sanitized,
    target: provider === "" ? null : provider,
  };
}
