import { z } from "zod";
import type { ReadTool, ToolAnswer, ToolCaller } from "../agent/toolbox.ts";
import { type Claim, type Learned, MODALITIES, type ProposedFact, type RejectReason } from "../memory/facts/fact.ts";
import { isSetKey, normalisedKey } from "../memory/facts/fact-keys.ts";
import { comparable, isList, saysNoMore, saysTheSame, withoutItems } from "../memory/facts/fact-values.ts";
import type { Memory } from "../memory/memory.ts";
import { isConfided } from "../memory/sentences/telling.ts";
import { keyOfRoom, placeOfTelling, toldHere } from "../memory/sentences/told-scope.ts";
import { mayReadOthers } from "../security/policy/read-access.ts";
import type { Origin } from "../security/provenance/provenance.ts";
import { restsOnOutside } from "../security/provenance/provenance.ts";
import { type Fact, isSameScope, type Scope } from "../storage/facts/fact-row.ts";
import type { ToldFact } from "../storage/facts/facts.ts";
import { askerOf } from "./get-user-profile.ts";
import { defineReadTool } from "./tool.ts";

/** How a value was told, of a model that says so: other than stated is not remembered without a yes. */
const TOLD = ["stated", "negated", "hypothetical", "past", "quoted", "of_others"] as const;

// Every word of it is in every prompt.
const input = z.object({
  action: z.enum(["tell", "correct", "forget"]),
  key: z.string().describe("English snake_case"),
  value: z.string().optional().describe("their words"),
  old_value: z.string().optional(),
  about: z.string().default("me").describe("me, house or a room"),
  sensitive: z.boolean().optional(),
  days: z.number().optional(),
  how: z.enum(TOLD).optional(),
});
type Input = z.infer<typeof input>;

const DAY_MS = 86_400_000;
/** Who lives longer tells it again. */
const MOST_DAYS = 36_500;
/** A model may have misheard even plain words. */
const CONFIDENCE = 0.9;

interface UpdateUserProfileDependencies {
  readonly memory: Pick<Memory, "learn" | "correct" | "forget" | "forgetItems" | "visibleTo">;
  /** Nothing is learned of what the person has said in that session so far; in how many messages something could have been. */
  readonly unlearn: (personId: string, sessionId: string) => number;
  /** Valid facts that a person told in a session. */
  readonly toldInSession?: ((said: { readonly sessionId: string; readonly personId: string }) => readonly ToldFact[]) | undefined;
  readonly areaId: (name: string) => string | undefined;
  readonly namesOfOthers?: ((personId: string) => readonly string[]) | undefined;
  readonly now: () => number;
}

/** Remembers what the person says of themselves or the house; anything else waits for their yes. `noted` is told by the service. */
export function createUpdateUserProfile({
  memory,
  unlearn,
  toldInSession = () => [],
  areaId,
  namesOfOthers = () => [],
  now,
}: UpdateUserProfileDependencies): ReadTool {
  return defineReadTool(
    "update_user_profile",
    "Remembers what lasts of the person or the house, as just told; no codes.",
    input,
    async (args, caller) => {
      const scope = scopeOf(args, caller, areaId);
      if ("error" in scope) return { ok: false, ...scope };
      const origin = originOf(args, caller);
      if (args.action === "forget") return forget(args, scope, caller, origin);
      const { value } = args;
      if (value === undefined) return { ok: false, error: "invalid_arguments", problems: ["value: what is to be remembered"] };
      if (isConfided(caller.turn.text)) return answerOf({ outcome: "rejected", reason: "refused" }, caller, value);
      const known = args.action === "correct" || args.old_value !== undefined ? factsOf(args, scope, caller) : [];
      const { personId, turn } = caller;
      const evidence = [{ kind: "turn", turnId: turn.id } as const];
      const [wrong, ...more] = known;
      if (wrong && more.length > 0 && args.action === "correct" && args.old_value !== undefined) return ambiguous(known);
      const sensitivity = args.sensitive ? "sensitive" : undefined;
      const ttlMs = ttlOf(args.days);
      // what is said for a time leaves what is lasting
      if (wrong && more.length === 0 && origin === "person" && ttlMs === undefined) {
        const instead = itemsNamed(wrong, args.old_value);
        if (instead === "unclear") return ambiguous(known);
        const corrected = memory.correct(wrong.id, value, { personId, evidence, said: turn.text, claim: claimOf(args), instead }, now());
        if (corrected) return answerOf(corrected, caller, value);
      }
      const others = namesOfOthers(personId);
      const place = placeOfTelling(scope, args.about, { personId, key: args.key, value, said: turn.text, sensitivity, others });
      const proposed: ProposedFact = {
        ...place,
        value,
        origin,
        evidence,
        category: "fact",
        sensitivity,
        source: "told",
        confidence: CONFIDENCE,
        language: turn.language,
        said: turn.text,
        toldBy: personId,
        ttlMs,
        claim: claimOf(args),
      };
      return answerOf(await memory.learn(proposed, now()), caller, value);
    },
  );

  /** Of that key, and of one value if it is named; of several that fit none exactly, all. */
  function factsOf({ key: written, about, old_value: old }: Input, scope: Scope, caller: ToolCaller): readonly Fact[] {
    const shown = memory.visibleTo(askerOf(caller), now());
    // what somebody said where others read along they may take back there
    const said = toldHere(toldInSession(caller), caller.personId, now()).filter((fact) => !shown.some(({ id }) => id === fact.id));
    const visible = [...shown, ...said];
    const key = normalisedKey(written);
    const ofScope = visible.filter((fact) => fact.key === key.name && isSameScope(fact.scope, scope));
    // what somebody said of themselves there is theirs
    const ownKey = scope.kind === "room" ? keyOfRoom(written, about) : key.name;
    const own: Scope = { kind: "person", personId: caller.personId };
    const known = ofScope.length > 0 ? ofScope : visible.filter((fact) => fact.key === ownKey && isSameScope(fact.scope, own));
    if (old === undefined) return known;
    const exact = known.filter(({ value }) => comparable(value, key) === comparable(old, key));
    return exact.length > 0 ? exact : known.filter(({ value }) => saysTheSame(value, old));
  }

  function forget(args: Input, scope: Scope, caller: ToolCaller, origin: Origin): ToolAnswer {
    const facts = factsOf({ ...args, old_value: args.old_value ?? args.value }, scope, caller);
    // what was said in passing may still wait to be learned
    const unlearned = origin === "person" ? unlearn(caller.personId, caller.sessionId) : 0;
    const [fact, ...others] = facts;
    if (others.length > 0) return ambiguous(facts);
    if (!fact && unlearned > 0) {
      const message = "Nothing of it was remembered, and it will not be.";
      return { ok: true, forgotten: [], message, noted: [{ outcome: "unlearned", key: args.key, value: "" }] };
    }
    if (!fact) {
      const message = "Nothing is remembered under that key of that person, house or room (about). get_user_profile lists what is.";
      return { ok: false, error: "not_known", message };
    }
    if (origin !== "person") return { ok: false, error: "not_their_words", message: "Tell the person to remove it with /memory." };
    const items = itemsNamed(fact, args.old_value ?? args.value);
    if (items === "unclear") return ambiguous(facts);
    const by = { personId: caller.personId, turnId: caller.turn.id };
    const { key } = fact;
    if (items !== undefined) {
      const left = memory.forgetItems(fact.id, items, by);
      return { ok: true, forgotten: [{ key, value: items }], left: left?.value, noted: [{ outcome: "forgotten", key, value: items }] };
    }
    memory.forget([fact.id], by);
    return { ok: true, forgotten: [{ key, value: fact.value }], noted: [{ outcome: "forgotten", key, value: fact.value }] };
  }
}

/** Of several things that a fact lists, those that are named; undefined for all of it. */
function itemsNamed({ key: name, value }: Fact, named: string | undefined): string | "unclear" | undefined {
  const key = normalisedKey(name);
  if (named === undefined || !isSetKey(key) || !isList(value) || saysNoMore(value, named, key)) return undefined;
  return withoutItems(value, named) === undefined ? "unclear" : named;
}

function claimOf({ how }: Input): Claim {
  const modality = MODALITIES.find((one) => one === how);
  return { modality, subject: how === "of_others" ? "other" : undefined, polarity: how === "negated" ? how : undefined };
}

/** How long it is true, in ms: undefined for ever, and for longer than anybody can mean. */
function ttlOf(days: number | undefined): number | undefined {
  return days === undefined || days <= 0 || days > MOST_DAYS ? undefined : Math.max(1, Math.round(days * DAY_MS));
}

function ambiguous(facts: readonly Fact[]): ToolAnswer {
  const message = "Several fit; nothing was changed. Ask the person which, and name it in old_value, one call each.";
  return { ok: false, error: "ambiguous", facts: facts.map(({ key, value }) => ({ key, value })), message };
}

/** A person speaks for themselves; what is true of the house is said by the grown-ups who live there. */
function scopeOf(
  { about }: Input,
  { personId, role }: ToolCaller,
  areaId: UpdateUserProfileDependencies["areaId"],
): Scope | { readonly error: string; readonly message: string } {
  const place = about.trim();
  if (/^me$/i.test(place)) return { kind: "person", personId };
  if (!mayReadOthers(role)) return { error: "not_allowed", message: "Only grown-ups of the household say what is true of the house." };
  if (/^(?:the )?house$/i.test(place)) return { kind: "house" };
  const id = areaId(place);
  return id === undefined ? { error: "unknown_area", message: "about: me, house or the name of a room." } : { kind: "room", areaId: id };
}

/** Of what the call rests on: the person's message, unless a text from outside may have asked for it. */
function originOf({ key, value, old_value: old }: Input, { turn }: ToolCaller): Origin {
  if (turn.origin !== "person") return turn.origin;
  const call = {
    service: "update_user_profile",
    targets: [[key.replaceAll("_", " "), value ?? "", old ?? ""]],
    data: { value: value ?? "" },
  };
  return restsOnOutside({ text: turn.text, asksOnly: false }, call, turn.outside) ? "outside" : "person";
}

const WHY: Readonly<Record<RejectReason, string>> = {
  secret: "Codes, passwords and numbers of cards and accounts are never remembered. Tell the person so.",
  trivial: "That is nothing that lasts.",
  recalled: "That is known already; the person did not say it now.",
  refused: "The person does not want that to be remembered.",
  invalid: "There is nothing in it to be remembered.",
  stranger: "Nothing is remembered about this person.",
  outranked: "Something surer is known.",
};

/** What would tell a group that something is known already. */
const TELLS_OF_KNOWN: ReadonlySet<RejectReason> = new Set(["recalled", "refused", "outranked"]);

/** Where others read along, it tells of this message alone: `said` is its value. */
function answerOf(learned: Learned, { isPrivate, personId }: ToolCaller, said: string): ToolAnswer {
  switch (learned.outcome) {
    case "rejected": {
      const { reason } = learned;
      if (!isPrivate && TELLS_OF_KNOWN.has(reason)) return { ok: false, error: "not_stored", message: "Nothing new is remembered." };
      return { ok: false, error: reason, message: WHY[reason] };
    }
    case "quarantined":
    case "contradiction": {
      const { key, value, scope, toldBy } = learned.outcome === "quarantined" ? learned.fact : learned.waiting;
      const isOthers = scope.kind !== "person" && toldBy !== personId;
      const why = isOthers
        ? "somebody else told that of the house, and is asked first"
        : "the person is asked with buttons, for this did not come from their own words";
      const noted = [{ outcome: isOthers ? "asked-others" : "asked", key, value: isPrivate ? value : said } as const];
      return { ok: false, error: "asked", message: `Not remembered yet: ${why}. Do not say that it is remembered.`, noted };
    }
    case "stored":
    case "merged":
    case "superseded": {
      const { key, value } = learned.fact;
      if (!isPrivate) return { ok: true, remembered: { key, value: said }, noted: [{ outcome: "stored", key, value: said }] };
      const outcome = learned.outcome === "merged" ? "known" : learned.outcome;
      const before = learned.outcome === "superseded" ? { before: learned.before.value } : {};
      return { ok: true, outcome: learned.outcome, remembered: { key, value }, noted: [{ outcome, key, value, ...before }] };
    }
  }
}
