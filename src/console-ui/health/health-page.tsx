import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Health } from "../../channels/console/wire.ts";
import { useLoaded } from "../loading.ts";
import { Badge } from "../parts/outcome.tsx";
import { Card, LoadedPage } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

/** Somebody sets things up beside this page and wants to see them turn green; nobody looks while the page is hidden. */
const EVERY_MS = 5_000;

export function HealthPage() {
  const { api, texts } = useWorld();
  const health = useLoaded("health", "", (signal) => api.get<Health>("health", {}, signal));
  const { reload } = health;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <LoadedPage of={health} title={texts.t("page.health")}>
      {(value) => (
        <>
          <Checklist lines={value.checklist} />
          <Parts health={value} />
        </>
      )}
    </LoadedPage>
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
        {model.tokensPerSecond !== undefined && <p class="quiet">{t("health.speed", { speed: Math.round(model.tokensPerSecond) })}</p>}
        {model.fallback && <p class="quiet">{t("health.fallback", { model: model.fallback })}</p>}
        {model.problem && <p class="bad-text">{model.problem}</p>}
      </Tile>
      <Tile title={t("health.home")} ok={home.connected} state={t(home.connected ? "health.connected" : "health.disconnected")}>
        <p>{[home.name, home.version].filter(Boolean).join(" · ")}</p>
        {home.entities !== undefined && <p class="quiet">{t("health.entities", { count: home.entities })}</p>}
      </Tile>
      <Card title={t("health.telegram")}>
        {telegram === undefined && <p class="quiet">{t("health.telegram.unasked")}</p>}
        {telegram?.length === 0 && <p class="quiet">{t("health.telegram.none")}</p>}
        {telegram?.map(({ bot, state, ok, hint }) => (
          <div key={bot}>
            <p class="row">
              <span>{bot}</span> <State ok={ok}>{state}</State>
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

function State({ ok, children }: { ok: boolean; children: string }) {
  return <Badge id={ok ? "ok" : "failed"}>{children}</Badge>;
}

function Tile({ title, ok, state, children }: { title: string; ok: boolean; state: string; children: ComponentChildren }) {
  return (
    <Card title={title} aside={<State ok={ok}>{state}</State>}>
      {children}
    </Card>
  );
}

function Checklist({ lines }: { lines: Health["checklist"] }) {
  const { t } = useWorld().texts;
  const left = lines.filter(({ ok }) => !ok);
  const faults = left.filter(({ isStep }) => !isStep).length;
  const steps = t("health.steps", { count: left.length });
  return (
    <Card title={t("health.checklist")}>
      <p role="status" class={faults > 0 ? "bad-text" : left.length === 0 ? "good-text" : undefined}>
        {faults > 0 ? t("health.todo", { count: faults }) : left.length === 0 ? t("health.ready") : steps}
      </p>
      <ul class="checklist">
        {lines.map(({ id, ok, isStep, text, todo }) => (
          <li key={id} class={ok ? "ok" : isStep ? "step" : "not-ok"}>
            <span class="mark" aria-hidden="true">
              {ok ? "✓" : isStep ? "" : "!"}
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
