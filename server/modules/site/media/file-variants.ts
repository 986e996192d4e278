import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { DiskRoom } from '../../../lib/disk-room';
import type { Rung, Variant } from '../../../db/schema/files';
import type { MediaStore } from '../../../media/media-store';
import { mimeOfPicture, PICTURE_MIME, type PictureFacts, type Rendition } from '../../../media/media-tasks';
import type { WorkTurn } from '../../../media/media-tasks';
import type { MediaWork } from '../../../media/media-process-pool';
import { hasBlurred, isAvatar, LADDER_SIDES, getProcessingPlan, getQuality } from './processing-plan';
import { estimateBytes, speedOf } from './file-turn';
import type { FileRow } from './media-repository';

interface WorkSource extends Pick<FileRow, 'id' | 'type' | 'kind' | 'mimeType'>, Partial<Pick<FileRow, 'workBytes'>> {
  /** Local, only read. */
  path: string;
  /** Of a picture that was looked into already. */
  facts?: PictureFacts;
  /** Where the work stands in line. */
  turn: WorkTurn;
}

/** What was made of a file: columns of its row. */
export interface MadeFile {
  variants: Record<string, Variant>;
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
  thumbHash?: string;
  waveform?: number[];
  mimeType: string;
  size: number;
}

/** Where something is made of a file, and when. */
interface WorkPlace {
  workDir: string;
  turn: WorkTurn;
}

/** A film that can be played: its MP4 at `path`, and what arrived. */
interface LadderSource extends Pick<FileRow, 'id' | 'width' | 'height' | 'workBytes'> {
  turn: WorkTurn;
  path: string;
  original: string;
}

/** Bytes that lie in a folder; a file that goes meanwhile counts no more. */
function measureFolder(dir: string): number {
  try {
    return readdirSync(dir).reduce((sum, name) => sum + statSync(path.join(dir, name)).size, 0);
  } catch {
    return 0;
  }
}

export type FileWorker = ReturnType<typeof createFileWorker>;

/** Where all that is stored of a file begins: nothing of what the sender called it is in it. */
export const storagePrefix = (fileId: string) => `${fileId.slice(-2)}/${fileId}`;
/** Place of a variant in the store. */
export const storageKey = (fileId: string, variant: string) => `${storagePrefix(fileId)}/${variant}`;

/** Makes the variants of files and puts them into the store. Doing it twice gives the same objects under the same keys. */
export function createFileWorker({
  store,
  work,
  tmpDir,
  disk,
}: {
  store: MediaStore;
  work: MediaWork;
  tmpDir: string;
  disk: Pick<DiskRoom, 'hold'>;
}) {
  async function keepPictures(fileId: string, pictures: readonly Rendition[]): Promise<Record<string, Variant>> {
    const variants: Record<string, Variant> = {};
    for (const { name, data, width, height } of pictures) {
      const key = storageKey(fileId, name);
      await store.write(key, data);
      variants[name] = { key, mimeType: mimeOfPicture(name), width, height, size: data.length };
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

  async function makePicture({ id, type, path: source, facts, turn }: WorkSource): Promise<MadeFile> {
    const known = facts ?? (await work.inspectPicture({ path: source }, turn));
    const { width, height } = known;
    const { pictures, thumbHash } = await work.renderPicture(
      { path: source, withBlurred: hasBlurred(type), isPortrait: isAvatar(type) },
      { ...turn, isSecondStep: true, isSlow: speedOf(known) !== 'quick' },
    );
    const variants = await keepPictures(id, pictures);
    return { variants, width, height, thumbHash, mimeType: PICTURE_MIME, size: variants['large']?.size ?? 0 };
  }

  async function transcodeVideo(
    { id, type, path: source, mimeType }: WorkSource,
    { workDir, turn }: WorkPlace,
  ): Promise<MadeFile> {
    const film = await work.transcodeVideo({ path: source, mimeType, workDir, withBlurred: hasBlurred(type) }, turn);
    const video = await keepFile(id, 'video', { ...film, mimeType: 'video/mp4' });
    const variants = { video, ...(await keepPictures(id, film.still.pictures)) };
    const { width, height, duration, still } = film;
    return {
      variants,
      width,
      height,
      duration,
      thumbHash: still.thumbHash,
      mimeType: video.mimeType,
      size: video.size,
    };
  }

  async function makeSound(
    { id, type, path: source, mimeType }: WorkSource,
    { workDir, turn }: WorkPlace,
  ): Promise<MadeFile> {
    const sound = await work.makeSound({ path: source, mimeType, workDir, withBlurred: hasBlurred(type) }, turn);
    const audio = await keepFile(id, 'audio', sound);
    const variants = { audio, ...(await keepPictures(id, sound.stills)) };
    return { variants, duration: sound.duration, waveform: sound.waveform, mimeType: audio.mimeType, size: audio.size };
  }

  /**
   * Makes something of a file in a folder of its own. The disk keeps room for it from when its turn has come.
   *
   * @param bytes it may take. @throws NoDiskRoom
   */
  async function inWorkDir<T>(turn: WorkTurn, bytes: number, make: (place: WorkPlace) => Promise<T>): Promise<T> {
    await mkdir(tmpDir, { recursive: true });
    const workDir = await mkdtemp(path.join(tmpDir, 'work-'));
    const onStart = () => disk.hold('rendition', bytes, () => measureFolder(workDir));
    try {
      return await make({ workDir, turn: { ...turn, onStart } });
    } finally {
      // A worker that was just ended may still write its last bytes.
      await rm(workDir, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Type and shorter side of what arrived; its row tells of what was made of it by now. */
  async function measureOriginal(file: string, turn: WorkTurn): Promise<{ mimeType: string; side: number }> {
    const mimeType = (await fileTypeFromFile(file))?.mime ?? '';
    const { video } = await work.inspectFilm({ path: file, mimeType }, turn);
    return { mimeType, side: video ? getQuality(video) : 0 };
  }

  return {
    /** Makes of a picture what it does not have yet. @throws UnreadableMedia */
    async makeWidths(
      source: { id: string; path: string; isPortrait: boolean; known: Record<string, Variant> },
      turn: WorkTurn,
    ) {
      const { pictures, thumbHash } = await work.renderPicture(
        { path: source.path, isPortrait: source.isPortrait, withBlurred: false },
        turn,
      );
      const missing = pictures.filter(({ name }) => !Object.hasOwn(source.known, name));
      return { variants: await keepPictures(source.id, missing), thumbHash };
    },

    /**
     * Makes what is served of a file.
     *
     * @throws UnreadableMedia when the file is bad; anything else may pass by itself.
     */
    async make(source: WorkSource): Promise<MadeFile> {
      const plan = getProcessingPlan(source.type, source.kind);
      if (plan === 'picture') return makePicture(source);
      if (plan === 'keep') throw new Error(`nothing to make of a file of kind ${source.kind}`);
      const bytes = source.workBytes ?? estimateBytes((await stat(source.path)).size);
      return inWorkDir(source.turn, bytes, (place) =>
        plan === 'film' ? transcodeVideo(source, place) : makeSound(source, place),
      );
    },

    /**
     * Makes the qualities of a film and the small frames for looking ahead. Lower ones are made of the film that everybody
     * can play, which has a known size; that one itself is only packed anew; higher ones are made of what arrived.
     *
     * @throws UnreadableMedia
     */
    async makeLadder(film: LadderSource): Promise<Pick<FileRow, 'variants' | 'ladder' | 'previews'>> {
      const variants: Record<string, Variant> = {};
      const ladder: Rung[] = [];
      const addRung = async (shortSide: number | null, from: { path: string; mimeType: string }) => {
        const { size } = await stat(from.path);
        // What arrived may have to be written anew first.
        const bytes = from.path === film.original ? Math.max(size, film.workBytes ?? 0) : size;
        await inWorkDir(film.turn, bytes, async ({ workDir, turn }) => {
          const { path: made, ...facts } = await work.makeRung({ ...from, workDir, shortSide }, turn);
          const variant = `hls${shortSide ?? side}`;
          variants[variant] = await keepFile(film.id, variant, { ...facts, path: made, mimeType: 'video/mp4' });
          ladder.push({ variant, ...facts });
        });
      };
      const side = getQuality(film);
      const served = { path: film.path, mimeType: 'video/mp4' };
      for (const lower of LADDER_SIDES.filter((one) => one < side)) await addRung(lower, served);
      await addRung(null, served);
      const original = await measureOriginal(film.original, film.turn);
      for (const higher of LADDER_SIDES.filter((one) => one > side && one <= original.side))
        await addRung(higher, { path: film.original, mimeType: original.mimeType });
      const { sprite, previews } = await work.makePreviews(served, film.turn);
      return { variants: { ...variants, ...(await keepPictures(film.id, [sprite])) }, ladder, previews };
    },
  };
}
