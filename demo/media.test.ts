import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createMediaWork } from '../server/media/media-process-pool';
import { palettes } from './draw/palettes';
import type { PaletteName } from './draw/palettes';
import { drawPicture } from './draw/picture';
import { scenes } from './draw/scene-table';
import type { SceneName } from './draw/scene-table';
import { getFingerprint, renderAllMedia, renderMedia } from './media';
import { preparedFolder, readPreparedIndex, recipeKey } from './prepared';
import { demoSite, listRecipes } from './site';
import type { MediaRecipe, PictureRecipe } from './types';

const picture: PictureRecipe = { kind: 'picture', scene: 'stones', seed: 1, palette: 'clay', ratio: '4:5' };
const work = createMediaWork();

let cacheDir: string;
beforeAll(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'demo-cache-'));
});
afterAll(async () => {
  work.close();
  await rm(cacheDir, { recursive: true, force: true });
});

describe('renderMedia', () => {
  it('draws an image as a JPEG of the requested ratio', async () => {
    const { path: file, mimeType } = await renderMedia(picture, cacheDir);
    expect(mimeType).toBe('image/jpeg');
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 1600 });
  });

  it('draws an upright avatar', async () => {
    const { path: file } = await renderMedia({ kind: 'portrait', look: 'demo-creator' }, cacheDir);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 1250 });
  });

  it('renders a recipe only once for concurrent callers', async () => {
    const recipe = { ...picture, seed: 2 };
    const before = (await readdir(cacheDir)).length;
    const made = await renderAllMedia([recipe, recipe, recipe], cacheDir);
    expect(new Set(made.map((one) => one.path)).size).toBe(1);
    expect((await readdir(cacheDir)).length).toBe(before + 1);
  });

  it('binds images into a PDF', async () => {
    const { path: file, mimeType } = await renderMedia({ kind: 'booklet', pages: [picture, picture] }, cacheDir);
    const text = (await readFile(file)).toString('latin1');
    expect(mimeType).toBe('application/pdf');
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    expect(text).toContain('/Count 2');
    const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
    expect(text.slice(Number(start), Number(start) + 4)).toBe('xref');
  });
});

describe('prepared files', () => {
  const index = readPreparedIndex();

  it('match the recipes of the seed', async () => {
    const prepared = Object.entries(await index).map(([key, { drawing }]) => `${key} ${drawing}`);
    const wanted = listRecipes(demoSite).map((recipe) => `${recipeKey(recipe)} ${getFingerprint(recipe)}`);
    // If this fails, run: node scripts/demo-media.mjs
    expect(prepared.toSorted()).toEqual(wanted.toSorted());
  });

  it('have the requested length, and sound unless they are silent teasers', async () => {
    const made = Object.entries(await index).map(([key, file]) => ({ recipe: JSON.parse(key) as MediaRecipe, file }));
    for (const { recipe, file } of made) {
      if (recipe.kind !== 'film' && recipe.kind !== 'audio') continue;
      const { file: name = '', mimeType = '' } = file.variants['video'] ?? file.variants['audio'] ?? {};
      const facts = await work.inspectFilm(
        { path: path.join(preparedFolder(), name), mimeType },
        { account: 'demo', pace: 'long', isAwaited: async () => false },
      );
      const opening = recipe.kind === 'film' ? recipe.opening : undefined;
      const video = recipe.kind === 'film' ? { width: 1280, height: 720 } : null;
      expect(facts).toMatchObject({ video, hasAudio: opening === undefined });
      expect(Math.abs((facts.duration ?? 0) - (opening ?? recipe.seconds))).toBeLessThan(0.2);
    }
  });

  it('are complete, and small enough for the repository', async () => {
    const named = Object.values(await index).flatMap(({ variants }) => Object.values(variants));
    const found = await readdir(preparedFolder());
    expect(found.filter((name) => name !== 'index.json').toSorted()).toEqual(named.map(({ file }) => file).toSorted());
    for (const { file, size } of named) expect((await stat(path.join(preparedFolder(), file))).size).toBe(size);
    expect(named.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(24_000_000);
  });
});

describe('drawPicture', () => {
  it.each(Object.keys(scenes) as SceneName[])('draws %s in every palette and ratio, without NaN', (scene) => {
    for (const palette of Object.keys(palettes) as PaletteName[]) {
      for (const ratio of ['4:5', '16:9', '1:1'] as const) {
        const svg = drawPicture({ kind: 'picture', scene, seed: 7, palette, ratio });
        expect(svg).not.toMatch(/NaN|Infinity|undefined/);
      }
    }
  });

  it('draws the same image for the same seed, and a different one for a different seed', () => {
    expect(drawPicture(picture)).toBe(drawPicture({ ...picture }));
    expect(drawPicture(picture)).not.toBe(drawPicture({ ...picture, seed: 9 }));
  });
});
