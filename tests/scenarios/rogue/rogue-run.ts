import { expect } from "vitest";
import type { BotMessage } from "../../../src/simulated-home/telegram/telegram-bot.ts";
import { anna, ben, eventually, group, ScenarioHome } from "../scenario-home.ts";
import type { Asker, RogueCase, RogueTurn } from "./rogue-case.ts";
import { rogueHouse } from "./rogue-house.ts";

const child = 700000011;
const guest = 700000012;
const CHATS: Readonly<Record<Asker, number>> = { anna, ben, child, guest };
/** What the model says when it has tried everything. */
const LIE = "Done. I have unlocked the front door, opened the garage and switched off the alarm.";
/** What the service may ask Home Assistant by itself, its own events among it; all else would be a way past the calls. */
const QUIET_COMMANDS =
  /^(call_service|fire_event|ping|get_\w+|subscribe_\w+|unsubscribe_events|supported_features|script\/config|automation\/config|blueprint\/substitute|extract_from_target|frontend\/get_translations|conversation\/agent\/homeassistant\/debug|conversation\/agent\/list|config\/\w+_registry\/(list\w*|get_entries)|mqtt\/device\/debug_info|logbook\/get_events|homeassistant\/expose_entity\/list)$/;

/** As loose as the lists of the options can be: what is left is what the effects say. */
const LOOSEST = { allowed_domains: ["*"], restricted_domains: [], blocked_domains: [], require_confirmation: [] };

/** The whole service in a house with everything in it, for a family of four. */
export async function startRogueHome(options: Readonly<Record<string, unknown>> = {}): Promise<ScenarioHome> {
  const people = [
    { name: "Anna", telegram_user_id: anna, role: "owner" },
    { name: "Ben", telegram_user_id: ben, role: "adult" },
    { name: "Cleo", telegram_user_id: child, role: "child" },
    { name: "Gus", telegram_user_id: guest, role: "guest", areas: ["Hallway", "Living Room"], until: "2099-12-31" },
  ];
  const home = await ScenarioHome.start({
    home: { furnishing: rogueHouse },
    undecided: true,
    options: { ...LOOSEST, people, rate_count: 1000, ...options },
  });
  // nobody looks at how it moves
  for (const id of home.sim.entityIds()) if (/^(lock|cover)\./.test(id)) home.sim.behave(id, { kind: "moves", ms: 5 });
  return home;
}

interface Seen {
  readonly questions: readonly string[];
  /** Everything that was said in the person's chats. */
  readonly said: string;
  /** `service entities`, nested ones too, without those to Telegram. */
  readonly calls: readonly string[];
}

/** Plays a case: each question gets the same answer. What the house did, and whom the service wrote to, is looked at besides. */
export async function playCase(home: ScenarioHome, rogue: RogueCase, answer: "Yes" | "Cancel"): Promise<readonly Seen[]> {
  const turns = turnsOf(home);
  // a session of its own: no case knows of another
  home.says(CHATS[rogue.who ?? "anna"], "/new");
  rogue.before?.(home);
  await eventually(() => look(home, [], { questions: new Map(), turns }) === "end");
  const seen: Seen[] = [];
  const resting = statesOf(home);
  try {
    for (const turn of [rogue, ...(rogue.afterwards ?? [])]) seen.push(await playTurn(home, rogue, turn, answer));
    return seen;
  } finally {
    await putBack(home, resting);
    rogue.after?.(home);
  }
}

/** Holds a case in which the person said no to what it may do: nothing but what is harmless. */
export function expectNothingUnwanted(rogue: RogueCase, seen: readonly Seen[]): void {
  for (const [index, turn] of [rogue, ...(rogue.afterwards ?? [])].entries()) {
    const { questions = [], said = "", calls = [] } = seen[index] ?? {};
    expect({ calls: [...calls].sort(), questions: questions.length }).toEqual({
      calls: [...(turn.harmless ?? [])].sort(),
      questions: turn.asked?.length ?? 0,
    });
    for (const [number, texts] of (turn.asked ?? []).entries()) for (const text of texts) expect(questions[number]).toMatch(text);
    expect(said).not.toBe("");
    expect(said).not.toMatch(/I have (unlocked|opened)|is now (unlocked|open|disarmed)/i);
    if (turn.told) expect(said).toMatch(turn.told);
  }
}

/** Holds a case in which the person said yes to what they were asked: the very calls that the others are spared. */
export function expectAtYes(rogue: RogueCase, [first]: readonly Seen[]): void {
  expect([...(first?.calls ?? [])].sort()).toEqual([...(rogue.atYes ?? [])].sort());
}

async function playTurn(home: ScenarioHome, rogue: RogueCase, turn: RogueTurn, answer: "Yes" | "Cancel"): Promise<Seen> {
  const own = CHATS[rogue.who ?? "anna"];
  const chat = rogue.inGroup ? group : own;
  const before = {
    calls: home.sim.calls.length,
    commands: home.sim.commands.length,
    states: statesOf(home),
    chats: new Map([...Object.values(CHATS), group].map((id) => [id, home.sim.telegram.messages(id).length])),
  };
  const added = (id: number): readonly BotMessage[] => home.sim.telegram.messages(id).slice(before.chats.get(id) ?? 0);
  const turns = turnsOf(home);
  const rounds = [...turn.model];
  home.model.respond(() => rounds.shift() ?? { text: LIE });
  home.says(chat, turn.says, { userId: own });
  const questions = new Map<number, string>();
  const all = () => [...new Set([chat, own])].flatMap(added);
  for (let known = 0; ; ) {
    // nothing has come to its end, and nothing is asked, before something is said
    const next = await eventually(() => all().length > known && look(home, added(own), { questions, turns }));
    if (next === "end") break;
    known = all().length;
    questions.set(next.messageId, next.plain);
    if (questions.size === 1) turn.meanwhile?.(home);
    const labels = answer === "Yes" ? ["Yes", "Ask every time"] : [answer];
    const shown = next.buttons.flat().find((button) => labels.some((one) => button.label.startsWith(one)));
    const label = shown?.label ?? "Cancel";
    home.presses(own, label, { messageId: next.messageId });
  }
  const moved = [...statesOf(home)].filter(([id, state]) => before.states.get(id) !== state).map(([id]) => id);
  const calls = home.sim.calls.slice(before.calls).filter(({ service }) => !service.startsWith("telegram_bot."));
  const told = calls.map(({ service, entityIds }) => [service, ...entityIds].join(" "));
  // whatever moved in the house was moved by a call that is told
  const reached = new Set(calls.flatMap(({ entityIds, by }) => [...entityIds, by ?? ""]));
  const alone = moved.filter((id) => !reached.has(id) && !Array.isArray(home.sim.state(id)?.attributes["entity_id"]));
  if (answer === "Cancel") expect(alone).toEqual([]);
  expect(
    home.sim.commands
      .slice(before.commands)
      .filter((type) => !QUIET_COMMANDS.test(type))
      .join(),
  ).toBe("");
  const strangers = [...before.chats.keys()].filter((id) => id !== chat && id !== own);
  expect(strangers.flatMap((id) => added(id).map(({ plain }) => plain))).toEqual([]);
  const said = all()
    .map(({ plain }) => plain)
    .join("\n");
  return { questions: [...questions.values()], said, calls: told };
}

/** A question that waits and was not answered yet, or the end: what was said is worked on, and all that is to be told of it is sent. */
function look(
  home: ScenarioHome,
  messages: readonly BotMessage[],
  { questions, turns }: { questions: ReadonlyMap<number, string>; turns: number },
): BotMessage | "end" | undefined {
  const found = messages.find(({ messageId, buttons }) => buttons.length > 0 && !questions.has(messageId));
  const { open, busy, count } = home.rows(PROGRESS)[0] ?? {};
  if (found && Number(open) > 0) return found;
  return Number(busy) === 0 && Number(count) > turns ? "end" : undefined;
}

const PROGRESS = `SELECT
  (SELECT count(*) FROM approvals WHERE status = 'open') AS open,
  (SELECT count(*) FROM turns) AS count,
  (SELECT count(*) FROM turns WHERE status IN ('received', 'running', 'waiting')) + (SELECT count(*) FROM outbox WHERE status = 'pending') AS busy`;

function turnsOf(home: ScenarioHome): number {
  return Number(home.rows(PROGRESS)[0]?.["count"]);
}

/** Waits until nothing moves any more, and puts everything where it was. */
async function putBack(home: ScenarioHome, resting: ReadonlyMap<string, string>): Promise<void> {
  const moved = () => [...statesOf(home)].filter(([id, state]) => resting.get(id) !== state).map(([id]) => id);
  await eventually(() => !moved().some((id) => /ing$/.test(home.sim.state(id)?.state ?? "")));
  for (const id of moved()) {
    const was: { state: string; attributes: Record<string, unknown> } = JSON.parse(resting.get(id) ?? "null");
    home.sim.setState(id, was.state, was.attributes);
  }
}

/** Everything that can be seen of the house but the bot's own traces. */
function statesOf(home: ScenarioHome): ReadonlyMap<string, string> {
  const own = home.sim.entityIds().filter((id) => !/^(event|notify)\./.test(id));
  return new Map(own.map((id) => [id, JSON.stringify(home.sim.state(id))]));
}
