import { useState } from "preact/hooks";
import type { ActionItem, ChainCheck, Listed } from "../../channels/console/wire.ts";
import { DateField, SelectField, TextField } from "../parts/field.tsx";
import { Outcomes } from "../parts/outcomes.tsx";
import { Empty, Page } from "../parts/page.tsx";
import { PagedList } from "../parts/paged-list.tsx";
import { PersonField } from "../parts/person-field.tsx";
import { Problem } from "../parts/problem.tsx";
import { Receipt } from "../parts/receipt.tsx";
import { When } from "../parts/when.tsx";
import { useChanges } from "../use-changes.ts";
import { usePaged } from "../use-paged.ts";
import { useWorld } from "../world.ts";
import { FilterForm } from "./filter-form.tsx";

const OUTCOMES = ["done", "already", "sent", "started", "no-change", "failed", "unknown"] as const;
/** Who may read the record as a whole, of which the check tells. */
const GROWN_UPS: ReadonlySet<string> = new Set(["owner", "adult"]);
const NO_FILTER = { entity: "", person: "", outcome: "", from: "", to: "" };

export function ActionsPage() {
  const { api, texts, me } = useWorld();
  const { t } = texts;
  const [filter, setFilter] = useState(NO_FILTER);
  const { from, to, ...plain } = filter;
  const query = { ...plain, from: dayStart(from), to: dayStart(to, 1) };
  const actions = usePaged<ActionItem>(JSON.stringify(query), (cursor, signal) =>
    api.get<Listed<ActionItem>>("actions", { ...query, cursor }, signal),
  );
  useChanges("actions", actions.reload);
  return (
    <Page title={t("page.actions")} intro={t("actions.intro")} aside={GROWN_UPS.has(me.person.role) && <Chain />}>
      <FilterForm none={NO_FILTER} onApply={setFilter}>
        {(draft, change) => (
          <>
            <TextField
              label={t("actions.thing")}
              placeholder={t("actions.thing.hint")}
              value={draft.entity}
              onChange={(entity) => change({ entity })}
            />
            <PersonField value={draft.person} onChange={(person) => change({ person })} />
            <SelectField label={t("actions.outcome")} value={draft.outcome} onChange={(outcome) => change({ outcome })}>
              <option value="">{t("filter.all")}</option>
              {OUTCOMES.map((outcome) => (
                <option key={outcome} value={outcome}>
                  {texts.word("outcome", outcome)}
                </option>
              ))}
            </SelectField>
            <DateField label={t("actions.from")} value={draft.from} onChange={(day) => change({ from: day })} />
            <DateField label={t("actions.to")} value={draft.to} onChange={(day) => change({ to: day })} />
          </>
        )}
      </FilterForm>
      <PagedList label={t("page.actions")} paged={actions} none={<Empty>{t("actions.none")}</Empty>}>
        {(action) => <ActionRow action={action} />}
      </PagedList>
    </Page>
  );
}

function ActionRow({ action }: { action: ActionItem }) {
  const { texts } = useWorld();
  const { at, service, things, outcome, person, rule, effects, receipt } = action;
  return (
    <div class="item">
      <span class="item-head">
        <strong dir="auto">{things.join(", ") || service}</strong>
        <Outcomes of={outcome} />
      </span>
      <span class="row">
        <code>{service}</code>
        {effects.map((effect) => (
          <span key={effect} class="chip">
            {effect}
          </span>
        ))}
      </span>
      <span class="item-head quiet">
        <span>
          {texts.t("actions.by", { person: person || texts.t("nobody") })}
          {rule && ` · ${texts.t("rule", { rule })}`}
        </span>
        <When at={at} />
      </span>
      {receipt && (receipt.targets.length > 0 || receipt.error) && (
        <details>
          <summary>{texts.t("turns.receipts")}</summary>
          <Receipt of={receipt} />
        </details>
      )}
    </div>
  );
}

/** Whether the record is as it was written; a long one takes a moment. */
function Chain() {
  const { api, texts } = useWorld();
  const { t } = texts;
  const [check, setCheck] = useState<ChainCheck>();
  const [problem, setProblem] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    setCheck(undefined);
    await api.get<ChainCheck>("actions/chain").then(setCheck, setProblem);
    setBusy(false);
  };
  return (
    <div class="chain">
      <button type="button" aria-disabled={isBusy} onClick={() => !isBusy && void run()}>
        {isBusy ? t("loading") : t("actions.chain")}
      </button>
      <div role="status">{check && <p class={check.ok ? "good-text" : "bad-text"}>{chainText(check, texts)}</p>}</div>
      <Problem of={problem} texts={texts} />
    </div>
  );
}

function chainText({ ok, rows, from, problem }: ChainCheck, texts: ReturnType<typeof useWorld>["texts"]): string {
  if (!ok) return texts.t("actions.chain.broken", { problem: problem ?? "?" });
  return rows === 0 || from === null ? texts.t("actions.chain.empty") : texts.t("actions.chain.ok", { rows, from: texts.when(from) });
}

/** The beginning of a day of the person's own time zone, or of one so many days later, in ms; undefined for none. */
function dayStart(day: string, later = 0): number | undefined {
  const [year, month, date] = day.split("-").map(Number);
  return year && month && date ? new Date(year, month - 1, date + later).getTime() : undefined;
}
