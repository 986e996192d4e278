import { fork } from 'redux-saga/effects';
import type { Feature } from '@/store/feature';
import { endingSaga } from './ending-saga';
import { handOverSaga } from './hand-over-saga';
import { recordedSaga } from './recording-saga';
import * as studio from './studio-slice';
import type { Person, Show, ShowSeat } from './studio-state';
import { visitSaga } from './visit-saga';

interface InConversation {
  conversationId: string;
}
type Members = InConversation & { total: number; members?: Person[] | null };
type Asked = InConversation & { user: Person; price?: number; userNote?: string };

export const studioFeature: Feature = {
  name: 'liveStudio',
  reducer: studio.studioReducer,
  *browserSaga() {
    for (const saga of [visitSaga, endingSaga, handOverSaga, recordedSaga]) yield fork(saga);
  },
  socket: {
    'public-room-changed': (payload: Members) => studio.viewersChanged(payload),
    'stream/changed': (payload: Show) => studio.showChanged(payload),
    'model-left': ({ conversationId }: InConversation) => studio.showGone({ conversationId, endedBy: null }),
    'admin-end-session-stream': ({ conversationId }: InConversation) =>
      studio.showGone({ conversationId, endedBy: 'operator' }),
    'message_created_conversation_*': ({ type }: { type?: string }) =>
      type === 'tip' ? studio.takingsChanged() : null,
    'private-chat-request': ({ conversationId, user, price, userNote }: Asked) =>
      studio.requestArrived({ conversationId, user, price: price ?? null, note: userNote ?? '', answerBy: null }),
    'private-chat-decline': ({ conversationId }: InConversation) => studio.requestGone({ conversationId }),
    'stream/seat-changed': (payload: ShowSeat) => studio.seatHeard(payload),
  },
  catchUp: ({ liveStudio }) => (liveStudio.show ? [studio.socketOpened(), studio.seatsRequested()] : []),
  resync: ({ liveStudio }) => (liveStudio.show ? [studio.socketOpened(), studio.seatsRequested()] : []),
};
