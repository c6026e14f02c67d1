import { normal, type Random } from "../src/memory/habits/series.ts";

/** A change within a day; `minute` is not whole. */
interface NoiseChange {
  readonly minute: number;
  readonly state: string;
  readonly target?: number;
}

/** A thing that people use, but at no time of its own. */
interface NoiseThing {
  readonly entityId: string;
  readonly areaId: string;
  /** `wake` and `bed`: the minutes at which the house gets up and goes to bed that day. */
  day(isWork: boolean, wake: number, bed: number): readonly NoiseChange[];
}

const AREAS = ["hall", "bath", "kitchen", "living_room", "office", "cellar", "attic", "guest_room"];

/** Things of many kinds: used all day, in the evening, once a day, on some days only, all the time, by a dial. */
export function noiseThings(count: number, random: Random): readonly NoiseThing[] {
  const between = (low: number, high: number) => low + random() * (high - low);
  const onAndOff = (minute: number, longest: number, on = "on", off = "off"): readonly NoiseChange[] => [
    { minute, state: on },
    { minute: minute + between(1, longest), state: off },
  ];
  const times = (mean: number): number => {
    let left = Math.exp(-mean);
    let drawn = random();
    let number = 0;
    for (let share = left; drawn > share && number < 60; share = left) {
      drawn -= share;
      number += 1;
      left *= mean / number;
    }
    return number;
  };
  const many = (mean: number, one: () => readonly NoiseChange[]) => Array.from({ length: times(mean) }, one).flat();
  /** Waking hours, mornings and evenings more. */
  const awake = (wake: number, bed: number): number => {
    const drawn = random();
    const minute = drawn < 0.3 ? wake + 60 + 60 * normal(random) : drawn < 0.7 ? bed - 200 + 110 * normal(random) : between(wake, bed);
    return minute > wake && minute < bed ? minute : between(wake, bed);
  };
  const kinds: readonly ((name: string) => Omit<NoiseThing, "areaId">)[] = [
    (name) => {
      const mean = between(1, 8);
      return { entityId: `light.${name}`, day: (_, wake, bed) => many(mean, () => onAndOff(awake(wake, bed), 30)) };
    },
    (name) => {
      const [low, high] = [between(960, 1_050), between(1_260, 1_380)];
      return { entityId: `light.${name}`, day: () => many(1.2, () => onAndOff(between(low, high), 90)) };
    },
    (name) => {
      const start = between(500, 800);
      return { entityId: `switch.${name}`, day: () => onAndOff(start + between(0, 420), 60) };
    },
    (name) => {
      const share = between(0.1, 0.4);
      return {
        entityId: `media_player.${name}`,
        day: (_, wake, bed) => (random() < share ? onAndOff(awake(wake, bed), 120, "playing", "idle") : []),
      };
    },
    (name) => {
      const mean = between(12, 30);
      return { entityId: `light.${name}`, day: (_, wake, bed) => many(mean, () => onAndOff(awake(wake, bed), 6)) };
    },
    (name) => ({
      entityId: `climate.${name}`,
      day: (_, wake, bed) => many(0.8, () => [{ minute: awake(wake, bed), state: "heat", target: 18 + Math.floor(between(0, 9)) / 2 }]),
    }),
    (name) => {
      const mean = between(0.5, 3);
      return {
        entityId: `cover.${name}`,
        day: (_, wake, bed) => many(mean, () => onAndOff(between(wake, bed - 60), 200, "open", "closed")),
      };
    },
    (name) => {
      const mean = between(1, 4);
      // in use while people work at home, at any hour of it
      return { entityId: `switch.${name}`, day: (isWork) => (isWork ? many(mean, () => onAndOff(between(540, 1_020), 40)) : []) };
    },
  ];
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const make = kinds[index % kinds.length] ?? kinds[0];
    const areaId = AREAS[Math.floor(index / kinds.length) % AREAS.length] ?? "hall";
    const thing = make?.(`thing_${index + 1}`) ?? { entityId: `light.thing_${index + 1}`, day: () => [] };
    return { ...thing, areaId };
  });
}
