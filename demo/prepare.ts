import './render/small-encoder';
import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getPictureMime, PICTURE_MIME, type Rendition } from '../server/media/media-tasks';
import { inspectVideo, lookAtSound } from '../server/media/worker/video-transcoder';
import { inspectPicture, renderPicture } from '../server/media/worker/image-work';
import { getFingerprint, renderMedia } from './media';
import { preparedFolder, readPreparedIndex, recipeKey, type PreparedFile, type PreparedIndex } from './prepared';
import { demoSite, listRecipes } from './site';
import type { MediaRecipe } from './types';

/** Compresses harder than for uploads: here repository size matters, not encoding time. */
const encoding = { quality: 70, effort: 6 };

/** `node scripts/demo-media.mjs`: renders the demo's missing and stale files, and deletes unused ones. */
async function main(): Promise<void> {
  const folder = preparedFolder();
  await mkdir(folder, { recursive: true });
  const before = await readPreparedIndex().catch((): PreparedIndex => ({}));
  const after: PreparedIndex = {};
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'demo-media-'));
  try {
    const recipes = listRecipes(demoSite);
    for (const [index, recipe] of recipes.entries()) {
      const known = before[recipeKey(recipe)];
      const isFresh = known?.drawing === getFingerprint(recipe);
      after[recipeKey(recipe)] = isFresh ? known : await prepare(recipe, cacheDir, folder);
      if (!isFresh) await writeIndex(folder, { ...before, ...after });
      if (!isFresh) process.stdout.write(`${index + 1} of ${recipes.length}: ${recipeKey(recipe)}\n`);
    }
  } finally {
    await rm(cacheDir, { recursive: true, force: true });
  }
  await writeIndex(folder, after);
  const needed = new Set(
    Object.values(after).flatMap(({ variants }) => Object.values(variants).map(({ file }) => file)),
  );
  for (const name of await readdir(folder)) {
    if (name !== 'index.json' && !needed.has(name)) await rm(path.join(folder, name));
  }
}

const writeIndex = (folder: string, index: PreparedIndex) =>
  writeFile(path.join(folder, 'index.json'), `${JSON.stringify(index, undefined, 1)}\n`);

async function prepare(recipe: MediaRecipe, cacheDir: string, folder: string): Promise<PreparedFile> {
  const source = await renderMedia(recipe, cacheDir);
  const drawing = getFingerprint(recipe);
  const name = drawing.slice(0, 16);
  switch (source.mimeType) {
    case 'image/jpeg': {
      const { width, height } = await inspectPicture(source);
      const { pictures, thumbHash } = await renderPicture({ path: source.path, withBlurred: true }, encoding);
      const variants = await keepPictures(folder, name, pictures);
      return { mimeType: PICTURE_MIME, kind: 'image', width, height, thumbHash, drawing, variants };
    }
    case 'video/mp4': {
      const { still, ...measures } = await inspectVideo(source.path, true);
      const video = await keepFile(folder, `${name}.mp4`, source, measures);
      const variants = { video, ...(await keepPictures(folder, name, still.pictures)) };
      const { thumbHash } = still;
      return { mimeType: source.mimeType, kind: 'video', ...measures, thumbHash, drawing, variants };
    }
    case 'audio/mp4': {
      const { stills, duration, waveform } = await lookAtSound(source.path, source.mimeType, true);
      const audio = await keepFile(folder, `${name}.m4a`, source, { width: 0, height: 0 });
      const variants = { audio, ...(await keepPictures(folder, name, stills)) };
      return { mimeType: source.mimeType, kind: 'audio', duration, waveform, drawing, variants };
    }
    case 'application/pdf': {
      const original = await keepFile(folder, `${name}.pdf`, source, { width: 0, height: 0 });
      return { mimeType: source.mimeType, kind: 'document', drawing, variants: { original } };
    }
  }
}

/** Image sizes kept in the repository; the others are left out to keep it small. */
const keptSizes = new Set(['small', 'large', 'blurred', 'poster']);

async function keepPictures(folder: string, name: string, pictures: readonly Rendition[]) {
  const variants: PreparedFile['variants'] = {};
  for (const { name: variant, data, width, height } of pictures) {
    if (!keptSizes.has(variant)) continue;
    const mimeType = getPictureMime(variant);
    const file = `${name}-${variant}.${mimeType === PICTURE_MIME ? 'webp' : 'jpg'}`;
    await writeFile(path.join(folder, file), data);
    variants[variant] = { file, mimeType, width, height, size: data.length };
  }
  return variants;
}

async function keepFile(
  folder: string,
  file: string,
  source: { path: string; mimeType: string },
  { width, height }: { width: number; height: number },
) {
  await copyFile(source.path, path.join(folder, file));
  const { size } = await stat(source.path);
  return { file, mimeType: source.mimeType, width, height, size };
}

await main();
