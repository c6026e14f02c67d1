/** A kind of thing that people tell of themselves; `{v}` is the value, `{name}` another person. */
export interface Thing {
  /** What a model calls it. */
  readonly key: string;
  readonly category: "preference" | "habit" | "fact";
  /** In the words that a model writes down. */
  readonly value: string;
  readonly values: readonly string[];
  readonly tells: readonly string[];
  /** With a word of the key or of the value. */
  readonly asks: readonly string[];
  /** In other words. */
  readonly paraphrases: readonly string[];
  readonly ofAnother: string;
  /** Anybody in the house may know. */
  readonly isPublic?: true;
  /** Several stand side by side. */
  readonly isSet?: true;
}

export const THINGS: readonly Thing[] = [
  {
    ...{ key: "preferred_temperature", category: "preference", value: "{v} degrees" },
    values: ["17.5", "18.5", "19.5", "23.5", "24.5"],
    tells: [
      "I prefer {v} degrees",
      "I like it at {v} degrees",
      "{v} degrees is what I find comfortable",
      "set me down for {v} degrees, that is what I like",
    ],
    asks: ["what temperature do I like?", "which temperature is mine?"],
    paraphrases: ["how warm do I like it?", "what should the thermostat be at for me?"],
    ofAnother: "what temperature does {name} like?",
  },
  {
    ...{ key: "favorite_color", category: "preference", value: "{v}", isPublic: true },
    values: ["turquoise", "magenta", "ochre", "indigo"],
    tells: ["my favourite colour is {v}", "I love {v}, it is my favourite color", "of all colours I like {v} best", "{v} is my colour"],
    asks: ["what is my favourite colour?", "which color do I like?"],
    paraphrases: ["in what shade should you paint my room?", "what hue do I love?"],
    ofAnother: "what is {name}'s favourite colour?",
  },
  {
    ...{ key: "wake_time", category: "habit", value: "{v}" },
    values: ["5:53", "6:47", "7:41"],
    tells: ["I get up at {v}", "my alarm clock rings at {v} every day", "I wake up at {v}", "usually I am up by {v}"],
    asks: ["when do I wake up?", "what is my wake time?"],
    paraphrases: ["when do I get up?", "at what hour does my day begin?"],
    ofAnother: "when does {name} get up?",
  },
  {
    ...{ key: "allergies", category: "fact", value: "{v}", isSet: true },
    values: ["walnuts", "shellfish", "sesame", "lupin", "celery"],
    tells: [
      "I am allergic to {v}",
      "I have an allergy to {v}",
      "{v} give me a rash, I am allergic",
      "no {v} for me, I am allergic to that",
    ],
    asks: ["what am I allergic to?", "which allergies do I have?"],
    paraphrases: ["what food makes me ill?", "what must I not eat?"],
    ofAnother: "what is {name} allergic to?",
  },
  {
    ...{ key: "pet", category: "fact", value: "a dachshund called {v}", isSet: true },
    values: ["Waldi", "Pretzel", "Otto"],
    tells: [
      "I have a dachshund called {v}",
      "my dachshund is called {v}",
      "{v} is my dachshund, called so by my niece",
      "I got a dachshund, called {v}",
    ],
    asks: ["what is my pet called?", "which pets do I have?"],
    paraphrases: ["who barks for me?", "what is the name of my dog?"],
    ofAnother: "does {name} have a pet?",
  },
  {
    ...{ key: "music", category: "preference", value: "{v}", isPublic: true, isSet: true },
    values: ["bossa nova", "krautrock", "klezmer", "fado"],
    tells: ["I like to listen to {v}", "my favourite music is {v}", "when I cook I put on {v}, I love it", "{v} is my kind of music"],
    asks: ["what music do I like?", "which music is my favourite?"],
    paraphrases: ["what do I like to listen to?", "which songs should you play for me?"],
    ofAnother: "what music does {name} like?",
  },
  {
    ...{ key: "workplace", category: "fact", value: "{v}" },
    values: ["the Quellhorst brewery", "the Ostheim library", "the Varnes shipyard"],
    tells: ["I work at {v}", "my workplace is {v}", "my job is at {v}", "{v} is where I work"],
    asks: ["what is my workplace?", "which workplace do I have?"],
    paraphrases: ["where do I work?", "who employs me?"],
    ofAnother: "where does {name} work?",
  },
  {
    ...{ key: "hobby", category: "fact", value: "{v}", isSet: true },
    values: ["fencing", "origami", "beekeeping", "falconry"],
    tells: ["my hobby is {v}", "I spend my evenings with {v}", "{v} is my great hobby", "I do {v} in my free time"],
    asks: ["what is my hobby?", "which hobbies do I have?"],
    paraphrases: ["what do I do in my free time?", "how do I spend my evenings?"],
    ofAnother: "what is {name}'s hobby?",
  },
  {
    ...{ key: "birthday", category: "fact", value: "{v}" },
    values: ["17 April", "3 August", "29 October"],
    tells: ["my birthday is on {v}", "I have my birthday on {v}", "{v} is my birthday", "I was born on {v}"],
    asks: ["when is my birthday?", "what date is my birthday?"],
    paraphrases: ["when was I born?", "on what day do I turn a year older?"],
    ofAnother: "when is {name}'s birthday?",
  },
  {
    ...{ key: "diet", category: "preference", value: "{v}" },
    values: ["vegan", "pescatarian", "gluten-free"],
    tells: ["I eat {v}", "I am {v} now", "my diet is {v}", "cook {v} for me please, always"],
    asks: ["what is my diet?", "which diet do I have?"],
    paraphrases: ["how do I eat?", "what should be cooked for me?"],
    ofAnother: "what does {name} eat?",
  },
  {
    ...{ key: "medication", category: "fact", value: "{v}", isSet: true },
    values: ["levothyroxine", "metformin", "ramipril"],
    tells: ["I take {v} every morning", "my doctor gave me {v}, for good", "I have to take {v}", "{v} is my medicine"],
    asks: ["which medication do I take?", "what medicine do I take?"],
    paraphrases: ["which pills are mine?", "what did my doctor prescribe?"],
    ofAnother: "which medicine does {name} take?",
  },
  {
    ...{ key: "football_club", category: "preference", value: "{v}" },
    values: ["Werder Bremen", "FC Twente", "Hapoel Haifa"],
    tells: ["my football club is {v}", "I am a fan of {v}, the football club", "{v} is my club", "I support {v} in football"],
    asks: ["which football club is mine?", "what is my football club?"],
    paraphrases: ["whose matches do I watch?", "which team do I support?"],
    ofAnother: "which football club does {name} like?",
  },
  {
    ...{ key: "bedtime", category: "habit", value: "{v}" },
    values: ["22:43", "23:17", "21:38"],
    tells: ["I go to bed at {v}", "my bedtime is {v}", "I sleep from {v} on", "at {v} I am in bed"],
    asks: ["when is my bedtime?", "what bedtime do I have?"],
    paraphrases: ["when do I go to sleep?", "until when am I awake?"],
    ofAnother: "when does {name} go to bed?",
  },
  {
    ...{ key: "coffee", category: "preference", value: "{v}", isSet: true },
    values: ["a cortado", "a ristretto", "oat milk latte"],
    tells: ["in the morning I drink {v}", "my coffee is {v}", "I always have {v}", "{v} is how I like my coffee"],
    asks: ["how do I like my coffee?", "which coffee do I drink?"],
    paraphrases: ["what do I drink in the morning?", "what should you order for me at the bar?"],
    ofAnother: "how does {name} like the coffee?",
  },
];
