/**
 * What `on` and `off` of a binary sensor are called, by device class: Home Assistant's own English words (developers.home-assistant.io, Binary
 * sensor entity; its frontend's texts of `binary_sensor`).
 */
const WORDS: Readonly<Record<string, readonly [on: string, off: string]>> = {
  battery: ["low", "normal"],
  battery_charging: ["charging", "not charging"],
  carbon_monoxide: ["detected", "clear"],
  cold: ["cold", "normal"],
  connectivity: ["connected", "disconnected"],
  door: ["open", "closed"],
  garage_door: ["open", "closed"],
  gas: ["detected", "clear"],
  heat: ["hot", "normal"],
  light: ["light detected", "no light"],
  lock: ["unlocked", "locked"],
  moisture: ["wet", "dry"],
  motion: ["detected", "clear"],
  moving: ["moving", "not moving"],
  occupancy: ["detected", "clear"],
  opening: ["open", "closed"],
  plug: ["plugged in", "unplugged"],
  power: ["power detected", "no power"],
  presence: ["home", "away"],
  problem: ["problem", "OK"],
  running: ["running", "not running"],
  safety: ["unsafe", "safe"],
  smoke: ["detected", "clear"],
  sound: ["detected", "clear"],
  tamper: ["tampering detected", "clear"],
  update: ["update available", "up-to-date"],
  vibration: ["detected", "clear"],
  window: ["open", "closed"],
};

/** What a state is called for this kind of thing, in English: "detected" for `on` of a motion sensor; of other things the state as it is. */
export function stateWord({ domain, deviceClass }: { domain: string; deviceClass: string | undefined }, state: string): string {
  const words =
    domain === "binary_sensor" && deviceClass !== undefined && Object.hasOwn(WORDS, deviceClass) ? WORDS[deviceClass] : undefined;
  return (state === "on" ? words?.[0] : state === "off" ? words?.[1] : undefined) ?? state;
}
