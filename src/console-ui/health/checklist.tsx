import type { Health } from "../../channels/console/wire.ts";
import { Card } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

/** What is to be set up, in its order; what is missing says what to do. */
export function Checklist({ lines }: { lines: Health["checklist"] }) {
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
