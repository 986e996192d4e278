import { buffers, END, eventChannel, type EventChannel } from 'redux-saga';
import { take } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import type { FileInParts } from '@/services/resumable-upload';
import { fromContext, judgeFailure } from './call-endpoint';

/** Late: nobody else needs the library. */
const load = () => import('@/services/resumable-upload');

type Step = { uploadId: string } | { progress: number } | { fileId: string } | { error: unknown };

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
  const token = getToken();
  const steps: EventChannel<Step> = eventChannel((emit) => {
    const abort = new AbortController();
    load()
      .then(({ sendInParts }) =>
        sendInParts({
          ...{ ...parts, getToken, signal: abort.signal },
          onBegun: (uploadId) => emit({ uploadId }),
          onProgress: (progress) => emit({ progress }),
        }),
      )
      .then(
        (fileId) => emit({ fileId }),
        (error: unknown) => emit({ error }),
      )
      .finally(() => emit(END));
    return () => abort.abort();
  }, buffers.expanding(16));
  try {
    while (true) {
      const step = (yield take(steps)) as Step;
      if ('uploadId' in step) yield on.begun(step.uploadId);
      else if ('progress' in step) yield on.progress(step.progress);
      else {
        if ('error' in step) yield* judgeFailure(whole, step.error, token);
        return step;
      }
    }
  } finally {
    steps.close();
  }
}

/** Tells the backend that a file is not wanted any more; what it does not hear, it lets go of after a day. */
export function* giveUpParts(uploadId: string): Generator<unknown, void> {
  const getToken = yield* fromContext('getToken');
  load()
    .then(({ giveUpUpload }) => giveUpUpload(uploadId, getToken))
    .catch(() => undefined);
}
