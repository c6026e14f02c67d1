import type { ComponentChildren } from "preact";
import type { TurnDecision, TurnDetail, TurnItem } from "../../channels/console/wire.ts";
import { useLoaded } from "../loading.ts";
import { Badge, Outcome, Receipt } from "../parts/outcome.tsx";
import { Card, LoadedPage, Scroll, Table } from "../parts/page.tsx";
import type { Texts } from "../texts.ts";
import { useWorld } from "../world.ts";

/** What was said, or that it was forgotten. */
export function textOf({ text, forgotten }: TurnItem, { t }: Pick<Texts, "t">): string {
  return forgotten ? t("turns.forgotten") : text;
}

/** The answer, or why there is none to read. */
export function answerOf({ answer, forgotten, withheld }: TurnItem, { t }: Pick<Texts, "t">): string {
  if (forgotten) return t("turns.forgotten");
  return answer ?? t(withheld ? "turns.withheld" : "turns.unanswered");
}

export function TurnDetailPage({ id }: { id: string }) {
  const { api, texts } = useWorld();
  const turn = useLoaded("turns", id, (signal) => api.get<TurnDetail>(`turns/${encodeURIComponent(id)}`, {}, signal));
  return (
    <LoadedPage of={turn} title={turn.value ? texts.t("turns.title", { when: texts.when(turn.value.at) }) : texts.t("page.turns")}>
      {(value) => <Way turn={value} />}
    </LoadedPage>
  );
}

function Way({ turn }: { turn: TurnDetail }) {
  const { texts } = useWorld();
  const { t } = texts;
  const { person, channel, path, model, status, tokens, context, tools, questions, decisions, receipts } = turn;
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
      {questions.length > 0 && (
        <Card title={t("turns.questions")}>
          {questions.map(({ question, end }) => (
            <div key={question} class="receipt">
              <p class="as-written" dir="auto">
                {question}
              </p>
              <p class="quiet" dir="auto">
                {end}
              </p>
            </div>
          ))}
        </Card>
      )}
      <Section name="context">{context && <ContextTable context={context} />}</Section>
      <Section name="tools">{tools.length > 0 && <ToolCalls tools={tools} />}</Section>
      <Section name="decisions">
        {decisions.length > 0 &&
          decisions.map((decision) => (
            <Decision key={`${decision.service} ${decision.rule} ${decision.entityIds.join()}`} decision={decision} />
          ))}
      </Section>
      <Section name="receipts">
        {receipts.length > 0 && receipts.map((receipt, index) => <Receipt key={`${index} ${receipt.service}`} of={receipt} />)}
      </Section>
    </>
  );
}

function Section({ name, children }: { name: "context" | "tools" | "decisions" | "receipts"; children: ComponentChildren }) {
  const { t } = useWorld().texts;
  return <Card title={t(`turns.${name}`)}>{children || <p class="quiet">{t(`turns.${name}.none`)}</p>}</Card>;
}

function Decision({ decision: { service, entityIds, rule, outcome, reasons } }: { decision: TurnDecision }) {
  const { texts } = useWorld();
  return (
    <div class="receipt">
      <div class="row">
        <code>{service}</code>
        <Outcome id={outcome} />
      </div>
      <p class="quiet">
        {entityIds.map((id) => (
          <code key={id}>{id} </code>
        ))}
      </p>
      <p>{texts.t("rule", { rule })}</p>
      <ul class="plain quiet">
        {reasons
          .filter((reason) => reason !== rule)
          .map((reason) => (
            <li key={reason} dir="auto">
              {/* in a chat each line of a list has a sign before it */}
              {reason.replace(/^\s*[•-]\s+/, "")}
            </li>
          ))}
      </ul>
    </div>
  );
}

function Times({ turn: { times } }: { turn: TurnDetail }) {
  const { texts } = useWorld();
  const all = (["received", "answered", "sent"] as const).flatMap((name) => {
    const at = times[name];
    return at === undefined ? [] : [{ name, at }];
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

function ContextTable({ context: { window, tokens, slots } }: { context: NonNullable<TurnDetail["context"]> }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <>
      <p>{t("turns.context.whole", { tokens, window })}</p>
      <Table
        label={t("turns.context")}
        head={[
          { text: t("turns.slot") },
          { text: t("turns.used"), class: "figure" },
          { text: t("turns.room"), class: "figure" },
          { text: t("turns.put") },
          { text: t("turns.left") },
        ]}
      >
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
      </Table>
    </>
  );
}

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
