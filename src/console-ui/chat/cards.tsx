import { useEffect, useMemo, useState } from "preact/hooks";
import type { Card, ChatMessage } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { iconOf } from "../parts/domain-icons.ts";
import { Icon } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { Chart } from "./chart.tsx";
import { newId } from "./use-conversation.ts";

/** So far back an answer still has its entities below it. */
const MOST_MESSAGES = 30;
/** Changes that come together are read together. */
const TOGETHER_MS = 150;

export type CardsOf = (message: ChatMessage) => readonly Card[];

/** Entities as they are now, each under the newest answer about it. */
export function useCards(messages: readonly ChatMessage[]): CardsOf {
  const { api, events } = useWorld();
  const [cards, setCards] = useState<ReadonlyMap<string, Card>>(new Map());
  const places = useMemo(() => {
    const latest = messages.slice(-MOST_MESSAGES);
    return new Map(latest.flatMap(({ id, about }) => about.map((entityId) => [entityId, id] as const)));
  }, [messages]);
  const ids = [...places.keys()].sort().join(",");

  useEffect(() => {
    if (ids === "") return undefined;
    const abort = new AbortController();
    let timer = 0;
    const read = () =>
      void api.get<readonly Card[]>("chat/cards", { ids }, abort.signal).then(
        (found) => setCards(new Map(found.map((card) => [card.entityId, card]))),
        () => undefined, // they are read again with the next change
      );
    const ends = [
      events.on("again", read),
      events.on("state", ({ entityId }) => {
        if (!ids.split(",").includes(entityId)) return;
        clearTimeout(timer);
        timer = window.setTimeout(read, TOGETHER_MS);
      }),
    ];
    read();
    return () => {
      abort.abort();
      clearTimeout(timer);
      for (const end of ends) end();
    };
  }, [api, events, ids]);

  return ({ id, about }) => about.flatMap((entityId) => (places.get(entityId) === id ? (cards.get(entityId) ?? []) : []));
}

/** `hours`: of the time that the answer is about. */
export function Cards({ cards, hours }: { cards: readonly Card[]; hours: number }) {
  if (cards.length === 0) return null;
  return (
    <div class="cards">
      {cards.map((card) =>
        card.tap !== undefined ? (
          <TapCard key={card.entityId} card={card} tap={card.tap} />
        ) : (
          <div key={card.entityId}>
            <div class="entity">
              <Face card={card} />
            </div>
            {card.hasChart && <Chart card={card} isShown={cards.length === 1} hours={hours} />}
          </div>
        ),
      )}
    </div>
  );
}

/** A tap is a message like any other: the policy decides about it, and it may ask. */
function TapCard({ card, tap }: { card: Card; tap: string }) {
  const { api } = useWorld();
  const { isBusy, run } = useDoing();
  const press = () => run(() => api.send("POST", "chat/tap", { entityId: card.entityId, clientId: newId() }));
  return (
    <button type="button" class="entity" title={tap} aria-disabled={isBusy} onClick={() => void press()}>
      <Face card={card} />
      <span class={card.isActive ? "toggle active" : "toggle"} aria-hidden="true" />
      <span class="hidden">{tap}</span>
    </button>
  );
}

function Face({ card: { name, area, state, domain, isActive } }: { card: Card }) {
  return (
    <>
      <span class={isActive ? "face active" : "face"}>
        <Icon path={iconOf(domain)} />
      </span>
      <span class="grow">
        <strong dir="auto">{name}</strong>
        <span class="quiet" dir="auto">
          {[state, area].filter(Boolean).join(" · ")}
        </span>
      </span>
    </>
  );
}
