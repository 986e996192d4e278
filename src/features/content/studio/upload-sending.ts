import { delay, put, race, take } from 'redux-saga/effects';
import { feedRoutes } from '@contract/content/feed-routes';
import { isBackOnline } from '@/features/site/ui/ui-slice';
import { ApiError, isNotFound, canRetryUpload, toFailure } from '@/services/api-error';
import { selectState } from '@/store/call-endpoint';
import { sendFile } from '@/store/upload-channel';
import { attemptChunkedUpload, getRetryMs, isServerFull, isTransient, MAX_RETRY_MS } from '@/store/upload-in-parts';
import type { FilePlace } from './draft';
import { getPickedFiles } from './picked-files';
import type { UploadRoute, UploadWay } from './studio-kind';
import { selectUpload } from './studio-slice';
import { uploadEvents } from './upload-reducer';
import { getPosition } from './upload-step';

const MIN_SPEED_MS = 3_000;

/** Undefined after a failure, which is recorded as the upload's step. */
export type UploadedFile = { fileId: string; isReady: boolean } | undefined;

export function* uploadWhole(place: FilePlace, route: UploadRoute, file: File): Generator<unknown, UploadedFile> {
  const sent = yield* sendFile(route, file, createProgressEvents(place, 0));
  if ('error' in sent) {
    yield put(uploadEvents.failed({ place, reason: sent.error, canRetry: sent.canRetry }));
    return undefined;
  }
  const { _id: fileId, status } = sent.reply;
  return { fileId, isReady: status !== 'processing' };
}

/** Retries what `attemptChunkedUpload` calls transient, such as a lost connection, until all chunks have arrived. */
export function* uploadWithRetries(
  place: FilePlace,
  { purpose, route = feedRoutes.uploadFeedVideo }: UploadWay,
  file: File,
): Generator<unknown, UploadedFile> {
  const { uploadIds } = yield* getPickedFiles();
  for (let tries = 0; ; tries += 1) {
    const { progress: from, uploadId } = getPosition(yield* selectState(selectUpload(place)));
    const toEvent = createProgressEvents(place, from);
    const sent = yield* attemptChunkedUpload(
      route,
      { file, purpose, uploadId },
      {
        begun(id) {
          uploadIds.set(place.localId, id);
          return put(uploadEvents.created({ place, uploadId: id }));
        },
        progress(progress) {
          if (progress > from) tries = 0;
          return toEvent(progress);
        },
      },
    );
    if ('fileId' in sent) return { fileId: sent.fileId, isReady: false };
    const { error } = sent;
    if (uploadId !== null && isNotFound(error)) {
      // No chunk arrived for a day, or the upload was rejected and the response lost.
      uploadIds.delete(place.localId);
      yield put(uploadEvents.expired({ place }));
      // Avoids an endless fast loop with a backend that loses each upload immediately.
      if (tries > 1) yield delay(MAX_RETRY_MS);
    } else if (isTransient(error)) {
      yield* waitForRetry(place, error, tries);
    } else {
      const canRetry = !(error instanceof ApiError) || canRetryUpload(error);
      // The backend deletes rejected uploads.
      if (!canRetry) uploadIds.delete(place.localId);
      yield put(uploadEvents.failed({ place, reason: toFailure(error).message, canRetry }));
      return undefined;
    }
  }
}

function* waitForRetry(place: FilePlace, error: unknown, tries: number) {
  const reason = isServerFull(error) ? toFailure(error).message : null;
  yield put(uploadEvents.interrupted({ place, reason }));
  yield race([delay(getRetryMs(error, tries)), take(isBackOnline)]);
}

/** @param from fraction (0..1) that an earlier attempt has sent */
function createProgressEvents(place: FilePlace, from: number) {
  const startedAt = Date.now();
  return (progress: number) => {
    const [done, elapsedMs] = [progress - from, Date.now() - startedAt];
    const hasSpeed = done > 0 && elapsedMs >= MIN_SPEED_MS;
    const secondsLeft = hasSpeed ? Math.ceil(((elapsedMs / done) * (1 - progress)) / 1000) : null;
    return put(uploadEvents.progressed({ place, progress, secondsLeft }));
  };
}
