import { all, delay, fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { followRoutes } from '@contract/content/follow-routes';
import { feedRoutes } from '@contract/content/feed-routes';
import { limits } from '@contract/base/limits';
import { itemNames } from '@/config/item-names';
import { currentUserLoaded, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { saveFrom } from '@/services/save-file';
import { copyText, shareLink } from '@/services/share';
import { hiddenPostStore } from '@/services/storage';
import { fetchFresh } from '@/store/fetch-fresh';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import {
  followStored,
  itemUnlocked,
  platformSubscriptionChanged,
  reactionChanged,
  subscriptionChanged,
} from '@/store/intents';
import { takeLeadingBy } from '@/store/take-by';

import { isItemKind, loadKind, itemKey, getKey, readKey } from './item-kinds';
import { fetchNewest, itemLists } from './item-lists';
import * as item from './item-slice';
import { getAccess, type Item } from './item-view';
import type * as ProductModule from './product-kind';

/** Portraits in the strip, at most. */
const peopleShown = 40;

/** Looks for news in the list on screen. In silence: the next look may succeed. */
function* checkFresh() {
  const { activeKey, lists } = yield* selectState((state) => state.item);
  const list = activeKey === null ? undefined : lists[activeKey];
  if (!activeKey || list?.status !== 'ready' || list.query.from === 'saved') return;
  // What was unlocked or deleted meanwhile is not undone by an answer of before.
  const { data } = yield* fetchFresh(() => fetchNewest(list.query), [item.itemsLoaded.type, item.itemDeleted.type]);
  yield put(item.newestLoaded({ key: activeKey, items: data }));
}

function* openList({ payload: query }: ReturnType<typeof item.listOpened>) {
  const list = yield* selectState(item.selectItemList(query));
  const isEmpty = list?.rows.length === 0;
  if (!list || list.isStale || (isEmpty && list.status === 'failed')) yield put(itemLists.requested(query));
  else if (!isEmpty) yield* checkFresh();
}

/** Whom one follows decides what the home lists hold: an empty one fills at once, the others on the next visit. */
function* refillHome() {
  for (const { query, rows } of Object.values(yield* selectState((state) => state.item.lists))) {
    if (query.from === 'home' && rows.length === 0) yield put(itemLists.requested(query));
  }
}

/** Whom the viewer follows. Without an answer the strip stays away: the posts below say the same. */
function* loadPeople() {
  const { data } = yield* callEndpoint(followRoutes.listFollowing, { query: { limit: peopleShown } });
  yield put(item.peopleLoaded(data.flatMap(({ followingInfo }) => followingInfo ?? [])));
}

/** What a backend never tells of a product its receipts may. Where they do not answer, it stays unknown. */
function* learnPurchase(product: Item) {
  const isUnknown = product.kind === 'product' && product.isDigital && product.isBought === undefined;
  const viewer = yield* selectState(selectCurrentUser);
  if (!isUnknown || !viewer || viewer.isPerformer) return;
  const { findPurchase } = (yield import('./product-kind')) as typeof ProductModule;
  try {
    yield put(item.purchaseLearned({ key: getKey(product), isBought: yield* findPurchase(product) }));
  } catch {
    // The page shows what it costs, as to anybody.
  }
}

function* find({ payload: { kind, address } }: ReturnType<typeof item.itemRequested>) {
  const found = yield* (yield* loadKind(kind)).get(address);
  yield put(item.itemFound({ place: itemKey(kind, address), item: found }));
  yield* learnPurchase(found);
}

/** One that cannot be had stays as it was; opening its page says why. */
const refresh = withFailure(function* refreshItem({ payload: { key } }: ReturnType<typeof item.itemRefreshed>) {
  if (!(yield* selectState(item.selectItem(key)))) return;
  const { kind, id } = readKey(key);
  const found = yield* (yield* loadKind(kind)).get(id);
  yield put(item.itemsLoaded([found]));
  yield* learnPurchase(found);
});

const refreshAll = (keys: string[]) => all(keys.map((key) => refresh(item.itemRefreshed({ key }))));

/** Items that a subscription may have opened or closed. One call for all of a creator's of a kind that only lists have told of. */
function* refreshPerformer({ payload: { performerId } }: ReturnType<typeof subscriptionChanged>) {
  const items = Object.values(yield* selectState(item.selectItems));
  const own = items.filter((known) => known.performer._id === performerId);
  for (const kind of new Set(own.map((one) => one.kind))) {
    const part = { limit: limits.listMax, offset: 0 };
    const { data } = yield* (yield* loadKind(kind)).list({ kind, from: 'performer', performerId }, part);
    const ofKind = own.filter((one) => one.kind === kind);
    const rows = new Set(ofKind.filter(({ isWhole }) => !isWhole).map(getKey));
    yield put(item.rowsLoaded(data.filter((one) => rows.delete(getKey(one)))));
    yield refreshAll([...ofKind.filter(({ isWhole }) => isWhole).map(getKey), ...rows]);
  }
}

/** The platform's own subscription opens what is marked free, of any creator. */
function* refreshFree() {
  const { items, places } = yield* selectState((state) => state.item);
  const waiting = Object.values(items).filter((one) => one.isFree || getAccess(one) === 'locked-platform');
  yield refreshAll(waiting.map(getKey));
  for (const [place, { status }] of Object.entries(places)) {
    const { kind, id: address } = readKey(place);
    if (status === 'closed') yield put(item.itemRequested({ kind, address }));
  }
}

function* votePoll({ payload }: ReturnType<typeof item.voteRequested>) {
  yield* callEndpoint(feedRoutes.votePoll, { params: { id: payload.pollId } });
  yield put(item.voteCounted(payload));
  // The counts of everybody, including votes given since the page was loaded.
  yield put(item.itemRefreshed(payload));
}

const getItem = ({ payload }: { type: string; payload: { key: string } }) => payload.key;

function* remove({ payload: { key } }: ReturnType<typeof item.deleteRequested>) {
  const { kind, id } = readKey(key);
  yield* (yield* loadKind(kind)).remove(id);
  yield put(item.itemDeleted({ key }));
  yield put(toastShown({ text: `${itemNames[kind].noun} deleted`, tone: 'success' }));
}

/** Where what the reader does not want to see is kept. */
function* hiddenStore() {
  return hiddenPostStore((yield* selectState(selectCurrentUser))?._id ?? '');
}

function* restoreHidden() {
  yield put(item.hiddenRestored((yield* hiddenStore()).read() ?? []));
}

/** @param isHidden false where it is wanted again. */
function* keepHidden(id: string, isHidden: boolean) {
  const store = yield* hiddenStore();
  const others = (store.read() ?? []).filter((known) => known !== id);
  store.write(isHidden ? [...others, id] : others);
}

const undo = (id: string) => ({ action: 'Undo', onAction: item.shownAgain({ id }) });

function* mute({ payload: { id, name } }: ReturnType<typeof item.creatorMuted>) {
  yield* keepHidden(id, true);
  yield put(toastShown({ text: `You muted ${name}`, ...undo(id) }));
}

function* hide({ payload: { key } }: ReturnType<typeof item.itemHidden>) {
  const { kind, id } = readKey(key);
  yield* keepHidden(id, true);
  yield put(toastShown({ text: `${itemNames[kind].noun} hidden`, ...undo(id) }));
}

function* download({ payload: { key } }: ReturnType<typeof item.downloadRequested>) {
  const { getDownloadLink } = (yield import('./product-kind')) as typeof ProductModule;
  saveFrom(yield* getDownloadLink(readKey(key).id));
}

const copied = toastShown({ text: 'Link copied', tone: 'success' });
const notLet = (what: string) => toastShown({ text: `This browser did not let us ${what} the link`, tone: 'error' });

function* share({ payload: { path, title } }: ReturnType<typeof item.shareRequested>) {
  const outcome: Awaited<ReturnType<typeof shareLink>> = yield shareLink(path, title);
  if (outcome === 'copied') yield put(copied);
  if (outcome === 'failed') yield put(notLet('share'));
}

function* copyLink({ payload: { path } }: ReturnType<typeof item.linkCopyRequested>) {
  const isDone: boolean = yield copyText(new URL(path, window.location.origin).href);
  yield put(isDone ? copied : notLet('copy'));
}

/** Milliseconds in which an answer may still come that was asked for before a press, and stored before it. */
const answerMayBeOldMs = 10_000;

function* holdPress({ payload: { objectType, objectId, action } }: ReturnType<typeof reactionChanged>) {
  const key = itemKey(objectType, objectId);
  const turn = yield* selectState((state) => state.item.pressed[key]?.[action]?.turn);
  if (turn === undefined) return;
  yield delay(answerMayBeOldMs);
  yield put(item.pressEnded({ key, action, turn }));
}

/** What the socket tells of something that the viewer bought. */
interface Purchase {
  target?: string;
  item?: { _id: string; pollIds?: string[] };
}

/** What creators publish: lists of it, one of it, polls, what unlocking and subscribing open. */
export const itemFeature: Feature = {
  name: 'item',
  reducer: item.itemSlice.reducer,
  *saga() {
    yield fork(itemLists.saga);
    yield takeEvery(item.listOpened, withFailure(openList));
    yield takeLeading(
      item.peopleRequested,
      withFailure(loadPeople, () => item.peopleMissed()),
    );
    yield takeEvery(
      item.itemRequested,
      withFailure(find, (error, { payload: { kind, address } }) =>
        item.itemMissed({ place: itemKey(kind, address), error }),
      ),
    );
  },
  *browserSaga() {
    yield* restoreHidden();
    yield takeEvery(currentUserLoaded, restoreHidden);
    yield takeLatest(item.newItemsChecked, withFailure(checkFresh));
    yield takeEvery(followStored, refillHome);
    yield takeEvery(item.itemRefreshed, refresh);
    yield takeEvery(itemUnlocked, ({ payload: { target, id } }) =>
      refresh(item.itemRefreshed({ key: itemKey(target, id) })),
    );
    yield takeEvery(subscriptionChanged, withFailure(refreshPerformer, failureShown));
    yield takeEvery(platformSubscriptionChanged, refreshFree);
    yield takeEvery(
      item.voteRequested,
      withFailure(votePoll, (failure, { payload: { key } }) => [
        item.voteRefused({ key, already: failure.code === 'ALREADY_VOTED' }),
        failureShown(failure),
        item.itemRefreshed({ key }),
      ]),
    );
    // Each item by itself: whoever left a page may be at the next one before an answer comes.
    yield takeLeadingBy(
      item.deleteRequested,
      getItem,
      withFailure(remove, ({ message }, { payload: { key } }) => item.deleteFailed({ key, error: message })),
    );
    yield takeEvery(item.itemHidden, hide);
    yield takeEvery(item.creatorMuted, mute);
    yield takeEvery(item.shownAgain, ({ payload: { id } }) => keepHidden(id, false));
    yield takeLeadingBy(item.downloadRequested, getItem, withFailure(download, failureShown));
    yield takeLeading(item.shareRequested, share);
    yield takeEvery(item.linkCopyRequested, copyLink);
    yield takeEvery(reactionChanged, holdPress);
  },
  socket: {
    // A creator published: the list on screen may have news. A tab nobody looks at asks once it is looked at, so that
    // not all of a creator's followers ask in the same second.
    send_notification: ({ type, action }: { type?: string; action?: string }) =>
      isItemKind(type) && action === 'created' && !document.hidden ? item.newItemsChecked() : null,
    // Bought in another tab or on another device. Backends that do not say what `item` is send posts with `pollIds`.
    token_transaction_success: ({ target, item: bought }: Purchase) =>
      bought && (isItemKind(target) || (!target && bought.pollIds))
        ? item.itemRefreshed({ key: itemKey(target ?? 'feed', bought._id) })
        : null,
  },
  resync: () => [item.newItemsChecked()],
};
