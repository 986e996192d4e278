import type { Feature } from '@/store/feature';
import { feedSaga } from './feed-saga';
import { feedRefreshed, feedSlice, freshChecked } from './feed-slice';

/** Posts: lists of them, one of them, polls, what unlocking and subscribing open. */
export const feedFeature: Feature = {
  name: 'feed',
  reducer: feedSlice.reducer,
  saga: feedSaga,
  socket: {
    // A creator published: the list on screen may have news. A tab nobody looks at asks once it is looked at, so that
    // not all of a creator's followers ask in the same second.
    send_notification: ({ type, action }: { type?: string; action?: string }) =>
      type === 'feed' && action === 'created' && !document.hidden ? freshChecked() : null,
    // Bought in another tab or on another device. Backends that do not say what `item` is send posts with `pollIds`.
    token_transaction_success: ({ target, item }: { target?: string; item?: { _id: string; pollIds?: string[] } }) =>
      item && (target === 'feed' || (!target && item.pollIds)) ? feedRefreshed({ id: item._id }) : null,
  },
  resync: () => [freshChecked()],
};
