import type { Action } from '@reduxjs/toolkit';
import { takeEvery } from 'redux-saga/effects';
import { loggedOut } from '@/features/identity/auth/session-slice';
import { selectAllFiles } from './device-files';
import * as studio from './studio-slice';
import { isUploadEvent, uploadEvents } from './upload-reducer';

const PREVIEW_CHANGES = [
  studio.filePicked,
  studio.filePreviewed,
  studio.draftOpened,
  studio.draftRestored,
  studio.draftClosed,
  studio.draftClosedElsewhere,
  loggedOut,
  uploadEvents.removed,
  (action: Action) => isUploadEvent(action) && 'previewUrl' in action.payload,
];

/** Revokes the object URLs of picked photos when no draft shows them any more. */
export function* previewSaga() {
  const previews = new Set<string>();
  yield takeEvery(PREVIEW_CHANGES, function* release() {
    const files = yield* selectAllFiles();
    const shown = files.flatMap(({ previewUrl }) => (previewUrl?.startsWith('blob:') ? previewUrl : []));
    for (const url of previews) {
      if (shown.includes(url)) continue;
      URL.revokeObjectURL(url);
      previews.delete(url);
    }
    for (const url of shown) previews.add(url);
  });
}
