import { useState } from "preact/hooks";
import type { PolicyTable, Simulated, Simulation } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { Field, Form, SelectField } from "../parts/field.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Card } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

/** Services that people ask about; any other can be written. */
const SERVICES = `light.turn_on light.turn_off switch.turn_on switch.turn_off cover.open_cover cover.close_cover lock.lock lock.unlock
  alarm_control_panel.alarm_disarm climate.set_temperature media_player.play_media vacuum.start script.turn_on automation.trigger
  siren.turn_on valve.open_valve`.split(/\s+/);
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: `${`${hour}`.padStart(2, "0")}:00` }));

interface Draft {
  /** `role:child` or `person:<id>`. */
  readonly who: string;
  readonly service: string;
  readonly entityId: string;
  readonly hour: string;
  readonly channel: string;
  readonly data: string;
}

/** What would be decided if somebody asked for something now or at another hour. */
export function Simulator({ table: { people, things, channels }, roles }: { table: PolicyTable; roles: readonly string[] }) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const [draft, setDraft] = useState<Draft>(() => ({
    who: "role:child",
    service: "cover.open_cover",
    entityId: things.find(({ entityId }) => entityId.startsWith("cover."))?.entityId ?? "",
    hour: "2",
    channel: channels[0] ?? "telegram",
    data: "",
  }));
  const [result, setResult] = useState<Simulated>();
  const { isBusy, run } = useDoing();
  const change = (part: Partial<Draft>) => {
    setResult(undefined); // it was about something else
    setDraft((before) => ({ ...before, ...part }));
  };
  const decide = () => {
    const data = dataOf(draft.data);
    if (data === "wrong") return toast(t("policy.data.wrong"));
    const body: Simulation = {
      ...(draft.who.startsWith("role:") ? { role: draft.who.slice(5) } : { person: draft.who.slice(7) }),
      service: draft.service.trim(),
      entityId: draft.entityId.trim(),
      ...(data && { data }),
      hour: Number(draft.hour),
      channel: draft.channel,
    };
    return void run(async () => setResult(await api.send<Simulated>("POST", "policy/simulate", body)));
  };
  return (
    <Card title={t("policy.simulator")}>
      <p class="quiet">{t("policy.simulator.hint")}</p>
      <Form class="filter roomy" onSubmit={decide}>
        <SelectField
          label={t("policy.who")}
          value={draft.who}
          onChange={(who) => change({ who })}
          of={[
            ...roles.map((role) => ({ value: `role:${role}`, label: t("policy.role", { role: texts.word("role", role) }) })),
            ...people.map(({ id, name }) => ({ value: `person:${id}`, label: name })),
          ]}
        />
        <Field
          label={t("policy.service")}
          value={draft.service}
          onChange={(service) => change({ service })}
          proposals={SERVICES.map((value) => ({ value, label: "" }))}
          required
        />
        <Field
          label={t("policy.thing")}
          value={draft.entityId}
          onChange={(entityId) => change({ entityId })}
          proposals={things.map(({ entityId, name }) => ({ value: entityId, label: name }))}
        />
        <SelectField label={t("policy.hour")} value={draft.hour} onChange={(hour) => change({ hour })} of={HOURS} />
        <SelectField
          label={t("policy.channel")}
          value={draft.channel}
          onChange={(channel) => change({ channel })}
          of={channels.map((value) => ({ value, label: texts.word("channel", value) }))}
        />
        <Field label={t("policy.data")} value={draft.data} onChange={(data) => change({ data })} />
        <div class="row filter-end">
          <button type="submit" class="primary" aria-disabled={isBusy}>
            {t("policy.simulate")}
          </button>
        </div>
      </Form>
      <div role="status">{result && <Result result={result} />}</div>
    </Card>
  );
}

function Result({ result: { outcome, rule, explanation, needs } }: { result: Simulated }) {
  const { texts } = useWorld();
  const { t } = texts;
  const who = needs && texts.word("policy.by", needs.by);
  return (
    <div class="result">
      <h3>{t("policy.result")}</h3>
      <p class="row">
        <Outcome id={outcome} /> <span>{t("rule", { rule })}</span>
      </p>
      {needs && who && <p>{t(needs.people > 1 ? "policy.needs.two" : "policy.needs", { who })}</p>}
      {needs?.pin && <p>{t("policy.needs.pin")}</p>}
      <ul class="plain">
        {explanation.map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Nothing for nothing; `wrong` for what is no JSON object. */
function dataOf(text: string): Readonly<Record<string, unknown>> | undefined | "wrong" {
  if (text.trim() === "") return undefined;
  try {
    const data: unknown = JSON.parse(text);
    return typeof data === "object" && data !== null && !Array.isArray(data) ? { ...data } : "wrong";
  } catch {
    return "wrong";
  }
}
