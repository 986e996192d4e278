import { put } from 'redux-saga/effects';
import { balanceChanged, currentUserRequested } from '@/features/identity/auth/session-slice';
import * as intents from '@/store/intents';
import { listProductIds, type Purchase } from './purchase';
import type { PurchaseReply } from './purchase-calls';

export function* publishPurchase(purchase: Purchase, reply?: PurchaseReply) {
  switch (purchase.kind) {
    case 'unlock':
      yield put(intents.itemUnlocked({ target: purchase.item.target, id: purchase.item.id }));
      break;
    case 'unlockByCard':
      yield put(intents.itemUnlocked({ target: purchase.item.target, id: purchase.item.id }));
      return;
    case 'order':
    case 'product':
      yield put(intents.orderPlaced({ productIds: listProductIds(purchase) }));
      break;
    case 'orderByCard':
      yield put(intents.orderPlaced({ productIds: listProductIds(purchase) }));
      return;
    case 'tip':
      yield put(intents.performerTipped({ performerId: purchase.performerId, price: purchase.price }));
      break;
    case 'subscribe':
    case 'trial':
      yield put(intents.subscriptionChanged({ performerId: purchase.performerId }));
      return;
    case 'platform':
      yield put(intents.platformSubscriptionChanged());
      return;
    case 'topUp':
      yield put(currentUserRequested());
      yield put(intents.walletToppedUp());
      return;
  }
  if (!reply) return;
  if ('balanceAfter' in reply && reply.balanceAfter !== undefined) {
    yield put(balanceChanged({ wallet: reply.balanceAfter }));
    return;
  }
  yield put(balanceChanged({ walletDelta: -purchase.price }));
  // The socket event for the same payment would count it twice; loading the balance corrects that.
  yield put(currentUserRequested());
}
