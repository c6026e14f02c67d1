import { useWorld } from "../world.ts";

export function Evidence({ of }: { of: readonly string[] }) {
  const { t } = useWorld().texts;
  return (
    <details>
      <summary>{t("memory.why")}</summary>
      {of.length === 0 ? (
        <p class="quiet">{t("memory.no-evidence")}</p>
      ) : (
        <ul class="plain">
          {of.map((sentence) => (
            <li key={sentence} dir="auto">
              {sentence}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
