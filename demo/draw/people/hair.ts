import type { Colour } from '../colour';
import { darken, lighten } from '../colour';
import { cut, flat, line } from '../paper';
import { around, box, oval } from '../shapes';

/** On a 400 x 500 sheet with the face around 200,200: a part behind the head and one in front. */
interface Hair {
  back: string;
  front: string;
}

type DrawHair = (colour: Colour) => Hair;

const strands = (d: string, colour: Colour) => line(d, lighten(colour, 0.22), 2.6, 0.4);

const curls = (colour: Colour, ring: number, size: number, from: number, to: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const [x, y] = around([200, 172], ring, from + ((to - from) * i) / (count - 1));
    return cut(oval(x, y, size + (i % 3) * 5), i % 2 ? colour : lighten(colour, 0.06), { depth: 0.35 });
  }).join('');

const styles = {
  bob: (c) => ({
    back: cut(
      'M96 262C78 118 132 56 202 56s124 62 106 206c-2 26-8 48-18 64-12 14-42 10-52-4H162c-10 14-40 18-52 4-10-16-12-38-14-64Z',
      c,
    ),
    front:
      cut('M114 222C104 118 150 80 206 80c58 0 92 40 80 142-6-46-24-72-48-90-34 20-84 26-108 22-8 18-13 42-16 68Z', c, {
        depth: 0.5,
      }) + strands('M146 118q34 14 82-6M150 104q40 8 74-8', c),
  }),
  long: (c) => ({
    back: cut(
      'M88 424C44 372 98 302 86 210 74 106 134 52 200 52s128 50 114 158c-14 92 42 164-4 214-48 30-174 30-222 0Z',
      c,
    ),
    front:
      cut('M112 232C100 124 150 80 202 80c54 0 100 44 86 152-10-66-44-92-84-120-32 34-80 58-92 120Z', c, {
        depth: 0.5,
      }) + strands('M196 100q-46 36-68 84M212 100q44 34 62 82', c),
  }),
  waves: (c) => ({
    back: cut(
      'M84 250C60 140 120 52 204 54c82 2 130 84 112 190 26 30 8 58 18 84 12 34-18 66-50 62-20 24-148 24-168 0-34 4-60-30-46-62 10-26-10-50 14-78Z',
      c,
    ),
    front:
      cut('M112 220C98 120 152 76 214 82c60 6 86 58 76 132-14-40-34-66-64-84-20 26-76 30-114 90Z', c, { depth: 0.5 }) +
      strands('M220 96q-58 20-92 74M228 104q40 28 50 70', c),
  }),
  bun: (c) => ({
    back:
      cut(oval(206, 46, 46, 40), c) +
      cut('M108 214C92 108 140 64 200 64s108 44 92 150c-4 20-8 34-16 44H124c-8-10-12-24-16-44Z', c, { depth: 0.6 }),
    front:
      cut('M114 206C108 118 150 82 204 82c54 0 84 38 82 120-14-50-44-78-84-88-28 34-66 50-88 92Z', c, { depth: 0.4 }) +
      strands('M172 44q30-16 66-2M176 56q32-12 58 0', c),
  }),
  afro: (c) => ({
    back: cut(oval(200, 156, 132, 124), c) + curls(c, 122, 18, -128, 128, 19),
    front: cut('M114 196C110 122 150 92 200 92s90 30 86 104c-14-36-36-54-86-54s-72 18-86 54Z', c, { depth: 0.4 }),
  }),
  puffs: (c) => ({
    back:
      cut(oval(92, 104, 56), c) +
      cut(oval(308, 104, 56), c) +
      cut('M112 210C98 108 142 66 200 66s102 42 88 144Z', c, { depth: 0.5 }),
    front:
      cut('M114 200C110 118 150 86 200 86s90 32 86 114c-12-42-30-66-86-72-56 6-74 30-86 72Z', c, { depth: 0.4 }) +
      line('M200 86V126', darken(c, 0.4), 4, 0.7),
  }),
  curls: (c) => ({
    back: cut(oval(200, 146, 104, 92), c) + curls(c, 106, 30, -116, 116, 15),
    front: [
      [146, 108, 28],
      [182, 94, 30],
      [222, 94, 30],
      [256, 112, 26],
      [128, 140, 20],
      [274, 144, 18],
    ]
      .map(([x = 0, y = 0, r = 0]) => cut(oval(x, y, r), c, { depth: 0.3 }))
      .join(''),
  }),
  crop: (c) => ({
    back: cut('M112 190C100 96 150 58 204 60c60 2 98 44 84 130Z', c),
    front:
      cut('M117 198C108 110 150 80 204 78c52 0 90 34 79 120-8-36-16-50-26-60-32 8-78 6-106-6-18 14-27 30-34 66Z', c, {
        depth: 0.4,
      }) + strands('M150 100q44-14 92 2', c),
  }),
  quiff: (c) => ({
    back: cut('M114 196C104 120 140 84 200 84s98 36 86 112Z', c),
    front:
      cut(
        'M116 194C106 140 108 92 140 66c34-28 104-34 140-6 20 16 10 44-8 48 14 20 16 52 12 86-8-38-18-56-32-64-40 8-84 4-112-8-12 16-18 38-24 72Z',
        c,
        { depth: 0.6 },
      ) + strands('M142 96q50-36 118-20M150 112q50-22 100-10', c),
  }),
  buzz: (c) => ({
    back: '',
    front: flat(
      'M120 186C118 116 156 84 200 84s82 32 80 102c-10-40-26-56-38-60-26-8-60-8-84 0-12 4-28 20-38 60Z',
      c,
      0.9,
    ),
  }),
  pixie: (c) => ({
    back: cut('M108 224C92 110 142 62 204 62s110 46 92 162l-16 26-160 0Z', c),
    front:
      cut(
        'M112 230C100 128 140 76 206 76c60 0 96 48 82 150-8-20-12-44-20-60-60 2-104-14-118-44-6 34-22 54-38 108Z',
        c,
        { depth: 0.5 },
      ) + strands('M158 96q50 38 108 46M152 112q42 40 104 46', c),
  }),
  braids: (c) => ({
    back:
      [-1, 1]
        .map((side) =>
          Array.from({ length: 6 }, (_, i) =>
            cut(
              oval(200 + side * (104 + Math.sin(i) * 4), 246 + i * 30, 24 - i * 1.6, 21),
              i % 2 ? c : lighten(c, 0.08),
              { depth: 0.5 },
            ),
          ).join(''),
        )
        .join('') + cut('M100 238C84 112 136 58 200 58s116 54 100 180l-24 14H124Z', c),
    front:
      cut('M114 216C104 118 150 82 200 82s96 36 86 134c-12-56-40-84-86-100-46 16-74 44-86 100Z', c, { depth: 0.4 }) +
      line('M200 60V116', darken(c, 0.35), 4, 0.7),
  }),
  ponytail: (c) => ({
    back:
      cut('M262 92C332 76 364 152 336 236c-14 44 10 72-16 104-12-52-48-60-44-116Z', c) +
      cut('M110 214C96 108 142 62 202 62s106 46 90 152Z', c, { depth: 0.5 }),
    front:
      cut('M116 208C108 118 152 82 206 82c52 0 84 40 78 118-12-40-40-68-78-80-36 22-66 44-90 88Z', c, { depth: 0.4 }) +
      strands('M150 128q36-34 112-22M300 120q34 46 22 112', c),
  }),
  locs: (c) => ({
    back:
      Array.from({ length: 11 }, (_, i) =>
        cut(box(-10, 0, 20, 176 + (i % 3) * 16, 10), i % 2 ? c : lighten(c, 0.1), {
          depth: 0.4,
          at: `translate(${96 + i * 20.8} 124) rotate(${(5 - i) * 1.6})`,
        }),
      ).join('') + cut(oval(200, 150, 106, 92), c, { depth: 0.5 }),
    front:
      cut('M112 204C104 112 148 76 200 76s96 36 88 128c-8-34-16-56-34-72-34-10-74-10-108 0-18 16-26 38-34 72Z', c, {
        depth: 0.4,
      }) +
      [-3, -2, -1, 0, 1, 2, 3]
        .map((i) =>
          line(
            `M${200 + i * 5} 72Q${200 + i * 26} 84 ${200 + i * 28} ${128 + Math.abs(i) * 8}`,
            lighten(c, 0.18),
            3,
            0.6,
          ),
        )
        .join('') +
      [
        [118, 10],
        [136, 5],
        [264, -5],
        [282, -10],
      ]
        .map(([x = 0, tilt = 0], i) =>
          cut(box(-9, 0, 18, i % 3 ? 74 : 116, 9), lighten(c, 0.06), {
            depth: 0.4,
            at: `translate(${x} 138) rotate(${tilt})`,
          }),
        )
        .join(''),
  }),
  silver: (c) => ({
    back: cut('M106 236C88 116 134 60 204 60s114 60 96 176c-4 30-12 50-30 60H134c-18-12-24-34-28-60Z', c),
    front:
      cut(
        'M112 222C102 122 146 78 206 80c58 2 92 48 82 140-10-30-20-50-30-62-10-18-14-28-18-40-24 26-90 26-112 54-8 14-12 30-16 50Z',
        c,
        { depth: 0.5 },
      ) + strands('M232 100q-66 12-96 56M244 112q22 26 32 60', c),
  }),
  none: () => ({ back: '', front: '' }),
} as const satisfies Record<string, DrawHair>;

export type HairStyle = keyof typeof styles;

export const drawHair = (style: HairStyle, colour: Colour): Hair => styles[style](colour);
