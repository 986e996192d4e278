import { takeEvery } from 'redux-saga/effects';
import { selectIsSocketOpen } from '@/features/site/ui/ui-slice';
import { selectState } from '@/store/call-endpoint';
import { emitAbout } from './own-show';
import { selectKeepsShows } from './studio-state';
import * as studio from './studio-slice';

/**
 * Joins as a watching host once this tab no longer sends a show that goes on. Agora and LiveKit do not report the picture to the
 * backend, so the socket of a host who stopped sending would keep fans paying. Keeps running after the host leaves the page.
 */
export function* handOverSaga(): Generator {
  let hosted: string[] = [];
  yield takeEvery(studio.joinedAsHost, function add({ payload: { conversationId } }) {
    hosted = [...hosted.filter((id) => id !== conversationId), conversationId];
  });
  yield takeEvery(studio.showEnded, function forget() {
    hosted = [];
  });
  yield takeEvery([studio.showTakenOver, studio.startFailed, studio.studioLeft], function* leave() {
    const left = hosted;
    hosted = [];
    // A lost connection already left its rooms. Compatible backends count a host who joins as sending.
    if (!(yield* selectState(selectKeepsShows)) || !(yield* selectState(selectIsSocketOpen))) return;
    for (const conversationId of left) yield* emitAbout('public-stream/join', { conversationId });
  });
}
