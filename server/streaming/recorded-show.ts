import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { hasCode } from '../lib/error';

const State = z.object({
  codec: z.enum(['avc', 'vp8']),
  /** The file is complete up to this byte; anything after it is an unfinished fragment. */
  bytes: z.number().int(),
  seconds: z.number(),
  /** The size of the largest picture so far. */
  width: z.number().int().default(0),
  height: z.number().int().default(0),
});
export type RecordingState = z.output<typeof State>;

export interface RecordedShow {
  path: string;
  mimeType: 'video/mp4' | 'video/webm';
  /** Seconds. */
  duration: number;
}

const extensions = { avc: 'mp4', vp8: 'webm' } as const;
export const locateRecording = (folder: string, codec: RecordingState['codec']) =>
  path.join(folder, `show.${extensions[codec]}`);
export const locateState = (folder: string) => path.join(folder, 'state.json');

export async function readState(folder: string): Promise<RecordingState | null> {
  try {
    return State.parse(JSON.parse(await readFile(locateState(folder), 'utf8')));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Cuts off an unfinished fragment at the end of a recording. @returns null if nothing was recorded. */
export async function finishRecording(folder: string): Promise<RecordedShow | null> {
  const state = await readState(folder);
  if (!state || state.bytes === 0) return null;
  const file = locateRecording(folder, state.codec);
  const { size } = await stat(file);
  if (size > state.bytes) {
    const handle = await open(file, 'r+');
    try {
      await handle.truncate(state.bytes);
    } finally {
      await handle.close();
    }
  }
  return { path: file, mimeType: state.codec === 'avc' ? 'video/mp4' : 'video/webm', duration: state.seconds };
}
