import { useEffect, useRef, useState } from "preact/hooks";
import type { Card, Chart as ChartData, ChartSpan } from "../../channels/console/wire.ts";
import { Segments } from "../parts/field.tsx";
import { problemText } from "../parts/problem.tsx";
import { useWorld } from "../world.ts";

const SPANS = ["day", "week", "month"] as const;
/** Up to so many hours back a day shows what was asked about, and a week. */
const DAY_HOURS = 24;
const WEEK_HOURS = 168;
const HEIGHT_PX = 130;

/** How a number went. What draws is loaded when the first chart is shown. */
export function Chart({ card: { entityId, name }, isShown, hours }: { card: Card; isShown: boolean; hours: number }) {
  const { api, texts } = useWorld();
  const { t } = texts;
  const [isOpen, setOpen] = useState(isShown);
  const [span, setSpan] = useState<ChartSpan>(hours <= DAY_HOURS ? "day" : hours <= WEEK_HOURS ? "week" : "month");
  const [told, setTold] = useState("");
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    const abort = new AbortController();
    let end = (): void => undefined;
    const show = async (): Promise<void> => {
      const [chart, { draw }] = await Promise.all([
        api.get<ChartData>("chat/chart", { entity: entityId, span }, abort.signal),
        import("./draw-chart.ts"),
      ]);
      if (abort.signal.aborted || !place.current) return;
      const { unit, points } = chart;
      const values = points.map(([, value]) => value);
      const written = (value: number) => `${texts.number(value, { maximumFractionDigits: 1 })} ${unit}`.trim();
      const [low, high] = [Math.min(...values), Math.max(...values)].map(written);
      setTold(points.length === 0 ? t("chart.none") : t("chart.told", { name, low: low ?? "", high: high ?? "" }));
      if (points.length > 0) end = draw(place.current, chart, { height: HEIGHT_PX, time: span === "day" ? texts.time : texts.date });
    };
    show().catch((error: unknown) => abort.signal.aborted || setTold(problemText(error, texts)));
    return () => {
      abort.abort();
      end();
    };
  }, [api, entityId, name, isOpen, span, texts, t]);

  return (
    <details class="chart" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("chart.show")}</summary>
      <div class="canvas" ref={place} role="img" aria-label={told || name} />
      <p class="quiet" dir="auto">
        {told}
      </p>
      <Segments
        label={t("chart.show")}
        value={span}
        onChange={setSpan}
        of={SPANS.map((value) => ({ value, label: t(`chart.${value}`) }))}
      />
    </details>
  );
}
