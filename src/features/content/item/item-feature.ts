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
  orderPlaced,
  orderRefused,
  platformSubscriptionChanged,
  reactionChanged,
  subscriptionChanged,
} from '@/store/intents';
import { takeLeadingBy } from '@/store/take-by';

import { isItemKind, loadKind, itemKey, getKey, readKey } from './item-kinds';
import { fetchNewest, itemLists } from './item-lists';
import * as item from './item-slice';
import { selectItem, selectItemList, selectItems } from './item-state';
import { getAccess, type Item } from './item-view';
import type * as ProductModule from './product-kind';

/** For the strip of portraits. */
const MAX_PEOPLE = 40;

/** Errors are ignored: the next check can succeed. */
function* checkNewItems() {
  const { activeKey, lists } = yield* selectState((state) => state.item);
  const list = activeKey === null ? undefined : lists[activeKey];
  if (!activeKey || list?.status !== 'ready' || list.query.from === 'saved') return;
  // An older response must not undo an unlock or a deletion.
  const { data } = yield* fetchFresh(() => fetchNewest(list.query), [item.itemsLoaded.type, item.itemDeleted.type]);
  yield put(item.newestLoaded({ key: activeKey, items: data }));
}

function* openList({ payload: query }: ReturnType<typeof item.listOpened>) {
  const list = yield* selectState(selectItemList(query));
  const isEmpty = list?.rows.length === 0;
  if (!list || list.isStale || (isEmpty && list.status === 'failed')) yield put(itemLists.requested(query));
  else if (!isEmpty) yield* checkNewItems();
}

/** Follows change the home lists: an empty list reloads at once, the others on the next visit. */
function* reloadEmptyHomeLists() {
  for (const { query, rows } of Object.values(yield* selectState((state) => state.item.lists))) {
    if (query.from === 'home' && rows.length === 0) yield put(itemLists.requested(query));
  }
}

/** Whom the viewer follows. Without an answer the strip stays away: the posts below say the same. */
function* loadPeople() {
  const { data } = yield* callEndpoint(followRoutes.listFollowing, { query: { limit: MAX_PEOPLE } });
  yield put(item.peopleLoaded(data.flatMap(({ followingInfo }) => followingInfo ?? [])));
}

/** Compatible backends do not tell whether a product was bought: the receipts can. */
function* loadPurchaseState(product: Item) {
  const isUnknown = product.kind === 'product' && product.isDigital && product.isBought === undefined;
  const viewer = yield* selectState(selectCurrentUser);
  if (!isUnknown || !viewer || viewer.isPerformer) return;
  const { findPurchase } = (yield import('./product-kind')) as typeof ProductModule;
  try {
    yield put(item.purchaseStateLoaded({ key: getKey(product), isBought: yield* findPurchase(product) }));
  } catch {
    // The page shows the price, as to a guest.
  }
}

function* loadItem({ payload: { kind, address } }: ReturnType<typeof item.itemRequested>) {
  const found = yield* (yield* loadKind(kind)).get(address);
  yield put(item.itemFound({ place: itemKey(kind, address), item: found }));
  yield* loadPurchaseState(found);
}

/** Errors are ignored: the page of the item shows them. */
const refreshItem = withFailure(function* refresh({ payload: { key } }: ReturnType<typeof item.itemRefreshed>) {
  if (!(yield* selectState(selectItem(key)))) return;
  const { kind, id } = readKey(key);
  const found = yield* (yield* loadKind(kind)).get(id);
  yield put(item.itemsLoaded([found]));
  yield* loadPurchaseState(found);
});

const refreshItems = (keys: string[]) => all(keys.map((key) => refreshItem(item.itemRefreshed({ key }))));

/** A subscription can have opened or closed items. Items that are only known from lists are fetched by one call for each kind. */
function* refreshPerformerItems({ payload: { performerId } }: ReturnType<typeof subscriptionChanged>) {
  const items = Object.values(yield* selectState(selectItems));
  const own = items.filter((known) => known.performer._id === performerId);
  for (const kind of new Set(own.map((one) => one.kind))) {
    const part = { limit: limits.listMax, offset: 0 };
    const { data } = yield* (yield* loadKind(kind)).list({ kind, from: 'performer', performerId }, part);
    const ofKind = own.filter((one) => one.kind === kind);
    const rows = new Set(ofKind.filter(({ isWhole }) => !isWhole).map(getKey));
    yield put(item.rowsLoaded(data.filter((one) => rows.delete(getKey(one)))));
    yield refreshItems([...ofKind.filter(({ isWhole }) => isWhole).map(getKey), ...rows]);
  }
}

/** What was ordered is fewer by now, or bought. */
function* refreshProducts({ payload: { productIds } }: ReturnType<typeof orderPlaced | typeof orderRefused>) {
  yield refreshItems(productIds.map((id) => itemKey('product', id)));
}

/** The platform's own subscription opens the free items of all creators. */
function* refreshFreeItems() {
  const { items, places } = yield* selectState((state) => state.item);
  const waiting = Object.values(items).filter((one) => one.isFree || getAccess(one) === 'locked-platform');
  yield refreshItems(waiting.map(getKey));
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

const getItemKey = ({ payload }: { type: string; payload: { key: string } }) => payload.key;

function* deleteItem({ payload: { key } }: ReturnType<typeof item.deleteRequested>) {
  const { kind, id } = readKey(key);
  yield* (yield* loadKind(kind)).remove(id);
  yield put(item.itemDeleted({ key }));
  yield put(toastShown({ text: `${itemNames[kind].noun} deleted`, tone: 'success' }));
}

function* getHiddenStore() {
  return hiddenPostStore((yield* selectState(selectCurrentUser))?._id ?? '');
}

function* restoreHidden() {
  yield put(item.hiddenRestored((yield* getHiddenStore()).read() ?? []));
}

function* saveHidden(id: string, isHidden: boolean) {
  const store = yield* getHiddenStore();
  const others = (store.read() ?? []).filter((known) => known !== id);
  store.write(isHidden ? [...others, id] : others);
}

const getUndoAction = (id: string) => ({ action: 'Undo', onAction: item.hideUndone({ id }) });

function* muteCreator({ payload: { id, name } }: ReturnType<typeof item.creatorMuted>) {
  yield* saveHidden(id, true);
  yield put(toastShown({ text: `You muted ${name}`, ...getUndoAction(id) }));
}

function* hideItem({ payload: { key } }: ReturnType<typeof item.itemHidden>) {
  const { kind, id } = readKey(key);
  yield* saveHidden(id, true);
  yield put(toastShown({ text: `${itemNames[kind].noun} hidden`, ...getUndoAction(id) }));
}

function* downloadProduct({ payload: { key } }: ReturnType<typeof item.downloadRequested>) {
  const { getDownloadLink } = (yield import('./product-kind')) as typeof ProductModule;
  saveFrom(yield* getDownloadLink(readKey(key).id));
}

const LINK_COPIED_TOAST = toastShown({ text: 'Link copied', tone: 'success' });
const createDeniedToast = (what: string) =>
  toastShown({ text: `This browser did not let us ${what} the link`, tone: 'error' });

function* shareItem({ payload: { path, title } }: ReturnType<typeof item.shareRequested>) {
  const outcome: Awaited<ReturnType<typeof shareLink>> = yield shareLink(path, title);
  if (outcome === 'copied') yield put(LINK_COPIED_TOAST);
  if (outcome === 'failed') yield put(createDeniedToast('share'));
}

function* copyLink({ payload: { path } }: ReturnType<typeof item.linkCopyRequested>) {
  const isDone: boolean = yield copyText(new URL(path, window.location.origin).href);
  yield put(isDone ? LINK_COPIED_TOAST : createDeniedToast('copy'));
}

/** A response can be older than a press for this long. */
const STALE_RESPONSE_MS = 10_000;

function* expirePress({ payload: { objectType, objectId, action } }: ReturnType<typeof reactionChanged>) {
  const key = itemKey(objectType, objectId);
  const turn = yield* selectState((state) => state.item.pressed[key]?.[action]?.turn);
  if (turn === undefined) return;
  yield delay(STALE_RESPONSE_MS);
  yield put(item.pressExpired({ key, action, turn }));
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
      withFailure(loadPeople, () => item.peopleFailed()),
    );
    yield takeEvery(
      item.itemRequested,
      withFailure(loadItem, (error, { payload: { kind, address } }) =>
        item.itemFailed({ place: itemKey(kind, address), error }),
      ),
    );
  },
  *browserSaga() {
    yield* restoreHidden();
    yield takeEvery(currentUserLoaded, restoreHidden);
    yield takeLatest(item.newItemsCheckRequested, withFailure(checkNewItems));
    yield takeEvery(followStored, reloadEmptyHomeLists);
    yield takeEvery(item.itemRefreshed, refreshItem);
    yield takeEvery(itemUnlocked, ({ payload: { target, id } }) =>
      refreshItem(item.itemRefreshed({ key: itemKey(target, id) })),
    );
    yield takeEvery([orderPlaced, orderRefused], refreshProducts);
    yield takeEvery(subscriptionChanged, withFailure(refreshPerformerItems, failureShown));
    yield takeEvery(platformSubscriptionChanged, refreshFreeItems);
    yield takeEvery(
      item.voteRequested,
      withFailure(votePoll, (failure, { payload: { key } }) => [
        item.voteFailed({ key, already: failure.code === 'ALREADY_VOTED' }),
        failureShown(failure),
        item.itemRefreshed({ key }),
      ]),
    );
    // Each item by itself: whoever left a page may be at the next one before an answer comes.
    yield takeLeadingBy(
      item.deleteRequested,
      getItemKey,
      withFailure(deleteItem, ({ message }, { payload: { key } }) => item.deleteFailed({ key, error: message })),
    );
    yield takeEvery(item.itemHidden, hideItem);
    yield takeEvery(item.creatorMuted, muteCreator);
    yield takeEvery(item.hideUndone, ({ payload: { id } }) => saveHidden(id, false));
    yield takeLeadingBy(item.downloadRequested, getItemKey, withFailure(downloadProduct, failureShown));
    yield takeLeading(item.shareRequested, shareItem);
    yield takeEvery(item.linkCopyRequested, copyLink);
    yield takeEvery(reactionChanged, expirePress);
  },
  socket: {
    // A creator published: the list on screen may have news. A tab nobody looks at asks once it is looked at, so that
    // not all of a creator's followers ask in the same second.
    send_notification: ({ type, action }: { type?: string; action?: string }) =>
      isItemKind(type) && action === 'created' && !document.hidden ? item.newItemsCheckRequested() : null,
    // Bought in another tab or on another device. Backends that do not say what `item` is send posts with `pollIds`.
    token_transaction_success: ({ target, item: bought }: Purchase) =>
      bought && (isItemKind(target) || (!target && bought.pollIds))
        ? item.itemRefreshed({ key: itemKey(target ?? 'feed', bought._id) })
        : null,
  },
  resync: () => [item.newItemsCheckRequested()],
};
