import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Variant } from '../../../db/schema/files';
import type { DiskRoom } from '../../../lib/disk-room';
import type { MediaWork } from '../../../media/media-process-pool';
import type { MediaStore } from '../../../media/media-store';
import { getPictureMime, type Rendition, type WorkTurn } from '../../../media/media-tasks';

export interface VariantDeps {
  store: MediaStore;
  work: MediaWork;
  tmpDir: string;
  disk: Pick<DiskRoom, 'hold'>;
}

export interface MadeFile {
  variants: Record<string, Variant>;
  width?: number;
  height?: number;
  duration?: number;
  thumbHash?: string;
  waveform?: number[];
  mimeType: string;
  size: number;
}

export interface WorkPlace {
  workDir: string;
  turn: WorkTurn;
}

/** Storage keys are made from ids only, not from the sender's file name. */
export const storagePrefix = (fileId: string) => `${fileId.slice(-2)}/${fileId}`;
export const storageKey = (fileId: string, variant: string) => `${storagePrefix(fileId)}/${variant}`;

export async function savePictures(
  { store }: Pick<VariantDeps, 'store'>,
  fileId: string,
  pictures: readonly Rendition[],
): Promise<Record<string, Variant>> {
  const variants: Record<string, Variant> = {};
  for (const { name, data, width, height } of pictures) {
    const key = storageKey(fileId, name);
    await store.write(key, data);
    variants[name] = { key, mimeType: getPictureMime(name), width, height, size: data.length };
  }
  return variants;
}

export async function saveFile(
  { store }: Pick<VariantDeps, 'store'>,
  fileId: string,
  name: string,
  made: { path: string; mimeType: string; width?: number; height?: number },
): Promise<Variant> {
  const key = storageKey(fileId, name);
  const { size } = await stat(made.path);
  await store.put(key, made.path);
  return { key, mimeType: made.mimeType, width: made.width ?? 0, height: made.height ?? 0, size };
}

/**
 * Runs work in a temporary folder, with disk space reserved when the work starts.
 *
 * @param bytes maximum that the work can write
 * @throws NoDiskRoom
 */
export async function inWorkDir<T>(
  { tmpDir, disk }: Pick<VariantDeps, 'tmpDir' | 'disk'>,
  turn: WorkTurn,
  bytes: number,
  make: (place: WorkPlace) => Promise<T>,
): Promise<T> {
  await mkdir(tmpDir, { recursive: true });
  const workDir = await mkdtemp(path.join(tmpDir, 'work-'));
  const onStart = () => disk.hold('rendition', bytes, () => measureFolder(workDir));
  try {
    return await make({ workDir, turn: { ...turn, onStart } });
  } finally {
    // Retries, because a worker process that was just killed may still be writing its last bytes.
    await rm(workDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function measureFolder(dir: string): number {
  try {
    return readdirSync(dir).reduce((sum, name) => sum + statSync(path.join(dir, name)).size, 0);
  } catch {
    return 0;
  }
}
