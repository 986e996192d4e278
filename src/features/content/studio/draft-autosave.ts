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

/** ux.md ST-4. */
const SAVE_INTERVAL_MS = 2_000;

export interface AutosavedDraft {
  key: DraftKey;
  kind: StudioKindName;
  name: string;
}

const AUTOSAVED_DRAFTS: AutosavedDraft[] = [
  ...studioKindNames.map((kind) => ({ key: newDraftKey(kind), kind, name: getNoun(kind) })),
  { key: BULK_KEY, kind: 'video', name: 'videos' },
];

export const findAutosavedDraft = (key: DraftKey) => AUTOSAVED_DRAFTS.find((one) => one.key === key);

export function* getDraftStore({ name }: AutosavedDraft) {
  const me = yield* selectState(selectCurrentUser);
  return me ? draftStore(name, me._id) : undefined;
}

/** Saves a draft that this tab writes, but never over newer text from another tab. */
export function* saveDraft(one: AutosavedDraft) {
  const { key } = one;
  const own = yield* selectState((state) => state.studio.writing.drafts[key]);
  const store = yield* getDraftStore(one);
  if (!store || !own || (yield* selectState(studio.selectIsLockedElsewhere(key)))) return;
  const before = store.read()?.['at'];
  if (typeof before === 'number' && before > (own.keptAt ?? 0)) {
    yield put(studio.draftLockChanged({ key, isMine: false }));
    yield* restoreSavedDraft(one);
    return;
  }
  const at = Date.now();
  const draft = yield* selectState(studio.selectUnfinishedAt(key));
  if (draft) store.write(serializeDraft(draft, at));
  else store.remove();
  if (draft) yield put(studio.draftAutosaved({ key, at }));
}

const getChangeStore = (id: string, accountId: string) => draftStore(`item_${id}`, accountId);

export function* restoreChanges<Stored extends Draft & { id: string }>(stored: Stored) {
  const me = yield* selectState(selectCurrentUser);
  return me ? withSavedChanges(stored, getChangeStore(stored.id, me._id).read()) : stored;
}

function* saveChanges(accountId: string) {
  const { drafts, openKey } = yield* selectState((state) => state.studio.writing);
  const draft = drafts[openKey];
  if (draft?.isChanged && draft.id !== null)
    getChangeStore(draft.id, accountId).write(serializeDraft(draft, Date.now()));
}

function* saveAllDrafts() {
  for (const one of AUTOSAVED_DRAFTS) yield* saveDraft(one);
  const me = yield* selectState(selectCurrentUser);
  if (me) yield* saveChanges(me._id);
}

/** Skips a draft that this tab saved itself, because its text here is newer. @returns whether there is a saved draft */
export function* restoreSavedDraft(one: AutosavedDraft): Generator<unknown, boolean> {
  const { key, kind } = one;
  const draft = parseDraft((yield* getDraftStore(one))?.read(), kind);
  const own = yield* selectState((state) => state.studio.writing.drafts[key]);
  if (draft && own?.keptAt !== draft.keptAt) yield put(studio.draftRestored({ key, draft }));
  return draft !== undefined;
}

export function* followFiles({ key }: AutosavedDraft) {
  for (const { file, place } of yield* selectState(studio.selectFiles(key))) yield* followFile(file, place);
}

function* deleteSavedDraft({ payload: { key } }: ReturnType<typeof studio.draftClosed>) {
  const one = findAutosavedDraft(key);
  if (one) return (yield* getDraftStore(one))?.remove();
  const me = yield* selectState(selectCurrentUser);
  if (me) getChangeStore(key, me._id).remove();
}

/** A logout deletes the picked files, without which a bulk draft is useless. */
function* deleteBulkDraftAtLogout() {
  const store = yield* getDraftStore(findAutosavedDraft(BULK_KEY)!);
  yield take(loggedOut);
  store?.remove();
}

export function* draftAutosaveSaga() {
  // At logout, the account leaves the session before the last changes are saved.
  let writerId: string | undefined;
  yield takeEvery([studio.editorOpened, studio.bulkOpened], function* recordWriter() {
    writerId = (yield* selectState(selectCurrentUser))?._id;
  });
  yield throttle(
    SAVE_INTERVAL_MS,
    [
      studio.draftChanged,
      studio.draftItemCreated,
      studio.filePicked,
      studio.fileTitled,
      studio.fileSubmitted,
      studio.fileRefused,
      studio.fileStored,
      studio.fileDescribed,
      studio.fileMoved,
      isUploadEvent,
    ],
    saveAllDrafts,
  );
  yield takeEvery(studio.draftAutosaveRequested, saveAllDrafts);
  yield takeEvery(unauthorized, function* saveLast() {
    for (const { key, name } of AUTOSAVED_DRAFTS) {
      const draft = yield* selectState(studio.selectUnfinishedAt(key));
      const isElsewhere = yield* selectState(studio.selectIsLockedElsewhere(key));
      if (draft && !isElsewhere && writerId !== undefined)
        draftStore(name, writerId).write(serializeDraft(draft, Date.now()));
    }
    if (writerId !== undefined) yield* saveChanges(writerId);
  });
  yield takeEvery(studio.draftClosed, deleteSavedDraft);
  yield takeEvery(logoutRequested, deleteBulkDraftAtLogout);
}
