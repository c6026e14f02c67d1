import { useEffect } from "preact/hooks";
import type { Planned, PlannedItem } from "../../channels/console/wire-attention.ts";
import { ActivityTabs } from "../activity/activity-tabs.tsx";
import { type Loaded, useDoing, useLoaded } from "../loading.ts";
import { iconOf } from "../parts/domain-icons.ts";
import { Empty, Group, Icon, LoadedPage } from "../parts/page.tsx";
import { useSecondsLeft } from "../questions.tsx";
import { useWorld } from "../world.ts";

const GROUPS = ["today", "later", "repeating", "waiting"] as const;
const LATER = ["10", "60", "day"] as const;
const idOf = ({ id }: PlannedItem) => id;

/** What is to come: the person's own, and for owners what others planned to be done in the house. */
export function PlannedPage() {
  const { api, texts } = useWorld();
  const { t } = texts;
  const planned = useLoaded("planned", "", (signal) => api.get<Planned>("planned", {}, signal));
  return (
    <LoadedPage title={t("page.planned")} above={<ActivityTabs current="planned" />} of={planned}>
      {({ own, others }) => (
        <>
          {own.length === 0 && <Empty title={t("plans.none.title")}>{t("plans.none")}</Empty>}
          {GROUPS.map((group) => (
            <Group key={group} title={t(`plans.${group}`)} of={own.filter((plan) => plan.group === group)} keyOf={idOf}>
              {(plan) => <Plan plan={plan} reload={planned.reload} />}
            </Group>
          ))}
          <Group title={t("plans.others")} of={others} keyOf={idOf}>
            {(plan) => <Told plan={plan} who={plan.person} />}
          </Group>
        </>
      )}
    </LoadedPage>
  );
}

function Plan({ plan, reload }: { plan: PlannedItem } & Pick<Loaded<Planned>, "reload">) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const { id, kind, what, leftMs, mayPutOff } = plan;
  const { isBusy, run } = useDoing();
  const change = async (wanted: string): Promise<boolean> => {
    const isDone = await run(() => api.send("POST", `planned/${encodeURIComponent(id)}`, { change: wanted }));
    reload();
    return isDone;
  };
  const cancel = async () => {
    if (await change("cancel")) toast(t("plans.cancelled", { what }), { label: t("plans.undo"), run: () => void change("restore") });
  };
  const button = (key: "cancel" | "pause" | "resume", press: () => void) => (
    <button type="button" class="text" aria-label={t(`plans.${key}.of`, { what })} aria-disabled={isBusy} onClick={press}>
      {t(`plans.${key}`)}
    </button>
  );
  return (
    <Told plan={plan} reload={reload}>
      <div class="row">
        {kind === "timer" &&
          (leftMs === undefined ? button("pause", () => void change("pause")) : button("resume", () => void change("resume")))}
        {mayPutOff && (
          <details class="menu">
            <summary aria-label={t("plans.put-off.of", { what })}>{t("plans.put-off")}</summary>
            <div class="row">
              {LATER.map((by) => (
                <button key={by} type="button" aria-disabled={isBusy} onClick={() => void change(by)}>
                  {t(`plans.${by}`)}
                </button>
              ))}
            </div>
          </details>
        )}
        {button("cancel", () => void cancel())}
      </div>
    </Told>
  );
}

interface ToldProps extends Partial<Pick<Loaded<Planned>, "reload">> {
  readonly plan: PlannedItem;
  readonly who?: string;
  readonly children?: preact.ComponentChildren;
}

/** What is planned and when; ids on a tap. */
function Told({ plan, who, reload, children }: ToldProps) {
  const { texts } = useWorld();
  const { domain, kind, what, when, next, dueAt, leftMs, details } = plan;
  const time = () => {
    if (leftMs !== undefined) return texts.t("plans.paused", { time: texts.countdown(Math.ceil(leftMs / 1_000)) });
    if (kind === "timer" && dueAt !== undefined) return <Countdown until={dueAt} onOver={reload} />;
    return [when, ...(next === undefined ? [] : [texts.t("plans.next", { when: next })])].join(" · ");
  };
  return (
    <div class="item plan">
      <div class="plan-head">
        <Icon path={iconOf(domain)} />
        <div class="grow">
          <strong dir="auto">{what}</strong>
          <p class="quiet" dir="auto">
            {who !== undefined && `${who} · `}
            {time()}
          </p>
        </div>
      </div>
      {children}
      {details && (
        <details>
          <summary>{texts.t("notices.details")}</summary>
          <ul class="plain">
            {details.map(({ service, entityIds }) => (
              <li key={service + entityIds.join()}>
                <code>{service}</code> <code class="quiet">{entityIds.join(", ")}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** Runs by itself; what it says when it is over comes from the server. */
function Countdown({ until, onOver }: { until: number; onOver: (() => void) | undefined }) {
  const { texts } = useWorld();
  const seconds = useSecondsLeft(until);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) onOver?.();
  }, [isOver]);
  return <span class="countdown">{isOver ? texts.t("plans.now") : texts.t("approvals.left", { time: texts.countdown(seconds) })}</span>;
}
