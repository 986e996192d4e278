import type { ErrorCode } from '@contract/base/errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { FileRow } from './media-repository';

/** Pictures, films and sounds are encoded again, other files are kept as they came. */
const PLANS = { image: 'picture', video: 'film', audio: 'sound', document: 'keep', other: 'keep' } as const;

/** Only its owner and administrators can see it, so there is no blurred picture of it either. */
const IDENTITY_DOCUMENT = 'performer-document';
/** A buyer gets exactly the bytes that the seller uploaded. */
const PRODUCT_FILE = 'performer-product-digital';

/** @param type purpose of the file, wire contract 1.7. */
export const getProcessingPlan = (type: string, kind: UploadedFile['kind']): (typeof PLANS)[typeof kind] =>
  type === PRODUCT_FILE ? 'keep' : PLANS[kind];

/** Whether a film or sound is still to be looked into: only then it is known how long it is. */
export function isUnseen({ type, kind, duration }: Pick<FileRow, 'type' | 'kind' | 'duration'>): boolean {
  const plan = getProcessingPlan(type, kind);
  return (plan === 'film' || plan === 'sound') && duration === null;
}

/** An avatar is never shown large. */
export const isAvatar = (type: string): boolean => type === 'avatar';

export const hasBlurred = (type: string): boolean => type !== IDENTITY_DOCUMENT;

/** Files that are open to every caller while they exist: they identify accounts and the site everywhere. */
const opensToAll: ReadonlySet<string> = new Set(['avatar', 'banner']);
/** Files of a profile, open to every caller that its creator does not block. */
const profileTypes: ReadonlySet<string> = new Set(['cover', 'performer-welcome-video']);

/**
 * The callers that can open a file marked as public. By default it is the preview of an item, and as private as the item is at
 * that moment. Promises.
 */
export function getPublicReach({
  type,
  isPublic,
}: Pick<FileRow, 'type' | 'isPublic'>): 'all' | 'profile' | 'item' | null {
  if (!isPublic) return null;
  if (opensToAll.has(type)) return 'all';
  return profileTypes.has(type) ? 'profile' : 'item';
}

/** Whether a file was given up although it can be good: its original was kept for another try. */
export const isSetAside = ({ status, variants }: Pick<FileRow, 'status' | 'variants'>): boolean =>
  status === 'error' && variants['original'] !== undefined;

/** The variant that is the file itself; null while there is none. */
export function findMainVariant(file: FileRow): string | null {
  const name = findPlannedVariant(file);
  return file.status === 'finished' && name !== null && file.variants[name] ? name : null;
}

/** The variant that is the file itself, or will be; null for a file that was given up. */
export function findPlannedVariant({ type, kind, status }: FileRow): string | null {
  if (status === 'error') return null;
  return { picture: 'large', film: 'video', sound: 'audio', keep: 'original' }[getProcessingPlan(type, kind)];
}

/** The reason why files in these states cannot be sold; null when all of them can be opened. */
export function getUnreadyError(states: readonly FileRow['status'][]): ErrorCode | null {
  if (states.includes('error')) return 'FILE_BROKEN';
  return states.includes('processing') ? 'STILL_PROCESSING' : null;
}

/** Pixels of the shorter side. */
const LOWEST_RUNG = 360;
/** Qualities of a ladder. */
export const LADDER_SIDES = [LOWEST_RUNG, 540, 720, 1080] as const;

/** The nominal quality: 720 for all films that fill a box of 1280 × 720, landscape or portrait. */
export function getQuality({ width, height }: { width?: number | null; height?: number | null }): number {
  const [short = 0, long = 0] = [width ?? 0, height ?? 0].toSorted((a, b) => a - b);
  return Math.round(Math.max(short, (long * 9) / 16));
}

/** Trailers, which are public, and small films have one quality only. */
export const needsLadder = (
  { type, kind, isPublic }: Pick<FileRow, 'type' | 'kind' | 'isPublic'>,
  made: { width?: number; height?: number },
): boolean => getProcessingPlan(type, kind) === 'film' && !isPublic && getQuality(made) > LOWEST_RUNG;
