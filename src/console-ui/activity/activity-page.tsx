import { useState } from "preact/hooks";
import type { ActionItem, ChainCheck, Listed, NamedThing } from "../../channels/console/wire.ts";
import { useDoing, useLoaded, usePaged } from "../loading.ts";
import { iconOf } from "../parts/domain-icons.ts";
import { Field, FilterForm, PersonField, SelectField } from "../parts/field.tsx";
import { Outcomes, Receipt } from "../parts/outcome.tsx";
import { Empty, Icon, Page, PagedList } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { ActivityTabs } from "./activity-tabs.tsx";
import { Approvals } from "./approvals.tsx";

const OUTCOMES = ["done", "already", "sent", "started", "no-change", "failed", "unknown"] as const;
/** Outcomes that the sentence tells of already. */
const TOLD: ReadonlySet<string> = new Set(["done", "sent", "started"]);
/** Who may read the record as a whole, of which the check tells. */
const GROWN_UPS: ReadonlySet<string> = new Set(["owner", "adult"]);
const NO_FILTER = { person: "", thing: "", outcome: "" };

/** What waits for an answer, and what was done, day by day. */
export function ActivityPage() {
  const { api, texts, me } = useWorld();
  const { t } = texts;
  const [filter, setFilter] = useState(NO_FILTER);
  const things = useLoaded("activity", "things", (signal) => api.get<readonly NamedThing[]>("activity/things", {}, signal)).value ?? [];
  const { thing, ...plain } = filter;
  const query = { ...plain, entity: things.find(({ name }) => name === thing)?.entityId ?? thing };
  const actions = usePaged<ActionItem>("activity", JSON.stringify(query), (cursor, signal) =>
    api.get<Listed<ActionItem>>("activity", { ...query, cursor }, signal),
  );
  const isFiltered = filter !== NO_FILTER;
  const isNew = !isFiltered && actions.items?.length === 0;
  return (
    <Page title={t("page.activity")} above={<ActivityTabs current="activity" />}>
      <Approvals />
      {!isNew && (
        <FilterForm none={NO_FILTER} onApply={setFilter}>
          {(draft, change) => (
            <>
              <PersonField value={draft.person} onChange={(person) => change({ person })} />
              <Field
                type="search"
                label={t("activity.thing")}
                value={draft.thing}
                onChange={(name) => change({ thing: name })}
                proposals={things.map(({ name }) => name)}
              />
              <SelectField
                label={t("activity.outcome")}
                value={draft.outcome}
                onChange={(outcome) => change({ outcome })}
                of={["", ...OUTCOMES].map((value) => ({ value, label: value === "" ? t("filter.all") : texts.word("outcome", value) }))}
              />
            </>
          )}
        </FilterForm>
      )}
      <PagedList
        label={t("page.activity")}
        paged={actions}
        isByDay
        none={isFiltered ? <Empty>{t("filter.none")}</Empty> : <Empty title={t("activity.none.title")}>{t("activity.none")}</Empty>}
      >
        {(action) => <Action action={action} />}
      </PagedList>
      {GROWN_UPS.has(me.person.role) && !isNew && <Chain />}
    </Page>
  );
}

function Action({ action: { at, text, domain, outcome, details } }: { action: ActionItem }) {
  const { texts } = useWorld();
  const { t } = texts;
  const line = (
    <>
      <Icon path={iconOf(domain)} />
      <span class="grow">
        <span dir="auto">{text}</span> <span class="quiet nowrap">· {texts.time(at)}</span>
      </span>
      {!TOLD.has(outcome) && <Outcomes of={outcome} />}
    </>
  );
  if (!details) return <p class="item event">{line}</p>;
  const { service, rule, effects, receipt } = details;
  return (
    <details class="action">
      <summary class="item event">{line}</summary>
      <div class="item">
        {receipt ? <Receipt of={receipt} /> : <code>{service}</code>}
        <p class="quiet">{[t("rule", { rule }), ...effects].join(" · ")}</p>
      </div>
    </details>
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
      setCheck(await api.get<ChainCheck>("activity/chain"));
    });
  return (
    <div class="row">
      <button type="button" aria-disabled={isBusy} onClick={() => void verify()}>
        {isBusy ? t("loading") : t("activity.chain")}
      </button>
      <div role="status">{check && <p class={check.ok ? "good-text" : "bad-text"}>{chainText(check, texts)}</p>}</div>
    </div>
  );
}

function chainText({ ok, rows, from, problem }: ChainCheck, texts: ReturnType<typeof useWorld>["texts"]): string {
  if (!ok) return texts.t("activity.chain.broken", { problem: problem ?? "?" });
  return rows === 0 || from === undefined
    ? texts.t("activity.chain.empty")
    : texts.t("activity.chain.ok", { rows, from: texts.when(from) });
}
