import { all, put, takeEvery } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown } from '@/features/site/ui/ui-slice';
import { selectState } from '@/store/call-endpoint';
import {
  itemUnlocked,
  orderPlaced,
  orderRefused,
  platformSubscriptionChanged,
  subscriptionChanged,
} from '@/store/intents';
import { withFailure } from '@/store/with-failure';
import { getKey, itemKey, loadKind, readKey } from './item-kinds';
import * as item from './item-slice';
import { selectItem, selectItems } from './item-state';
import { getAccess, type Item } from './item-view';
import type * as ProductModule from './product-kind';

/** Compatible backends do not say whether a product was bought; the receipts do. */
export function* loadPurchaseState(product: Item) {
  const isUnknown = product.kind === 'product' && product.isDigital && product.isBought === undefined;
  const viewer = yield* selectState(selectCurrentUser);
  if (!isUnknown || !viewer || viewer.isPerformer) return;
  const { findPurchase } = (yield import('./product-kind')) as typeof ProductModule;
  try {
    yield put(item.purchaseStateLoaded({ key: getKey(product), isBought: yield* findPurchase(product) }));
  } catch {
    // The page then shows the price, as it does to guests.
  }
}

/** Fetches the item again. Ignores errors: the page of the item shows them. */
const refreshItem = withFailure(function* refresh({ payload: { key } }: ReturnType<typeof item.itemRefreshed>) {
  if (!(yield* selectState(selectItem(key)))) return;
  const { kind, id } = readKey(key);
  const found = yield* (yield* loadKind(kind)).get(id);
  yield put(item.itemsLoaded([found]));
  yield* loadPurchaseState(found);
});

const refreshItems = (keys: string[]) => all(keys.map((key) => refreshItem(item.itemRefreshed({ key }))));

/** A subscription can unlock or lock items. Those known only from lists are fetched with one call per kind. */
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

function* refreshProducts({ payload: { productIds } }: ReturnType<typeof orderPlaced | typeof orderRefused>) {
  yield refreshItems(productIds.map((id) => itemKey('product', id)));
}

/** The platform's own subscription unlocks the free items of all creators. */
function* refreshFreeItems() {
  const { items, places } = yield* selectState((state) => state.item);
  const waiting = Object.values(items).filter((one) => one.isFree || getAccess(one) === 'locked-platform');
  yield refreshItems(waiting.map(getKey));
  for (const [place, { status }] of Object.entries(places)) {
    const { kind, id: address } = readKey(place);
    if (status === 'closed') yield put(item.itemRequested({ kind, address }));
  }
}

export function* refreshSaga() {
  yield takeEvery(item.itemRefreshed, refreshItem);
  yield takeEvery(itemUnlocked, ({ payload: { target, id } }) =>
    refreshItem(item.itemRefreshed({ key: itemKey(target, id) })),
  );
  yield takeEvery([orderPlaced, orderRefused], refreshProducts);
  yield takeEvery(subscriptionChanged, withFailure(refreshPerformerItems, failureShown));
  yield takeEvery(platformSubscriptionChanged, refreshFreeItems);
}
