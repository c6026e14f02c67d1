/** What is said about past conversations and about forgetting them, in English. */
export const FORGET_ENGLISH = {
  "command.help.history": "show our past conversations: the last 5, or /history 20, /history monday",
  "command.help.forget": "forget what we said: /forget last, /forget conversation, /forget today, or everything with /forget",
  "history.usage": "Write /history with a number from 1 to {most} or a day (today, yesterday, monday, 2026-11-21), or with nothing.",
  "history.none": "I find no past conversation of ours.",
  "history.line": "- {begin}–{end}, {count} messages: {text}",
  "history.line#one": "- {begin}–{end}, {count} message: {text}",
  "history.more": "Only the newest {most} are shown.",
  "forget.usage":
    "Write /forget last (your last message and my answer), /forget conversation, /forget today, or /forget with nothing for everything.",
  "forget.nothing": "There is nothing of that kind that I could forget.",
  "forget.ask-everything":
    "**Forget everything that you wrote to me and that I answered, in all chats?** That is {count} messages. What I learned about you goes too.",
  "forget.ask-everything#one":
    "**Forget everything that you wrote to me and that I answered, in all chats?** That is {count} message. What I learned about you goes too.",
  "forget.ask-day": "**Forget everything that we said today, in all chats?** That is {count} messages.",
  "forget.ask-day#one": "**Forget everything that we said today, in all chats?** That is {count} message.",
  "forget.ask-conversation": "**Forget our last conversation in this chat?** That is {count} messages.",
  "forget.ask-conversation#one": "**Forget our last conversation in this chat?** That is {count} message.",
  "forget.ask-turn": "**Forget your last message in this chat and my answer?**",
  "forget.cannot-undo": "Nobody can bring it back. What of it is at work or waits for a Yes is stopped.",
  "forget.begun": "I am forgetting it …",
  "forget.cancelled": "OK, I forget nothing.",
  "forget.expired": "Nobody answered in time, so I forgot nothing.",
  "forget.late": "The words are deleted, but traces of them may still stand in my files. I try again until they are gone.",
  "forget.done": "It is forgotten: no word of it is left in my files.",
  "forget.unreachable":
    "What I cannot reach: what stands in Telegram’s chat (delete it there), what Home Assistant itself recorded, and backups that were made before. " +
    "My list of actions keeps what was done in the home and when, without any words.",
} as const;
