import { call, delay, put, race, take } from 'redux-saga/effects';
import { withAdvice } from '@contract/base/media-kinds';
import { referenceRoutes } from '@contract/site/reference-routes';
import { isNotFound, toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { FilePlace } from './draft';
import * as studio from './studio-slice';
import { uploadEvents } from './upload-reducer';

/** Wire contract 1.8. */
export const FIRST_POLL_MS = 1_500;
const POLL_INTERVAL_MS = 5_000;

/** Whether this tab handles a file: one of its drafts lists the file, and no other tab writes that draft. */
export function* isOwnFile(place: FilePlace): Generator<unknown, boolean> {
  const isElsewhere = yield* selectState(studio.selectIsLockedElsewhere(place.key));
  return !isElsewhere && (yield* selectState(studio.selectFile(place))) !== undefined;
}

function* waitUntilNotOwn(place: FilePlace) {
  while (yield* isOwnFile(place))
    yield take([uploadEvents.removed, studio.draftClosed, studio.draftClosedElsewhere, studio.draftLockChanged]);
}

/** Polls until the server has processed a file, or this tab no longer handles it. @param waitMs before the first request */
export function* awaitProcessing(place: FilePlace, fileId: string, waitMs = 0) {
  yield race([call(pollUntilProcessed, place, fileId, waitMs), call(waitUntilNotOwn, place)]);
}

function* pollUntilProcessed(place: FilePlace, fileId: string, waitMs: number) {
  for (let wait = waitMs; ; wait = POLL_INTERVAL_MS) {
    if (wait > 0) yield delay(wait);
    try {
      const file = yield* callEndpoint(referenceRoutes.getFileStatus, { params: { id: fileId }, query: {} });
      if (file.status === 'processing') continue;
      const previewUrl = file.thumbnails?.[0];
      if (file.status === 'error') {
        const canRetry = file.canRetry === true;
        const reason = canRetry ? (file.failure ?? '') : describeFailure(file.failure);
        yield put(uploadEvents.processingFailed({ place, fileId, reason, canRetry, previewUrl }));
      } else yield put(uploadEvents.processed({ place, fileId, previewUrl }));
      return;
    } catch (error) {
      // The file was deleted after a day, or belongs to another account.
      if (isNotFound(error)) {
        yield put(uploadEvents.deleted({ place, fileId, reason: 'This file is no longer here. Add it again.' }));
        return;
      }
      // Offline: the next poll may succeed.
    }
  }
}

export function* retryProcessing(place: FilePlace, fileId: string) {
  yield put(uploadEvents.processingRetried({ place }));
  try {
    yield* callEndpoint(referenceRoutes.retryFile, { params: { id: fileId } });
  } catch (error) {
    const { message: reason } = toFailure(error);
    yield put(uploadEvents.processingFailed({ place, fileId, reason, canRetry: !isNotFound(error) }));
    return;
  }
  yield* awaitProcessing(place, fileId, POLL_INTERVAL_MS);
}

const describeFailure = (failure: string | undefined): string =>
  failure ? withAdvice(failure) : 'This file could not be read. Save it in another format and try again.';
