import { createAction, type Action } from '@reduxjs/toolkit';
import { call, put, race, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { videoRoutes } from '@contract/content/video-routes';
import { getCount } from '@/config/item-names';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { fetchAllRows } from '@/store/all-pages';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Draft, DraftFile, FilePlace, FileSubmission } from './draft';
import { getPriceProblem } from './draft-problems';
import { returnToList, getCurrentPath } from './own-items';
import {
  findSubmittedItem,
  isRejected,
  isOutcomeUnknown,
  catchToUndefined,
  createFileSubmission,
} from './file-submission';
import { getPublication } from './draft-wire';
import type { StoreAs } from './studio-kind';
import { BULK_KEY } from './studio-state';
import * as studio from './studio-slice';
import { isUploadEvent } from './upload-reducer';
import { findFileId } from './upload-step';
import { storeVideo, videoStudio } from './video-studio';

export const bulkStoreRequested = createAction<{ as: StoreAs }>('studio/bulkStoreRequested');

const canStore = (file: DraftFile) => findFileId(file) !== null || file.upload.step === 'held';
const isToStore = (file: DraftFile) => file.storedId === null && !file.refusal && canStore(file);
/** Can be stored later: it is uploading, or waits until the creator continues the upload. */
const isAwaited = (file: DraftFile) =>
  file.storedId === null && !file.refusal && !canStore(file) && file.upload.step !== 'failed';

const getBulkDraft = () => selectState((state) => state.studio.writing.drafts[BULK_KEY]);

export const getTitleFromFileName = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 200);

const getName = ({ title, name }: DraftFile): string => (title || getTitleFromFileName(name)).trim();

const getPlace = ({ localId }: DraftFile): FilePlace => ({ key: BULK_KEY, slot: 'files', localId });

const fetchOwnVideos = () => fetchAllRows((place) => callEndpoint(videoRoutes.searchPerformerVideos, { query: place }));

function* findStoredVideo(file: DraftFile, sent: FileSubmission): Generator<unknown, string | undefined> {
  const others = (yield* getBulkDraft())?.files ?? [];
  return (yield* findSubmittedItem(file, sent, { list: fetchOwnVideos, others }))?._id;
}

/** Records the title that was submitted, even if it was edited afterwards. */
const recordStored = (file: DraftFile, storedId: string) =>
  put(studio.fileStored({ place: getPlace(file), storedId, title: file.sent?.title ?? getName(file) }));

/** Records the submission first, so that after a reload during the request the video is not stored twice. */
function* sendVideo(file: DraftFile, draft: Draft, as: StoreAs): Generator<unknown, string> {
  const one = { ...draft, title: getName(file), files: [file] };
  const sent = yield* createFileSubmission(file, one.title, fetchOwnVideos);
  yield put(studio.fileSubmitted({ place: getPlace(file), sent }));
  yield put(studio.draftAutosaveRequested());
  return yield* storeVideo(one, getPublication(one, as), BULK_KEY);
}

function* storeVideoOfFile(file: DraftFile, as: StoreAs) {
  const draft = yield* getBulkDraft();
  if (!draft) return;
  const { minimumPpvPrice: minPrice, maximumPpvPrice: maxPrice } = yield* selectState(selectSettings);
  // The backend would show a sale without a price to everyone.
  const refusal = getName(file) === '' ? 'Add a title.' : getPriceProblem(draft, { minPrice, maxPrice });
  if (refusal) {
    yield put(studio.fileRefused({ place: getPlace(file), refusal, isAnswered: false }));
    return;
  }
  try {
    const found = file.sent ? yield* findStoredVideo(file, file.sent) : undefined;
    const id = found ?? (yield* sendVideo(file, draft, as));
    const now = yield* selectState(studio.selectFile(getPlace(file)));
    if (now) yield recordStored(now, id);
    // The file was removed during the request, so delete its video.
    else yield* videoStudio.remove(id);
  } catch (error) {
    yield* recordRefused(file, toFailure(error));
  }
  yield put(studio.draftAutosaveRequested());
}

function* recordRefused(file: DraftFile, failure: ApiFailure) {
  const now = yield* selectState(studio.selectFile(getPlace(file)));
  const found =
    now?.sent && isOutcomeUnknown(failure) ? yield* catchToUndefined(findStoredVideo(file, now.sent)) : undefined;
  if (!now) yield put(failureShown(failure));
  else if (found) yield recordStored(now, found);
  else {
    const refusal = { place: getPlace(file), refusal: failure.message, isAnswered: isRejected(failure) };
    yield put(studio.fileRefused(refusal));
  }
}

/** Finds videos whose request was running when the page was left. */
function* recoverSubmission({ payload: { key, isMine } }: ReturnType<typeof studio.draftLockChanged>) {
  if (key !== BULK_KEY || !isMine) return;
  for (const file of (yield* getBulkDraft())?.files ?? []) {
    const found =
      file.sent && file.storedId === null ? yield* catchToUndefined(findStoredVideo(file, file.sent)) : undefined;
    if (found) yield recordStored(file, found);
  }
}

function* storeVideos(as: StoreAs) {
  for (;;) {
    const files = (yield* getBulkDraft())?.files ?? [];
    const next = files.find(isToStore);
    if (next) yield* storeVideoOfFile(next, as);
    else if (files.some(isAwaited)) yield take(isUploadEvent);
    else return;
  }
}

function* waitUntilClosed() {
  for (;;) {
    const action = (yield take([studio.draftClosed, studio.draftClosedElsewhere, studio.draftLockChanged])) as Action;
    if (studio.draftLockChanged.match(action) && action.payload.isMine) continue;
    if ((action as ReturnType<typeof studio.draftClosedElsewhere>).payload.key === BULK_KEY) return true;
  }
}

function* handleBulkStore({ payload: { as } }: ReturnType<typeof bulkStoreRequested>) {
  const from = getCurrentPath();
  yield put(studio.bulkStoreStarted({ as }));
  const { isOver } = (yield race({ stored: call(storeVideos, as), isOver: call(waitUntilClosed) })) as {
    isOver?: true;
  };
  yield put(studio.bulkStoreEnded());
  if (isOver) return;
  const files = (yield* getBulkDraft())?.files ?? [];
  const stored = files.filter(({ storedId }) => storedId !== null).length;
  if (stored === 0) return;
  const done = as === 'published' ? 'published' : stored === 1 ? 'saved as a draft' : 'saved as drafts';
  yield put(toastShown({ text: `${getCount('video', stored)} ${done}`, tone: 'success' }));
  if (stored < files.length) return;
  yield put(studio.draftClosed({ key: BULK_KEY }));
  yield* returnToList('video', from);
}

export function* bulkUploadSaga() {
  yield takeLeading(bulkStoreRequested, handleBulkStore);
  yield takeEvery(studio.draftLockChanged, recoverSubmission);
}
