import type { Finding, Who } from "./memory-case.ts";
import { asks, type Draft, days, noting, says, tells } from "./memory-steps.ts";

type Names = Readonly<Record<Who, string>>;

/** What a model makes of a message that says something else; and sentences like them that say just that. */
export function mistakenRows({ adult }: Names): readonly Draft[] {
  const named = (text: string) => text.replaceAll("{adult}", adult);
  return [
    ...WRONG_ABOUT.map(wrongAbout),
    ...WRONG_ABOUT_LEARNED.map(wrongAboutLearned),
    ...WRONGLY_CORRECTED.map(([text, value]) => wronglyCorrected(named(text), value)),
    ...TURNED.map((row) => notSo("turned_round", row)),
    ...ASKED.map((row) => notSo("asked", row)),
    ...NOT_THEIRS.map(([text, ...row]) => notSo("not_theirs", [named(text), ...row])),
    ...OPPOSITES.map(opposite),
    ...HONEST.map(honest),
  ];
}

type Row = readonly [text: string, key: string, value: string];

/** The model gives to everybody what is one person's. */
const WRONG_ABOUT: readonly (readonly [...Row, about: string])[] = [
  ["I am pregnant, keep it to yourself", "pregnancy", "pregnant", "house"],
  ["I prefer 23.25 degrees in the bedroom", "temperature", "23.25 degrees", "Bedroom"],
  ["ich mag 23,75 Grad im Haus", "temperature", "23,75 Grad", "house"],
  ["I like to hear shanty songs in the kitchen", "music", "shanty songs", "Kitchen"],
  ["our mortgage is at the Sparda bank", "mortgage", "at the Sparda bank", "house"],
];

function wrongAbout([text, key, value, about]: (typeof WRONG_ABOUT)[number]): Draft {
  return {
    kind: "wrong_about",
    steps: [
      tells("owner", text, { key, value, about }),
      days(2),
      asks("adult", "what do you know about the house?", [], { neverHears: [value] }),
    ],
    keeps: [{ of: "owner", value }],
    private: [{ of: "owner", value }],
  };
}

const WRONG_ABOUT_LEARNED: readonly Row[] = [
  ["I prefer 22.75 degrees", "temperature", "22.75 degrees"],
  ["I drink lapsang every evening", "drinks", "lapsang"],
];

function wrongAboutLearned([text, key, value]: Row): Draft {
  const found: Finding = { about: "house", category: "preference", key, value, quote: text, sensitivity: "public" };
  return {
    kind: "wrong_about",
    steps: [
      says("owner", text, { model: [{ text: "I see." }] }),
      days(2),
      asks("adult", "what do you know about the house?", [], { neverHears: [value] }),
    ],
    finds: { [text]: [found] },
    keeps: [{ of: "owner", value }],
    private: [{ of: "owner", value }],
  };
}

const WRONGLY_CORRECTED: readonly (readonly [text: string, value: string])[] = [
  ["{adult} likes 25.25 degrees", "25.25 degrees"],
  ["does {adult} like 17.25 degrees?", "17.25 degrees"],
  ["I do not like 26.75 degrees", "26.75 degrees"],
];

function wronglyCorrected(text: string, value: string): Draft {
  return {
    kind: "wrongly_corrected",
    steps: [
      tells("owner", "I prefer 21.25 degrees", { key: "temperature", value: "21.25 degrees" }),
      days(2),
      says("owner", text, { model: [noting({ action: "correct", key: "temperature", value }), { text: "OK." }], presses: "Cancel" }),
      days(1),
      asks("owner", "what temperature do I like?", ["21.25"], { neverHears: [value] }),
    ],
    keeps: [{ of: "owner", value: "21.25 degrees" }],
  };
}

const TURNED: readonly Row[] = [
  ["I don't like beer", "drinks", "beer"],
  ["I don't eat meat at all", "diet", "meat"],
  ["I am not left handed", "handedness", "left handed"],
  ["I am a strict vegetarian", "diet", "not vegetarian"],
  ["I love dogs", "animals", "hates dogs"],
  ["Ich bin kein Vegetarier", "diet", "Vegetarier"],
  ["I am no longer vegan", "diet", "vegan"],
  ["je n'aime pas le fado", "music", "fado"],
];

const ASKED: readonly Row[] = [
  ["Is my favourite colour blue?", "favorite_color", "blue"],
  ["did I ever say that I am vegan", "diet", "vegan"],
  ["did I say that I like green tea", "drinks", "green tea"],
  ["Am I allergic to lupin?", "allergies", "lupin"],
  ["Do I prefer 25 degrees?", "temperature", "25 degrees"],
  ["Mag ich 25 Grad", "temperature", "25 Grad"],
];

const NOT_THEIRS: readonly Row[] = [
  ["My neighbour told me: I am in debt", "finances", "in debt"],
  ["I think {adult} is diabetic", "illness", "diabetic"],
  ["{adult} told me: I love jazz", "music", "jazz"],
  ["my sister is a vegan. I get up at 6", "diet", "vegan"],
  ["I used to like 25 degrees", "temperature", "25 degrees"],
  ["wenn ich reich wäre, hätte ich eine Yacht", "boat", "eine Yacht"],
  ["translate: I am allergic to wasps", "allergies", "wasps"],
  ["my ex is a smoker", "smoking", "smoker"],
  ["He is allergic to lupin", "allergies", "lupin"],
  ["Opa ist Diabetiker", "illness", "Diabetiker"],
  ["Meine Eltern trinken Rooibos", "drinks", "Rooibos"],
  ["set it to 25 for me", "temperature", "25"],
];

/** What is said is not what the model writes down. */
function notSo(kind: string, [text, key, value]: Row): Draft {
  return { kind, steps: [tells("owner", text, { key, value }), days(2)] };
}

const OPPOSITES: readonly (readonly [told: string, value: string, then: string, now: string, key: string])[] = [
  ["I like rooibos", "rooibos", "I don't drink rooibos any more", "no rooibos", "drinks"],
  ["ich mag Mate", "Mate", "ich trinke keinen Mate mehr", "kein Mate", "drinks"],
  ["I am allergic to lupin", "lupin", "I am not allergic to lupin after all", "no lupin", "allergies"],
];

function opposite([told, value, then, now, key]: (typeof OPPOSITES)[number]): Draft {
  return {
    kind: "opposite",
    steps: [tells("owner", told, { key, value }), days(3), tells("owner", then, { key, value: now }), days(1)],
    keeps: [{ of: "owner", value: now }],
  };
}

const HONEST: readonly Row[] = [
  ["I don't like kohlrabi", "disliked_food", "kohlrabi"],
  ["I hate mornings", "dislikes", "mornings"],
  ["I eat no meat", "diet", "no meat"],
  ["I like tea but no coffee", "drinks", "no coffee"],
  ["no walnuts for me, I am allergic", "allergies", "walnuts"],
  ["my wife and I are vegan", "diet", "vegan"],
  ["I watch handball with my brother", "hobby", "handball"],
  ["my sister is called Xenia", "sister_name", "Xenia"],
  ["my sister was here, but I get up at 5:53", "wake_time", "5:53"],
  ["I am used to 24.75 degrees", "temperature", "24.75 degrees"],
  ["wenn ich aufstehe, trinke ich Kakao", "drinks", "Kakao"],
  ["morgens trinke ich Kakao", "drinks", "Kakao"],
  ["ich hasse Rosenkohl", "disliked_food", "Rosenkohl"],
  ["je n'aime pas le céleri", "disliked_food", "céleri"],
  ["no como carne", "diet", "no carne"],
  ["ik lust geen spruitjes", "disliked_food", "spruitjes"],
  ["אני לא אוהב חצילים", "disliked_food", "חצילים"],
  ["did you know that I love fado?", "music", "fado"],
];

function honest([text, key, value]: Row): Draft {
  return { kind: "honest", steps: [tells("owner", text, { key, value }), days(1)], keeps: [{ of: "owner", value }] };
}
