import type { Context } from "hono";
import { z } from "zod";
import type { Person } from "../../agent/turn.ts";
import type { Place } from "../../storage/place.ts";
import { Refusal } from "./refusal.ts";
import type { Listed } from "./wire.ts";

export type ConsoleEnv = { Variables: { person: Person; userId: string } };
export type Asked = Context<ConsoleEnv>;

const MOST_ITEMS = 100;
const USUAL_ITEMS = 30;
/** Bytes of a request that is no document: the longest message in a language of four bytes a letter, and a little more. */
const LARGEST_REQUEST = 32_000;

/** How many items a page of a list is to have. */
export function limitOf(context: Asked): number {
  const wanted = context.req.query("limit");
  if (wanted === undefined) return USUAL_ITEMS;
  if (!/^\d{1,4}$/.test(wanted) || Number(wanted) < 1) throw new Refusal("wrong");
  return Math.min(Number(wanted), MOST_ITEMS);
}

/** A text of the query, at most so long; undefined where it is left out or blank. */
export function textOf(context: Asked, name: string, longest = 200): string | undefined {
  const text = context.req.query(name)?.trim();
  if (text !== undefined && text.length > longest) throw new Refusal("wrong");
  return text === "" ? undefined : text;
}

/** A time (ms) of the query. */
export function timeOf(context: Asked, name: string): number | undefined {
  const text = textOf(context, name, 16);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Refusal("wrong");
  return Number(text);
}

const whole = z.int().min(0);
export const placeForm = z.strictObject({ at: whole, row: whole });

/** Where the page is to begin. A cursor grants nothing: what a person may see is looked up for each page. */
export function cursorOf<At>(context: Asked, form: z.ZodType<At>): At | undefined {
  const cursor = textOf(context, "cursor", 200);
  if (cursor === undefined) return undefined;
  try {
    return form.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new Refusal("wrong");
  }
}

/** A page as the browser gets it. */
export function listed<Item, Shown, At>(
  { items, next }: { readonly items: readonly Item[]; readonly next: At | undefined },
  shown: (item: Item) => Shown,
): Listed<Shown> {
  return { items: items.map(shown), next: next === undefined ? null : Buffer.from(JSON.stringify(next)).toString("base64url") };
}

/** A page of what is there as a whole. */
export function partOf<Item>(context: Asked, all: readonly Item[]): { readonly items: readonly Item[]; readonly next: Place | undefined } {
  const from = cursorOf(context, placeForm)?.row ?? 0;
  const to = from + limitOf(context);
  return { items: all.slice(from, to), next: to < all.length ? { at: 0, row: to } : undefined };
}

/** The body, if it has so many bytes at most: proxies send it in pieces and do not say beforehand how long it is. */
export async function bytesOf(context: Asked, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(context.req.header("Content-Length") ?? 0) > most) throw new Refusal("too-large");
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of context.req.raw.body ?? []) {
    size += piece.length;
    if (size > most) throw new Refusal("too-large");
    pieces.push(piece);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The body, as JSON of that form. */
export async function bodyOf<Body>(context: Asked, form: z.ZodType<Body>): Promise<Body> {
  const bytes = await bytesOf(context, LARGEST_REQUEST);
  const { data } = form.safeParse(jsonIn(bytes));
  if (data === undefined) throw new Refusal("wrong");
  return data;
}

function jsonIn(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new Refusal("wrong");
  }
}

/** A number in the path. */
export function numberOf(context: Asked, name: string): number {
  const text = context.req.param(name) ?? "";
  if (!/^\d{1,12}$/.test(text)) throw new Refusal("missing");
  return Number(text);
}
