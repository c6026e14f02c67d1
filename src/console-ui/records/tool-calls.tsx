import type { TurnDetail } from "../../channels/console/wire.ts";
import { Badge } from "../parts/badge.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { useWorld } from "../world.ts";

/** Every call of a tool, closed until somebody wants to see what went in and came out. */
export function ToolCalls({ tools }: { tools: TurnDetail["tools"] }) {
  const { texts } = useWorld();
  return (
    <>
      {tools.map((tool, index) => (
        <details key={`${index} ${tool.name}`}>
          <summary>
            <code>{tool.name}</code> {!tool.ok && <Badge id="failed">{texts.t("turns.tool.failed")}</Badge>}
          </summary>
          <h3>{texts.t("turns.tool.arguments")}</h3>
          <Json value={tool.arguments} label={texts.t("turns.tool.arguments")} />
          <h3>{texts.t("turns.tool.result")}</h3>
          <Json value={tool.result} label={texts.t("turns.tool.result")} />
        </details>
      ))}
    </>
  );
}

function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <Scroll label={label}>
      <pre dir="ltr">{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>
    </Scroll>
  );
}
