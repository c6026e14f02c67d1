import { useState } from "preact/hooks";
import type { NamedThing, PolicyTable, PossibleAction, Simulated, Simulation } from "../../channels/console/wire.ts";
import { useDoing, useLoaded } from "../loading.ts";
import { Field, Form, SelectField } from "../parts/field.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Card } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: `${`${hour}`.padStart(2, "0")}:00` }));

interface Draft {
  /** `role:child` or `person:<id>`. */
  readonly who: string;
  /** A thing's name, while it is typed a part of one. */
  readonly thing: string;
  readonly service: string;
  readonly hour: string;
  readonly channel: string;
}

/** What would be decided if somebody asked for something now or at another hour. */
export function Simulator({ table: { people, channels }, roles }: { table: PolicyTable; roles: readonly string[] }) {
  const { api, texts, toast } = useWorld();
  const { t } = texts;
  const [draft, setDraft] = useState<Draft>({ who: "role:child", thing: "", service: "", hour: "2", channel: channels[0] ?? "telegram" });
  const things = useLoaded("policy", "things", (signal) => api.get<readonly NamedThing[]>("activity/things", {}, signal)).value ?? [];
  const entity = things.find(({ name }) => name === draft.thing)?.entityId;
  const found = useLoaded("policy", entity ?? "", (signal) =>
    entity === undefined ? Promise.resolve([]) : api.get<readonly PossibleAction[]>("policy/actions", { entity }, signal),
  );
  const actions = entity === undefined ? [] : (found.value ?? []);
  const service = actions.find((one) => one.service === draft.service)?.service ?? actions[0]?.service;
  const [result, setResult] = useState<Simulated>();
  const { isBusy, run } = useDoing();
  const change = (part: Partial<Draft>) => {
    setResult(undefined); // it was about something else
    setDraft((before) => ({ ...before, ...part }));
  };
  const decide = () => {
    if (entity === undefined || service === undefined) return toast(t("policy.pick"));
    const { who, hour, channel } = draft;
    const body: Simulation = {
      ...(who.startsWith("role:") ? { role: who.slice(5) } : { person: who.slice(7) }),
      service,
      entityId: entity,
      hour: Number(hour),
      channel,
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
          type="search"
          label={t("activity.thing")}
          placeholder={t("policy.thing.hint")}
          value={draft.thing}
          onChange={(thing) => change({ thing })}
          proposals={things.map(({ name }) => name)}
        />
        <SelectField
          label={t("policy.service")}
          value={service ?? ""}
          onChange={(chosen) => change({ service: chosen })}
          of={actions.map((one) => ({ value: one.service, label: one.name }))}
        />
        <SelectField label={t("policy.hour")} value={draft.hour} onChange={(hour) => change({ hour })} of={HOURS} />
        <SelectField
          label={t("policy.channel")}
          value={draft.channel}
          onChange={(channel) => change({ channel })}
          of={channels.map((value) => ({ value, label: texts.word("channel", value) }))}
        />
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
