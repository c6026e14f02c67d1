import { useState } from "preact/hooks";
import type { ApprovalItem, Pressed } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { Form, PinField } from "../parts/field.tsx";
import { Group, When } from "../parts/page.tsx";
import { useQuestions, useSecondsLeft } from "../questions.tsx";
import { useWorld } from "../world.ts";

const DECISIONS = ["fine", "ask", "never"] as const;

/** What waits for an answer; nothing while nothing does. */
export function Approvals() {
  const { texts } = useWorld();
  const { items, reload } = useQuestions();
  return (
    <Group title={texts.t("approvals.title")} of={items} keyOf={({ id }) => id}>
      {(approval) => <Approval approval={approval} onAnswered={reload} />}
    </Group>
  );
}

/** One question. Of several actions some may be left out; nothing is sent twice, for the server takes one answer only. */
function Approval({ approval, onAnswered }: { approval: ApprovalItem; onAnswered: () => void }) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const { id, question, askedAt, expiresAt, actions, mayAnswer, needsPin, decides } = approval;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(actions.map((action) => action.id)));
  const [pin, setPin] = useState("");
  const { isBusy, run } = useDoing();
  const seconds = useSecondsLeft(expiresAt);
  const hasChoice = actions.length > 1;
  const isPartial = chosen.size < actions.length;

  const answer = async (choice: "yes" | "no" | (typeof DECISIONS)[number]) => {
    if (isBusy) return undefined;
    if (choice === "yes" && chosen.size === 0) return toast(t("approvals.pick"));
    if (choice === "yes" && needsPin && pin === "") return toast(t("approvals.need-pin"));
    const body = {
      choice,
      ...(choice === "yes" && isPartial ? { actions: [...chosen] } : {}),
      ...(choice === "yes" && needsPin ? { pin } : {}),
    };
    await run(async () => toast((await api.send<Pressed>("POST", `approvals/${encodeURIComponent(id)}`, body)).toast));
    setPin("");
    return onAnswered();
  };
  const toggle = (action: string) =>
    setChosen((before) => {
      const after = new Set(before);
      if (!after.delete(action)) after.add(action);
      return after;
    });

  const isOpen = mayAnswer && seconds > 0;
  return (
    <Form class="item approval" onSubmit={() => void answer("yes")}>
      <span class="item-head">
        <h3 dir="auto">{question}</h3>
        <When at={askedAt} />
      </span>
      <fieldset class="approval-actions">
        <legend class={hasChoice ? "quiet" : "hidden"}>{t("approvals.which")}</legend>
        {actions.map((action) =>
          hasChoice && isOpen ? (
            <label key={action.id} class="check">
              <input type="checkbox" checked={chosen.has(action.id)} onChange={() => toggle(action.id)} />
              <Asked action={action} />
            </label>
          ) : (
            <p key={action.id}>
              <Asked action={action} />
            </p>
          ),
        )}
      </fieldset>
      {isOpen && needsPin && <PinField label={t("approvals.pin")} value={pin} onChange={setPin} />}
      <div class="row">
        {isOpen && (
          <>
            {decides ? (
              DECISIONS.map((decision) => (
                <button key={decision} type="button" aria-disabled={isBusy} onClick={() => void answer(decision)}>
                  {t(`policy.decision.${decision}`)}
                </button>
              ))
            ) : (
              <button type="submit" class="primary" aria-disabled={isBusy}>
                {isPartial ? t("approvals.yes-some", { count: chosen.size, all: actions.length }) : t("approvals.yes")}
              </button>
            )}
            <button type="button" aria-disabled={isBusy} onClick={() => void answer("no")}>
              {t("approvals.no")}
            </button>
          </>
        )}
        {!mayAnswer && <span>{t("approvals.not-yours")}</span>}
        <span class="quiet">{seconds > 0 ? t("approvals.left", { time: texts.countdown(seconds) }) : t("approvals.over")}</span>
      </div>
    </Form>
  );
}

function Asked({ action: { text, reasons } }: { action: ApprovalItem["actions"][number] }) {
  return (
    <span dir="auto">
      {text}
      {reasons.map((reason) => (
        <span key={reason} class="quiet reasons">
          {reason}
        </span>
      ))}
    </span>
  );
}
