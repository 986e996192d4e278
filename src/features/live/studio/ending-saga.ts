import { put, takeEvery, takeLatest } from 'redux-saga/effects';
import { streamRoutes } from '@contract/content/stream-routes';
import { ownLiveShowStore } from '@/services/own-live-show';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { withFailure } from '@/store/with-failure';
import { emitAbout, summarise } from './own-show';
import { selectKeepsShows, selectOwnShow, selectPrivateShow } from './studio-state';
import * as studio from './studio-slice';

function* endShow(): Generator {
  const show = yield* selectState(selectOwnShow);
  if (!show) return;
  const running = yield* selectState(selectPrivateShow);
  const { _id: id, conversationId } = show;
  if (yield* selectState(selectKeepsShows)) {
    const summary = yield* callEndpoint(streamRoutes.endStream, { params: { id } });
    yield put(studio.showEnded({ summary, endedBy: 'host' }));
  } else {
    if (running) {
      const { conversationId: at, streamId, sessionId } = running;
      yield* emitAbout('private-stream/leave', { conversationId: at, streamId, sessionId });
    }
    if (conversationId) yield* emitAbout('public-stream/leave', { conversationId });
    yield put(studio.showEnded({ summary: yield* summarise(), endedBy: 'host' }));
  }
}

/** Continues after the host has left the page, because leaving can end the show. */
export function* endingSaga(): Generator {
  yield takeLatest(
    studio.endRequested,
    withFailure(endShow, (failure) => studio.endFailed(failure)),
  );
  // Otherwise the next visit would report this show's end as news.
  yield takeEvery([studio.showEnded, studio.showTakenOver], () => ownLiveShowStore.remove());
}
