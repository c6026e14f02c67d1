import { bringingBack } from "../../homeassistant/acting/undo.ts";
import type { StateStore } from "../../homeassistant/registry/states.ts";
import type { ServiceCall, Services } from "../../homeassistant/services/services.ts";

/** What ends what a service without settings began, by its name: "for ten minutes" does both. */
const ENDS: Readonly<Record<string, string>> = {
  turn_on: "turn_off",
  turn_off: "turn_on",
  open_cover: "close_cover",
  close_cover: "open_cover",
  media_pause: "media_play",
};

/** What ends calls that begin something, and what calls are about. */
export function createCallEnds({
  services,
  states,
}: {
  readonly services: Pick<Services, "resolve">;
  readonly states: Pick<StateStore, "get">;
}) {
  /** What ends each of some calls; undefined if nothing is known to end one of them. */
  function endsOf(calls: readonly ServiceCall[]): readonly ServiceCall[] | undefined {
    const ends = calls.flatMap(({ service, target }): readonly ServiceCall[] => {
      const [domain = "", name = ""] = service.split(".");
      const end = ENDS[name];
      return end === undefined ? [] : [{ service: `${domain}.${end}`, target, data: {} }];
    });
    return ends.length === calls.length && ends.every((call) => services.resolve(call).ok) ? ends : undefined;
  }

  /** What ends a call of its own: what it sets comes back to how it is now, and the answer tells to what. */
  function endsOfNow(call: ServiceCall): readonly ServiceCall[] | undefined {
    const ends = Object.keys(call.data).length === 0 ? endsOf([call]) : undefined;
    const resolution = services.resolve(call);
    const back = ends ?? (resolution.ok ? bringingBack(resolution.call, states) : undefined);
    return back?.every((one) => services.resolve(one).ok) ? back : undefined;
  }

  function entitiesOf(calls: readonly ServiceCall[]): readonly string[] {
    return calls.flatMap((call) => {
      const resolution = services.resolve(call);
      return resolution.ok ? resolution.call.entityIds : [];
    });
  }

  /** What calls do to which entities, to compare. */
  function touched(calls: readonly ServiceCall[]): string {
    return calls
      .flatMap((call) => entitiesOf([call]).map((entityId) => `${call.service} ${entityId}`))
      .toSorted()
      .join();
  }

  return { endsOf, endsOfNow, entitiesOf, touched };
}
