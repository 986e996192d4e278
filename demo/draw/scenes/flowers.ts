import { darken, mix } from '../colour';
import { backdrop } from '../paper';
import type { Scene } from '../paper';
import { blossomColours, blossomKinds, drawBlossom, drawLeaf } from '../plants';
import { scatter } from '../shapes';

export const flowers: Scene = (sheet) => {
  const { width, height, random, palette, unit } = sheet;
  const leaves = Array.from({ length: Math.round((width * height) / (unit * unit) / 420) }, (_, i) => {
    const length = random.between(38, 66) * unit;
    const root = [random.between(-0.05, 1.05) * width, random.between(0, 1.15) * height] as const;
    const colour = random.pick([
      palette.leafDeep,
      palette.leaf,
      mix(palette.leaf, palette.leafDeep, 0.5),
      palette.leafPale,
    ]);
    return drawLeaf(
      root,
      random.between(-42, 42) + (i % 5 === 0 ? 150 : 0),
      length,
      length * random.between(0.14, 0.22),
      i < 9 ? darken(colour, 0.22) : colour,
    );
  });
  const sizes = [22, 20, 16, 14, 12, 11, 9, 9, 8].map((size) => size * unit * random.between(0.85, 1.12));
  const spots = scatter(
    random,
    { x: width * 0.04, y: height * 0.04, width: width * 0.92, height: height * 0.92 },
    sizes,
    0.96,
  );
  const colours = random.shuffle(blossomColours(palette));
  const main = random.pick(blossomKinds);
  const small = random.pick(blossomKinds);
  const heads = spots.map(({ at, radius }, i) => {
    const pair = colours[i % 3] ?? [palette.warm, palette.warmDeep];
    return drawBlossom(i < 4 ? main : small, at, radius, pair, palette, random);
  });
  return backdrop(sheet) + leaves.join('') + heads.join('');
};
