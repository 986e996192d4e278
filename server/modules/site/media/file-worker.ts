import { stat } from 'node:fs/promises';
import type { Variant } from '../../../db/schema/files';
import { PICTURE_MIME, type PictureFacts, type WorkTurn } from '../../../media/media-tasks';
import { estimateBytes, getPictureSpeed } from './file-turn';
import { inWorkDir, saveFile, savePictures, type MadeFile, type VariantDeps, type WorkPlace } from './file-variants';
import { makeLadderVariants, type LadderSource } from './make-ladder-variants';
import type { FileRow } from './media-repository';
import { getProcessingPlan, hasBlurred, isAvatar } from './processing-plan';

interface VariantSource
  extends Pick<FileRow, 'id' | 'type' | 'kind' | 'mimeType'>, Partial<Pick<FileRow, 'workBytes'>> {
  path: string;
  facts?: PictureFacts;
  turn: WorkTurn;
}

interface WidthSource {
  id: string;
  path: string;
  isPortrait: boolean;
  variants: Record<string, Variant>;
}

export type FileWorker = ReturnType<typeof createFileWorker>;

export function createFileWorker(deps: VariantDeps) {
  return {
    look: (source: Pick<VariantSource, 'path' | 'mimeType'>, turn: WorkTurn) => deps.work.inspectFilm(source, turn),
    make: (source: VariantSource) => makeVariants(deps, source),
    makeWidths: (source: WidthSource, turn: WorkTurn) => makeWidths(deps, source, turn),
    makeLadder: (film: LadderSource) => makeLadderVariants(deps, film),
  };
}

/**
 * Makes the served variants of a file and stores them. Repeating it writes the same objects under the same keys.
 *
 * @throws UnreadableMedia if the file is bad; other errors may be transient
 */
async function makeVariants(deps: VariantDeps, source: VariantSource): Promise<MadeFile> {
  const plan = getProcessingPlan(source.type, source.kind);
  if (plan === 'picture') return makePicture(deps, source);
  if (plan === 'keep') throw new Error(`Files of kind "${source.kind}" are stored unchanged and have no variants`);
  const bytes = source.workBytes ?? estimateBytes((await stat(source.path)).size);
  return inWorkDir(deps, source.turn, bytes, (place) =>
    plan === 'film' ? makeFilm(deps, source, place) : makeSound(deps, source, place),
  );
}

async function makeWidths(
  deps: VariantDeps,
  { id, path, isPortrait, variants }: WidthSource,
  turn: WorkTurn,
): Promise<{ variants: Record<string, Variant>; thumbHash: string }> {
  const { pictures, thumbHash } = await deps.work.renderPicture({ path, isPortrait, withBlurred: false }, turn);
  const missing = pictures.filter(({ name }) => !Object.hasOwn(variants, name));
  return { variants: await savePictures(deps, id, missing), thumbHash };
}

async function makePicture(deps: VariantDeps, { id, type, path, facts, turn }: VariantSource): Promise<MadeFile> {
  const inspected = facts ?? (await deps.work.inspectPicture({ path }, turn));
  const { width, height } = inspected;
  const { pictures, thumbHash } = await deps.work.renderPicture(
    { path, withBlurred: hasBlurred(type), isPortrait: isAvatar(type) },
    { ...turn, isSecondStep: true, isSlow: getPictureSpeed(inspected) !== 'quick' },
  );
  const variants = await savePictures(deps, id, pictures);
  return { variants, width, height, thumbHash, mimeType: PICTURE_MIME, size: variants['large']?.size ?? 0 };
}

async function makeFilm(
  deps: VariantDeps,
  { id, type, path, mimeType }: VariantSource,
  { workDir, turn }: WorkPlace,
): Promise<MadeFile> {
  const film = await deps.work.transcodeVideo({ path, mimeType, workDir, withBlurred: hasBlurred(type) }, turn);
  const video = await saveFile(deps, id, 'video', { ...film, mimeType: 'video/mp4' });
  const { width, height, duration, still } = film;
  return {
    variants: { video, ...(await savePictures(deps, id, still.pictures)) },
    width,
    height,
    duration,
    thumbHash: still.thumbHash,
    mimeType: video.mimeType,
    size: video.size,
  };
}

async function makeSound(
  deps: VariantDeps,
  { id, type, path, mimeType }: VariantSource,
  { workDir, turn }: WorkPlace,
): Promise<MadeFile> {
  const sound = await deps.work.makeSound({ path, mimeType, workDir, withBlurred: hasBlurred(type) }, turn);
  const audio = await saveFile(deps, id, 'audio', sound);
  const variants = { audio, ...(await savePictures(deps, id, sound.stills)) };
  return { variants, duration: sound.duration, waveform: sound.waveform, mimeType: audio.mimeType, size: audio.size };
}
