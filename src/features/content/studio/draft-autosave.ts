import { put, take, takeEvery, throttle } from 'redux-saga/effects';
import { studioKindNames, nounOf, type StudioKindName } from '@/config/item-names';
import { loggedOut, logoutRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { draftStore } from '@/services/storage';
import { selectState, unauthorized } from '@/store/call-endpoint';
import { newDraftKey, type Draft, type DraftKey } from './draft';
import { parseDraft, serializeDraft, withSavedChanges } from './draft-storage';
import * as studio from './studio-slice';
import { BULK_KEY } from './studio-state';
import { isUploadEvent } from './upload-reducer';
import { followFile } from './upload-saga';

/** Milliseconds between two times of keeping what is typed. ux.md ST-4. */
const keepMs = 2_000;

/** A draft that this device keeps, and what it calls it. */
export interface KeptDraft {
  key: DraftKey;
  kind: StudioKindName;
  name: string;
}

/** What is new of each kind, and the films that are to become a video each. */
const keptDrafts: KeptDraft[] = [
  ...studioKindNames.map((kind) => ({ key: newDraftKey(kind), kind, name: nounOf(kind) })),
  { key: BULK_KEY, kind: 'video', name: 'videos' },
];

export const keptOf = (key: DraftKey) => keptDrafts.find((one) => one.key === key);

/** Where this device keeps a draft for whoever is signed in. */
export function* storeOf({ name }: KeptDraft) {
  const me = yield* selectState(selectCurrentUser);
  return me ? draftStore(name, me._id) : undefined;
}

/** Keeps what this tab writes: never over the newer words of another one. */
export function* keepOne(one: KeptDraft) {
  const { key } = one;
  const own = yield* selectState((state) => state.studio.writing.drafts[key]);
  const store = yield* storeOf(one);
  if (!store || !own || (yield* selectState(studio.selectIsLockedElsewhere(key)))) return;
  const before = store.read()?.['at'];
  if (typeof before === 'number' && before > (own.keptAt ?? 0)) {
    yield put(studio.draftLockChanged({ key, isMine: false }));
    yield* showKept(one);
    return;
  }
  const at = Date.now();
  const draft = yield* selectState(studio.selectUnfinishedAt(key));
  if (draft) store.write(serializeDraft(draft, at));
  else store.remove();
  if (draft) yield put(studio.draftAutosaved({ key, at }));
}

/** Where this device keeps what was changed of a stored item, by its id. */
const changeStore = (id: string, accountId: string) => draftStore(`item_${id}`, accountId);

/** @returns a stored item with the changes that were kept of it. */
export function* restoreChanges<Stored extends Draft & { id: string }>(stored: Stored) {
  const me = yield* selectState(selectCurrentUser);
  return me ? withSavedChanges(stored, changeStore(stored.id, me._id).read()) : stored;
}

function* keepChanges(accountId: string) {
  const { drafts, openKey } = yield* selectState((state) => state.studio.writing);
  const draft = drafts[openKey];
  if (draft?.isChanged && draft.id !== null) changeStore(draft.id, accountId).write(serializeDraft(draft, Date.now()));
}

function* keep() {
  for (const one of keptDrafts) yield* keepOne(one);
  const me = yield* selectState(selectCurrentUser);
  if (me) yield* keepChanges(me._id);
}

/** Shows a draft as this device keeps it, unless it was kept by this tab, which knows more. @returns whether there is one. */
export function* showKept(one: KeptDraft): Generator<unknown, boolean> {
  const { key, kind } = one;
  const draft = parseDraft((yield* storeOf(one))?.read(), kind);
  const own = yield* selectState((state) => state.studio.writing.drafts[key]);
  if (draft && own?.keptAt !== draft.keptAt) yield put(studio.draftRestored({ key, draft }));
  return draft !== undefined;
}

/** Goes on with the files of a draft that was found here. */
export function* resumeFiles({ key }: KeptDraft) {
  for (const { file, place } of yield* selectState(studio.selectFiles(key))) yield* followFile(file, place);
}

function* forget({ payload: { key } }: ReturnType<typeof studio.draftClosed>) {
  const one = keptOf(key);
  if (one) return (yield* storeOf(one))?.remove();
  const me = yield* selectState(selectCurrentUser);
  if (me) changeStore(key, me._id).remove();
}

/** Of many films at once little is left without their files, which go when their creator leaves. */
function* forgetMany() {
  const store = yield* storeOf(keptOf(BULK_KEY)!);
  yield take(loggedOut);
  store?.remove();
}

/** Keeps what is new on this device while it is written; `draft-turns` brings it back. */
export function* draftAutosaveSaga() {
  // Who writes is forgotten with the session, before the last words are kept.
  let writerId: string | undefined;
  yield takeEvery([studio.editorOpened, studio.bulkOpened], function* note() {
    writerId = (yield* selectState(selectCurrentUser))?._id;
  });
  yield throttle(
    keepMs,
    [
      studio.draftChanged,
      studio.draftBegun,
      studio.filePicked,
      studio.fileTitled,
      studio.fileSubmitted,
      studio.fileRefused,
      studio.fileStored,
      studio.fileDescribed,
      studio.fileMoved,
      isUploadEvent,
    ],
    keep,
  );
  yield takeEvery(studio.draftAutosaveRequested, keep);
  yield takeEvery(unauthorized, function* keepLast() {
    for (const { key, name } of keptDrafts) {
      const draft = yield* selectState(studio.selectUnfinishedAt(key));
      const isElsewhere = yield* selectState(studio.selectIsLockedElsewhere(key));
      if (draft && !isElsewhere && writerId !== undefined)
        draftStore(name, writerId).write(serializeDraft(draft, Date.now()));
    }
    if (writerId !== undefined) yield* keepChanges(writerId);
  });
  yield takeEvery(studio.draftClosed, forget);
  yield takeEvery(logoutRequested, forgetMany);
}
