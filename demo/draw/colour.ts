/** `#rrggbb` */
export type Colour = string;

const parse = (colour: Colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Mixes channel by channel. @param share 0 (`from`) to 1 (`to`) */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const target = parse(to);
  const channels = parse(from).map((value, i) => Math.round(value + ((target[i] ?? value) - value) * share));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Towards a warm black. */
export const darken = (colour: Colour, share: number): Colour => mix(colour, '#1d100c', share);

/** Towards a warm white. */
export const lighten = (colour: Colour, share: number): Colour => mix(colour, '#fff6e8', share);

/** Perceived lightness, 0 (black) to 1 (white). */
export function lightness(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = parse(colour);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
