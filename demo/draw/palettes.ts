import type { Colour } from './colour';

/** Colors of the papers in a drawing, named by role, so that every scene works with every palette. */
export interface Palette {
  ground: readonly [Colour, Colour];
  /** Table, shelf, floor, soil. */
  base: Colour;
  ink: Colour;
  cream: Colour;
  gold: Colour;
  warm: Colour;
  warmDeep: Colour;
  cool: Colour;
  coolDeep: Colour;
  leaf: Colour;
  leafDeep: Colour;
  leafPale: Colour;
  blush: Colour;
}

const papers = (
  ground: readonly [Colour, Colour],
  base: Colour,
  [ink, cream, gold]: readonly [Colour, Colour, Colour],
  [warm, warmDeep, blush]: readonly [Colour, Colour, Colour],
  [cool, coolDeep]: readonly [Colour, Colour],
  [leaf, leafDeep, leafPale]: readonly [Colour, Colour, Colour],
): Palette => ({ ground, base, ink, cream, gold, warm, warmDeep, blush, cool, coolDeep, leaf, leafDeep, leafPale });

export const palettes = {
  clay: papers(['#f2d3c2', '#e4ad92'], '#a5674a', ['#2a1914', '#f7ecdc', '#e5b64b'], ['#cf5a3c', '#9c3a26', '#efb49c'], ['#5b7f86', '#35505a'], ['#5f8a68', '#35655a', '#a9bf95']), // prettier-ignore
  forest: papers(['#14433a', '#0a2722'], '#2b1e18', ['#14100e', '#f3ead6', '#f0c065'], ['#f08a5d', '#dd5b3a', '#f6b795'], ['#7fb0a8', '#2d6e6e'], ['#4d8f6b', '#1f5443', '#8dbb92']), // prettier-ignore
  dawn: papers(['#f4b98f', '#fbe3c3'], '#8e5a4c', ['#33202a', '#fff2dc', '#f4c95d'], ['#e2725b', '#a4515d', '#f3b8a2'], ['#8f7a9c', '#4a3d5c'], ['#8a9a62', '#4f6548', '#c3c58e']), // prettier-ignore
  night: papers(['#16263f', '#0b1526'], '#0a1220', ['#070d18', '#f2ead2', '#f3c969'], ['#d9653f', '#93382c', '#e8a687'], ['#4f7ea3', '#1f4163'], ['#3f7f78', '#173f47', '#86b8a4']), // prettier-ignore
  sea: papers(['#cfe3dc', '#a5ccc6'], '#8f7558', ['#172f38', '#f8f0e0', '#f0bd57'], ['#e0684a', '#a8412f', '#f2bfa5'], ['#4f9a9b', '#1f5c66'], ['#5d9278', '#2b5f52', '#a7c6a4']), // prettier-ignore
  rye: papers(['#ecdcc2', '#d6bb92'], '#8a6038', ['#33221a', '#fbf2e0', '#dca646'], ['#b9623a', '#7a3d22', '#e7b993'], ['#6f8796', '#3d5566'], ['#7d8a5a', '#4c5a3a', '#b9be93']), // prettier-ignore
  plum: papers(['#5c3a58', '#2f1d38'], '#241428', ['#170d1c', '#f6e6dc', '#eebb62'], ['#e5735f', '#a83e4d', '#edaeaa'], ['#8a7fb5', '#4c4380'], ['#6f9a82', '#33605a', '#b0c4a6']), // prettier-ignore
  frost: papers(['#dbe3ec', '#b9c8da'], '#8b93a3', ['#222c3c', '#fbf7f0', '#e9bf6a'], ['#d9776a', '#a0484e', '#eec1bb'], ['#6d8fb5', '#37557f'], ['#7ba393', '#3d6a66', '#b8cfc0']), // prettier-ignore
  citrus: papers(['#f8dd92', '#efb950'], '#b3702c', ['#3a2414', '#fff4d8', '#f5c33b'], ['#e2632f', '#a93f22', '#f5b684'], ['#3f8f86', '#1f5a5c'], ['#7c9a3f', '#46672f', '#c2cf7f']), // prettier-ignore
  rose: papers(['#f6dcd6', '#e8b6ae'], '#a0625c', ['#3a1f24', '#fdf1e8', '#e8b95a'], ['#cf4f5c', '#93303f', '#f0b2b0'], ['#7d7fa8', '#474a78'], ['#6f9678', '#3d6a56', '#b5c9a5']), // prettier-ignore
  moss: papers(['#c9d1ae', '#9aa97c'], '#5f5a3a', ['#23281a', '#f6f0da', '#e3b04b'], ['#c8603a', '#8a3b26', '#e5ad8c'], ['#5e8a8a', '#305a60'], ['#5d7f4a', '#34532f', '#a3b878']), // prettier-ignore
  ember: papers(['#5a2a20', '#27120f'], '#1c0d0b', ['#120807', '#fae6c8', '#f6b84a'], ['#ee7440', '#b5402a', '#f2a97a'], ['#6d8a94', '#33505e'], ['#8a8f4f', '#4d5a34', '#bcbd80']), // prettier-ignore
} as const satisfies Record<string, Palette>;

export type PaletteName = keyof typeof palettes;
