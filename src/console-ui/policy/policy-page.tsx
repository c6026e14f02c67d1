import type { PolicyCell, PolicyTable } from "../../channels/console/wire.ts";
import { useLoaded } from "../loading.ts";
import { Outcome } from "../parts/outcome.tsx";
import { Card, LoadedPage, Table } from "../parts/page.tsx";
import { useWorld } from "../world.ts";
import { Devices } from "./devices.tsx";
import { Simulator } from "./simulator.tsx";

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
