import { put, take, takeEvery, throttle } from 'redux-saga/effects';
import { studioKindNames, getNoun, type StudioKindName } from '@/config/item-names';
import { loggedOut, logoutRequested, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { draftStore } from '@/services/storage';
import { selectState, unauthorized } from '@/store/call-endpoint';
import { newDraftKey, type Draft, type DraftKey } from './draft';
import { parseDraft, serializeDraft, withSavedChanges } from './draft-storage';
import * as studio from './studio-slice';
import { BULK_KEY } from './studio-state';
import { isUploadEvent } from './upload-reducer';
import { followFile } from './upload-saga';

/** Milliseconds between two saves of what is typed. ux.md ST-4. */
const SAVE_INTERVAL_MS = 2_000;

/** A draft that this device saves, and its name there. */
export interface AutosavedDraft {
  key: DraftKey;
  kind: StudioKindName;
  name: string;
}

/** The new item of each kind, and the videos that are to become an item each. */
const autosavedDrafts: AutosavedDraft[] = [
  ...studioKindNames.map((kind) => ({ key: newDraftKey(kind), kind, name: getNoun(kind) })),
  { key: BULK_KEY, kind: 'video', name: 'videos' },
];

export const findAutosavedDraft = (key: DraftKey) => autosavedDrafts.find((one) => one.key === key);

/** The place on this device of a draft of the account that is signed in. */
export function* getDraftStore({ name }: AutosavedDraft) {
  const me = yield* selectState(selectCurrentUser);
  return me ? draftStore(name, me._id) : undefined;
}

/** Saves a draft that this tab writes: never over newer text of another tab. */
export function* saveDraft(one: AutosavedDraft) {
  const { key } = one;
  const own = yield* selectState((state) => state.studio.writing.drafts[key]);
  const store = yield* getDraftStore(one);
  if (!store || !own || (yield* selectState(studio.selectIsLockedElsewhere(key)))) return;
  const before = store.read()?.['at'];
  if (typeof before === 'number' && before > (own.keptAt ?? 0)) {
    yield put(studio.draftLockChanged({ key, isMine: false }));
    yield* showSaved(one);
    return;
  }
  const at = Date.now();
  const draft = yield* selectState(studio.selectUnfinishedAt(key));
  if (draft) store.write(serializeDraft(draft, at));
  else store.remove();
  if (draft) yield put(studio.draftAutosaved({ key, at }));
}

/** The place on this device of changes to a stored item, by its id. */
const changeStore = (id: string, accountId: string) => draftStore(`item_${id}`, accountId);

/** @returns a stored item with the changes that this device saved of it. */
export function* restoreChanges<Stored extends Draft & { id: string }>(stored: Stored) {
  const me = yield* selectState(selectCurrentUser);
  return me ? withSavedChanges(stored, changeStore(stored.id, me._id).read()) : stored;
}

function* saveChanges(accountId: string) {
  const { drafts, openKey } = yield* selectState((state) => state.studio.writing);
  const draft = drafts[openKey];
  if (draft?.isChanged && draft.id !== null) changeStore(draft.id, accountId).write(serializeDraft(draft, Date.now()));
}

function* saveAll() {
  for (const one of autosavedDrafts) yield* saveDraft(one);
  const me = yield* selectState(selectCurrentUser);
  if (me) yield* saveChanges(me._id);
}

/** Shows a draft as this device saved it, unless this tab did so, which knows more. @returns whether there is one. */
export function* showSaved(one: AutosavedDraft): Generator<unknown, boolean> {
  const { key, kind } = one;
  const draft = parseDraft((yield* getDraftStore(one))?.read(), kind);
  const own = yield* selectState((state) => state.studio.writing.drafts[key]);
  if (draft && own?.keptAt !== draft.keptAt) yield put(studio.draftRestored({ key, draft }));
  return draft !== undefined;
}

/** Goes on with the files of a draft that was restored. */
export function* followFiles({ key }: AutosavedDraft) {
  for (const { file, place } of yield* selectState(studio.selectFiles(key))) yield* followFile(file, place);
}

function* forget({ payload: { key } }: ReturnType<typeof studio.draftClosed>) {
  const one = findAutosavedDraft(key);
  if (one) return (yield* getDraftStore(one))?.remove();
  const me = yield* selectState(selectCurrentUser);
  if (me) changeStore(key, me._id).remove();
}

/** A log-out drops the files from this device, and without them little is left of many videos. */
function* forgetBulk() {
  const store = yield* getDraftStore(findAutosavedDraft(BULK_KEY)!);
  yield take(loggedOut);
  store?.remove();
}

/** Saves drafts on this device while they are written; `draft-lock` restores them. */
export function* draftAutosaveSaga() {
  // The session forgets the account before the last changes are saved.
  let writerId: string | undefined;
  yield takeEvery([studio.editorOpened, studio.bulkOpened], function* rememberWriter() {
    writerId = (yield* selectState(selectCurrentUser))?._id;
  });
  yield throttle(
    SAVE_INTERVAL_MS,
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
    saveAll,
  );
  yield takeEvery(studio.draftAutosaveRequested, saveAll);
  yield takeEvery(unauthorized, function* saveLast() {
    for (const { key, name } of autosavedDrafts) {
      const draft = yield* selectState(studio.selectUnfinishedAt(key));
      const isElsewhere = yield* selectState(studio.selectIsLockedElsewhere(key));
      if (draft && !isElsewhere && writerId !== undefined)
        draftStore(name, writerId).write(serializeDraft(draft, Date.now()));
    }
    if (writerId !== undefined) yield* saveChanges(writerId);
  });
  yield takeEvery(studio.draftClosed, forget);
  yield takeEvery(logoutRequested, forgetBulk);
}
