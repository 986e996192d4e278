import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { delay, fork, put, take, takeEvery } from 'redux-saga/effects';
import { getNoun } from '@/config/item-names';
import { loggedOut, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { acquireTabLock, type TabLock, type TabLockEvent } from '@/services/tab-lock';
import { selectState } from '@/store/call-endpoint';
import { newDraftKey, type DraftKey } from './draft';
import {
  findAutosavedDraft,
  followFiles,
  getDraftStore,
  saveDraft,
  restoreSavedDraft,
  type AutosavedDraft,
} from './draft-autosave';
import * as studio from './studio-slice';
import { BULK_KEY } from './studio-state';

/** Storage events from another tab can arrive this much later than its lock. */
const ARRIVAL_MS = 250;

type SavedChange = Record<'now' | 'before', Record<string, unknown> | undefined>;

/**
 * Restores saved drafts, and lets one tab at a time write each of them and upload its files. The other tabs follow its autosaves,
 * until they request the lock. Publishing or deleting a draft closes it in all tabs. Without Web Locks, the tab that wrote last
 * is the writer.
 */
export function* draftLockSaga() {
  const locks = new Map<DraftKey, { news: EventChannel<TabLockEvent>; lock: TabLock | undefined }>();
  const storageChannels = new Map<DraftKey, EventChannel<SavedChange>>();
  const restored = new Set<DraftKey>();

  const releaseDraftLock = (key: DraftKey) => {
    locks.get(key)?.news.close();
    locks.delete(key);
    restored.delete(key);
  };

  function* requestLock(one: AutosavedDraft) {
    const { key } = one;
    const me = yield* selectState(selectCurrentUser);
    if (!me || locks.has(key)) return;
    const isTaken = yield* selectState(studio.selectIsLockedElsewhere(key));
    let lock: TabLock | undefined;
    const events = eventChannel<TabLockEvent>((emit) => {
      lock = acquireTabLock(`draft/${me._id}/${key}`, emit, { isTaken });
      if (!lock && !isTaken) emit('acquired');
      return () => lock?.close();
    }, buffers.expanding(4));
    locks.set(key, { news: events, lock });
    yield fork(receiveEvents, one, events);
  }

  function* receiveEvents(one: AutosavedDraft, news: EventChannel<TabLockEvent>) {
    while (true) yield* handleEvent(one, (yield take(news)) as TabLockEvent);
  }

  function* handleEvent(one: AutosavedDraft, news: TabLockEvent) {
    const { key } = one;
    if (news === 'acquired') yield* startWriting(one);
    else if (news === 'taken') yield* stopWriting(one);
    else if (news === 'requested') {
      const saving = yield* selectState((state) => state.studio.writing.saving[key]?.status);
      // The draft could be published any moment, so do not hand it over.
      if (saving === 'pending') return;
      yield* saveDraft(one);
      yield* stopWriting(one);
      locks.get(key)?.lock?.release();
    } else yield put(toastShown({ text: 'The other tab is still saving this. Try again in a moment.', tone: 'error' }));
  }

  function* startWriting(one: AutosavedDraft): Generator<unknown, void> {
    const { key } = one;
    if (yield* selectState(studio.selectIsLockedElsewhere(key))) {
      yield delay(ARRIVAL_MS);
      const own = yield* selectState((state) => state.studio.writing.drafts[key]);
      // A draft with no saved copy was published or deleted, unless it was typed in this tab and never saved.
      if (yield* restoreSavedDraft(one)) restored.add(key);
      else if (own && own.keptAt !== null) return yield* closeDraft(one);
    }
    yield put(studio.draftLockChanged({ key, isMine: true }));
    if (restored.delete(key)) yield* followFiles(one);
  }

  function* stopWriting(one: AutosavedDraft) {
    yield put(studio.draftLockChanged({ key: one.key, isMine: false }));
    if (yield* restoreSavedDraft(one)) restored.add(one.key);
  }

  function* receiveChange(one: AutosavedDraft, { now, before }: SavedChange) {
    const { key } = one;
    const own = yield* selectState((state) => state.studio.writing.drafts[key]);
    const isElsewhere = yield* selectState(studio.selectIsLockedElsewhere(key));
    if (now) {
      if (!(typeof now['at'] === 'number' && now['at'] > (own?.keptAt ?? 0))) return;
      // The other tab's last change can arrive after its lock.
      if (locks.get(key)?.lock && !isElsewhere) return yield* restoreSavedDraft(one);
      yield* stopWriting(one);
      yield* requestLock(one);
    } else if (own && (isElsewhere || before?.['at'] === own.keptAt)) yield* closeDraft(one);
  }

  function* closeDraft({ key, kind }: AutosavedDraft) {
    yield put(studio.draftClosedElsewhere({ key }));
    const what = key === BULK_KEY ? 'videos were' : `${getNoun(kind)} was`;
    yield put(toastShown({ text: `Your unfinished ${what} published or deleted in another tab.` }));
  }

  function* watchStorage(one: AutosavedDraft) {
    const store = yield* getDraftStore(one);
    if (!store || storageChannels.has(one.key)) return;
    const changes = eventChannel<SavedChange>(
      (emit) => store.watch((now, before) => emit({ now, before })),
      buffers.expanding(4),
    );
    storageChannels.set(one.key, changes);
    yield takeEvery(changes, (change: SavedChange) => receiveChange(one, change));
  }

  function* restoreDraft(key: DraftKey) {
    const one = findAutosavedDraft(key);
    if (!one) return;
    yield* watchStorage(one);
    const isHere = yield* selectState((state) => key in state.studio.writing.drafts);
    if (isHere || !(yield* restoreSavedDraft(one))) return;
    restored.add(key);
    yield* requestLock(one);
  }

  yield takeEvery(studio.autosavedDraftRequested, ({ payload }) => restoreDraft(payload.key));
  yield takeEvery(studio.editorOpened, ({ payload: { kind, id } }) => restoreDraft(id ?? newDraftKey(kind)));
  yield takeEvery(studio.bulkOpened, () => restoreDraft(BULK_KEY));
  yield takeEvery([studio.draftChanged, studio.filePicked], function* lockOpen() {
    const one = findAutosavedDraft(yield* selectState(studio.selectOpenKey));
    if (one) yield* requestLock(one);
  });
  yield takeEvery(studio.draftLockRequested, function* takeOver({ payload: { key } }) {
    const one = findAutosavedDraft(key);
    if (!one) return;
    yield* requestLock(one);
    const lock = locks.get(key)?.lock;
    if (lock) return lock.request();
    yield* startWriting(one);
    // Without locks, the other tab sees the newer saved draft and stops writing.
    yield* saveDraft(one);
  });
  yield takeEvery([studio.draftClosed, studio.draftClosedElsewhere], ({ payload: { key } }) => releaseDraftLock(key));
  yield takeEvery(loggedOut, () => {
    for (const key of locks.keys()) releaseDraftLock(key);
    for (const changes of storageChannels.values()) changes.close();
    storageChannels.clear();
  });
}
