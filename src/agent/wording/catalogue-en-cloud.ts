/** What is said of models outside the house, in English. */
export const CLOUD_ENGLISH = {
  "answer.from-cloud":
    "(A model outside your home answered: {model}. It got your message without names, addresses and private things. I say this once in a conversation.)",
  "model.not-sent": "I did not send your message to {model} outside your home: {why}.",
  "notice.cloud":
    "Models outside your home are switched on ({models}): they answer {when}. What leaves: your messages and what those models answered, with code " +
    "names in place of people, rooms and things{profile}{state}. Never: names, addresses, numbers and keys, private and sensitive facts, your " +
    "documents, past conversations. Each request stands in /searchlog. The options cloud_* switch it off.",
  "notice.cloud.first": "first, and your own model only what may not leave",
  "notice.cloud.fallback": "when your own model does not",
  "notice.cloud.profile": ", and what is remembered as public",
  "notice.cloud.state": ", and which things there are and how they are",
} as const;
