import type { Route } from '@contract/base/define';
import type { FileInParts } from '@/services/resumable-upload';
import { fromContext } from './call-endpoint';
import { runWithProgress } from './upload-channel';

/** Late: nobody else needs the library. */
const load = () => import('@/services/resumable-upload');

type News = { uploadId: string } | { progress: number };

/**
 * Sends a file in parts, or the rest of it; stopped with whoever waits for it, and what was sent stays.
 *
 * @param whole the call that takes such a file whole: a refusal means for the app what it means there.
 * @param on effects for what happens meanwhile.
 */
export function* sendFileInParts(
  whole: Route,
  parts: Pick<FileInParts, 'file' | 'purpose' | 'uploadId'>,
  on: { begun(uploadId: string): unknown; progress(progress: number): unknown },
): Generator<unknown, { fileId: string } | { error: unknown }> {
  const getToken = yield* fromContext('getToken');
  const send = async (tell: (news: News) => void, signal: AbortSignal) => {
    const { sendInParts } = await load();
    return sendInParts({
      ...parts,
      getToken,
      signal,
      onBegun: (uploadId) => tell({ uploadId }),
      onProgress: (progress) => tell({ progress }),
    });
  };
  try {
    const fileId = yield* runWithProgress(whole, send, (news) =>
      'uploadId' in news ? on.begun(news.uploadId) : on.progress(news.progress),
    );
    return { fileId };
  } catch (error) {
    return { error };
  }
}

/** Tells the backend that a file is not wanted any more; what it does not hear, it lets go of after a day. */
export function* giveUpParts(uploadId: string): Generator<unknown, void> {
  const getToken = yield* fromContext('getToken');
  load()
    .then(({ giveUpUpload }) => giveUpUpload(uploadId, getToken))
    .catch(() => undefined);
}
