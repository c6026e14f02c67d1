import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Health } from "../../channels/console/wire.ts";
import { Badge } from "../parts/badge.tsx";
import { Card, Page } from "../parts/page.tsx";
import { Waiting } from "../parts/paged-list.tsx";
import { Problem } from "../parts/problem.tsx";
import { useChanges } from "../use-changes.ts";
import { useLoaded } from "../use-loaded.ts";
import { useWorld } from "../world.ts";

/** Somebody sets things up beside this page and wants to see them turn green; nobody looks while the page is hidden. */
const EVERY_MS = 5_000;

export function HealthPage() {
  const { api, texts } = useWorld();
  const { value, problem, reload } = useLoaded("health", (signal) => api.get<Health>("health", {}, signal));
  useChanges("health", reload);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <Page title={texts.t("page.health")}>
      <Problem of={problem} texts={texts} retry={reload} />
      {!value && problem === undefined && <Waiting />}
      {value && (
        <>
          <Checklist lines={value.checklist} />
          <Parts health={value} />
        </>
      )}
    </Page>
  );
}

function Parts({ health: { model, home, telegram, queue, database, versions } }: { health: Health }) {
  const { texts } = useWorld();
  const { t } = texts;
  const isIdle = queue.running === 0 && queue.waiting === 0;
  return (
    <div class="tiles">
      <Tile title={t("health.model")} ok={model.reachable} state={t(model.reachable ? "health.reachable" : "health.unreachable")}>
        <p>{model.name}</p>
        {model.tokensPerSecond !== null && <p class="quiet">{t("health.speed", { speed: Math.round(model.tokensPerSecond) })}</p>}
        {model.fallback && <p class="quiet">{t("health.fallback", { model: model.fallback })}</p>}
        {model.problem && <p class="bad-text">{model.problem}</p>}
      </Tile>
      <Tile title={t("health.home")} ok={home.connected} state={t(home.connected ? "health.connected" : "health.disconnected")}>
        <p>{[home.name, home.version].filter(Boolean).join(" · ")}</p>
        {home.entities !== null && <p class="quiet">{t("health.entities", { count: home.entities })}</p>}
      </Tile>
      <Card title={t("health.telegram")}>
        {telegram === null && <p class="quiet">{t("health.telegram.unasked")}</p>}
        {telegram?.length === 0 && <p class="quiet">{t("health.telegram.none")}</p>}
        {telegram?.map(({ bot, state, ok, hint }) => (
          <div key={bot}>
            <p class="row">
              <span>{bot}</span> <Badge id={ok ? "ok" : "failed"}>{state}</Badge>
            </p>
            {hint && <p class={ok ? "quiet" : "bad-text"}>{hint}</p>}
          </div>
        ))}
      </Card>
      <Card title={t("health.queue")}>
        <p>{isIdle ? t("health.queue.idle") : t("health.queue.busy", { ...queue })}</p>
      </Card>
      <Card title={t("health.database")}>
        <p>{texts.bytes(database.bytes)}</p>
      </Card>
      <Card title={t("health.versions")}>
        <dl class="pairs">
          {Object.entries(versions).map(([name, version]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{version}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

function Tile({ title, ok, state, children }: { title: string; ok: boolean; state: string; children: ComponentChildren }) {
  return (
    <Card title={title} aside={<Badge id={ok ? "ok" : "failed"}>{state}</Badge>}>
      {children}
    </Card>
  );
}

/** What is to be set up, in its order; what is missing says what to do. */
function Checklist({ lines }: { lines: Health["checklist"] }) {
  const { t } = useWorld().texts;
  const count = lines.filter(({ ok }) => !ok).length;
  return (
    <Card title={t("health.checklist")}>
      <p role="status" class={count === 0 ? "good-text" : "bad-text"}>
        {count === 0 ? t("health.ready") : t("health.todo", { count })}
      </p>
      <ul class="checklist">
        {lines.map(({ id, ok, text, todo }) => (
          <li key={id} class={ok ? "ok" : "not-ok"}>
            <span class="mark" aria-hidden="true">
              {ok ? "✓" : "!"}
            </span>
            <span>
              <span class="hidden">{t(ok ? "health.ok" : "health.not-ok")}: </span>
              <span>{text}</span>
              {!ok && todo && todo !== text && <span class="todo">{todo}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
