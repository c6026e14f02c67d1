import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import type { Chart } from "../../channels/console/wire.ts";

const MS = 1_000;
/** Labels in the place's own size, and as many as a phone has room for. */
const FONT = "12px sans-serif";
const ROOM_PX = 64;

/** Draws a line, or bars for what was counted, in the page's colours. Gives what takes it away again. */
export function draw(
  place: HTMLElement,
  { points, isBars }: Chart,
  { height, time }: { height: number; time: (at: number) => string },
): () => void {
  const colour = (name: string) => () => getComputedStyle(place).getPropertyValue(name);
  const axis = { stroke: colour("--quiet"), font: FONT, grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
  const size = () => ({ width: place.clientWidth, height });
  const plot = new uPlot(
    {
      ...size(),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: isBars ? { y: { range: (_plot, _low, high) => [0, high * 1.1 || 1] } } : {},
      axes: [
        { ...axis, size: 26, space: ROOM_PX, values: (_plot, at) => at.map((seconds) => time(seconds * MS)) },
        { ...axis, size: 44 },
      ],
      series: [
        {},
        {
          stroke: colour("--accent"),
          width: 2,
          points: { show: false },
          ...(isBars && uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7] }), fill: colour("--accent") }),
        },
      ],
    },
    [points.map(([at]) => at / MS), points.map(([, value]) => value)],
    place,
  );
  const sizes = new ResizeObserver(() => plot.setSize(size()));
  sizes.observe(place);
  return () => {
    sizes.disconnect();
    plot.destroy();
  };
}
