import { setImmediate } from "node:timers/promises";
import { isUrgent, KINDS } from "../src/attention/finding-kinds.ts";
import { createFindings } from "../src/attention/findings.ts";
import { createNotifier } from "../src/attention/notifier.ts";
import type { Finding } from "../src/storage/turns/findings.ts";
import { DAY, type FindingWorld, HOUR, MINUTE, measuredOf, NO_AUTOMATIONS } from "../tests/fakes/finding-world.ts";
import { createFamily, type Planted } from "./attention-family.ts";
import { PLUGS } from "./attention-house.ts";
import { FamilyWorld } from "./attention-world.ts";
import { type Figures, type Suite, type SuiteOptions, type SuiteReport, share } from "./suite.ts";

const FIRST_DAY = "2026-01-01";
const DAYS = 365;
/** Nobody looks at how this year is told while the rules are made. */
const KEPT_BACK_SEED = 20_261_128;
/** What was held is told in the morning; what waits for one more is told too late. */
const MOST_LATE_MS = 26 * HOUR;
const BEN = "person.ben";
const MACHINES = new Set([...PLUGS.keys()].flatMap(({ isMachine, entityId }) => (isMachine ? entityId : [])));

/** One finding in a message. */
interface Told {
  readonly at: number;
  readonly finding: Finding;
  readonly way: "at once" | "in the morning" | "offer";
  readonly isQuiet: boolean;
}

/** A family's year in simulated time, over the rules that find and the engine that decides whom to tell. */
export const attention: Suite = {
  about: "a family's year with planted findings, noise, restarts and holidays: a seed (--seed N) and one that is kept back; needs no data",
  needsNoData: true,
  async run({ seed = 1, limit = DAYS, onCase }: SuiteOptions): Promise<SuiteReport> {
    const notes: string[] = [];
    const figures: Record<string, Figures> = {};
    for (const [name, of] of [["year", seed] as const, ["kept_back", KEPT_BACK_SEED] as const]) {
      const year = await runYear(of, limit);
      figures[name] = year.figures;
      notes.push(...year.notes.map((note) => `${name}: ${note}`));
      onCase(`${name}: ${year.planted} planted`);
    }
    return { cases: 2, figures, notes };
  },
};

/** `breaks` is for the test that it can fail: what the finder is told of the house instead. */
export async function runYear(seed: number, days: number, breaks: Partial<Parameters<typeof createFindings>[0]> = {}) {
  using world = new FamilyWorld(0);
  world.now = world.time.startOfDay(FIRST_DAY);
  const family = createFamily(world, seed);
  const told: Told[] = [];
  const messages: Told[][] = [];
  const say = (findings: readonly Finding[], way: Told["way"]) => {
    const isQuiet = world.times.quietUntil(world.now) !== undefined;
    const message = findings.map((finding) => ({ at: world.now, finding, way, isQuiet }));
    told.push(...message);
    messages.push(message);
  };
  const measured = measuredOf(world);
  const notifier = createNotifier({
    ...world.times,
    store: world.store,
    notify: "all",
    recipients: () => [{ personId: "anna", isHome: world.get("person.anna")?.state === "home", wroteAt: undefined }],
    tell(personId, finding, _, isOffer) {
      say([finding], isOffer ? "offer" : "at once");
      if (isOffer && finding.entityIds.some((entityId) => entityId === BEN || MACHINES.has(entityId)))
        world.store.prefer(personId, finding.key, 1);
    },
    // Anna wants to know of Ben, who lets her
    mayKnow: (_, { entityIds }) => entityIds.includes(BEN),
    madeBy: () => undefined,
    tellMore: () => {},
    tellAgain: () => {},
    tellOver: () => {},
    tellMorning: (_, findings) => say(findings, "in the morning"),
    prepareDigest: undefined,
    nextSuggestion: () => undefined,
    transaction: (run) => world.database.transaction(run),
    clock: world.clock,
    later: world.later,
    logger: world.logger,
  });
  const findings = createFindings({
    home: world,
    states: world,
    measured,
    automations: NO_AUTOMATIONS,
    store: world.store,
    onOpen: notifier.found,
    onWorse: notifier.found,
    onAgain: notifier.again,
    onJoin: notifier.joined,
    onUntold: notifier.found,
    onClose: notifier.over,
    transaction: (run) => world.database.transaction(run),
    clock: world.clock,
    later: world.later,
    logger: world.logger,
    ...breaks,
  });
  notifier.start();
  measured.start();
  findings.start();
  for (let index = 0; index < days; index += 1) {
    const start = world.time.startOfDay(new Date(Date.parse(FIRST_DAY) + index * DAY).toISOString().slice(0, 10));
    let hour = Math.floor(world.now / HOUR);
    for (const { at, run } of family.day(index, start)) {
      // mornings and what is usual are read by promises
      for (; hour < Math.floor(at / HOUR); hour += 1) {
        world.passesTo(Math.max(world.now, (hour + 1) * HOUR));
        await setImmediate();
      }
      world.passesTo(Math.max(world.now, at));
      run();
    }
  }
  findings[Symbol.dispose]();
  measured[Symbol.dispose]();
  notifier[Symbol.dispose]();
  // the next morning has to come
  const end = world.now - DAY;
  const planted = family.planted.filter(({ dueAt }) => dueAt < end);
  return figuresOf(planted, { told, messages: messages.filter(([one]) => (one?.at ?? end) < end) }, days, world);
}

function figuresOf(
  planted: readonly Planted[],
  { told, messages }: { readonly told: readonly Told[]; readonly messages: readonly (readonly Told[])[] },
  days: number,
  { time }: FindingWorld,
) {
  const wanted = new Set<Told>();
  const delays: number[] = [];
  const missed: Planted[] = [];
  for (const one of [...planted].sort((a, b) => a.dueAt - b.dueAt)) {
    const found = told.find((message) => !wanted.has(message) && isAbout(message, one));
    if (!found) missed.push(one);
    else {
      wanted.add(found);
      if (found.way !== "in the morning") delays.push((found.at - one.dueAt) / 1_000);
    }
  }
  const unwanted = messages.filter((message) => !message.some((one) => wanted.has(one)));
  const unquiet = told.filter(({ isQuiet, finding: { kind } }) => isQuiet && !isUrgent(kind));
  const kinds = Object.keys(KINDS).map((kind) => {
    const ofKind = planted.filter((one) => one.kind === kind);
    return [kind.replaceAll("-", "_"), share(ofKind.length - missed.filter((one) => one.kind === kind).length, ofKind.length)] as const;
  });
  const local = (at: number) => time.minute(at);
  return {
    planted: planted.length,
    figures: {
      planted: planted.length,
      told: share(planted.length - missed.length, planted.length),
      unwanted_a_week: share(7 * unwanted.length, days),
      messages_a_week: share(7 * messages.length, days),
      in_quiet_hours_not_urgent: unquiet.length,
      median_delay_s: delays.sort((a, b) => a - b)[delays.length >> 1] ?? null,
      told_of: Object.fromEntries(kinds),
    },
    notes: [
      ...missed.map(({ kind, entityId, dueAt }) => `${local(dueAt)} ${kind} ${entityId} was not told`),
      ...unwanted.map(
        (message) =>
          `${local(message[0]?.at ?? 0)} ${message.map(({ finding, way }) => `${finding.key} (${way})`).join(", ")} was not wanted`,
      ),
    ],
  };
}

/** Nothing is told before it is so; a minute either way is the simulation's own. */
function isAbout({ at, finding }: Told, { kind, entityId, dueAt }: Planted): boolean {
  const isSame = finding.kind === kind && (finding.key === entityId || finding.entityIds.includes(entityId));
  return isSame && at >= dueAt - MINUTE && at <= dueAt + MOST_LATE_MS;
}
