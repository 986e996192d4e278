import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MediaRecipe } from './types';

/** The rendered files of a recipe: what is stored in the file's database row, and its variants. */
export interface PreparedFile {
  mimeType: string;
  kind: 'image' | 'video' | 'audio' | 'document';
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
  thumbHash?: string;
  waveform?: number[];
  /** Fingerprint of the drawings that the file was made from, to detect that it is stale. */
  drawing: string;
  variants: Record<string, PreparedVariant>;
}

export interface PreparedVariant {
  /** Name within the folder of prepared files. */
  file: string;
  mimeType: string;
  width: number;
  height: number;
  size: number;
}

export type PreparedIndex = Record<string, PreparedFile>;

/** Next to this file in the source tree, or below the working directory of a bundled server. */
export function preparedFolder(): string {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), 'prepared');
  return existsSync(beside) ? beside : path.resolve('demo/prepared');
}

export const recipeKey = (recipe: MediaRecipe): string => JSON.stringify(recipe);

export async function readPreparedIndex(): Promise<PreparedIndex> {
  return JSON.parse(await readFile(path.join(preparedFolder(), 'index.json'), 'utf8')) as PreparedIndex;
}
