import { darken, mix } from '../colour';
import { backdrop, cut, flat, line, n } from '../paper';
import { around, oval, petal, polygon, ridge, swell } from '../shapes';
import { drawBoat, drawLighthouse, drawSky } from '../scenes/coast';
import { curtain, heaven, stars, treeLine } from '../scenes/night';
import { drawFolded } from '../folded';
import { drawRecord } from '../scenes/music';
import { bowls, shelves, vases } from '../scenes/pottery';
import { flowers } from '../scenes/flowers';
import { loaves } from '../scenes/bread';
import { market } from '../scenes/market';
import { guitarWall } from '../scenes/guitars';
import type { Scene } from '../paper';
import { frame, layer } from './layer';
import type { Film } from './layer';

/** Pans slowly across a drawing wider than the frame. */
const pan =
  (scene: Scene): Film =>
  (openSheet) => {
    const sheet = openSheet(frame.width + 340, frame.height);
    return [layer(sheet, scene(sheet), 0, 0, { kind: 'slide', dx: -340, dy: 0 })];
  };

const sea: Film = (openSheet) => {
  const still = openSheet(frame.width, frame.height);
  const { random, palette, unit } = still;
  const horizon = frame.height * 0.5;
  const hill = ridge(random, frame.width * 0.7, horizon - unit * 8, horizon + unit * 8, unit * 3, 4);
  const coast = `<g transform="translate(${n(frame.width * 0.62)} 0)">${cut(hill, mix(palette.leafDeep, palette.ink, 0.12))}</g>`;
  const view =
    drawSky(still, [frame.width * 0.28, horizon * 0.5], unit * 10) +
    drawLighthouse(still, [frame.width * 0.84, horizon - unit * 6], unit * 32) +
    coast;
  const rows = Array.from({ length: 6 }, (_, i) => {
    const wide = openSheet(frame.width + 160, i < 5 ? 190 : 240);
    const share = i / 5;
    const length = unit * (18 + 20 * share);
    const colour = mix(mix(palette.cool, palette.ground[1], 0.45), darken(palette.coolDeep, 0.15), share);
    const art = cut(
      swell(wide.width, 24, wide.height, length, unit * (1.4 + 2 * share), length * share * 0.7),
      colour,
      { depth: 1.1 },
    );
    const y = horizon - 20 + (frame.height - horizon) * share ** 1.15 * 0.86;
    return layer(wide, art, -80, y, {
      kind: 'sway',
      dx: 26 + 34 * share,
      dy: 5 + 6 * share,
      period: 4.4 + share * 1.6,
      phase: i * 0.23,
    });
  });
  const water = openSheet(320, 320);
  const boat = layer(water, drawBoat(water, [160, 270], 190, -3, palette.warm), frame.width * 0.3, horizon - 168, {
    kind: 'sway',
    dx: 34,
    dy: 13,
    period: 5,
    phase: 0.1,
  });
  return [layer(still, view, 0, 0, { kind: 'still' }), ...rows.slice(0, 3), boat, ...rows.slice(3)];
};

const lights: Film = (openSheet, seconds) => {
  const still = openSheet(frame.width, frame.height);
  const tints = [
    mix(still.palette.leafPale, '#7dffcf', 0.55),
    mix(still.palette.blush, '#c58bff', 0.55),
    mix(still.palette.cool, '#6fd8ff', 0.45),
  ];
  const curtains = tints.map((tint, i) => {
    const wide = openSheet(frame.width + 420, frame.height * 0.72);
    const art = curtain(wide, frame.height * (0.5 + i * 0.07), frame.height * 0.44, tint);
    return layer(wide, art, i % 2 ? 0 : -420, 0, { kind: 'slide', dx: (i % 2 ? -34 : 40 - i * 8) * seconds, dy: 0 });
  });
  const wood = openSheet(frame.width, frame.height);
  return [
    layer(still, backdrop(still, ...heaven(still)) + stars(still, 120), 0, 0, { kind: 'still' }),
    ...curtains,
    layer(wood, treeLine(wood, frame.height * 0.8), 0, 0, { kind: 'still' }),
  ];
};

const petals: Film = (openSheet, seconds) => {
  const bed = openSheet(frame.width + 120, frame.height);
  const showers = [0.5, 0.8].map((size, i) => {
    const air = openSheet(frame.width + 200, frame.height * 3);
    const { random, palette, unit } = air;
    const art = Array.from({ length: 34 }, () => {
      const at = `translate(${n(random.next() * air.width)} ${n(random.next() * air.height)}) rotate(${random.int(0, 359)})`;
      return cut(
        petal(unit * size * 3.4, unit * size * 2.6),
        random.pick([palette.blush, palette.cream, mix(palette.blush, palette.warm, 0.55)]),
        { depth: 0.5 + size, at },
      );
    });
    return layer(air, art.join(''), -200, -frame.height * 2, {
      kind: 'slide',
      dx: (10 + i * 12) * seconds,
      dy: (70 + i * 48) * seconds,
    });
  });
  return [layer(bed, flowers(bed), 0, 0, { kind: 'slide', dx: -120, dy: 0 }), ...showers];
};

const record: Film = (openSheet) => {
  const still = openSheet(frame.width, frame.height);
  const { palette, unit } = still;
  const disc = openSheet(620, 620);
  const deck =
    cut(`M150 30h980v660h-980Z`, mix(palette.base, palette.cream, 0.12), { depth: 2 }) +
    cut(oval(560, 360, 318), darken(palette.base, 0.45), { depth: 0.8 });
  const arm = openSheet(frame.width, frame.height);
  const steel = mix(palette.cream, '#8d949b', 0.5);
  const gleam = [25, 205]
    .map((degrees) =>
      flat(
        polygon([[560, 360], around([560, 360], 296, degrees), around([560, 360], 296, degrees + 17)]),
        '#ffffff',
        0.09,
      ),
    )
    .join('');
  const armArt =
    gleam +
    cut(oval(1010, 150, 54), darken(steel, 0.3), { depth: 1.2 }) +
    line('M1010 150L986 430L800 540', '#180c08', 15, 0.2) +
    line('M1010 142L980 420L792 528', steel, 13) +
    cut('M770 520l44 -14l14 40l-46 16Z', palette.warmDeep, { depth: 0.8 }) +
    cut(oval(1010, 150, 26), steel, { depth: 0.8 }) +
    [0, 1].map((i) => cut(oval(1030, 560 + i * 62, 21), i ? palette.warm : palette.gold, { depth: 0.8 })).join('');
  return [
    layer(still, backdrop(still, undefined, undefined, 1) + deck + flat(oval(560, 360, unit), palette.ink), 0, 0, {
      kind: 'still',
    }),
    layer(disc, drawRecord(disc, [310, 310], 300), 250, 50, { kind: 'spin', period: 3.6 }),
    layer(arm, armArt, 0, 0, { kind: 'still' }),
  ];
};

const mobile: Film = (openSheet) => {
  const still = openSheet(frame.width, frame.height);
  const { random, palette } = still;
  const colours = random.shuffle([
    palette.warm,
    palette.gold,
    palette.cool,
    palette.leaf,
    palette.coolDeep,
    palette.warmDeep,
  ]);
  const discs = Array.from({ length: 4 }, () =>
    flat(
      oval(random.next() * frame.width, random.next() * frame.height, random.between(80, 220)),
      random.pick([palette.blush, palette.gold, palette.cool]),
      0.22,
    ),
  );
  const birds = colours.map((colour, i) => {
    const size = 118 + (i % 3) * 34;
    const air = openSheet(size * 2.6, frame.height + 80);
    const y = 250 + ((i * 211) % 330);
    const art =
      line(`M${n(air.width / 2)} 0V${n(y)}`, palette.ink, 1.6, 0.35) +
      drawFolded(i % 3 === 1 ? 'boat' : 'crane', [air.width / 2, y], size, i % 2 ? 8 : -8, colour);
    return layer(air, art, 60 + i * 205 - air.width / 2 + 60, -40, {
      kind: 'sway',
      dx: 20 + (i % 3) * 9,
      dy: 9,
      period: 5 + (i % 4) * 0.9,
      phase: i * 0.31,
    });
  });
  return [layer(still, backdrop(still, undefined, undefined, 1) + discs.join(''), 0, 0, { kind: 'still' }), ...birds];
};

export const films = {
  sea,
  lights,
  petals,
  record,
  mobile,
  vases: pan(vases),
  shelves: pan(shelves),
  bowls: pan(bowls),
  loaves: pan(loaves),
  market: pan(market),
  guitars: pan(guitarWall),
} as const satisfies Record<string, Film>;

export type FilmName = keyof typeof films;
