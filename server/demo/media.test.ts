import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createFfmpeg } from '../media/ffmpeg';
import { palettes } from './draw/palettes';
import type { PaletteName } from './draw/palettes';
import { drawPicture } from './draw/picture';
import { scenes } from './draw/scene-table';
import type { SceneName } from './draw/scene-table';
import { renderAllMedia, renderMedia } from './media';
import type { FilmRecipe, PictureRecipe } from './types';

const picture: PictureRecipe = { kind: 'picture', scene: 'stones', seed: 1, palette: 'clay', ratio: '4:5' };
const film: FilmRecipe = { kind: 'film', film: 'record', seed: 1, palette: 'rye', seconds: 2, tune: 'low cello' };
const ffmpeg = createFfmpeg();

let cacheDir: string;
beforeAll(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'demo-cache-'));
});
afterAll(() => rm(cacheDir, { recursive: true, force: true }));

describe('renderMedia', () => {
  it('draws a picture as a JPEG of the shape asked for', async () => {
    const { path: file, mimeType } = await renderMedia(picture, cacheDir);
    expect(mimeType).toBe('image/jpeg');
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 1600 });
  });

  it('draws a portrait upright', async () => {
    const { path: file } = await renderMedia({ kind: 'portrait', look: 'demo-creator' }, cacheDir);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 1250 });
  });

  it('makes the same recipe once, however many ask at the same time', async () => {
    const recipe = { ...picture, seed: 2 };
    const before = (await readdir(cacheDir)).length;
    const made = await renderAllMedia([recipe, recipe, recipe], cacheDir);
    expect(new Set(made.map((one) => one.path)).size).toBe(1);
    expect((await readdir(cacheDir)).length).toBe(before + 1);
  });

  it('binds pictures into a PDF', async () => {
    const { path: file, mimeType } = await renderMedia({ kind: 'booklet', pages: [picture, picture] }, cacheDir);
    const text = (await readFile(file)).toString('latin1');
    expect(mimeType).toBe('application/pdf');
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    expect(text).toContain('/Count 2');
    const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
    expect(text.slice(Number(start), Number(start) + 4)).toBe('xref');
  });

  it('plays a tune into an MP3 of the length asked for', async () => {
    const { path: file, mimeType } = await renderMedia(
      { kind: 'audio', tune: 'morning strings', seed: 1, seconds: 3 },
      cacheDir,
    );
    expect(mimeType).toBe('audio/mpeg');
    expect(await ffmpeg.describe(['-i', file])).toMatch(/Duration: 00:00:03/);
  });

  it('films in H.264 with sound, and cuts a silent teaser off', async () => {
    const whole = await renderMedia(film, cacheDir);
    const teaser = await renderMedia({ ...film, opening: 1 }, cacheDir);
    expect(whole.mimeType).toBe('video/mp4');
    const description = await ffmpeg.describe(['-i', whole.path]);
    expect(description).toMatch(/Duration: 00:00:02/);
    expect(description).toMatch(/h264.*yuv420p.*1280x720/);
    expect(description).toMatch(/Audio: aac/);
    expect(await ffmpeg.describe(['-i', teaser.path])).not.toMatch(/Audio/);
  });
});

describe('drawPicture', () => {
  it.each(Object.keys(scenes) as SceneName[])(
    'draws %s in every palette and shape, without a number that is none',
    (scene) => {
      for (const palette of Object.keys(palettes) as PaletteName[]) {
        for (const ratio of ['4:5', '16:9', '1:1'] as const) {
          const svg = drawPicture({ kind: 'picture', scene, seed: 7, palette, ratio });
          expect(svg).not.toMatch(/NaN|Infinity|undefined/);
        }
      }
    },
  );

  it('draws the same picture for the same seed, and another one for another', () => {
    expect(drawPicture(picture)).toBe(drawPicture({ ...picture }));
    expect(drawPicture(picture)).not.toBe(drawPicture({ ...picture, seed: 9 }));
  });
});
