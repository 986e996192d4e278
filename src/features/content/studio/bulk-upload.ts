import { createAction } from '@reduxjs/toolkit';
import { put, take, takeLeading } from 'redux-saga/effects';
import { countOf } from '@/config/item-names';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { selectState } from '@/store/call-endpoint';
import { backToList, pageNow } from './back-to-list';
import type { DraftFile } from './draft';
import { publicationOf } from './stored-draft';
import type { StoreAs } from './studio-kind';
import * as studio from './studio-slice';
import { storeVideo } from './video-studio';

/** Many films at once: one draft holds them all, with what they share; each becomes a video of its own. */
const { bulkKey } = studio;

/** Each film is to become a video as soon as it is up. */
export const bulkStoreRequested = createAction<{ as: StoreAs }>('studio/bulkStoreRequested');

const isUp = ({ fileId, status }: DraftFile) => fileId !== null || status === 'held';
const isToStore = (file: DraftFile) => file.storedId === null && !file.refusal && isUp(file);
/** Bytes of it are still coming, or wait for their creator: then it is stored when they are there. */
const isAwaited = (file: DraftFile) =>
  file.storedId === null && !file.refusal && !isUp(file) && file.status !== 'failed';

const selectBulk = () => selectState((state) => state.studio.writing.drafts[bulkKey]);

/** What a film is called before its creator says otherwise. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .slice(0, 200);

function* storeOne(file: DraftFile, as: StoreAs) {
  const draft = yield* selectBulk();
  if (!draft) return;
  const place = { key: bulkKey, slot: 'files', localId: file.localId } as const;
  const one = { ...draft, title: (file.title || titleOfFile(file.name)).trim(), files: [file] };
  if (one.title === '') {
    yield put(studio.fileChanged({ place, part: { refusal: 'Add a title.' } }));
    return;
  }
  try {
    const storedId = yield* storeVideo(one, publicationOf(one, as), bulkKey);
    yield put(studio.fileChanged({ place, part: { storedId, progress: 1 } }));
  } catch (error) {
    // The others go on.
    yield put(studio.fileChanged({ place, part: { refusal: toFailure(error).message } }));
  }
}

function* storeAll({ payload: { as } }: ReturnType<typeof bulkStoreRequested>) {
  const from = pageNow();
  yield put(studio.bulkBegun({ as }));
  for (;;) {
    const draft = yield* selectBulk();
    if (!draft) return;
    const next = draft.files.find(isToStore);
    if (next) yield* storeOne(next, as);
    else if (draft.files.some(isAwaited)) yield take([studio.fileChanged, studio.fileRemoved, studio.draftClosed]);
    else break;
  }
  yield put(studio.bulkEnded());
  const files = (yield* selectBulk())?.files ?? [];
  const stored = files.filter(({ storedId }) => storedId !== null).length;
  if (stored === 0) return;
  const done = as === 'published' ? 'published' : stored === 1 ? 'saved as a draft' : 'saved as drafts';
  yield put(toastShown({ text: `${countOf('video', stored)} ${done}`, tone: 'success' }));
  // Those that failed stay, with what is wrong with each.
  if (stored < files.length) return;
  yield put(studio.draftClosed({ key: bulkKey }));
  yield* backToList('video', from);
}

export function* bulkUploadSaga() {
  yield takeLeading(bulkStoreRequested, storeAll);
}
