import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";

export type LookUp = (hostname: string) => Promise<readonly LookupAddress[]>;

/**
 * A connection's look-up: a name is looked up once, and the connection goes to the very addresses that were judged, so that the name cannot lead
 * elsewhere the next time. `refusal` where none is left. Bare addresses are not looked up: whoever connects judges them.
 */
export function checkedLookup({
  lookUp,
  judged,
  refusal,
}: {
  readonly lookUp: LookUp;
  /** Those of a name's addresses that may be connected to. */
  readonly judged: (all: readonly LookupAddress[]) => readonly LookupAddress[];
  readonly refusal: () => Error;
}): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname).then(
      (all) => {
        const addresses = judged(all);
        const [first] = addresses;
        if (!first) return callback(refusal(), []);
        if (options.all) return callback(null, [...addresses]);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
