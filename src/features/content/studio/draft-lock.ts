import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { delay, fork, put, take, takeEvery } from 'redux-saga/effects';
import { nounOf } from '@/config/item-names';
import { loggedOut, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { takeTurns, type TabTurn, type TurnNews } from '@/services/tab-turn';
import { selectState } from '@/store/call-endpoint';
import { newDraftKey, type DraftKey } from './draft';
import { keepOne, keptOf, resumeFiles, showKept, storeOf, type KeptDraft } from './draft-autosave';
import * as studio from './studio-slice';
import { BULK_KEY } from './studio-state';

/** Milliseconds after which what another tab kept has arrived here: it may be on its way when its turn has ended. */
const arrivalMs = 250;

/** What is kept of a draft, as another tab has changed it. */
type Change = Record<'now' | 'before', Record<string, unknown> | undefined>;

/**
 * Brings drafts back that this device keeps, and sees to it that one tab at a time writes each of them and sends its files:
 * the others show what that one keeps, until they are asked to go on with it. What is published or thrown away in one is gone in
 * all. Where the browser knows no locks, the tab that has written last is the one that writes.
 */
export function* draftLockSaga() {
  const turns = new Map<DraftKey, { news: EventChannel<TurnNews>; turn: TabTurn | undefined }>();
  const heard = new Map<DraftKey, EventChannel<Change>>();
  /** Those whose files are to go on once it is this tab's turn. */
  const found = new Set<DraftKey>();

  const end = (key: DraftKey) => {
    turns.get(key)?.news.close();
    turns.delete(key);
    found.delete(key);
  };

  function* begin(one: KeptDraft) {
    const { key } = one;
    const me = yield* selectState(selectCurrentUser);
    if (!me || turns.has(key)) return;
    const isTaken = yield* selectState(studio.selectIsLockedElsewhere(key));
    let turn: TabTurn | undefined;
    const news = eventChannel<TurnNews>((emit) => {
      turn = takeTurns(`draft/${me._id}/${key}`, emit, { isTaken });
      if (!turn && !isTaken) emit('mine');
      return () => turn?.close();
    }, buffers.expanding(4));
    turns.set(key, { news, turn });
    yield fork(follow, one, news);
  }

  function* follow(one: KeptDraft, news: EventChannel<TurnNews>) {
    while (true) yield* heed(one, (yield take(news)) as TurnNews);
  }

  function* heed(one: KeptDraft, news: TurnNews) {
    const { key } = one;
    if (news === 'mine') yield* write(one);
    else if (news === 'taken') yield* readOnly(one);
    else if (news === 'wanted') {
      const saving = yield* selectState((state) => state.studio.writing.saving[key]?.status);
      // It may be published any moment.
      if (saving === 'pending') return;
      yield* keepOne(one);
      yield* readOnly(one);
      turns.get(key)?.turn?.give();
    } else yield put(toastShown({ text: 'The other tab is still saving this. Try again in a moment.', tone: 'error' }));
  }

  /** From now on this tab writes it, from where the other one has left it. */
  function* write(one: KeptDraft): Generator<unknown, void> {
    const { key } = one;
    if (yield* selectState(studio.selectIsLockedElsewhere(key))) {
      yield delay(arrivalMs);
      const own = yield* selectState((state) => state.studio.writing.drafts[key]);
      // What is not kept any more was published or thrown away; what was typed here was never kept.
      if (yield* showKept(one)) found.add(key);
      else if (own && own.keptAt !== null) return yield* leave(one);
    }
    yield put(studio.draftLockChanged({ key, isMine: true }));
    if (found.delete(key)) yield* resumeFiles(one);
  }

  function* readOnly(one: KeptDraft) {
    yield put(studio.draftLockChanged({ key: one.key, isMine: false }));
    if (yield* showKept(one)) found.add(one.key);
  }

  /** Another tab has kept it anew, or let go of it. */
  function* hear(one: KeptDraft, { now, before }: Change) {
    const { key } = one;
    const own = yield* selectState((state) => state.studio.writing.drafts[key]);
    const isElsewhere = yield* selectState(studio.selectIsLockedElsewhere(key));
    if (now) {
      if (!(typeof now['at'] === 'number' && now['at'] > (own?.keptAt ?? 0))) return;
      // With a lock, its last words may come after its turn.
      if (turns.get(key)?.turn && !isElsewhere) return yield* showKept(one);
      yield* readOnly(one);
      yield* begin(one);
    } else if (own && (isElsewhere || before?.['at'] === own.keptAt)) yield* leave(one);
  }

  /** It came to its end in another tab. */
  function* leave({ key, kind }: KeptDraft) {
    yield put(studio.draftGone({ key }));
    const what = key === BULK_KEY ? 'videos were' : `${nounOf(kind)} was`;
    yield put(toastShown({ text: `Your unfinished ${what} published or deleted in another tab.` }));
  }

  function* listen(one: KeptDraft) {
    const store = yield* storeOf(one);
    if (!store || heard.has(one.key)) return;
    const changes = eventChannel<Change>(
      (emit) => store.watch((now, before) => emit({ now, before })),
      buffers.expanding(4),
    );
    heard.set(one.key, changes);
    yield takeEvery(changes, (change: Change) => hear(one, change));
  }

  /** Finds what was left unfinished on this device, unless it is at hand already. */
  function* restore(key: DraftKey) {
    const one = keptOf(key);
    if (!one) return;
    yield* listen(one);
    const isHere = yield* selectState((state) => key in state.studio.writing.drafts);
    if (isHere || !(yield* showKept(one))) return;
    found.add(key);
    yield* begin(one);
  }

  yield takeEvery(studio.autosavedDraftRequested, ({ payload }) => restore(payload.key));
  yield takeEvery(studio.editorOpened, ({ payload: { kind, id } }) => restore(id ?? newDraftKey(kind)));
  yield takeEvery(studio.bulkOpened, () => restore(BULK_KEY));
  yield takeEvery([studio.draftChanged, studio.filePicked], function* hold() {
    const key = yield* selectState(studio.selectOpenKey);
    const one = keptOf(key);
    if (one) yield* begin(one);
  });
  yield takeEvery(studio.draftLockRequested, function* goOn({ payload: { key } }) {
    const one = keptOf(key);
    if (!one) return;
    yield* begin(one);
    const turn = turns.get(key)?.turn;
    if (turn) return turn.want();
    yield* write(one);
    // The other tab learns by what is kept that it is not its turn any more.
    yield* keepOne(one);
  });
  yield takeEvery([studio.draftClosed, studio.draftGone], ({ payload: { key } }) => end(key));
  yield takeEvery(loggedOut, () => {
    for (const key of turns.keys()) end(key);
    for (const changes of heard.values()) changes.close();
    heard.clear();
  });
}
