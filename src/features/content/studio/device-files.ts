import { call, put } from 'redux-saga/effects';
import type { Action } from '@reduxjs/toolkit';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { deletePickedFiles, savePickedFile } from '@/services/picked-file-store';
import { selectState } from '@/store/call-endpoint';
import { cancelChunkedUpload } from '@/store/upload-in-parts';
import { listFiles, type FilePlace } from './draft';
import { getPickedFiles } from './picked-files';
import * as studio from './studio-slice';
import { uploadEvents } from './upload-reducer';
import { findFileId } from './upload-step';

export function* selectAllFiles() {
  const drafts = yield* selectState((state) => state.studio.writing.drafts);
  return Object.values(drafts).flatMap(listFiles);
}

/** Only for drafts of new items: restored changes to a stored item ask for the file again. */
export function* saveOnDevice(place: FilePlace, file: File) {
  const me = yield* selectState(selectCurrentUser);
  const draft = yield* selectState((state) => state.studio.writing.drafts[place.key]);
  if (!me || draft?.id !== null) return;
  const isOnDevice = (yield call(savePickedFile, me._id, place.localId, file)) as boolean;
  const { files } = yield* getPickedFiles();
  // The file was removed or sent before it was saved here.
  if (!files.has(place.localId)) yield* dropUnneeded();
  else if (isOnDevice) yield put(studio.fileSavedOnDevice({ place, isOnDevice }));
}

export function* dropUnneeded() {
  const me = yield* selectState(selectCurrentUser);
  if (!me) return;
  const { removedIds } = yield* getPickedFiles();
  const all = yield* selectAllFiles();
  // Drafts that were not opened in this session are not in the store: keep files that no draft lists.
  const isDone = (file: (typeof all)[number]) => findFileId(file) !== null || file.storedId !== null;
  const doneIds = new Set(all.filter(isDone).map(({ localId }) => localId));
  yield call(deletePickedFiles, me._id, (localId: string) => !doneIds.has(localId) && !removedIds.has(localId));
}

/** Stops this tab's uploads of a draft that another tab now writes: that tab continues them, and cancels removed ones. */
export function* releaseUploads({ payload: { key, isMine } }: ReturnType<typeof studio.draftLockChanged>) {
  if (isMine) return;
  const { uploadIds } = yield* getPickedFiles();
  for (const { place } of yield* selectState(studio.selectFiles(key))) uploadIds.delete(place.localId);
}

export function* dropRemoved(action: Action) {
  const { files, uploadIds, removedIds } = yield* getPickedFiles();
  if (uploadEvents.removed.match(action)) removedIds.add(action.payload.place.localId);
  const listed = new Set((yield* selectAllFiles()).map(({ localId }) => localId));
  for (const localId of new Set([...files.keys(), ...uploadIds.keys()])) {
    if (listed.has(localId)) continue;
    const uploadId = uploadIds.get(localId);
    files.delete(localId);
    uploadIds.delete(localId);
    removedIds.add(localId);
    if (uploadId !== undefined) yield* cancelChunkedUpload(uploadId);
  }
  yield* dropUnneeded();
}
