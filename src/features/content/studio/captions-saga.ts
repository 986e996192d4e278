import { createAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { referenceRoutes } from '@contract/site/reference-routes';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { attempt } from '@/store/attempt';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { fileChanged, selectFile, type FilePlace } from './studio-slice';

/** The words of a film, in a language (BCP 47). */
export const captionsChosen = createAction<{ place: FilePlace; file: File; language: string }>('studio/captionsChosen');
export const captionsRemoved = createAction<{ place: FilePlace }>('studio/captionsRemoved');

function* store({ payload: { place, file, language } }: ReturnType<typeof captionsChosen>) {
  const text: string = yield file.text();
  const fileId = (yield* selectState(selectFile(place)))?.fileId;
  if (!fileId) return;
  yield* callEndpoint(referenceRoutes.setFileCaptions, { params: { id: fileId }, body: { text, language } });
  yield put(fileChanged({ place, part: { captions: language } }));
  yield put(toastShown({ text: 'Captions added', tone: 'success' }));
}

function* remove({ payload: { place } }: ReturnType<typeof captionsRemoved>) {
  const fileId = (yield* selectState(selectFile(place)))?.fileId;
  if (!fileId) return;
  yield* callEndpoint(referenceRoutes.deleteFileCaptions, { params: { id: fileId } });
  yield put(fileChanged({ place, part: { captions: null } }));
}

/** The words of films: stored with the film itself, as soon as they are chosen. */
export function* captionsSaga() {
  yield takeEvery(captionsChosen, attempt(store, failureShown));
  yield takeEvery(captionsRemoved, attempt(remove, failureShown));
}
