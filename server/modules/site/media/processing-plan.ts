import type { ErrorCode } from '@contract/base/errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { FileRow } from './media-repository';

/** Images, videos and audio are converted; other files are stored unchanged. */
const PLANS = { image: 'picture', video: 'film', audio: 'sound', document: 'keep', other: 'keep' } as const;

/** Seen only by its owner and administrators, so it needs no blurred preview. */
const IDENTITY_DOCUMENT = 'performer-document';
/** Buyers get exactly the bytes that the creator uploaded. */
const PRODUCT_FILE = 'performer-product-digital';

/** @param type purpose of the file; wire contract 1.7 */
export const getProcessingPlan = (type: string, kind: UploadedFile['kind']): (typeof PLANS)[typeof kind] =>
  type === PRODUCT_FILE ? 'keep' : PLANS[kind];

/** True until a video or audio file has been inspected, since only that determines its duration. */
export function isUnseen({ type, kind, duration }: Pick<FileRow, 'type' | 'kind' | 'duration'>): boolean {
  const plan = getProcessingPlan(type, kind);
  return (plan === 'film' || plan === 'sound') && duration === null;
}

/** If true, it is never shown large. */
export const isAvatar = (type: string): boolean => type === 'avatar';

export const isIdentityDocument = (type: string): boolean => type === IDENTITY_DOCUMENT;

export const hasBlurred = (type: string): boolean => !isIdentityDocument(type);

/** Files that open for every viewer, because they identify accounts and the site everywhere. */
const opensToAll: ReadonlySet<string> = new Set(['avatar', 'banner']);
/** Profile files, which open for every viewer whom the creator does not block. */
const profileTypes: ReadonlySet<string> = new Set(['cover', 'performer-welcome-video']);

/**
 * The viewers who can open a public file. A preview (`item`) is as private as its item is at that moment. Promises.
 */
export function getPublicReach({
  type,
  isPublic,
}: Pick<FileRow, 'type' | 'isPublic'>): 'all' | 'profile' | 'item' | null {
  if (!isPublic) return null;
  if (opensToAll.has(type)) return 'all';
  return profileTypes.has(type) ? 'profile' : 'item';
}

/** True if a file was given up although it may be good: its original was kept for another attempt. */
export const isSetAside = ({ status, variants }: Pick<FileRow, 'status' | 'variants'>): boolean =>
  status === 'error' && variants['original'] !== undefined;

/** Null if the variant does not exist yet. */
export function findMainVariant(file: FileRow): string | null {
  const name = findPlannedVariant(file);
  return file.status === 'finished' && name !== null && file.variants[name] ? name : null;
}

/** The variant that is, or will be, the file itself; null if the file was given up. */
export function findPlannedVariant({ type, kind, status }: FileRow): string | null {
  if (status === 'error') return null;
  return { picture: 'large', film: 'video', sound: 'audio', keep: 'original' }[getProcessingPlan(type, kind)];
}

export function getUnreadyError(states: readonly FileRow['status'][]): ErrorCode | null {
  if (states.includes('error')) return 'FILE_BROKEN';
  return states.includes('processing') ? 'STILL_PROCESSING' : null;
}

/** Shorter side in pixels. */
const LOWEST_RUNG = 360;
export const LADDER_SIDES = [LOWEST_RUNG, 540, 720, 1080] as const;

/** Nominal quality: 720 for every video that fits into a box of 1280 × 720, in landscape or portrait. */
export function getQuality({ width, height }: { width?: number | null; height?: number | null }): number {
  const [short = 0, long = 0] = [width ?? 0, height ?? 0].toSorted((a, b) => a - b);
  return Math.round(Math.max(short, (long * 9) / 16));
}

/** Trailers, which are public, and small videos have only one quality. */
export const needsLadder = (
  { type, kind, isPublic }: Pick<FileRow, 'type' | 'kind' | 'isPublic'>,
  made: { width?: number; height?: number },
): boolean => getProcessingPlan(type, kind) === 'film' && !isPublic && getQuality(made) > LOWEST_RUNG;
