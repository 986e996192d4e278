import { delay } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { selectIsSocketOpen } from '@/features/site/ui/ui-slice';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { emitAbout, fetchLiveShow } from './own-show';
import { selectKeepsShows, selectOwnShow, type Show } from './studio-state';

/** The socket acknowledges nothing, so the backend is polled until it has the show. */
const CONFIRM_MS = [300, 500, 800, 1_200, 2_000, 3_000];

/** Also called after a reconnect, when the socket has to join its rooms again. */
export function* sayLive(): Generator {
  const show = yield* selectState(selectOwnShow);
  // A closed socket would send this later and could publish a dead show. `socketOpened` calls this again.
  if (!(yield* selectState(selectIsSocketOpen))) return;
  if (show?.conversationId) yield* emitAbout('public-stream/live', { conversationId: show.conversationId });
}

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

/** Ends a show that could not be published, so that it cannot go live later without a host. */
export function* announceOrEnd(show: Show): Generator<unknown, Show | null> {
  try {
    const live = yield* announce(show);
    if (live) return live;
  } catch {
    // The backend may have the show.
  }
  try {
    if (yield* selectState(selectKeepsShows)) yield* callEndpoint(streamRoutes.endStream, { params: { id: show._id } });
  } catch {
    // The backend ends a show without a picture by itself.
  }
  return null;
}
