import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { waitForHydration } from './hydration';

export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const recordings = {
  'film.mp4': { file: 'clip.mp4', mimeType: 'video/mp4' },
  'long.mp4': { file: 'long.mp4', mimeType: 'video/mp4' },
  'teaser.mp4': { file: 'teaser.mp4', mimeType: 'video/mp4' },
  'tune.mp3': { file: 'tune.mp3', mimeType: 'audio/mpeg' },
  'red.png': { file: 'red.png', mimeType: 'image/png' },
  'green.png': { file: 'green.png', mimeType: 'image/png' },
  'blue.png': { file: 'blue.png', mimeType: 'image/png' },
} as const;

export async function record(name: keyof typeof recordings): Promise<PickedFile> {
  const { file, mimeType } = recordings[name];
  return { name, mimeType, buffer: await readFile(path.resolve('tests/recordings', file)) };
}

/** Waits for hydration first: before it, the page would ignore the files. */
export async function pickFiles(field: Locator, files: PickedFile | PickedFile[]): Promise<void> {
  await waitForHydration(field.page());
  await field.setInputFiles(files);
}
