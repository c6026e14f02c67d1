import type { DecidedDevice, DeviceDecision } from "../../channels/console/wire-policy.ts";
import { Card } from "../parts/page.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { useDoing } from "../use-doing.ts";
import { useWorld } from "../world.ts";

const DECISIONS = ["fine", "ask", "never"] as const;

/** Devices that no fact tells about, with what owners decided: one changes it here, for one device or for all that wait. */
export function Devices({ devices, reload }: { devices: readonly DecidedDevice[]; reload: () => void }) {
  const { api, texts } = useWorld();
  const { t } = texts;
  const { isBusy, run } = useDoing();
  const waiting = devices.filter(({ decision }) => decision === null);
  const decide = (entityIds: readonly string[], decision: DeviceDecision["decision"]) =>
    void run(async () => {
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
            <button
              key={decision}
              type="button"
              aria-disabled={isBusy}
              onClick={() =>
                decide(
                  waiting.map(({ entityId }) => entityId),
                  decision,
                )
              }
            >
              {t(`policy.decision.${decision}`)}
            </button>
          ))}
        </fieldset>
      )}
      {devices.length > 0 && (
        <Scroll label={t("policy.devices")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("policy.devices.device")}</th>
                <th scope="col">{t("policy.devices.decision")}</th>
                <th scope="col">{t("policy.devices.by")}</th>
              </tr>
            </thead>
            <tbody>
              {devices.map((device) => (
                <Row key={device.entityId} device={device} decide={decide} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  );
}

function Row({
  device: { entityId, name, area, decision, by, at, isPlug },
  decide,
}: {
  device: DecidedDevice;
  decide: (entityIds: readonly string[], decision: DeviceDecision["decision"]) => void;
}) {
  const { texts } = useWorld();
  const { t } = texts;
  const more = [area, isPlug && t("policy.devices.plug")].filter(Boolean).join(", ");
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
        {more && <span class="quiet">{more}</span>}
      </th>
      <td>
        <select
          aria-label={name}
          value={decision ?? ""}
          onChange={(event) => {
            const chosen = DECISIONS.find((one) => one === event.currentTarget.value);
            if (chosen) decide([entityId], chosen);
          }}
        >
          {decision === null && <option value="">{t("policy.decision.none")}</option>}
          {DECISIONS.map((one) => (
            <option key={one} value={one}>
              {t(`policy.decision.${one}`)}
            </option>
          ))}
        </select>
      </td>
      <td>
        {by}
        {at !== null && <span class="quiet">{new Date(at).toLocaleString()}</span>}
      </td>
    </tr>
  );
}
