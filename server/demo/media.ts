import { readFile, rm, writeFile } from 'node:fs/promises';
import { createFfmpeg } from '../media/ffmpeg';
import type { Ffmpeg } from '../media/ffmpeg';
import { limitConcurrency } from '../media/limit-concurrency';
import { looks } from './draw/people/looks';
import { drawPortrait } from './draw/people/portrait';
import { drawPicture } from './draw/picture';
import { bindBooklet } from './render/booklet';
import { fingerprint, fromCache } from './render/cache';
import { cutOpening, drawFilm, makeFilm } from './render/film';
import { rasterise } from './render/raster';
import { playTune } from './music/mix';
import type { AudioRecipe, FilmRecipe, MediaRecipe, PictureRecipe, PortraitRecipe } from './types';

/** A file made from a recipe. */
export interface RenderedMedia {
  /** Absolute when the cache folder is. */
  path: string;
  mimeType: 'image/jpeg' | 'video/mp4' | 'audio/mpeg' | 'application/pdf';
}

/** Part of every name of a film or tune. Raise it when the way they are made changes; drawings take care of themselves. */
const version = '1';

const drawing = (recipe: PictureRecipe | PortraitRecipe) =>
  recipe.kind === 'picture' ? drawPicture(recipe) : drawPortrait(looks[recipe.look]);

/**
 * Turns a recipe into a file: the same recipe gives the same file, made once and kept in the cache folder.
 * Safe to call many times at once; nothing is downloaded.
 *
 * @param cacheDir created when missing; its content may be deleted at any time.
 * @throws Error when ffmpeg cannot be started (films and tunes only).
 */
export async function renderMedia(
  recipe: MediaRecipe,
  cacheDir: string,
  ffmpeg: Ffmpeg = createFfmpeg(),
): Promise<RenderedMedia> {
  switch (recipe.kind) {
    case 'picture':
    case 'portrait':
      return { path: await renderDrawing(drawing(recipe), cacheDir), mimeType: 'image/jpeg' };
    case 'booklet': {
      const svgs = recipe.pages.map(drawPicture);
      const path = await fromCache(cacheDir, `${fingerprint('booklet', ...svgs)}.pdf`, async (target) => {
        const files = await Promise.all(svgs.map((svg) => renderDrawing(svg, cacheDir)));
        await writeFile(target, await bindBooklet(await Promise.all(files.map((file) => readFile(file)))));
      });
      return { path, mimeType: 'application/pdf' };
    }
    case 'film':
      return { path: await renderFilm(recipe, cacheDir, ffmpeg), mimeType: 'video/mp4' };
    case 'audio': {
      const name = fingerprint('audio', version, JSON.stringify(recipe));
      return {
        path: await fromCache(cacheDir, `${name}.mp3`, (target) => makeAudio(recipe, target, ffmpeg)),
        mimeType: 'audio/mpeg',
      };
    }
  }
}

/**
 * Makes many files, two at a time, so that one draws while the other encodes.
 *
 * @param recipes repeats are made once.
 */
export async function renderAllMedia(
  recipes: readonly MediaRecipe[],
  cacheDir: string,
  ffmpeg: Ffmpeg = createFfmpeg(),
): Promise<RenderedMedia[]> {
  const twoAtATime = limitConcurrency(2);
  return Promise.all(recipes.map((recipe) => twoAtATime(() => renderMedia(recipe, cacheDir, ffmpeg))));
}

const renderDrawing = (svg: string, cacheDir: string) =>
  fromCache(cacheDir, `${fingerprint(svg)}.jpg`, async (target) => writeFile(target, await rasterise(svg)));

async function renderFilm(recipe: FilmRecipe, cacheDir: string, ffmpeg: Ffmpeg): Promise<string> {
  const name = fingerprint('film', version, JSON.stringify(recipe), ...drawFilm(recipe).map(({ svg }) => svg));
  const { opening, ...whole } = recipe;
  if (opening === undefined) {
    return fromCache(cacheDir, `${name}.mp4`, (target) => makeFilm(recipe, target, ffmpeg));
  }
  return fromCache(cacheDir, `${name}.mp4`, async (target) => {
    await cutOpening(await renderFilm(whole, cacheDir, ffmpeg), opening, target, ffmpeg);
  });
}

async function makeAudio({ tune, seconds, seed }: AudioRecipe, target: string, ffmpeg: Ffmpeg): Promise<void> {
  const sound = `${target}.wav`;
  await writeFile(sound, playTune(tune, seconds, seed));
  try {
    await ffmpeg.run(['-i', sound, '-c:a', 'libmp3lame', '-b:a', '128k', '-f', 'mp3', '-y', target]);
  } finally {
    await rm(sound, { force: true });
  }
}
