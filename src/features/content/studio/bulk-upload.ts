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
import { priceProblem } from './draft-problems';
import { backToList, pageNow } from './own-items';
import { findSubmittedItem, isAnswered, isOutcomeUnknown, orUndefined, createFileSubmission } from './file-submission';
import { getPublication } from './draft-wire';
import type { StoreAs } from './studio-kind';
import { BULK_KEY } from './studio-state';
import * as studio from './studio-slice';
import { isUploadEvent } from './upload-reducer';
import { findFileId } from './upload-step';
import { storeVideo, videoStudio } from './video-studio';

/** Each video is to be stored as soon as its file arrived. */
export const bulkStoreRequested = createAction<{ as: StoreAs }>('studio/bulkStoreRequested');

const canStore = (file: DraftFile) => findFileId(file) !== null || file.upload.step === 'held';
const isToStore = (file: DraftFile) => file.storedId === null && !file.refusal && canStore(file);
/** Whether it can be stored later: it is still going up, or waits for its creator. */
const isAwaited = (file: DraftFile) =>
  file.storedId === null && !file.refusal && !canStore(file) && file.upload.step !== 'failed';

const selectBulk = () => selectState((state) => state.studio.writing.drafts[BULK_KEY]);

/** The title of a video until its creator types another. */
export const getTitleFromFileName = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 200);

const getName = ({ title, name }: DraftFile): string => (title || getTitleFromFileName(name)).trim();

const getPlace = ({ localId }: DraftFile): FilePlace => ({ key: BULK_KEY, slot: 'files', localId });

/** Own videos, to find one whose answer was lost. */
const listVideos = () => fetchAllRows((place) => callEndpoint(videoRoutes.searchPerformerVideos, { query: place }));

/** Finds the video of a file whose answer was lost. */
function* findStored(file: DraftFile, sent: FileSubmission): Generator<unknown, string | undefined> {
  const others = (yield* selectBulk())?.files ?? [];
  return (yield* findSubmittedItem(file, sent, { list: listVideos, others }))?._id;
}

/** Keeps the title that it was sent with, whatever was typed since. */
const recordStored = (file: DraftFile, storedId: string) =>
  put(studio.fileStored({ place: getPlace(file), storedId, title: file.sent?.title ?? getName(file) }));

/** Stores one video. It is noted before, so that a reload meanwhile does not store it twice. */
function* send(file: DraftFile, draft: Draft, as: StoreAs): Generator<unknown, string> {
  const one = { ...draft, title: getName(file), files: [file] };
  const sent = yield* createFileSubmission(file, one.title, listVideos);
  yield put(studio.fileSubmitted({ place: getPlace(file), sent }));
  yield put(studio.draftAutosaveRequested());
  return yield* storeVideo(one, getPublication(one, as), BULK_KEY);
}

function* storeOne(file: DraftFile, as: StoreAs) {
  const draft = yield* selectBulk();
  if (!draft) return;
  const { minimumPpvPrice: minPrice, maximumPpvPrice: maxPrice } = yield* selectState(selectSettings);
  // The backend shows a sale without a price to everyone.
  const refusal = getName(file) === '' ? 'Add a title.' : priceProblem(draft, { minPrice, maxPrice });
  if (refusal) {
    yield put(studio.fileRefused({ place: getPlace(file), refusal, isAnswered: false }));
    return;
  }
  try {
    const found = file.sent ? yield* findStored(file, file.sent) : undefined;
    const id = found ?? (yield* send(file, draft, as));
    const now = yield* selectState(studio.selectFile(getPlace(file)));
    if (now) yield recordStored(now, id);
    // Taken out meanwhile.
    else yield* videoStudio.remove(id);
  } catch (error) {
    // The others go on.
    yield* recordRefused(file, toFailure(error));
  }
  yield put(studio.draftAutosaveRequested());
}

function* recordRefused(file: DraftFile, failure: ApiFailure) {
  const now = yield* selectState(studio.selectFile(getPlace(file)));
  const found = now?.sent && isOutcomeUnknown(failure) ? yield* orUndefined(findStored(file, now.sent)) : undefined;
  // No row is left to say it.
  if (!now) yield put(failureShown(failure));
  else if (found) yield recordStored(now, found);
  else {
    const refusal = { place: getPlace(file), refusal: failure.message, isAnswered: isAnswered(failure) };
    yield put(studio.fileRefused(refusal));
  }
}

/** Finds videos that were being stored when the page was left. */
function* recoverSubmission({ payload: { key, isMine } }: ReturnType<typeof studio.draftLockChanged>) {
  if (key !== BULK_KEY || !isMine) return;
  for (const file of (yield* selectBulk())?.files ?? []) {
    const found = file.sent && file.storedId === null ? yield* orUndefined(findStored(file, file.sent)) : undefined;
    if (found) yield recordStored(file, found);
  }
}

/** Stores videos one after the other, as their files arrive. */
function* storeEach(as: StoreAs) {
  for (;;) {
    const files = (yield* selectBulk())?.files ?? [];
    const next = files.find(isToStore);
    if (next) yield* storeOne(next, as);
    else if (files.some(isAwaited)) yield take(isUploadEvent);
    else return;
  }
}

/** Waits until the draft is closed or another tab writes it. */
function* untilOver() {
  for (;;) {
    const action = (yield take([studio.draftClosed, studio.draftGone, studio.draftLockChanged])) as Action;
    if (studio.draftLockChanged.match(action) && action.payload.isMine) continue;
    if ((action as ReturnType<typeof studio.draftGone>).payload.key === BULK_KEY) return true;
  }
}

function* storeAll({ payload: { as } }: ReturnType<typeof bulkStoreRequested>) {
  const from = pageNow();
  yield put(studio.bulkBegun({ as }));
  const { isOver } = (yield race({ stored: call(storeEach, as), isOver: call(untilOver) })) as { isOver?: true };
  yield put(studio.bulkEnded());
  if (isOver) return;
  const files = (yield* selectBulk())?.files ?? [];
  const stored = files.filter(({ storedId }) => storedId !== null).length;
  if (stored === 0) return;
  const done = as === 'published' ? 'published' : stored === 1 ? 'saved as a draft' : 'saved as drafts';
  yield put(toastShown({ text: `${getCount('video', stored)} ${done}`, tone: 'success' }));
  // Failed videos stay, each with its error.
  if (stored < files.length) return;
  yield put(studio.draftClosed({ key: BULK_KEY }));
  yield* backToList('video', from);
}

export function* bulkUploadSaga() {
  yield takeLeading(bulkStoreRequested, storeAll);
  yield takeEvery(studio.draftLockChanged, recoverSubmission);
}
