const TAKEN: Readonly<Record<string, string>> = {
  "--primary-background-color": "--page",
  "--card-background-color": "--card",
  "--secondary-background-color": "--inset",
  "--primary-text-color": "--text",
  "--divider-color": "--line",
  "--ha-card-border-radius": "--radius",
};
/** WCAG 2.2, 1.4.3: text of usual size. */
const ENOUGH_CONTRAST = 4.5;

type Rgb = readonly [number, number, number];

/** Follows the theme of the frame around the page, else the system's. Colours too pale for text are darkened or lightened. */
export function followTheme(page: Window): void {
  const outer = outerRoot(page);
  if (!outer) return;
  const take = () => takeFrom(outer, page.document.documentElement);
  take();
  new MutationObserver(take).observe(outer, { attributes: true, attributeFilter: ["style", "class"] });
}

function outerRoot(page: Window): HTMLElement | undefined {
  try {
    return page.parent === page ? undefined : page.parent.document.documentElement;
  } catch {
    return undefined; // a frame of another origin
  }
}

function takeFrom(outer: HTMLElement, root: HTMLElement): void {
  const style = getComputedStyle(outer);
  const given = (name: string) => style.getPropertyValue(name).trim();
  const [page, card] = [rgbOf(given("--primary-background-color")), rgbOf(given("--card-background-color"))];
  if (!page || !card) return;
  root.dataset["theme"] = luminance(page) < 0.2 ? "dark" : "light";
  for (const [theirs, ours] of Object.entries(TAKEN)) if (given(theirs)) root.style.setProperty(ours, given(theirs));
  // text stands on both, and on what lies a little between them
  const readable = (name: string) => {
    const colour = rgbOf(given(name));
    return colour && legible(colour, [page, card, rgbOf(given("--secondary-background-color")) ?? page]);
  };
  const [quiet, accent] = [readable("--secondary-text-color"), readable("--primary-color")];
  if (quiet) root.style.setProperty("--quiet", cssOf(quiet));
  if (!accent) return;
  root.style.setProperty("--accent", cssOf(accent));
  root.style.setProperty("--on-accent", contrast(accent, [255, 255, 255]) >= ENOUGH_CONTRAST ? "#fff" : "#000");
}

/** The same hue, as far from all of the grounds as text must be. */
function legible(colour: Rgb, grounds: readonly Rgb[]): Rgb {
  const towards = luminance(grounds[0] ?? colour) < 0.2 ? 255 : 0;
  for (let share = 0; share < 1; share += 0.05) {
    const moved = colour.map((part) => Math.round(part + (towards - part) * share)) as unknown as Rgb;
    if (grounds.every((ground) => contrast(moved, ground) >= ENOUGH_CONTRAST)) return moved;
  }
  return [towards, towards, towards];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Of any way in which CSS writes a colour, as the browser reads it; undefined for what is none or is clear in part. */
function rgbOf(written: string): Rgb | undefined {
  if (!written || !CSS.supports("color", written)) return undefined;
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return undefined;
  context.fillStyle = written;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, opacity = 0] = context.getImageData(0, 0, 1, 1).data;
  return opacity === 255 ? [red, green, blue] : undefined;
}

function cssOf([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}
