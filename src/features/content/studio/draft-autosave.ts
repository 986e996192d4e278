import { fork, put, takeEvery, throttle } from 'redux-saga/effects';
import { studioKindNames, nounOf, type StudioKindName } from '@/config/item-names';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { draftStore } from '@/services/storage';
import { selectCan } from '@/store/backend';
import { selectState, unauthorized } from '@/store/call-endpoint';
import { newDraftKey } from './draft';
import { readKept, toKept } from './kept-draft';
import * as studio from './studio-slice';
import { awaitFile, resumeFile } from './upload-saga';

/** Milliseconds between two times of keeping what is typed. ux.md ST-4. */
const keepMs = 2_000;

function* myStore(kind: StudioKindName) {
  const me = yield* selectState(selectCurrentUser);
  return me && typeof window !== 'undefined' ? draftStore(nounOf(kind), me._id) : undefined;
}

function* keep() {
  for (const kind of studioKindNames) {
    const isOpen = yield* selectState((state) => newDraftKey(kind) in state.studio.writing.drafts);
    const store = yield* myStore(kind);
    if (!store || !isOpen) continue;
    const draft = yield* selectState(studio.selectUnfinished(kind));
    const at = Date.now();
    if (draft) store.write(toKept(draft, at));
    else store.remove();
    if (draft) yield put(studio.draftKept({ kind, at }));
  }
}

/** Finds what was left unfinished on this device, unless it is at hand already. */
function* restore(kind: StudioKindName) {
  const key = newDraftKey(kind);
  const isHere = yield* selectState((state) => key in state.studio.writing.drafts);
  const store = yield* myStore(kind);
  if (isHere || !store) return;
  const kept = readKept(store.read(), kind, yield* selectState(selectCan('resumableUploads')));
  if (!kept) return;
  yield put(studio.draftRestored(kept));
  const files = yield* selectState(studio.selectFiles(key));
  for (const { file, place } of files)
    yield file.fileId ? fork(awaitFile, place, file.fileId) : fork(resumeFile, place);
}

function* forget({ payload: { key } }: ReturnType<typeof studio.draftClosed>) {
  for (const kind of studioKindNames) if (key === newDraftKey(kind)) (yield* myStore(kind))?.remove();
}

/** Keeps what is new on this device while it is written, and brings it back after a reload. */
export function* draftAutosaveSaga() {
  // Who writes is forgotten with the session, before the last words are kept.
  let writerId: string | undefined;
  yield throttle(
    keepMs,
    [
      studio.draftChanged,
      studio.draftBegun,
      studio.filePicked,
      studio.fileChanged,
      studio.fileDescribed,
      studio.fileMoved,
      studio.fileRemoved,
    ],
    keep,
  );
  yield takeEvery(studio.draftKeepWanted, keep);
  yield takeEvery(studio.keptDraftWanted, ({ payload }) => restore(payload.kind));
  yield takeEvery(studio.editorOpened, function* open({ payload: { kind, id } }) {
    writerId = (yield* selectState(selectCurrentUser))?._id;
    if (!id) yield* restore(kind);
  });
  yield takeEvery(unauthorized, function* keepLast() {
    for (const kind of studioKindNames) {
      const draft = yield* selectState(studio.selectUnfinished(kind));
      if (draft && writerId !== undefined) draftStore(nounOf(kind), writerId).write(toKept(draft, Date.now()));
    }
  });
  yield takeEvery(studio.draftClosed, forget);
}
