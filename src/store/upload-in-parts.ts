import type { Route } from '@contract/base/define';
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
