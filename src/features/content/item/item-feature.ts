import type { Feature } from '@/store/feature';
import { isItemKind, itemKey } from './item-kind';
import { itemSaga } from './item-saga';
import { freshChecked, itemRefreshed, itemSlice } from './item-slice';

/** What creators publish: lists of it, one of it, polls, what unlocking and subscribing open. */
export const itemFeature: Feature = {
  name: 'item',
  reducer: itemSlice.reducer,
  saga: itemSaga,
  socket: {
    // A creator published: the list on screen may have news. A tab nobody looks at asks once it is looked at, so that
    // not all of a creator's followers ask in the same second.
    send_notification: ({ type, action }: { type?: string; action?: string }) =>
      isItemKind(type) && action === 'created' && !document.hidden ? freshChecked() : null,
    // Bought in another tab or on another device. Backends that do not say what `item` is send posts with `pollIds`.
    token_transaction_success: ({ target, item }: { target?: string; item?: { _id: string; pollIds?: string[] } }) =>
      item && (isItemKind(target) || (!target && item.pollIds))
        ? itemRefreshed({ key: itemKey(target ?? 'feed', item._id) })
        : null,
  },
  resync: () => [freshChecked()],
};
