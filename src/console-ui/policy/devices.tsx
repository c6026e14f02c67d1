import type { DecidedDevice, DeviceDecision } from "../../channels/console/wire.ts";
import { useDoing } from "../loading.ts";
import { OptionList } from "../parts/field.tsx";
import { Card } from "../parts/page.tsx";
import { useWorld } from "../world.ts";

const DECISIONS = ["fine", "ask", "never"] as const;

/** Devices that no fact tells about, with what owners decided: one changes it here, for one device or for all that wait. */
export function Devices({ devices, reload }: { devices: readonly DecidedDevice[]; reload: () => void }) {
  const { api, texts } = useWorld();
  const { t } = texts;
  const { isBusy, run } = useDoing();
  const waiting = devices.filter(({ decision }) => decision === undefined);
  const decide: Decide = (some, decision) =>
    void run(async () => {
      const entityIds = some.map(({ entityId }) => entityId);
      await api.send("POST", "policy/devices", { entityIds, decision } satisfies DeviceDecision);
      reload();
    });
  return (
    <Card title={t("policy.devices")}>
      <p class="quiet">{t(devices.length === 0 ? "policy.devices.none" : "policy.devices.hint")}</p>
      {waiting.length > 1 && (
        <fieldset class="row">
          <legend>{t("policy.devices.all")}</legend>
          {DECISIONS.map((decision) => (
            <button key={decision} type="button" aria-disabled={isBusy} onClick={() => decide(waiting, decision)}>
              {t(`policy.decision.${decision}`)}
            </button>
          ))}
        </fieldset>
      )}
      <ul class="rows">
        {devices.map((device) => (
          <Row key={device.entityId} device={device} decide={decide} />
        ))}
      </ul>
    </Card>
  );
}

type Decide = (devices: readonly DecidedDevice[], decision: DeviceDecision["decision"]) => void;

function Row({ device, decide }: { device: DecidedDevice; decide: Decide }) {
  const { texts } = useWorld();
  const { t } = texts;
  const { name, area, decision, by, at, isPlug } = device;
  const decided = by !== undefined && at !== undefined && t("policy.devices.by", { person: by, when: texts.when(at) });
  return (
    <li class="device">
      <span dir="auto">
        {name}
        <span class="quiet">{[area, isPlug && t("policy.devices.plug"), decided].filter(Boolean).join(" · ")}</span>
      </span>
      <select
        aria-label={name}
        value={decision ?? ""}
        onChange={(event) => {
          const chosen = DECISIONS.find((one) => one === event.currentTarget.value);
          if (chosen) decide([device], chosen);
        }}
      >
        {decision === undefined && <option value="">{t("policy.decision.none")}</option>}
        <OptionList of={DECISIONS.map((value) => ({ value, label: t(`policy.decision.${value}`) }))} />
      </select>
    </li>
  );
}
