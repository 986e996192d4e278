import { combineReducers } from '@reduxjs/toolkit';
import { call, delay, fork, put, race, setContext, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { performerRoutes } from '@contract/identity/performer-routes';
import { referenceRoutes } from '@contract/site/reference-routes';
import { itemPath, getNoun, studioNames, type StudioKindName } from '@/config/item-names';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import type { ApiFailure } from '@/services/api-error';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import type { PagedList } from '@/store/paged-list';
import { bulkUploadSaga } from './bulk-upload';
import { draftAutosaveSaga, restoreChanges } from './draft-autosave';
import { draftLockSaga } from './draft-lock';
import { wasPublished, getDraftKey, type Draft, type DraftKey } from './draft';
import { previewSaga } from './file-previews';
import { returnToList, ownItems, ownItemsSaga, ownReducer, getCurrentPath } from './own-items';
import { loadGalleries } from './photo-studio';
import { createPickedFiles } from './picked-files';
import { findSubmittedDraft, saveOnce } from './draft-submission';
import { listParts } from './draft-wire';
import { type OwnItem, type OwnQuery, type StoreAs } from './studio-kind';
import { studioKinds } from './studio-kinds';
import * as studio from './studio-slice';
import type { WritingState } from './studio-state';
import { followFile, uploadSaga } from './upload-saga';
import { findFileId } from './upload-step';

declare module '@/store/state' {
  interface StoreState {
    studio: {
      own: PagedList<OwnItem, OwnQuery>;
      writing: WritingState;
    };
  }
}

function* openDraft({ payload: { kind, id } }: ReturnType<typeof studio.editorOpened>) {
  if (!id) return;
  const known = yield* selectState((state) => state.studio.writing.drafts[id]);
  // Unsaved changes of this session are kept. A discarded draft is not in the store.
  const draft = known?.isChanged ? { ...known, id } : yield* restoreChanges(yield* studioKinds[kind].open(id));
  yield put(studio.draftOpened({ began: listParts(draft), ...draft }));
  const isFound = !known?.isChanged && draft.isRestored;
  for (const { file, place } of yield* selectState(studio.selectFiles(id))) {
    const isNew = isFound && file.storedId === null;
    if (isNew || file.upload.step === 'processing') yield* followFile(file, place);
  }
}

/** Stores the open draft. Several drafts can be stored in parallel, but none twice at the same time. */
function* storeOpenDraft(underWay: Set<DraftKey>, action: ReturnType<typeof studio.storeRequested>) {
  const key = yield* selectState(studio.selectOpenKey);
  // If another tab writes the draft, this tab may show an older state.
  if (underWay.has(key) || (yield* selectState(studio.selectIsLockedElsewhere(key)))) return;
  const draft = yield* selectState(studio.selectDraft);
  const from = getCurrentPath();
  underWay.add(key);
  yield* withFailure(
    () => storeDraft(draft, { key, from, ...action.payload }),
    (error) => [
      studio.storeFailed({ key, error }),
      ...(getCurrentPath() === from ? [] : [createNotSavedToast(draft.kind, error)]),
    ],
  )(action);
  underWay.delete(key);
}

/** For a creator who has left the editor, which shows errors itself. */
const createNotSavedToast = (kind: StudioKindName, { message }: ApiFailure) =>
  toastShown({ text: `${studioNames[kind].noun} not saved: ${message}`, tone: 'error' });

function* waitUntilClosed(key: DraftKey) {
  for (;;) {
    const { payload } = (yield take([studio.draftClosed, studio.draftClosedElsewhere])) as ReturnType<
      typeof studio.draftClosedElsewhere
    >;
    if (payload.key === key) return;
  }
}

function* storeDraft(
  draft: Draft,
  { key, from, as, overwrites }: { key: DraftKey; from: string; as: StoreAs; overwrites?: boolean },
) {
  // Discarding the draft cancels the save, so that no incomplete item is published.
  const save = call(saveOnce, draft, as, { overwrites });
  const { id } = (yield race({ id: save, gone: call(waitUntilClosed, key) })) as { id?: string };
  if (id !== undefined) yield* handleStored(draft, { key, from, as, id });
}

function* handleStored(draft: Draft, { key, from, as, id }: { key: DraftKey; from: string; as: StoreAs; id: string }) {
  yield put(studio.draftClosed({ key }));
  const isThere = as === 'published' && (wasPublished(draft) ? draft.state === 'published' : !draft.isLater);
  const href = isThere ? itemPath(draft.kind, id) : undefined;
  const link = href && { action: `View ${getNoun(draft.kind)}`, href };
  yield put(toastShown({ text: getStoredText(draft, as), tone: 'success', ...link }));
  yield* returnToList(draft.kind, from);
}

/** Finds a draft that was being stored when the page was left. */
function* recoverSubmission({ payload: { key, isMine } }: ReturnType<typeof studio.draftLockChanged>) {
  const find = () => selectState((state) => state.studio.writing.drafts[key]);
  const draft = yield* find();
  if (!isMine || !draft?.sent || key !== getDraftKey(draft)) return;
  const { as } = draft.sent;
  const id = yield* findSubmittedDraft(draft);
  // The draft has been changed, discarded or sent again.
  if (id === undefined || (yield* find())?.sent !== draft.sent) return;
  if (key in (yield* selectState((state) => state.studio.writing.saving))) return;
  yield* handleStored(draft, { key, from: studioNames[draft.kind].own.create, as, id });
}

function getStoredText(draft: Draft, as: StoreAs): string {
  if (wasPublished(draft)) return 'Changes saved';
  if (as === 'draft') return 'Draft saved';
  return draft.isLater ? 'Scheduled' : 'Published';
}

function* storeCaptions({ payload: { place, file, language } }: ReturnType<typeof studio.captionsChosen>) {
  const text: string = yield file.text();
  const upload = yield* selectState(studio.selectUpload(place));
  const fileId = findFileId({ upload });
  if (fileId === null) return;
  yield* callEndpoint(referenceRoutes.setFileCaptions, { params: { id: fileId }, body: { text, language } });
  yield put(studio.captionsStored({ place, language }));
  yield put(toastShown({ text: 'Captions added', tone: 'success' }));
}

function* removeCaptions({ payload: { place } }: ReturnType<typeof studio.captionsRemoved>) {
  const upload = yield* selectState(studio.selectUpload(place));
  const fileId = findFileId({ upload });
  if (fileId === null) return;
  yield* callEndpoint(referenceRoutes.deleteFileCaptions, { params: { id: fileId } });
  yield put(studio.captionsStored({ place, language: null }));
}

const TYPING_PAUSE_MS = 200;
const MAX_PARTICIPANTS_SHOWN = 6;

function* searchParticipants({ payload: words }: ReturnType<typeof studio.participantQueryChanged>) {
  if (words === '') {
    yield put(studio.participantsFound({ words, people: [] }));
    return;
  }
  yield delay(TYPING_PAUSE_MS);
  try {
    const { data } = yield* callSearch(performerRoutes.searchPerformers, {
      query: { q: words, limit: MAX_PARTICIPANTS_SHOWN },
    });
    const people = data.map(({ _id, name, username, avatar }) => ({ _id, name, username, avatar: avatar ?? '' }));
    yield put(studio.participantsFound({ words, people }));
  } catch {}
}

const sagas = [uploadSaga, previewSaga, draftAutosaveSaga, draftLockSaga, ownItemsSaga, bulkUploadSaga];

export const studioFeature: Feature = {
  name: 'studio',
  reducer: combineReducers({ own: ownReducer, writing: studio.writingReducer }),
  saga: ownItems.saga,
  *browserSaga() {
    yield setContext({ pickedFiles: createPickedFiles() });
    for (const saga of sagas) yield fork(saga);
    yield takeEvery(studio.captionsChosen, withFailure(storeCaptions, failureShown));
    yield takeEvery(studio.captionsRemoved, withFailure(removeCaptions, failureShown));
    yield takeLatest(studio.participantQueryChanged, searchParticipants);
    yield takeLeading(studio.galleriesRequested, withFailure(loadGalleries, failureShown));
    // The response for a previously opened editor would overwrite typed text.
    yield takeLatest(studio.editorOpened, withFailure(openDraft, studio.draftOpeningFailed));
    yield takeEvery(studio.draftLockChanged, recoverSubmission);
    yield takeEvery(studio.storeRequested, storeOpenDraft, new Set<DraftKey>());
  },
};
