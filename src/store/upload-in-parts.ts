import type { Route } from '@contract/base/define';
import { ApiError, isUnreachable } from '@/services/api-error';
import type { ChunkedUploadOptions } from '@/services/resumable-upload';
import { fromContext } from './call-endpoint';
import { runWithProgress } from './upload-channel';

/** Loaded with the first upload, as only uploads need the library. */
const loadResumableUpload = () => import('@/services/resumable-upload');

type ChunkedUploadReport = { uploadId: string } | { progress: number };

/**
 * Sends a file in chunks, or the rest of it. Cancelling the saga stops it, and the backend keeps what was sent.
 *
 * @param route the call that takes such a file whole: a failure is handled as one of that call.
 */
export function* sendFileInChunks(
  route: Route,
  options: Pick<ChunkedUploadOptions, 'file' | 'purpose' | 'uploadId'>,
  on: { begun(uploadId: string): unknown; progress(progress: number): unknown },
): Generator<unknown, { fileId: string } | { error: unknown }> {
  const getToken = yield* fromContext('getToken');
  const send = async (emit: (report: ChunkedUploadReport) => void, signal: AbortSignal) => {
    const { sendInChunks } = await loadResumableUpload();
    return sendInChunks({
      ...options,
      getToken,
      signal,
      onBegun: (uploadId) => emit({ uploadId }),
      onProgress: (progress) => emit({ progress }),
    });
  };
  try {
    const fileId = yield* runWithProgress(route, send, (report) =>
      'uploadId' in report ? on.begun(report.uploadId) : on.progress(report.progress),
    );
    return { fileId };
  } catch (error) {
    return { error };
  }
}

/** Failures are ignored: the backend drops an unfinished upload after a day. */
export function* cancelChunkedUpload(uploadId: string): Generator<unknown, void> {
  const getToken = yield* fromContext('getToken');
  loadResumableUpload()
    .then(({ cancelUpload }) => cancelUpload(uploadId, getToken))
    .catch(() => undefined);
}

/** Milliseconds before the first try after a connection broke, and the most there are before another one. */
const FIRST_RETRY_MS = 1_000;
export const MAX_RETRY_MS = 30_000;

/** @param tries before this failure that brought nothing */
export const getRetryMs = (error: unknown, tries: number): number =>
  isServerFull(error) ? MAX_RETRY_MS : Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** tries);

/** Whether the server has no room now: its creator is told that it is not their network. */
export const isServerFull = (error: unknown): boolean =>
  error instanceof ApiError && ['STORAGE_FULL', 'UPLOADS_FULL', 'UPLOAD_SHARE'].includes(error.code ?? '');

/** A limit of a whole day: another try a minute later ends the same way. */
const isQuota = (code: string | undefined) => code === 'UPLOAD_QUOTA' || code === 'FILM_QUOTA';

/** Whether the connection broke, or the server was busy: another try may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // 409: another tab was faster, or a chunk whose answer was lost.
  const isBusy = [408, 409, 423].includes(error.status) || (error.status === 429 && !isQuota(error.code));
  return isBusy || isUnreachable(error);
}
