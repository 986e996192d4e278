import { all, call, put, takeLatest } from 'redux-saga/effects';
import type { EndpointData } from '@contract/schemas';
import { feedRoutes } from '@contract/feed-routes';
import { limits } from '@contract/limits';
import { purchaseRoutes } from '@contract/purchase-routes';
import { walletRoutes } from '@contract/wallet-routes';
import { toFailure } from '@/services/api-error';
import { selectServes } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { itemUnlocked } from '@/store/intents';
import {
  libraryFailed,
  libraryLoaded,
  libraryOpened,
  librarySlice,
  moreWanted,
  selectLibrary,
  type LibraryFilter,
  type Purchase,
} from './library-slice';

const limit = limits.contentPage;

interface Part {
  data: Purchase[];
  total: number;
  performers: EndpointData<'listPurchases'>['performers'];
}

type Charge = EndpointData<'listCharges'>['data'][number];

function* coverOf(id: string): Generator<unknown, Partial<Purchase>> {
  try {
    const { files, thumbnail, type } = yield* callEndpoint(feedRoutes.getFeed, { params: { id } });
    const pictured = [thumbnail, ...files].find((file) => file?.thumbnails?.[0]);
    const url = pictured?.thumbnails?.[0];
    return {
      kind: type === 'scheduled-streaming' ? 'video' : type,
      cover: url ? { url, width: pictured?.width, height: pictured?.height } : null,
      fileCount: files.length,
    };
  } catch {
    return { isAvailable: false };
  }
}

const isKept = ({ target, status }: Charge) => status === 'success' && (target === 'feed' || target === 'message');

/** From the family's charges, where the backend has no library: posts are looked up for their covers. */
function* fromCharges({ kind, performerId }: LibraryFilter, offset: number): Generator<unknown, Part> {
  const type = kind === 'message' ? 'message' : 'feed';
  const query = { type, performerId, limit, offset } as const;
  const { data, total } = yield* callEndpoint(walletRoutes.listCharges, { query });
  const kept = data.filter(isKept);
  const looked = (yield all(
    kept.map((charge) => (charge.target === 'feed' ? call(coverOf, charge.targetId) : {})),
  )) as Partial<Purchase>[];
  const items = kept.map((charge, index): Purchase => {
    const { _id, target, targetId, products, performerId: sellerId, performerInfo, totalPrice, createdAt } = charge;
    return {
      ...{ _id, target: target === 'message' ? 'message' : 'feed', targetId, performerId: sellerId, performerInfo },
      ...{ kind: target === 'message' ? 'message' : 'text', title: products[0]?.name ?? '', price: totalPrice },
      ...{ boughtAt: createdAt, cover: null, fileCount: 0, totalDuration: 0, isAvailable: true },
      ...looked[index],
    };
  });
  const isWanted = (item: Purchase) => kind === undefined || item.kind === kind;
  return { data: items.filter(isWanted), total, performers: [] };
}

function* fetchPart(filter: LibraryFilter, offset: number): Generator<unknown, Part> {
  if (!(yield* selectState(selectServes(purchaseRoutes.listPurchases)))) return yield* fromCharges(filter, offset);
  try {
    return yield* callEndpoint(purchaseRoutes.listPurchases, { query: { ...filter, limit, offset } });
  } catch (error) {
    if (yield* selectState(selectServes(purchaseRoutes.listPurchases))) throw error;
    return yield* fromCharges(filter, offset);
  }
}

function* load(action: ReturnType<typeof libraryOpened | typeof moreWanted>) {
  const { filter, items } = yield* selectState(selectLibrary);
  const offset = moreWanted.match(action) ? items.length : 0;
  try {
    const { data, total, performers } = yield* fetchPart(filter, offset);
    yield put(libraryLoaded({ offset, items: data, sellers: performers, total }));
  } catch (error) {
    yield put(libraryFailed(toFailure(error)));
  }
}

/** Something was bought while the library is open. */
function* refresh() {
  const { filter, status } = yield* selectState(selectLibrary);
  if (status !== 'idle') yield put(libraryOpened(filter));
}

/** What a fan unlocked: to look at, to find, to open again. */
export const libraryFeature: Feature = {
  name: 'library',
  reducer: librarySlice.reducer,
  *saga() {
    yield takeLatest([libraryOpened, moreWanted], load);
    yield takeLatest(itemUnlocked, refresh);
  },
};
