import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import pLimit from 'p-limit';
import { drawFilm } from './draw/films/draw-film';
import { looks } from './draw/people/looks';
import { drawPortrait } from './draw/people/portrait';
import { drawPicture } from './draw/picture';
import { bindBooklet } from './render/booklet';
import { fingerprint, fromCache } from './render/cache';
import { rasterise } from './render/raster';
import type { FilmRecipe, MediaRecipe, PictureRecipe, PortraitRecipe } from './types';

/** A page that is sharp on an A5 sheet, and no larger. */
const printable = (file: string): Promise<Buffer> =>
  sharp(file).resize({ width: 1000, withoutEnlargement: true }).jpeg({ quality: 72, mozjpeg: true }).toBuffer();

/** A file made from a recipe. */
export interface RenderedMedia {
  /** Absolute when the cache folder is. */
  path: string;
  mimeType: 'image/jpeg' | 'video/mp4' | 'audio/mp4' | 'application/pdf';
}

/** Part of every name of a film or tune. Raise it when the way they are made changes; drawings take care of themselves. */
const version = '3';

const drawing = (recipe: PictureRecipe | PortraitRecipe) =>
  recipe.kind === 'picture' ? drawPicture(recipe) : drawPortrait(looks[recipe.look]);

/**
 * Turns a recipe into a file: the same recipe gives the same file, made once and kept in the cache folder.
 * Safe to call many times at once; nothing is downloaded.
 *
 * @param cacheDir created when missing; its content may be deleted at any time.
 */
export async function renderMedia(recipe: MediaRecipe, cacheDir: string): Promise<RenderedMedia> {
  switch (recipe.kind) {
    case 'picture':
    case 'portrait':
      return { path: await renderDrawing(drawing(recipe), cacheDir), mimeType: 'image/jpeg' };
    case 'booklet': {
      const svgs = recipe.pages.map(drawPicture);
      const path = await fromCache(cacheDir, `${getFingerprint(recipe)}.pdf`, async (target) => {
        const files = await Promise.all(svgs.map((svg) => renderDrawing(svg, cacheDir)));
        await writeFile(target, await bindBooklet(await Promise.all(files.map(printable))));
      });
      return { path, mimeType: 'application/pdf' };
    }
    case 'film':
      return { path: await renderFilm(recipe, cacheDir), mimeType: 'video/mp4' };
    case 'audio': {
      return {
        path: await fromCache(cacheDir, `${getFingerprint(recipe)}.m4a`, async (target) => {
          const { makeSound } = await import('./render/sound');
          await makeSound(recipe, target);
        }),
        mimeType: 'audio/mp4',
      };
    }
  }
}

/**
 * Makes many files, two at a time, so that one draws while the other encodes.
 *
 * @param recipes repeats are made once.
 */
export async function renderAllMedia(recipes: readonly MediaRecipe[], cacheDir: string): Promise<RenderedMedia[]> {
  const twoAtATime = pLimit(2);
  return Promise.all(recipes.map((recipe) => twoAtATime(() => renderMedia(recipe, cacheDir))));
}

const renderDrawing = (svg: string, cacheDir: string) =>
  fromCache(cacheDir, `${fingerprint(svg)}.jpg`, async (target) => writeFile(target, await rasterise(svg)));

function renderFilm(recipe: FilmRecipe, cacheDir: string): Promise<string> {
  return fromCache(cacheDir, `${getFingerprint(recipe)}.mp4`, async (target) => {
    // Late, as with sounds: the codecs are native code that drawings do not need.
    const { transcodeVideo } = await import('./render/film');
    await transcodeVideo(recipe, target);
  });
}

/** A name for what a recipe gives: another one when it would look or sound different. */
export function getFingerprint(recipe: MediaRecipe): string {
  switch (recipe.kind) {
    case 'picture':
    case 'portrait':
      return fingerprint(drawing(recipe));
    case 'booklet':
      return fingerprint('booklet', ...recipe.pages.map(drawPicture));
    case 'film':
      return fingerprint('film', version, JSON.stringify(recipe), ...drawFilm(recipe).map(({ svg }) => svg));
    case 'audio':
      return fingerprint('audio', version, JSON.stringify(recipe));
  }
}
