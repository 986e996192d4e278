import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Variant } from '../../db/schema/files';
import { AppError } from '../../errors';
import { UnreadableMedia, type Ffmpeg } from '../../media/ffmpeg';
import { convertFilm, convertSound } from '../../media/film-work';
import { inspectImage, PICTURE_MIME, renderPicture, type Rendition } from '../../media/image-work';
import type { MediaStore } from '../../media/media-store';
import { hasBlurred, planOf } from './file-plan';

export interface WorkSource {
  id: string;
  type: string;
  kind: 'image' | 'video' | 'audio' | 'document' | 'other';
  mimeType: string;
  /** Local, only read. */
  path: string;
}

/** What was made of a file: columns of its row. */
export interface MadeFile {
  variants: Record<string, Variant>;
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
  mimeType: string;
  size: number;
}

export type FileWorker = ReturnType<typeof createFileWorker>;

/** Place of a variant in the store: nothing of what the sender called the file is in it. */
export const storageKey = (fileId: string, variant: string) => `${fileId.slice(-2)}/${fileId}/${variant}`;

/** Whether an error says that the file itself is bad, so that another try is of no use. */
export const isBadFile = (error: unknown): boolean => error instanceof UnreadableMedia || error instanceof AppError;

/** Makes the variants of files and puts them into the store. Doing it twice gives the same objects under the same keys. */
export function createFileWorker({ store, ffmpeg, tmpDir }: { store: MediaStore; ffmpeg: Ffmpeg; tmpDir: string }) {
  async function keepPictures(fileId: string, pictures: readonly Rendition[]): Promise<Record<string, Variant>> {
    const variants: Record<string, Variant> = {};
    for (const { name, data, width, height } of pictures) {
      const key = storageKey(fileId, name);
      await store.write(key, data);
      variants[name] = { key, mimeType: PICTURE_MIME, width, height, size: data.length };
    }
    return variants;
  }

  async function keepFile(
    fileId: string,
    name: string,
    made: { path: string; mimeType: string; width?: number; height?: number },
  ) {
    const key = storageKey(fileId, name);
    const { size } = await stat(made.path);
    await store.put(key, made.path);
    return { key, mimeType: made.mimeType, width: made.width ?? 0, height: made.height ?? 0, size };
  }

  async function makePicture({ id, type, path: source }: WorkSource): Promise<MadeFile> {
    const { width, height } = await inspectImage(source);
    const variants = await keepPictures(
      id,
      await renderPicture(source, { as: 'large', withBlurred: hasBlurred(type) }),
    );
    return { variants, width, height, mimeType: PICTURE_MIME, size: variants['large']?.size ?? 0 };
  }

  async function makeFilm(source: WorkSource, workDir: string): Promise<MadeFile> {
    const film = await convertFilm(ffmpeg, { ...source, workDir });
    const stills = await renderPicture(film.still, { as: 'poster', withBlurred: hasBlurred(source.type) });
    const video = await keepFile(source.id, 'video', { ...film, mimeType: 'video/mp4' });
    const variants = { video, ...(await keepPictures(source.id, stills)) };
    const { width, height, duration } = film;
    return { variants, width, height, duration, mimeType: video.mimeType, size: video.size };
  }

  async function makeSound(source: WorkSource, workDir: string): Promise<MadeFile> {
    const sound = await convertSound(ffmpeg, { ...source, workDir });
    const stills = await renderPicture(sound.still, { as: 'poster', withBlurred: hasBlurred(source.type) });
    const audio = await keepFile(source.id, 'audio', sound);
    const variants = { audio, ...(await keepPictures(source.id, stills)) };
    return { variants, duration: sound.duration, mimeType: audio.mimeType, size: audio.size };
  }

  return {
    /**
     * Makes what is served of a file.
     *
     * @throws UnreadableMedia or AppError INVALID_IMAGE when the file is bad; anything else may pass by itself.
     */
    async make(source: WorkSource): Promise<MadeFile> {
      const plan = planOf(source.type, source.kind);
      if (plan === 'picture') return makePicture(source);
      if (plan === 'keep') throw new Error(`nothing to make of a file of kind ${source.kind}`);
      await mkdir(tmpDir, { recursive: true });
      const workDir = await mkdtemp(path.join(tmpDir, 'work-'));
      try {
        return await (plan === 'film' ? makeFilm(source, workDir) : makeSound(source, workDir));
      } finally {
        await rm(workDir, { recursive: true, force: true });
      }
    },
  };
}
