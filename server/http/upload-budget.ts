import { AppError } from '../errors';
import type { DiskRoom } from '../lib/disk-room';
import { toNetworkKey, toWideNetworkKey } from '../lib/ip-network';

const MEGABYTE = 1024 * 1024;
const RETRY_AFTER_SECONDS = 30;
const PACE_MS = 10_000;
/**
 * An upload may be ended to make room for others if it is so slow that, at its pace, receiving its bytes again would take longer
 * than this. So trickling uploads cannot hold all the space.
 */
const MAX_REFILL_MS = 10 * 60_000;
/** Uploads larger than this leave a quarter of the budget to images, documents and audio. */
const LARGE_BYTES = 256 * MEGABYTE;

export interface UploadCaller {
  /** Null for a guest, who is counted by network. */
  accountId: string | null;
  ip: string;
}

export interface UploadShare {
  /** Counts bytes that have arrived. @throws AppError UPLOAD_SHARE, UPLOADS_FULL, STORAGE_FULL if they do not fit */
  add(bytes: number): void;
  /** Call it once the bytes are stored elsewhere or deleted. */
  end(): void;
}

interface UploadSize {
  most: number;
  /** Announced bytes; the upload is rejected immediately if they cannot fit. */
  expected?: number;
  /** Called when the upload is ended to make room for others. Its bytes no longer count. */
  onEnd(reason: AppError): void;
}

export interface UploadBudget {
  /** Bytes of running uploads, and the most that they can have together. */
  measure(): { usedBytes: number; maxBytes: number };
  begin(caller: UploadCaller, size: UploadSize): UploadShare;
}

/** The key under which bytes are summed up, and the maximum of the sum. */
type Bound = readonly [key: string, max: number];

interface RunningUpload {
  /** The bound of the caller comes first. */
  bounds: readonly Bound[];
  bytes: number;
  /** The speed is measured between these two points. The newer one comes first. */
  marks: [Mark, Mark];
  movedAt: number;
  isEnded: boolean;
  onEnd(reason: AppError): void;
}

interface Mark {
  at: number;
  bytes: number;
}

interface BudgetState {
  totalBytes: number;
  disk: Pick<DiskRoom, 'has' | 'take'>;
  now(): number;
  used: Map<string, number>;
  running: Set<RunningUpload>;
}

/**
 * Limits the bytes of running uploads. An account gets a quarter of the budget; guests, who only send documents, get a
 * sixteenth together, of which a wide network gets half and a network an eighth. If bytes do not fit, slow large uploads are
 * ended.
 */
export function createUploadBudget({
  megabytes,
  disk,
  now = () => performance.now(),
}: {
  megabytes: number;
  disk: Pick<DiskRoom, 'has' | 'take'>;
  now?: () => number;
}): UploadBudget {
  const state: BudgetState = { totalBytes: megabytes * MEGABYTE, disk, now, used: new Map(), running: new Set() };
  return {
    begin: (caller, size) => beginUpload(state, caller, size),
    measure: () => ({ usedBytes: state.used.get('all') ?? 0, maxBytes: state.totalBytes }),
  };
}

function beginUpload(state: BudgetState, caller: UploadCaller, { most, expected = 0, onEnd }: UploadSize): UploadShare {
  const start = { at: state.now(), bytes: 0 };
  const upload: RunningUpload = {
    bounds: listBounds(state.totalBytes, caller, { isLarge: most > LARGE_BYTES }),
    bytes: 0,
    marks: [start, start],
    movedAt: start.at,
    isEnded: false,
    onEnd,
  };
  assertFits(state, upload, expected);
  state.running.add(upload);
  return {
    add: (bytes) => addBytes(state, upload, bytes),
    end: () => endUpload(state, upload),
  };
}

function addBytes(state: BudgetState, upload: RunningUpload, bytes: number): void {
  if (upload.isEnded) throw createNoRoomError({ isOwnLimit: false });
  assertFits(state, upload, bytes);
  state.disk.take('upload', bytes);
  countBytes(state, upload, bytes);
  const now = state.now();
  upload.movedAt = now;
  const [last] = upload.marks;
  if (now - last.at >= PACE_MS) upload.marks = [{ at: now, bytes: upload.bytes }, last];
}

function endUpload(state: BudgetState, upload: RunningUpload): void {
  upload.isEnded = true;
  state.running.delete(upload);
  countBytes(state, upload, -upload.bytes);
}

function countBytes({ used }: BudgetState, upload: RunningUpload, bytes: number): void {
  upload.bytes += bytes;
  for (const [key] of upload.bounds) {
    const sum = (used.get(key) ?? 0) + bytes;
    if (sum === 0) used.delete(key);
    else used.set(key, sum);
  }
}

function listBounds(total: number, { accountId, ip }: UploadCaller, { isLarge }: { isLarge: boolean }): Bound[] {
  const shared: Bound[] = [...(isLarge ? [['large', (total / 4) * 3] as const] : []), ['all', total]];
  if (accountId !== null) return [[accountId, total / 4], ...shared];
  const wide = toWideNetworkKey(ip);
  const wideBounds: Bound[] = wide === undefined ? [] : [[wide, total / 32]];
  return [[toNetworkKey(ip), total / 128], ...wideBounds, ['guests', total / 16], ...shared];
}

/** @throws AppError STORAGE_FULL, UPLOAD_SHARE, UPLOADS_FULL */
function assertFits(state: BudgetState, upload: RunningUpload, bytes: number): void {
  // Checked first, so that bytes that do not fit on the disk do not end another upload.
  if (!state.disk.has('upload', bytes)) {
    throw new AppError('STORAGE_FULL', { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });
  }
  for (const [index, [key, max]] of upload.bounds.entries()) {
    const getMissing = () => (state.used.get(key) ?? 0) + bytes - max;
    if (getMissing() > 0) makeRoom(state, key, getMissing(), upload);
    if (getMissing() > 0) throw createNoRoomError({ isOwnLimit: index === 0 });
  }
}

/** Ends the slowest uploads: as few as needed, or none if ending all of them would not be enough. */
function makeRoom(state: BudgetState, key: string, bytes: number, requester: RunningUpload): void {
  const candidates = [...state.running]
    .filter((one) => one !== requester && one.bytes > 0 && one.bounds.some(([its]) => its === key))
    .filter((one) => getRefillMs(one, state.now()) > MAX_REFILL_MS)
    .toSorted((one, other) => getRefillMs(other, state.now()) - getRefillMs(one, state.now()));
  if (candidates.reduce((sum, one) => sum + one.bytes, 0) < bytes) return;
  let missing = bytes;
  for (const one of candidates) {
    if (missing <= 0) return;
    missing -= one.bytes;
    endUpload(state, one);
    one.onEnd(createNoRoomError({ isOwnLimit: false }));
  }
}

function getRefillMs({ bytes, movedAt, marks: [, before] }: RunningUpload, now: number): number {
  if (now - movedAt >= PACE_MS) return Infinity;
  return (bytes * (now - before.at)) / Math.max(1, bytes - before.bytes);
}

const createNoRoomError = ({ isOwnLimit }: { isOwnLimit: boolean }): AppError =>
  new AppError(isOwnLimit ? 'UPLOAD_SHARE' : 'UPLOADS_FULL', {
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  });
