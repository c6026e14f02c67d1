/** Colour names that people use, as [hue 0–360, saturation 0–100] of the CSS colour: Home Assistant turns them into the same before it sends them. */
const NAMED: Readonly<Record<string, readonly [number, number]>> = {
  white: [0, 0],
  red: [0, 100],
  orange: [38.8, 100],
  darkorange: [32.9, 100],
  gold: [50.6, 100],
  yellow: [60, 100],
  lime: [120, 100],
  green: [120, 100],
  turquoise: [174, 71.4],
  cyan: [180, 100],
  aqua: [180, 100],
  teal: [180, 100],
  skyblue: [197.4, 42.6],
  blue: [240, 100],
  navy: [240, 100],
  indigo: [274.6, 100],
  violet: [300, 45.4],
  purple: [300, 100],
  magenta: [300, 100],
  fuchsia: [300, 100],
  pink: [349.5, 24.7],
  hotpink: [330, 58.8],
  deeppink: [327.6, 92.2],
  tomato: [9.1, 72.2],
  coral: [16.1, 68.6],
};

/** Hue and saturation of a colour name; undefined for names that are not in the table. */
export function colourOfName(name: string): readonly [number, number] | undefined {
  return NAMED[name.toLowerCase().replace(/[\s_-]+/g, "")];
}

/** Hue (0–360) and saturation (0–100) of red, green and blue (any common scale; brightness is not part of a light's colour). */
export function colourOfRgb(red: number, green: number, blue: number): readonly [number, number] {
  const most = Math.max(red, green, blue);
  const spread = most - Math.min(red, green, blue);
  if (spread === 0) return [0, 0];
  const sixth = most === red ? ((green - blue) / spread) % 6 : most === green ? (blue - red) / spread + 2 : (red - green) / spread + 4;
  return [(sixth * 60 + 360) % 360, (spread / most) * 100];
}
