import type { ErrorCode } from '@contract/base/errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { FileRow } from './media-repository';

/** What becomes of a file: pictures, films and sounds are made anew, anything else is kept as it came. */
const plans = { image: 'picture', video: 'film', audio: 'sound', document: 'keep', other: 'keep' } as const;

/** Proof of identity: for its owner and administrators only, so not even a blurred picture of it is made. */
const PAPERS = 'performer-document';
/** Goods: a buyer gets the very bytes that the seller put in. */
const GOODS = 'performer-product-digital';

/** @param type purpose of the file, wire contract 1.7. */
export const getProcessingPlan = (type: string, kind: UploadedFile['kind']): (typeof plans)[typeof kind] =>
  type === GOODS ? 'keep' : plans[kind];

/** Shown in small ovals everywhere, and nowhere large. */
export const isAvatar = (type: string): boolean => type === 'avatar';

export const hasBlurred = (type: string): boolean => type !== PAPERS;

/** Files that are open to every caller for as long as they are there: they name people and the site everywhere. */
const opensToAll: ReadonlySet<string> = new Set(['avatar', 'banner']);
/** Files of a profile, open to every caller whom its creator does not keep out. */
const profileTypes: ReadonlySet<string> = new Set(['cover', 'performer-welcome-video']);

/**
 * Who may open a file that is marked as public. Unless its type says otherwise it is the preview of an item, and as private as
 * the item is at that moment. Promises.
 */
export function publicReach({ type, isPublic }: Pick<FileRow, 'type' | 'isPublic'>): 'all' | 'profile' | 'item' | null {
  if (!isPublic) return null;
  if (opensToAll.has(type)) return 'all';
  return profileTypes.has(type) ? 'profile' : 'item';
}

/** Whether a file was given up though nothing speaks against it: what arrived was kept, and can be tried again. */
export const isSetAside = ({ status, variants }: Pick<FileRow, 'status' | 'variants'>): boolean =>
  status === 'error' && variants['original'] !== undefined;

/** Which variant is the file itself; null while there is none. */
export function mainVariant(file: FileRow): string | null {
  const name = plannedVariant(file);
  return file.status === 'finished' && name !== null && file.variants[name] ? name : null;
}

/** Which variant is the file itself, or will be once it is made; null for one that nothing came of. */
export function plannedVariant({ type, kind, status }: FileRow): string | null {
  if (status === 'error') return null;
  return { picture: 'large', film: 'video', sound: 'audio', keep: 'original' }[getProcessingPlan(type, kind)];
}

/** Why something made of files in these states cannot be sold; null when all of them can be opened. */
export function getUnreadyError(states: readonly FileRow['status'][]): ErrorCode | null {
  if (states.includes('error')) return 'FILE_BROKEN';
  return states.includes('processing') ? 'STILL_PROCESSING' : null;
}

/** Pixels of the shorter side of the lowest quality of a film. */
const LOWEST_RUNG = 360;
/** Between that and the film that everybody can play, and above it. */
export const LADDER_SIDES = [LOWEST_RUNG, 540, 720, 1080] as const;

/** What a film counts as: 720 for all that fill a box of 1280 × 720, lying or standing. */
export function getQuality({ width, height }: { width?: number | null; height?: number | null }): number {
  const [short = 0, long = 0] = [width ?? 0, height ?? 0].toSorted((a, b) => a - b);
  return Math.round(Math.max(short, (long * 9) / 16));
}

/** Whether a film is made in several qualities: trailers, which everybody may see, and small ones stay one file. */
export const needsLadder = (
  { type, kind, isPublic }: Pick<FileRow, 'type' | 'kind' | 'isPublic'>,
  made: { width?: number; height?: number },
): boolean => getProcessingPlan(type, kind) === 'film' && !isPublic && getQuality(made) > LOWEST_RUNG;
