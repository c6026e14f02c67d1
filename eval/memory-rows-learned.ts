import type { Dice } from "./knowledge-dice.ts";
import type { Finding } from "./memory-case.ts";
import { asks, type Chosen, choose, type Draft, days, says } from "./memory-steps.ts";
import { THINGS, type Thing } from "./memory-things.ts";

const notPublic = THINGS.filter(({ isPublic }) => !isPublic);

/** What is said in passing: nothing calls a tool, and it is read again when nobody needs the model. */
export function learnedRows(dice: Dice): readonly Draft[] {
  return [
    ...dice.sample(THINGS, 5).map((thing) => inPassing(thing, dice)),
    ...dice.sample(notPublic, 3).map((thing) => byTwo(thing, dice)),
    ...dice.sample(notPublic, 2).map((thing) => forgotten(thing, dice)),
    ...NOTHING.map(([text, key, value, quote = text]) => nothing(text, { key, value, quote })),
  ];
}

const chats = (who: "owner" | "adult", text: string) => says(who, text, { model: [{ text: "I see." }] });

function found({ key, value, quote }: Pick<Finding, "key" | "value" | "quote">): Finding {
  return { about: "me", category: "fact", key, value, quote, sensitivity: "public" };
}

const finding = ({ told, args }: Chosen) => ({ [told]: [found({ ...args, quote: told })] });

function inPassing(thing: Thing, dice: Dice): Draft {
  const chosen = choose(thing, dice);
  return {
    kind: "in_passing",
    steps: [chats("owner", chosen.told), days(2), asks("owner", dice.wording(thing.asks), [chosen.value])],
    finds: finding(chosen),
    keeps: [{ of: "owner", value: chosen.value }],
  };
}

/** Two people's messages wait to be read. */
function byTwo(thing: Thing, dice: Dice): Draft {
  const mine = choose(thing, dice);
  const theirs = choose(thing, dice, [mine.value]);
  const own = [
    { of: "owner", value: mine.value },
    { of: "adult", value: theirs.value },
  ] as const;
  return {
    kind: "in_passing",
    steps: [
      chats("owner", mine.told),
      chats("adult", theirs.told),
      days(2),
      asks("owner", dice.wording(thing.asks), [mine.value], { neverHears: [theirs.value] }),
      asks("adult", dice.wording(thing.asks), [theirs.value], { neverHears: [mine.value] }),
    ],
    finds: { ...finding(mine), ...finding(theirs) },
    keeps: own,
    private: own,
  };
}

/** Once before it was read, once after. */
function forgotten(thing: Thing, dice: Dice): Draft {
  const [read, unread] = [choose(thing, dice), choose(thing, dice)];
  return {
    kind: "forget_learned",
    steps: [
      chats("owner", read.told),
      days(2),
      chats("owner", unread.told),
      says("owner", "/forget", { presses: "Yes" }),
      days(2),
      asks("owner", dice.wording(thing.asks), [], { neverHears: [read.value, unread.value] }),
    ],
    finds: { ...finding(read), ...finding(unread) },
    gone: [...new Set([read.value, unread.value])].map((value) => ({ value, from: "files" })),
  };
}

/** Messages in which a model finds what is not there to be kept. */
const NOTHING: readonly (readonly [text: string, key: string, value: string, quote?: string])[] = [
  ["is ochre a nice colour?", "favorite_color", "ochre"],
  ["the alarm code is 4711", "alarm", "4711"],
  ["it was a long day", "illness", "insomnia"],
  ["it is warm in here", "temperature", "26.5 degrees"],
  ["let us talk about music", "music", "fado", "I like fado"],
  ["the weather is nice today", "weather_today", "nice"],
  ["my sister is a vegan", "diet", "vegan"],
  ["I am tired right now", "sleep", "tired right now"],
];

function nothing(text: string, one: Pick<Finding, "key" | "value" | "quote">): Draft {
  return { kind: "learned_nothing", steps: [chats("owner", text), days(2)], finds: { [text]: [found(one)] } };
}
