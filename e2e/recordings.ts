import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { waitForHydration } from './hydration';

/** A file as Playwright puts it into a file field. */
export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Files of `tests/recordings`; small, so that a journey does not wait for them. */
const recordings = {
  'film.mp4': { file: 'clip.mp4', mimeType: 'video/mp4' },
  'long.mp4': { file: 'long.mp4', mimeType: 'video/mp4' },
  'teaser.mp4': { file: 'teaser.mp4', mimeType: 'video/mp4' },
  'tune.mp3': { file: 'tune.mp3', mimeType: 'audio/mpeg' },
  'red.png': { file: 'red.png', mimeType: 'image/png' },
  'green.png': { file: 'green.png', mimeType: 'image/png' },
  'blue.png': { file: 'blue.png', mimeType: 'image/png' },
} as const;

/** A film, a sound or a picture with real content. */
export async function record(name: keyof typeof recordings): Promise<PickedFile> {
  const { file, mimeType } = recordings[name];
  return { name, mimeType, buffer: await readFile(path.resolve('tests/recordings', file)) };
}

/** Puts files into a field as its dialog does, which opens once the page's own code is there: before, nobody would take them. */
export async function pickFiles(field: Locator, files: PickedFile | PickedFile[]): Promise<void> {
  await waitForHydration(field.page());
  await field.setInputFiles(files);
}
