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

const printable = (file: string): Promise<Buffer> =>
  sharp(file).resize({ width: 1000, withoutEnlargement: true }).jpeg({ quality: 72, mozjpeg: true }).toBuffer();

export interface RenderedMedia {
  /** Absolute if the cache folder is. */
  path: string;
  mimeType: 'image/jpeg' | 'video/mp4' | 'audio/mp4' | 'application/pdf';
}

/**
 * Part of the file names of videos and tunes. Increase it when they render differently. Drawings need no version: their SVG is
 * hashed.
 */
const version = '3';

const drawing = (recipe: PictureRecipe | PortraitRecipe) =>
  recipe.kind === 'picture' ? drawPicture(recipe) : drawPortrait(looks[recipe.look]);

/**
 * Renders a recipe once and caches the file. Safe to call concurrently. Needs no network.
 *
 * @param cacheDir created if missing; its content may be deleted at any time
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

/** Renders two files at a time: while one is encoded, the other can be drawn. */
export async function renderAllMedia(recipes: readonly MediaRecipe[], cacheDir: string): Promise<RenderedMedia[]> {
  const twoAtATime = pLimit(2);
  return Promise.all(recipes.map((recipe) => twoAtATime(() => renderMedia(recipe, cacheDir))));
}

const renderDrawing = (svg: string, cacheDir: string) =>
  fromCache(cacheDir, `${fingerprint(svg)}.jpg`, async (target) => writeFile(target, await rasterise(svg)));

function renderFilm(recipe: FilmRecipe, cacheDir: string): Promise<string> {
  return fromCache(cacheDir, `${getFingerprint(recipe)}.mp4`, async (target) => {
    // Imported only here, as sounds are below: drawings do not need the native codecs.
    const { transcodeVideo } = await import('./render/film');
    await transcodeVideo(recipe, target);
  });
}

/** Changes when the result would look or sound different. */
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
