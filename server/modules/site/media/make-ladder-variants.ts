import { stat } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import type { Rung, Variant } from '../../../db/schema/files';
import type { WorkTurn } from '../../../media/media-tasks';
import { inWorkDir, saveFile, savePictures, type VariantDeps } from './file-variants';
import type { FileRow } from './media-repository';
import { getQuality, LADDER_SIDES } from './processing-plan';

/** A video that can be played. `path` is the served MP4, `original` the uploaded file, both on the local disk. */
export interface LadderSource extends Pick<FileRow, 'id' | 'width' | 'height' | 'workBytes'> {
  turn: WorkTurn;
  path: string;
  original: string;
}

interface RungSource {
  path: string;
  mimeType: string;
  bytes: number;
}

/**
 * Makes renditions and seek previews. Lower qualities are made from the served MP4, whose size is bounded; its own quality is
 * only remuxed; higher ones are made from the original.
 *
 * @throws UnreadableMedia
 */
export async function makeLadderVariants(
  deps: VariantDeps,
  film: LadderSource,
): Promise<Pick<FileRow, 'variants' | 'ladder' | 'previews'>> {
  const variants: Record<string, Variant> = {};
  const ladder: Rung[] = [];
  const addRung = async (shortSide: number | null, source: RungSource) => {
    const { rung, stored } = await makeRung(deps, film, shortSide, source);
    variants[rung.variant] = stored;
    ladder.push(rung);
  };
  const side = getQuality(film);
  const served = { path: film.path, mimeType: 'video/mp4' };
  const servedSource = { ...served, bytes: (await stat(film.path)).size };
  for (const lower of LADDER_SIDES.filter((one) => one < side)) await addRung(lower, servedSource);
  await addRung(null, servedSource);
  const original = await inspectOriginal(deps, film);
  for (const higher of LADDER_SIDES.filter((one) => one > side && one <= original.side))
    await addRung(higher, original);
  const { sprite, previews } = await deps.work.makePreviews(served, film.turn);
  return { variants: { ...variants, ...(await savePictures(deps, film.id, [sprite])) }, ladder, previews };
}

/** @param shortSide shorter side in pixels; null for the quality of the source */
function makeRung(
  deps: VariantDeps,
  film: LadderSource,
  shortSide: number | null,
  { bytes, ...source }: RungSource,
): Promise<{ rung: Rung; stored: Variant }> {
  return inWorkDir(deps, film.turn, bytes, async ({ workDir, turn }) => {
    const { path, ...facts } = await deps.work.makeRung({ ...source, workDir, shortSide }, turn);
    const variant = `hls${shortSide ?? getQuality(film)}`;
    const stored = await saveFile(deps, film.id, variant, { ...facts, path, mimeType: 'video/mp4' });
    return { rung: { variant, ...facts }, stored };
  });
}

/** The original has to be inspected, because the row describes the served MP4. */
async function inspectOriginal(
  { work }: VariantDeps,
  { original: path, workBytes, turn }: LadderSource,
): Promise<RungSource & { side: number }> {
  const mimeType = (await fileTypeFromFile(path))?.mime ?? '';
  const { video } = await work.inspectFilm({ path, mimeType }, turn);
  const { size } = await stat(path);
  // The original may first have to be converted to a readable file, which is larger.
  return { path, mimeType, bytes: Math.max(size, workBytes ?? 0), side: video ? getQuality(video) : 0 };
}
