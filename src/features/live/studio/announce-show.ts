import { delay } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { selectIsSocketOpen } from '@/features/site/ui/ui-slice';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { emitAbout, fetchLiveShow } from './own-show';
import { selectKeepsShows, selectOwnShow, type Show } from './studio-state';

/** The room hears of a show by the socket, which acknowledges nothing: it is said again until the backend has it. */
const CONFIRM_MS = [300, 500, 800, 1_200, 2_000, 3_000];

/** Says again that the host is there: rooms do not outlive a connection. */
export function* sayLive(): Generator {
  const show = yield* selectState(selectOwnShow);
  // Said later, it would make a show live that nobody sends any more. A socket that opens says it then.
  if (!(yield* selectState(selectIsSocketOpen))) return;
  if (show?.conversationId) yield* emitAbout('public-stream/live', { conversationId: show.conversationId });
}

/** @returns the show as it is once it is live; null where it never is. */
function* announce(show: Show): Generator<unknown, Show | null> {
  yield* sayLive();
  if (!(yield* selectState(selectKeepsShows))) return { ...show, startedAt: new Date().toISOString() };
  for (const wait of CONFIRM_MS) {
    yield delay(wait);
    const live = yield* fetchLiveShow();
    if (live?._id === show._id) return live;
    yield* sayLive();
  }
  return null;
}

/** A show of which the room could not be told must not go live later, with nobody who sends it. */
export function* announceOrEnd(show: Show): Generator<unknown, Show | null> {
  try {
    const live = yield* announce(show);
    if (live) return live;
  } catch {
    // The backend may have it, or not.
  }
  try {
    if (yield* selectState(selectKeepsShows)) yield* callEndpoint(streamRoutes.endStream, { params: { id: show._id } });
  } catch {
    // It ends by itself as one that nobody sends.
  }
  return null;
}
