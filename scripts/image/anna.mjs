// Plays Anna in her chat with the real Home Assistant's Telegram bot, which speaks to a fake Bot API.

/** `home`: what `ha up` told. */
export function createAnna({ home }) {
  const { anna } = home.chats;
  let after = 0;

  async function control(path, body) {
    const method = body ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {};
    const answer = await fetch(`${home.bot_api_url}/control/${path}`, method);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer.json();
  }

  return {
    id: anna,
    /** What was shown before is not waited for any more. */
    async says(text) {
      after = (await control("health")).seq;
      await control("say", { chat_id: anna, text });
    },
    /** The next message to her that fits. */
    async hears(pattern, withinMs = 20_000) {
      const until = Date.now() + withinMs;
      const heard = [];
      while (Date.now() < until) {
        const { events, last } = await control(`wait?chat_id=${anna}&after=${after}&timeout_ms=${until - Date.now()}`);
        heard.push(...events.map(({ text }) => text));
        const found = events.find(({ text }) => pattern.test(text ?? ""));
        after = found?.seq ?? last;
        if (found) return found.text;
      }
      throw new Error(`Anna heard nothing like ${pattern} but ${JSON.stringify(heard)}`);
    },
  };
}
