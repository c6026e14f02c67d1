import type { TurnDecision, TurnDetail } from "../../channels/console/wire.ts";
import { Badge } from "../parts/badge.tsx";
import { Card, Page } from "../parts/page.tsx";
import { Waiting } from "../parts/paged-list.tsx";
import { Problem } from "../parts/problem.tsx";
import { Receipt } from "../parts/receipt.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { hrefOf } from "../route.ts";
import { useChanges } from "../use-changes.ts";
import { useLoaded } from "../use-loaded.ts";
import { useWorld } from "../world.ts";
import { answerOf, textOf } from "./turn-words.ts";

/** One turn, in the order in which it happened. */
export function TurnDetailPage({ id }: { id: string }) {
  const { api, texts } = useWorld();
  const { value: turn, problem, reload } = useLoaded(id, (signal) => api.get<TurnDetail>(`turns/${encodeURIComponent(id)}`, {}, signal));
  useChanges("turns", reload);
  return (
    <Page
      title={turn ? texts.t("turns.title", { when: texts.when(turn.at) }) : texts.t("page.turns")}
      aside={
        <a class="button" href={hrefOf("turns")}>
          {texts.t("turns.back")}
        </a>
      }
    >
      <Problem of={problem} texts={texts} retry={reload} />
      {turn ? <Way turn={turn} /> : problem === undefined && <Waiting />}
    </Page>
  );
}

function Way({ turn }: { turn: TurnDetail }) {
  const { texts } = useWorld();
  const { t } = texts;
  const { person, channel, path, model, status, tokens, context, tools, decisions, receipts } = turn;
  return (
    <>
      <Card>
        <h2>{t("turns.said")}</h2>
        <p class="as-written" dir="auto">
          {textOf(turn, texts)}
        </p>
        <h2>{t("turns.answer")}</h2>
        <p class="as-written" dir="auto">
          {answerOf(turn, texts)}
        </p>
        <p class="row quiet">
          <Badge id={status}>{texts.word("status", status)}</Badge>
          <span>
            {[person || t("nobody"), texts.word("channel", channel), path && texts.word("path", path), path === "model" && model]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </p>
        <Times turn={turn} />
        {tokens && <p class="quiet">{t("turns.tokens", { ...tokens })}</p>}
      </Card>
      <Card title={t("turns.context")}>
        {context ? <ContextTable context={context} /> : <p class="quiet">{t("turns.context.none")}</p>}
      </Card>
      <Card title={t("turns.tools")}>{tools.length > 0 ? <ToolCalls tools={tools} /> : <p class="quiet">{t("turns.tools.none")}</p>}</Card>
      <Card title={t("turns.decisions")}>
        {decisions.length === 0 && <p class="quiet">{t("turns.decisions.none")}</p>}
        {decisions.map((decision) => (
          <Decision key={`${decision.service} ${decision.rule} ${decision.entityIds.join()}`} decision={decision} />
        ))}
      </Card>
      <Card title={t("turns.receipts")}>
        {receipts.length === 0 && <p class="quiet">{t("turns.receipts.none")}</p>}
        {receipts.map((receipt, index) => (
          <Receipt key={`${index} ${receipt.service}`} of={receipt} />
        ))}
      </Card>
    </>
  );
}

function Decision({ decision: { service, entityIds, rule, outcome, reasons } }: { decision: TurnDecision }) {
  const { texts } = useWorld();
  return (
    <div class="receipt">
      <div class="row">
        <code>{service}</code>
        <Badge id={outcome}>{texts.word("outcome", outcome)}</Badge>
      </div>
      <p class="quiet">
        {entityIds.map((id) => (
          <code key={id}>{id} </code>
        ))}
      </p>
      <p>{texts.t("rule", { rule })}</p>
      <Reasons of={reasons.filter((reason) => reason !== rule)} />
    </div>
  );
}

/** Each moment, and how long after the one before. */
function Times({ turn: { times } }: { turn: TurnDetail }) {
  const { texts } = useWorld();
  const all = (["received", "answered", "sent"] as const).flatMap((name) => {
    const at = times[name];
    return at === null ? [] : [{ name, at }];
  });
  return (
    <ol class="times" aria-label={texts.t("turns.times")}>
      {all.map(({ name, at }, index) => (
        <li key={name}>
          <span class="quiet">{texts.t(`times.${name}`)}</span>{" "}
          {index === 0 ? texts.clock(at) : `+ ${texts.duration(at - (all[index - 1]?.at ?? at))}`}
        </li>
      ))}
    </ol>
  );
}

/** Sentences of the server, which tell in a chat what they tell here: there each of a list has a sign before it. */
function Reasons({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <ul class="plain quiet">
      {of.map((reason) => (
        <li key={reason} dir="auto">
          {reason.replace(/^\s*[•-]\s+/, "")}
        </li>
      ))}
    </ul>
  );
}

/** What the prompt held, part by part, against the room that each had. */
function ContextTable({ context: { window, tokens, slots } }: { context: NonNullable<TurnDetail["context"]> }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <>
      <p>{t("turns.context.whole", { tokens, window })}</p>
      <Scroll label={t("turns.context")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("turns.slot")}</th>
              <th scope="col" class="figure">
                {t("turns.used")}
              </th>
              <th scope="col" class="figure">
                {t("turns.room")}
              </th>
              <th scope="col">{t("turns.put")}</th>
              <th scope="col">{t("turns.left")}</th>
            </tr>
          </thead>
          <tbody>
            {slots.map(({ slot, room, used, put, left }) => (
              <tr key={slot}>
                <th scope="row">{texts.word("slot", slot)}</th>
                <td class="figure">
                  {texts.number(used)}
                  <span class="fill" aria-hidden="true">
                    <i style={{ inlineSize: `${room > 0 ? Math.min(100, (used / room) * 100) : 0}%` }} />
                  </span>
                </td>
                <td class="figure">{texts.number(room)}</td>
                <td dir="auto">{put.join(", ")}</td>
                <td dir="auto" class="quiet">
                  {left.join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

/** Every call of a tool, closed until somebody wants to see what went in and came out. */
function ToolCalls({ tools }: { tools: TurnDetail["tools"] }) {
  const { texts } = useWorld();
  return (
    <>
      {tools.map((tool, index) => (
        <details key={`${index} ${tool.name}`}>
          <summary>
            <code>{tool.name}</code> {!tool.ok && <Badge id="failed">{texts.t("turns.tool.failed")}</Badge>}
          </summary>
          <h3>{texts.t("turns.tool.arguments")}</h3>
          <Json value={tool.arguments} label={texts.t("turns.tool.arguments")} />
          <h3>{texts.t("turns.tool.result")}</h3>
          <Json value={tool.result} label={texts.t("turns.tool.result")} />
        </details>
      ))}
    </>
  );
}

function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <Scroll label={label}>
      <pre dir="ltr">{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>
    </Scroll>
  );
}
