import { useWorld } from "../world.ts";
import { Badge } from "./badge.tsx";

/** What became of a call; of one for several things there may be several outcomes, with commas between them. */
export function Outcomes({ of }: { of: string }) {
  const { texts } = useWorld();
  return (
    <span class="row">
      {of.split(",").map((outcome) => (
        <Badge key={outcome} id={outcome}>
          {texts.word("outcome", outcome)}
        </Badge>
      ))}
    </span>
  );
}
