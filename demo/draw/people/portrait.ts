import type { Colour } from '../colour';
import { darken, lighten, mix } from '../colour';
import { cut, flat, line } from '../paper';
import { oval } from '../shapes';
import { drawHair } from './hair';
import type { HairStyle } from './hair';

export interface Look {
  /** Background colors, top and bottom, and the disc of light on it. */
  wall: readonly [Colour, Colour];
  disc: Colour;
  discAt?: 'left' | 'right' | 'middle';
  skin: Colour;
  hair: readonly [HairStyle, Colour];
  top: readonly ['crew' | 'collar' | 'rollneck' | 'apron' | 'scarf' | 'stripes', Colour, Colour];
  hat?: readonly ['beanie' | 'wrap' | 'brim' | 'beret' | 'band', Colour, Colour];
  beard?: readonly ['full' | 'short' | 'moustache', Colour];
  glasses?: Colour;
  earrings?: Colour;
  lips?: Colour;
  eyes?: 'closed' | 'open';
  freckles?: boolean;
  /** Tilt of the head in degrees. */
  lean?: number;
  /** 1 is the usual width of the face. */
  width?: number;
}

const face = 'M122 190C122 112 158 86 200 86s78 26 78 104c0 70-34 128-78 128s-78-58-78-128Z';
const ink = '#2a1813';

function drawTop([kind, colour, trim]: Look['top']): string {
  const shoulders = cut('M-10 520C6 424 84 392 158 368c14 36 70 36 84 0 74 24 152 56 168 152Z', colour);
  const neckline = flat('M158 368c14 36 70 36 84 0l20 7c-16 58-108 58-124 0Z', trim);
  if (kind === 'collar')
    return shoulders + cut('M160 366l-30 12 34 62 36-36ZM240 366l30 12-34 62-36-36Z', trim, { depth: 0.5 });
  if (kind === 'rollneck')
    return (
      shoulders +
      cut('M150 330q50 22 100 0l8 54q-58 34-116 0Z', trim, { depth: 0.6 }) +
      line('M152 348q48 22 96 0', darken(trim, 0.2), 3, 0.5)
    );
  if (kind === 'apron')
    return (
      shoulders + neckline + cut('M112 500l14-86 18-22 12 10-6 44h100l-6-44 12-10 18 22 14 86Z', trim, { depth: 0.6 })
    );
  if (kind === 'scarf')
    return (
      shoulders +
      cut('M138 352q62 40 124 0l16 34q-78 52-156 0Z', trim, { depth: 0.7 }) +
      cut('M228 388l44-10 26 108-44 8Z', trim, { depth: 0.6 }) +
      line('M144 372q58 34 114 0', lighten(trim, 0.3), 4, 0.5)
    );
  if (kind === 'stripes')
    return (
      shoulders +
      [414, 442, 470]
        .map((y, i) => line(`M${76 - i * 28} ${y + 14}Q200 ${y + 42} ${324 + i * 28} ${y + 14}`, trim, 9, 0.9))
        .join('') +
      neckline
    );
  return shoulders + neckline;
}

function drawHat([kind, colour, band]: NonNullable<Look['hat']>): { back: string; front: string } {
  if (kind === 'beanie')
    return {
      back: '',
      front:
        cut('M108 176C100 96 148 46 200 46s100 50 92 130Z', colour) +
        cut('M100 160q100-30 200 0l2 36q-102-28-204 0Z', band, { depth: 0.6 }) +
        line(
          'M146 62q-20 40-20 88M182 48q-8 46-8 98M222 48q8 46 6 98M256 64q18 38 18 86',
          darken(colour, 0.2),
          3,
          0.45,
        ),
    };
  if (kind === 'brim')
    return {
      back: cut(oval(200, 126, 170, 44), darken(colour, 0.14)),
      front:
        cut('M114 140C108 64 148 30 200 30s92 34 86 110q-86 26-172 0Z', colour) +
        cut('M112 116q88 24 176 0l0 28q-88 26-176 0Z', band, { depth: 0.3 }) +
        cut('M30 126C70 186 330 186 370 126Q330 148 286 142q-86 26-172 0Q70 148 30 126Z', lighten(colour, 0.08), {
          depth: 0.9,
        }),
    };
  if (kind === 'beret')
    return {
      back: '',
      front:
        cut('M104 156C84 96 150 44 226 56c68 10 104 58 70 92-14 12-40 8-60 4-46-10-90-10-132 4Z', colour) +
        cut('M112 150q88-22 172 0l2 20q-90-22-174 4Z', band, { depth: 0.3 }) +
        line('M214 56q4-14 12-18', darken(colour, 0.2), 7),
    };
  if (kind === 'band')
    return {
      back: '',
      front: cut('M112 164C122 116 158 96 200 96s78 20 88 68l4-22C282 92 244 68 200 68s-82 24-92 74Z', colour, {
        depth: 0.6,
      }),
    };
  return {
    back:
      cut('M104 200C80 84 140 30 206 34c74 2 114 68 90 166Z', colour) +
      cut(oval(262, 50, 54, 34), band, { at: 'rotate(-24 262 50)', depth: 0.7 }) +
      cut(oval(212, 36, 46, 30), colour, { at: 'rotate(18 212 36)', depth: 0.7 }),
    front:
      cut('M108 186C104 112 150 70 208 72c56 2 92 44 84 114-40-36-140-44-184 0Z', colour, { depth: 0.6 }) +
      flat('M110 170C128 110 190 78 270 108l12 28C220 108 150 122 110 170Z', band, 0.92) +
      line('M126 132q60-54 140-30', lighten(band, 0.4), 3, 0.5),
  };
}

function drawFeatures({ skin, eyes = 'closed', lips, glasses, freckles, hair, beard }: Look): string {
  const brow = mix(hair[0] === 'none' ? (beard?.[1] ?? ink) : hair[1], ink, 0.45);
  const brows = line('M144 178q18-12 36-4M220 174q18-8 36 4', brow, 6, 0.85);
  const lids =
    eyes === 'closed'
      ? line('M146 202q17 12 34 0M220 202q17 12 34 0', ink, 5)
      : [163, 237]
          .map(
            (x) =>
              flat(oval(x, 204, 16, 10), '#fdf6ec') +
              flat(oval(x, 204, 9), mix(ink, '#5a3a22', 0.3)) +
              flat(oval(x - 3, 200, 2.6), '#ffffff') +
              line(`M${x - 18} 202q18 -16 36 0`, ink, 5),
          )
          .join('');
  const mouth =
    flat('M176 268q12-8 24-2 12-6 24 2-24 26-48 0Z', lips ?? mix(skin, '#8e2f36', 0.6)) +
    line('M176 268q24 8 48 0', darken(lips ?? mix(skin, '#8e2f36', 0.6), 0.35), 2, 0.6);
  const dots = freckles
    ? [
        [146, 232],
        [156, 240],
        [166, 230],
        [152, 248],
        [238, 232],
        [248, 240],
        [256, 230],
        [246, 250],
      ]
        .map(([x = 0, y = 0]) => flat(oval(x, y, 2.4), mix(skin, '#8a4522', 0.6), 0.75))
        .join('')
    : '';
  const frames = glasses
    ? `<g fill="#ffffff" fill-opacity=".16" stroke="${glasses}" stroke-width="6"><rect x="134" y="178" width="57" height="50" rx="24"/><rect x="209" y="178" width="57" height="50" rx="24"/><path d="M191 198q9-8 18 0M134 196l-14-6M266 196l14-6" fill="none"/></g>`
    : '';
  return dots + brows + lids + mouth + frames;
}

function drawBeard([kind, colour]: NonNullable<Look['beard']>): string {
  if (kind === 'moustache')
    return cut('M200 252c-14-10-34-4-48 14 22 6 38 4 48-4 10 8 26 10 48 4-14-18-34-24-48-14Z', colour, { depth: 0.3 });
  if (kind === 'short')
    return flat('M118 226c14 18 24 26 40 24 24-10 60-10 84 0 16 2 26-6 40-24v116H118Z', colour, 0.82);
  return (
    flat('M118 212c10 26 22 36 40 38 24-12 60-12 84 0 18-2 30-12 40-38v134H118Z', colour) +
    line('M164 262q36-16 72 0', darken(colour, 0.25), 3, 0.5)
  );
}

/** An upright 4 : 5 avatar that can be cropped to an oval. @returns an SVG of 1000 x 1250 pixels */
export function drawPortrait(look: Look): string {
  const { skin, hair, hat, lean = 0, width = 1 } = look;
  const shade = mix(darken(skin, 0.24), '#7a2f1c', 0.12);
  const { back, front } = drawHair(...hair);
  const cap = hat && drawHat(hat);
  const earrings = look.earrings ? flat(oval(118, 247, 9), look.earrings) + flat(oval(282, 247, 9), look.earrings) : '';
  const ears = flat(oval(121, 212, 15, 24), mix(skin, shade, 0.5)) + flat(oval(279, 212, 15, 24), shade);
  const cheeks = [150, 252].map((x) => flat(oval(x, 240, 25, 19), mix(skin, '#c03a34', 0.7), 0.2)).join('');
  const shaded = flat('M208 60h110v280H204c20-34-8-52 10-84 4-8-18-8-16-22 6-24 18-80 10-174Z', shade);
  const head = `<clipPath id="face"><path d="${face}"/></clipPath>${ears}${earrings}${cut(face, skin, { depth: 0.4 })}<g clip-path="url(#face)">${shaded}${cheeks}${look.beard ? drawBeard(look.beard) : ''}</g>`;
  const pose = `rotate(${lean} 200 400)`;
  const widen = `translate(200 0) scale(${width} 1) translate(-200 0)`;
  const discX = { left: 130, middle: 200, right: 270 }[look.discAt ?? 'right'];
  const neck =
    flat('M160 280h80v92c0 40-80 40-80 0Z', mix(shade, skin, 0.25)) +
    flat('M160 296q40 44 80 8v40q-40 26-80-14Z', darken(shade, 0.3), 0.5);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="1000" height="1250"><linearGradient id="wall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${look.wall[0]}"/><stop offset="1" stop-color="${look.wall[1]}"/></linearGradient><rect width="400" height="500" fill="url(#wall)"/>${flat(oval(discX, 186, 152, 180), look.disc)}<g transform="${pose}"><g transform="${widen}">${cap?.back ?? ''}${back}</g>${neck}${drawTop(look.top)}<g transform="${widen}">${head}${drawFeatures(look)}${front}${cap?.front ?? ''}</g></g></svg>`;
}
