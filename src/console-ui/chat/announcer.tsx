import { useEffect, useRef, useState } from "preact/hooks";
import type { ChatMessage } from "../../channels/console/wire.ts";

/** An answer grows while it is written; it is read out once it has stood still for so long. */
const STILL_MS = 1_200;

/** Reads out what the assistant says, each answer once and whole, to who does not see it. */
export function Announcer({ messages, assistantName }: { messages: readonly ChatMessage[]; assistantName: string }) {
  const [said, setSaid] = useState("");
  const before = useRef<string | undefined>(undefined);
  const last = messages.findLast(({ from }) => from !== "person");
  const now = last && `${last.id} ${last.text}`;
  useEffect(() => {
    // what was there when the page opened is no news
    if (before.current === undefined) {
      if (messages.length > 0) before.current = now ?? "";
      return undefined;
    }
    if (now === before.current || !last) return undefined;
    const timer = setTimeout(() => {
      before.current = now;
      const choices = last.buttons.flat().map(({ label }) => label);
      setSaid([`${assistantName}: ${last.text}`, ...choices].join(" · "));
    }, STILL_MS);
    return () => clearTimeout(timer);
  }, [now, last, messages.length, assistantName]);
  return (
    <div class="hidden" aria-live="polite">
      {said}
    </div>
  );
}
