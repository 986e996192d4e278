import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ffmpeg } from '../../media/ffmpeg';
import { films } from '../draw/films/films';
import type { FilmName } from '../draw/films/films';
import { frame } from '../draw/films/layer';
import type { Layer, Motion } from '../draw/films/layer';
import type { PaletteName } from '../draw/palettes';
import { openSheet } from '../draw/picture';
import { createRandom } from '../draw/random';
import { playTune } from '../music/mix';
import type { TuneName } from '../music/tunes';
import { rasteriseLayer } from './raster';

const framesPerSecond = 24;

/** A film of moving paper with music. */
export interface FilmRecipe {
  kind: 'film';
  film: FilmName;
  seed: number;
  palette: PaletteName;
  seconds: number;
  tune: TuneName;
  /** Only this many seconds of its beginning, without sound: a teaser. */
  opening?: number;
}

/** Draws the layers of a film. */
export function drawFilm({ film, seed, palette, seconds }: FilmRecipe): Layer[] {
  const random = createRandom(seed);
  return films[film]((width, height) => openSheet(Math.round(width), Math.round(height), random, palette), seconds);
}

/** Where a layer lies at the time `t`, as an expression of ffmpeg's overlay filter. */
function position(start: number, motion: Motion, axis: 'dx' | 'dy', seconds: number): string {
  if (motion.kind === 'slide') return `${start}+${motion[axis]}*t/${seconds}`;
  if (motion.kind === 'sway')
    return `${start}+${motion[axis]}*sin(2*PI*(t/${motion.period}+${motion.phase}${axis === 'dy' ? '+.25' : ''}))`;
  return String(start);
}

/** The filter graph that lays moving layers over one another. Full colour resolution: else a layer moves in steps of two pixels. */
function overlayGraph(layers: readonly Layer[], seconds: number): string {
  const sources = layers.map(({ motion }, i) => {
    const still = `[${i}:v]format=yuva444p,loop=-1:1:0,setpts=N/${framesPerSecond}/TB`;
    return motion.kind === 'spin' ? `${still},rotate=2*PI*t/${motion.period}:c=none[l${i}]` : `${still}[l${i}]`;
  });
  const overlays = layers.slice(1).map(({ x, y, motion }, i) => {
    const below = i === 0 ? '[base]' : `[o${i}]`;
    return `${below}[l${i + 1}]overlay=x='${position(Math.round(x), motion, 'dx', seconds)}':y='${position(Math.round(y), motion, 'dy', seconds)}':format=yuv444[o${i + 1}]`;
  });
  const ground = layers[0]?.motion ?? { kind: 'still' };
  const view = `[l0]crop=${frame.width}:${frame.height}:x='-1*(${position(0, ground, 'dx', seconds)})':y=0[base]`;
  const last = layers.length > 1 ? `[o${layers.length - 1}]` : '[base]';
  return [...sources, view, ...overlays, `${last}format=yuv420p[v]`].join(';');
}

/** Makes a film: 1280 x 720, H.264 and AAC in an MP4 that can start before it is loaded. Writes it to `target`. */
export async function makeFilm(recipe: FilmRecipe, target: string, ffmpeg: Ffmpeg): Promise<void> {
  const { seconds, tune, seed } = recipe;
  const layers = drawFilm(recipe);
  const folder = await mkdtemp(path.join(path.dirname(target), 'film-'));
  try {
    const files = await Promise.all(
      layers.map(async ({ svg }, i) => {
        const file = path.join(folder, `${i}.png`);
        await writeFile(file, await rasteriseLayer(svg));
        return file;
      }),
    );
    const sound = path.join(folder, 'sound.wav');
    await writeFile(sound, playTune(tune, seconds, seed));
    const inputs = [...files, sound].flatMap((file) => ['-i', file]);
    const audio = ['-map', `${files.length}:a`, '-c:a', 'aac', '-b:a', '128k', '-filter:a', 'volume=0.6'];
    const video = ['-map', '[v]', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '24', '-g', '48'];
    const end = [
      '-t',
      String(seconds),
      '-r',
      String(framesPerSecond),
      '-movflags',
      '+faststart',
      '-f',
      'mp4',
      '-y',
      target,
    ];
    await ffmpeg.run([...inputs, '-filter_complex', overlayGraph(layers, seconds), ...video, ...audio, ...end]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Cuts the beginning of a film off as a silent one; it starts at a key frame, so nothing is encoded anew. */
export const cutOpening = (film: string, seconds: number, target: string, ffmpeg: Ffmpeg): Promise<Buffer> =>
  ffmpeg.run([
    '-i',
    film,
    '-t',
    String(seconds),
    '-c',
    'copy',
    '-an',
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    '-y',
    target,
  ]);
