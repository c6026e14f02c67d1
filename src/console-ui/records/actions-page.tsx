import { useState } from "preact/hooks";
import type { ActionItem, ChainCheck, Listed } from "../../channels/console/wire.ts";
import { useDoing, usePaged } from "../loading.ts";
import { DateField, Field, FilterForm, PersonField, SelectField } from "../parts/field.tsx";
import { Outcomes, Receipt } from "../parts/outcome.tsx";
import { Empty, Page, PagedList, When } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

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
  const actions = usePaged<ActionItem>("actions", JSON.stringify(query), (cursor, signal) =>
    api.get<Listed<ActionItem>>("actions", { ...query, cursor }, signal),
  );
  return (
    <Page title={t("page.actions")} intro={t("actions.intro")} aside={GROWN_UPS.has(me.person.role) && <Chain />}>
      <FilterForm none={NO_FILTER} onApply={setFilter}>
        {(draft, change) => (
          <>
            <Field
              label={t("actions.thing")}
              placeholder={t("actions.thing.hint")}
              value={draft.entity}
              onChange={(entity) => change({ entity })}
            />
            <PersonField value={draft.person} onChange={(person) => change({ person })} />
            <SelectField
              label={t("actions.outcome")}
              value={draft.outcome}
              onChange={(outcome) => change({ outcome })}
              of={["", ...OUTCOMES].map((value) => ({ value, label: value === "" ? t("filter.all") : texts.word("outcome", value) }))}
            />
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

function Chain() {
  const { api, texts } = useWorld();
  const { t } = texts;
  const [check, setCheck] = useState<ChainCheck>();
  const { isBusy, run } = useDoing();
  const verify = () =>
    run(async () => {
      setCheck(undefined);
      setCheck(await api.get<ChainCheck>("actions/chain"));
    });
  return (
    <div class="chain">
      <button type="button" aria-disabled={isBusy} onClick={() => void verify()}>
        {isBusy ? t("loading") : t("actions.chain")}
      </button>
      <div role="status">{check && <p class={check.ok ? "good-text" : "bad-text"}>{chainText(check, texts)}</p>}</div>
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
