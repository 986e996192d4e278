import { fork, put, takeEvery, throttle } from 'redux-saga/effects';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { postDraftStore } from '@/services/storage';
import { selectState, unauthorized } from '@/store/call-endpoint';
import { newDraftKey } from './draft';
import { readKept, toKept } from './kept-draft';
import * as studio from './studio-slice';
import { awaitFile } from './upload-saga';

/** Milliseconds between two times of keeping what is typed. ux.md ST-4. */
const keepMs = 2_000;

function* myStore() {
  const me = yield* selectState(selectCurrentUser);
  return me && typeof window !== 'undefined' ? postDraftStore(me._id) : undefined;
}

function* keep() {
  const store = yield* myStore();
  const draft = yield* selectState(studio.selectUnfinished);
  const isOpen = yield* selectState((state) => newDraftKey in state.studio.drafts);
  if (!store || !isOpen) return;
  if (!draft) return store.remove();
  const at = Date.now();
  store.write(toKept(draft, at));
  yield put(studio.draftKept({ at }));
}

/** Finds what was left unfinished on this device, unless it is at hand already. */
function* restore() {
  const isHere = yield* selectState((state) => newDraftKey in state.studio.drafts);
  const store = yield* myStore();
  if (isHere || !store) return;
  const kept = readKept(store.read());
  if (!kept) return;
  yield put(studio.draftRestored(kept));
  const files = yield* selectState(studio.selectFiles(newDraftKey));
  for (const { file, place } of files) if (file.fileId) yield fork(awaitFile, place, file.fileId);
}

function* forget({ payload: { key } }: ReturnType<typeof studio.draftClosed>) {
  if (key === newDraftKey) (yield* myStore())?.remove();
}

/** Keeps the new post on this device while it is written, and brings it back after a reload. */
export function* draftAutosaveSaga() {
  // Who writes is forgotten with the session, before the last words are kept.
  let writerId: string | undefined;
  yield throttle(
    keepMs,
    [
      studio.draftChanged,
      studio.filePicked,
      studio.fileChanged,
      studio.fileDescribed,
      studio.fileMoved,
      studio.fileRemoved,
    ],
    keep,
  );
  yield takeEvery(studio.draftKeepWanted, keep);
  yield takeEvery(studio.keptDraftWanted, restore);
  yield takeEvery(studio.composerOpened, function* open({ payload: { id } }) {
    writerId = (yield* selectState(selectCurrentUser))?._id;
    if (!id) yield* restore();
  });
  yield takeEvery(unauthorized, function* keepLast() {
    const draft = yield* selectState(studio.selectUnfinished);
    if (draft && writerId !== undefined) postDraftStore(writerId).write(toKept(draft, Date.now()));
  });
  yield takeEvery(studio.draftClosed, forget);
}
