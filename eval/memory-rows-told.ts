import type { Dice } from "./knowledge-dice.ts";
import { asks, choose, type Draft, days, noting, says, tells } from "./memory-steps.ts";
import { THINGS, type Thing } from "./memory-things.ts";

const single = THINGS.filter(({ isSet }) => !isSet);
const sets = THINGS.filter(({ isSet }) => isSet);
const secret = THINGS.filter(({ isPublic }) => !isPublic);

/** What people tell of themselves, ask again days later, change and put right. */
export function toldRows(dice: Dice): readonly Draft[] {
  return [
    ...dice.sample(THINGS, 9).map((thing) => told("tell_ask", thing, thing.asks, dice)),
    ...dice.sample(THINGS, 10).map((thing) => told("paraphrase", thing, thing.paraphrases, dice)),
    ...dice.sample(single, 6).map((thing) => changed(thing, dice)),
    ...sets.map((thing) => several(thing, dice)),
    ...dice.sample(sets, 3).map((thing) => oneOfSeveral(thing, dice)),
    ...dice.sample(THINGS, 4).map((thing) => twice(thing, dice)),
    ...dice.sample(single, 4).map((thing) => corrected(thing, dice)),
    ...dice.sample(single, 4).map((thing) => contradicted(thing, dice)),
    ...dice.sample(secret, 4).map((thing) => recalledAgain(thing, dice)),
    ...dice.sample(single, 4).map((thing) => refused(thing, dice)),
    ...TEMPORARY.map((row) => temporary(row, dice)),
    everything(dice),
  ];
}

function told(kind: string, thing: Thing, questions: readonly string[], dice: Dice): Draft {
  const { told: sentence, args, value } = choose(thing, dice);
  return {
    kind,
    steps: [tells("owner", sentence, args), days(dice.whole(1, 20)), asks("owner", dice.wording(questions), [value])],
    keeps: [{ of: "owner", value }],
  };
}

function changed(thing: Thing, dice: Dice): Draft {
  const first = choose(thing, dice);
  const then = choose(thing, dice, [first.value]);
  return {
    kind: "change",
    steps: [
      tells("owner", first.told, first.args),
      days(dice.whole(2, 9)),
      tells("owner", `that has changed: ${then.told}`, then.args),
      days(1),
      asks("owner", dice.wording(thing.asks), [then.value], { neverHears: [first.value] }),
    ],
    keeps: [{ of: "owner", value: then.value }],
  };
}

function several(thing: Thing, dice: Dice): Draft {
  const one = choose(thing, dice);
  const other = choose(thing, dice, [one.value]);
  return {
    kind: "set",
    steps: [
      tells("owner", one.told, one.args),
      days(3),
      tells("owner", `and also: ${other.told}`, other.args),
      days(3),
      asks("owner", dice.wording(thing.asks), [one.value, other.value]),
    ],
    keeps: [
      { of: "owner", value: one.value },
      { of: "owner", value: other.value },
    ],
  };
}

function oneOfSeveral(thing: Thing, dice: Dice): Draft {
  const one = choose(thing, dice);
  const other = choose(thing, dice, [one.value]);
  return {
    kind: "set",
    steps: [
      tells("owner", one.told, one.args),
      tells("owner", other.told, other.args),
      days(2),
      tells("owner", `forget ${one.value}, that is over`, { action: "forget", key: thing.key, value: one.written }),
      days(2),
      asks("owner", dice.wording(thing.asks), [other.value], { neverHears: [one.value] }),
    ],
    keeps: [{ of: "owner", value: other.value }],
    gone: [{ value: one.value, from: "facts" }],
  };
}

/** The model writes the same down under another name for it. */
function twice(thing: Thing, dice: Dice): Draft {
  const { told: sentence, args, value } = choose(thing, dice);
  return {
    kind: "twice",
    steps: [
      tells("owner", sentence, args),
      days(4),
      tells("owner", `as I said: ${sentence}`, { ...args, key: `my_${thing.key}`, category: "fact" }),
      days(1),
      asks("owner", dice.wording(thing.asks), [value]),
    ],
    keeps: [{ of: "owner", value }],
  };
}

function corrected(thing: Thing, dice: Dice): Draft {
  const first = choose(thing, dice);
  const then = choose(thing, dice, [first.value]);
  const viaCommand = dice.whole(0, 1) === 0;
  const fix = { ...then.args, action: "correct", old_value: first.written };
  return {
    kind: "correct",
    steps: [
      tells("owner", first.told, first.args),
      days(1),
      viaCommand ? says("owner", `/memory m1 = ${then.written}`) : tells("owner", `no, not ${first.value}: ${then.told}`, fix),
      days(6),
      asks("owner", dice.wording(thing.asks), [then.value], { neverHears: [first.value] }),
    ],
    keeps: [{ of: "owner", value: then.value }],
  };
}

/** The model makes something else of what was said: that waits, and after a No it is gone. */
function contradicted(thing: Thing, dice: Dice): Draft {
  const first = choose(thing, dice);
  const made = choose(thing, dice, [first.value]);
  return {
    kind: "contradict",
    steps: [
      tells("owner", first.told, first.args),
      days(5),
      says("owner", "it was different on my holiday", { model: [noting(made.args), { text: "I see." }], presses: "Cancel" }),
      days(1),
      asks("owner", dice.wording(thing.asks), [first.value], { neverHears: [made.value] }),
    ],
    keeps: [{ of: "owner", value: first.value }],
  };
}

/** A model that writes down what it was just reminded of. */
function recalledAgain(thing: Thing, dice: Dice): Draft {
  const { told: sentence, args, value } = choose(thing, dice);
  const again = noting({ key: `${thing.key}_note`, category: "fact", value: args.value });
  return {
    kind: "recalled",
    steps: [
      tells("owner", sentence, args),
      days(7),
      asks("owner", dice.wording(thing.asks), [value], {
        model: [{ toolCalls: [{ name: "get_user_profile", args: {} }] }, again, "recall"],
      }),
    ],
    keeps: [{ of: "owner", value }],
  };
}

/** What a person said No to is not asked about again, nor known. */
function refused(thing: Thing, dice: Dice): Draft {
  const { args, value } = choose(thing, dice);
  const guess = (text: string, presses?: string) =>
    says("owner", text, { model: [noting(args), { text: "I see." }], ...(presses !== undefined && { presses }) });
  return {
    kind: "refused",
    steps: [
      guess("what would you think of me?", "Cancel"),
      days(3),
      guess("and what do you think of me now?"),
      days(3),
      asks("owner", dice.wording(thing.asks), [], { neverHears: [value] }),
    ],
  };
}

const TEMPORARY = [
  {
    key: "guest_room_guest",
    value: "my aunt Hedwig",
    tell: "my aunt Hedwig stays with me for {n} days",
    ask: "which guest is in the guest room?",
    core: "Hedwig",
  },
  { key: "diet", value: "no sugar", tell: "I eat no sugar for the next {n} days", ask: "what is my diet?", core: "no sugar" },
  {
    key: "preferred_temperature",
    value: "25.5 degrees",
    tell: "I have a cold, for {n} days I want 25.5 degrees",
    ask: "what temperature do I like?",
    core: "25.5",
  },
  { key: "wake_time", value: "4:49", tell: "for {n} days I get up at 4:49", ask: "what is my wake time?", core: "4:49" },
  { key: "car", value: "a rented Fiat", tell: "I drive a rented Fiat for {n} days", ask: "which car do I drive?", core: "Fiat" },
] as const;

function temporary({ key, value, tell, ask, core }: (typeof TEMPORARY)[number], dice: Dice): Draft {
  const count = dice.whole(3, 6);
  return {
    kind: "temporary",
    steps: [
      tells("owner", tell.replace("{n}", String(count)), { key, value, days: count }),
      days(1),
      asks("owner", ask, [core]),
      days(count),
      asks("owner", ask, [], { neverHears: [core] }),
    ],
  };
}

function everything(dice: Dice): Draft {
  const [one, other, third] = dice.sample(THINGS, 3).map((thing) => choose(thing, dice));
  if (!one || !other || !third) throw new RangeError("too few things");
  const all = [one, other, third];
  return {
    kind: "everything",
    steps: [
      ...all.map(({ told: sentence, args }) => tells("owner", sentence, args)),
      days(4),
      asks(
        "owner",
        "what do you know about me?",
        all.map(({ value }) => value),
      ),
      says("owner", "/memory", { hears: all.map(({ value }) => value) }),
    ],
    keeps: all.map(({ value }) => ({ of: "owner", value })),
  };
}
