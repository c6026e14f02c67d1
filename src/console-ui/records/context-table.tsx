import type { TurnDetail } from "../../channels/console/wire.ts";
import { Scroll } from "../parts/scroll.tsx";
import { useWorld } from "../world.ts";

/** What the prompt held, part by part, against the room that each had. */
export function ContextTable({ context: { window, tokens, slots } }: { context: NonNullable<TurnDetail["context"]> }) {
  const { texts } = useWorld();
  const { t } = texts;
  return (
    <>
      <p>{t("turns.context.whole", { tokens, window })}</p>
      <Scroll label={t("turns.context")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("turns.slot")}</th>
              <th scope="col" class="figure">
                {t("turns.used")}
              </th>
              <th scope="col" class="figure">
                {t("turns.room")}
              </th>
              <th scope="col">{t("turns.put")}</th>
              <th scope="col">{t("turns.left")}</th>
            </tr>
          </thead>
          <tbody>
            {slots.map(({ slot, room, used, put, left }) => (
              <tr key={slot}>
                <th scope="row">{texts.word("slot", slot)}</th>
                <td class="figure">
                  {texts.number(used)}
                  <span class="fill" aria-hidden="true">
                    <i style={{ inlineSize: `${room > 0 ? Math.min(100, (used / room) * 100) : 0}%` }} />
                  </span>
                </td>
                <td class="figure">{texts.number(room)}</td>
                <td dir="auto">{put.join(", ")}</td>
                <td dir="auto" class="quiet">
                  {left.join(", ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
