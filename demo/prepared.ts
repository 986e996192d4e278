import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MediaRecipe } from './types';

/** What is served of a recipe, made beforehand: columns of a file's row, and each variant's file. */
export interface PreparedFile {
  mimeType: string;
  kind: 'image' | 'video' | 'audio' | 'document';
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
  thumbHash?: string;
  waveform?: number[];
  /** Of the drawings it was made from: another one means it is stale. */
  drawing: string;
  variants: Record<string, PreparedVariant>;
}

export interface PreparedVariant {
  /** In the folder of prepared files. */
  file: string;
  mimeType: string;
  width: number;
  height: number;
  size: number;
}

/** By recipe. */
export type PreparedIndex = Record<string, PreparedFile>;

/** Beside this file in the source tree, and under the working directory of a bundled server. */
export function preparedFolder(): string {
  const beside = path.join(path.dirname(fileURLToPath(import.meta.url)), 'prepared');
  return existsSync(beside) ? beside : path.resolve('demo/prepared');
}

export const recipeKey = (recipe: MediaRecipe): string => JSON.stringify(recipe);

export async function readPreparedIndex(): Promise<PreparedIndex> {
  return JSON.parse(await readFile(path.join(preparedFolder(), 'index.json'), 'utf8')) as PreparedIndex;
}
