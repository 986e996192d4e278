import { delay, put } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { selectIsSocketOpen } from '@/features/site/ui/ui-slice';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { emitAbout, fetchLiveShow } from './own-show';
import { selectKeepsShows, selectOwnShow, type Show } from './studio-state';
import * as studio from './studio-slice';

/** Delays between polls: the socket confirms nothing, so the backend is polled until the show is live. */
const CONFIRM_MS = [300, 500, 800, 1_200, 2_000, 3_000];

/** Publishes the show. Also called after a reconnect, because the socket then has to join its rooms again. */
export function* sayLive(): Generator {
  const show = yield* selectState(selectOwnShow);
  // A closed socket would send this later and could publish a show that has ended. `socketOpened` calls this again.
  if (!(yield* selectState(selectIsSocketOpen))) return;
  if (!show?.conversationId) return;
  const { conversationId } = show;
  yield* emitAbout('public-stream/live', { conversationId });
  yield put(studio.joinedAsHost({ conversationId }));
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

/** Publishes a show, or ends it if that fails, so that it cannot go live later without a host. */
export function* announceOrEnd(show: Show): Generator<unknown, Show | null> {
  try {
    const live = yield* announce(show);
    if (live) return live;
  } catch {
    // The backend may know that the show is live.
  }
  try {
    if (yield* selectState(selectKeepsShows)) yield* callEndpoint(streamRoutes.endStream, { params: { id: show._id } });
  } catch {
    // If this fails, the backend itself ends a show without a picture.
  }
  return null;
}
