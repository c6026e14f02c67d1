import type { Hono } from "hono";
import type { Person } from "../../../agent/turn.ts";
import { mayReadOthers } from "../../../security/policy/read-access.ts";
import type { ConsoleEnv } from "../asked.ts";
import type { PageTokens } from "../page-token.ts";
import { type Me, PAGES, type PageId } from "../wire.ts";

export interface MePorts {
  readonly assistantName: string;
  readonly homeName: () => string;
  readonly version: string;
  readonly tokens: PageTokens;
  readonly everybody: readonly Pick<Person, "id" | "name">[];
  readonly without: readonly PageId[];
}

/** Of the house as a whole, and how it is kept: for its grown-ups. */
const GROWN_UPS: ReadonlySet<PageId> = new Set(["notifications", "knowledge", "health"]);
/** What may be done by whom, what would loosen that, and which programs may ask. */
const OWNERS: ReadonlySet<PageId> = new Set(["policy", "programs"]);

/** Whether a person may see a page at all. */
export function maySee(page: PageId, { role }: Pick<Person, "role">): boolean {
  if (OWNERS.has(page)) return role === "owner";
  return !GROWN_UPS.has(page) || mayReadOthers(role);
}

/** `GET api/me`: who asks, and what the page needs before all else. */
export function routeMe(app: Hono<ConsoleEnv>, { assistantName, homeName, version, tokens, everybody, without }: MePorts): void {
  app.get("/me", (context) => {
    const { id, name, role, language } = context.var.person;
    const answer: Me = {
      person: { id, name, role, language },
      token: tokens.tokenOf(context.var.userId, id),
      assistantName,
      homeName: homeName(),
      version,
      pages: PAGES.filter((page) => !without.includes(page) && maySee(page, { role })),
      people: role === "owner" ? everybody.map((one) => ({ id: one.id, name: one.name })) : [],
    };
    return context.json(answer);
  });
}
