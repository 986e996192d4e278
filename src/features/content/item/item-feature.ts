import { delay, fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { followRoutes } from '@contract/content/follow-routes';
import { feedRoutes } from '@contract/content/feed-routes';
import { itemNames } from '@/config/item-names';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { saveFrom } from '@/services/save-file';
import { fetchFresh } from '@/store/fetch-fresh';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { followStored, reactionChanged, reminderChanged } from '@/store/intents';
import { takeLeadingBy } from '@/store/take-by';
import { hiddenSaga } from './hidden-saga';
import { isItemKind, loadKind, itemKey, readKey } from './item-kinds';
import { fetchNewest, itemLists } from './item-lists';
import * as item from './item-slice';
import { selectItemList, type PressAction } from './item-state';
import type * as ProductModule from './product-kind';
import { loadPurchaseState, refreshSaga } from './refresh-saga';
import { shareSaga } from './share-saga';

const MAX_PEOPLE = 40;

/** Checks for new items in the open list. Ignores errors: the next check can succeed. */
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

/** Following changes the home lists: empty ones reload immediately, the others on the next visit. */
function* reloadEmptyHomeLists() {
  for (const { query, rows } of Object.values(yield* selectState((state) => state.item.lists))) {
    if (query.from === 'home' && rows.length === 0) yield put(itemLists.requested(query));
  }
}

/** Loads the followed creators at the top of the home page. Ignores errors: the strip is then not shown. */
function* loadPeople() {
  const { data } = yield* callEndpoint(followRoutes.listFollowing, { query: { limit: MAX_PEOPLE } });
  yield put(item.peopleLoaded(data.flatMap(({ followingInfo }) => followingInfo ?? [])));
}

function* loadItem({ payload: { kind, address } }: ReturnType<typeof item.itemRequested>) {
  const found = yield* (yield* loadKind(kind)).get(address);
  yield put(item.itemFound({ place: itemKey(kind, address), item: found }));
  yield* loadPurchaseState(found);
}

function* votePoll({ payload }: ReturnType<typeof item.voteRequested>) {
  yield* callEndpoint(feedRoutes.votePoll, { params: { id: payload.pollId } });
  yield put(item.voteCounted(payload));
  yield put(item.itemRefreshed(payload));
}

const getItemKey = ({ payload }: { type: string; payload: { key: string } }) => payload.key;

function* deleteItem({ payload: { key } }: ReturnType<typeof item.deleteRequested>) {
  const { kind, id } = readKey(key);
  yield* (yield* loadKind(kind)).remove(id);
  yield put(item.itemDeleted({ key }));
  yield put(toastShown({ text: `${itemNames[kind].noun} deleted`, tone: 'success' }));
}

function* downloadProduct({ payload: { key } }: ReturnType<typeof item.downloadRequested>) {
  const { getDownloadLink } = (yield import('./product-kind')) as typeof ProductModule;
  saveFrom(yield* getDownloadLink(readKey(key).id));
}

/** A response that arrives within this time after a press may have been requested before it. */
const STALE_RESPONSE_MS = 10_000;

const expireReaction = ({ payload: { objectType, objectId, action } }: ReturnType<typeof reactionChanged>) =>
  expirePress(itemKey(objectType, objectId), action);

const expireReminder = ({ payload: { postId } }: ReturnType<typeof reminderChanged>) =>
  expirePress(itemKey('feed', postId), 'reminder');

function* expirePress(key: string, action: PressAction) {
  const turn = yield* selectState((state) => state.item.pressed[key]?.[action]?.turn);
  if (turn === undefined) return;
  yield delay(STALE_RESPONSE_MS);
  yield put(item.pressExpired({ key, action, turn }));
}

interface Purchase {
  target?: string;
  item?: { _id: string; pollIds?: string[] };
}

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
    yield* hiddenSaga();
    yield takeLatest(item.newItemsCheckRequested, withFailure(checkNewItems));
    yield takeEvery(followStored, reloadEmptyHomeLists);
    yield fork(refreshSaga);
    yield takeEvery(
      item.voteRequested,
      withFailure(votePoll, (failure, { payload: { key } }) => [
        item.voteFailed({ key, already: failure.code === 'ALREADY_VOTED' }),
        failureShown(failure),
        item.itemRefreshed({ key }),
      ]),
    );
    // By item, because the user can leave the page and delete another item before the first response.
    yield takeLeadingBy(
      item.deleteRequested,
      getItemKey,
      withFailure(deleteItem, ({ message }, { payload: { key } }) => item.deleteFailed({ key, error: message })),
    );
    yield takeLeadingBy(item.downloadRequested, getItemKey, withFailure(downloadProduct, failureShown));
    yield fork(shareSaga);
    yield takeEvery(reactionChanged, expireReaction);
    yield takeEvery(reminderChanged, expireReminder);
  },
  socket: {
    // A creator published. A hidden tab checks only once it is visible, so that not all followers send requests together.
    send_notification: ({ type, action }: { type?: string; action?: string }) =>
      isItemKind(type) && action === 'created' && !document.hidden ? item.newItemsCheckRequested() : null,
    // The item was bought in another tab or on another device. Backends that omit `target` send posts, which have `pollIds`.
    token_transaction_success: ({ target, item: bought }: Purchase) =>
      bought && (isItemKind(target) || (!target && bought.pollIds))
        ? item.itemRefreshed({ key: itemKey(target ?? 'feed', bought._id) })
        : null,
  },
  resync: () => [item.newItemsCheckRequested()],
};
