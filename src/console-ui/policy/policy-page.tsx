import type { DecidedDevice, DeviceDecision, PolicyCell, PolicyTable } from "../../channels/console/wire.ts";
import { useDoing, useLoaded } from "../loading.ts";
import { OptionList } from "../parts/field.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Card, LoadedPage, Table } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { Simulator } from "./simulator.tsx";

const DECISIONS = ["fine", "ask", "never"] as const;
const ROLES = ["owner", "adult", "child", "guest"] as const;

export function PolicyPage() {
  const { api, texts } = useWorld();
  const table = useLoaded("policy", "", (signal) => api.get<PolicyTable>("policy", {}, signal));
  return (
    <LoadedPage of={table} title={texts.t("page.policy")} intro={texts.t("policy.intro")}>
      {(value) => (
        <>
          <Devices devices={value.devices} reload={table.reload} />
          <Simulator table={value} roles={ROLES} />
          <Effects table={value} />
        </>
      )}
    </LoadedPage>
  );
}

function Effects({ table: { effects } }: { table: PolicyTable }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <Card title={t("policy.table")}>
      <Table
        label={t("policy.table")}
        class="policy"
        head={[{ text: t("policy.effect") }, ...ROLES.map((role) => ({ text: texts.word("role", role) }))]}
      >
        {effects.map(({ effect, text, byRole }) => (
          <tr key={effect}>
            <th scope="row">{text}</th>
            {ROLES.map((role) => (
              <td key={role}>
                <Cell cell={byRole[role]} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Cell({ cell }: { cell: PolicyCell | undefined }) {
  const { texts } = useWorld();
  if (!cell) return null;
  const more = [
    cell.by === "owner" && texts.word("policy.by", cell.by),
    (cell.people ?? 1) > 1 && texts.t("policy.two"),
    cell.pin && texts.t("policy.pin"),
  ];
  return (
    <>
      <Outcome id={cell.outcome} />
      {more.some(Boolean) && <span class="quiet">{more.filter(Boolean).join(", ")}</span>}
    </>
  );
}

/** Devices that no fact tells about, with what owners decided: one changes it here, for one device or for all that wait. */
function Devices({ devices, reload }: { devices: readonly DecidedDevice[]; reload: () => void }) {
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
