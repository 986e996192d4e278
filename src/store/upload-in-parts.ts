import type { Route } from '@contract/base/define';
import { ApiError, isUnreachable } from '@/services/api-error';
import type { ChunkedUploadOptions } from '@/services/resumable-upload';
import { fromContext } from './call-endpoint';
import { runWithProgress } from './upload-channel';

const loadResumableUpload = () => import('@/services/resumable-upload');

type ChunkedUploadReport = { uploadId: string } | { progress: number };

/**
 * Sends a file, or the rest of one, in chunks, without retries. Canceling the saga stops it; the backend keeps the chunks that
 * it has.
 *
 * @param route the call that takes such a file in one piece: failures are handled like those of that call
 */
export function* attemptChunkedUpload(
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

/** Ignores failures: the backend drops an unfinished upload after a day. */
export function* cancelChunkedUpload(uploadId: string): Generator<unknown, void> {
  const getToken = yield* fromContext('getToken');
  loadResumableUpload()
    .then(({ cancelUpload }) => cancelUpload(uploadId, getToken))
    .catch(() => undefined);
}

/** Delay before the first retry, and the longest delay. */
const FIRST_RETRY_MS = 1_000;
export const MAX_RETRY_MS = 30_000;

/** @param tries number of retries without progress so far */
export const getRetryMs = (error: unknown, tries: number): number =>
  isServerFull(error) ? MAX_RETRY_MS : Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** tries);

/** The screen then says that the server is full, so that the creator does not suspect their network. */
export const isServerFull = (error: unknown): boolean =>
  error instanceof ApiError && ['STORAGE_FULL', 'UPLOADS_FULL', 'UPLOAD_SHARE'].includes(error.code ?? '');

/** Daily limits: a retry a minute later would fail again. */
const isQuota = (code: string | undefined) => code === 'UPLOAD_QUOTA' || code === 'FILM_QUOTA';

export function isTransient(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  // 409: another tab sent the chunk first, or the response to a chunk was lost.
  const isBusy = [408, 409, 423].includes(error.status) || (error.status === 429 && !isQuota(error.code));
  return isBusy || isUnreachable(error);
}
