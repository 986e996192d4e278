import { fork } from 'redux-saga/effects';
import type { Feature } from '@/store/feature';
import { announcementSaga } from './announcement-saga';
import { joinSaga, stayingSaga } from './join-saga';
import { pictureSaga } from './picture-saga';
import { replaySaga } from './replay-saga';
import * as room from './room-slice';
import type { Member, Show } from './room-state';

interface InConversation {
  conversationId: string;
}
type Members = InConversation & { total: number; members?: Member[] | null };

export const roomFeature: Feature = {
  name: 'liveRoom',
  reducer: room.roomReducer,
  saga: joinSaga,
  *browserSaga() {
    for (const saga of [stayingSaga, pictureSaga, announcementSaga, replaySaga]) yield fork(saga);
  },
  socket: {
    'public-room-changed': (payload: Members) => room.viewersChanged(payload),
    'private-stream/streamInformationChanged': (payload: Members) => room.viewersChanged(payload),
    JOINED_THE_ROOM: (payload: Members) => room.viewersChanged(payload),
    'stream/changed': (payload: Show) => room.showChanged(payload),
    'change-stream-info': ({ conversation }: { conversation: { _id: string; name?: string | null } }) =>
      conversation.name ? room.showRenamed({ conversationId: conversation._id, name: conversation.name }) : null,
    // The host left on purpose. Our own backend reports a lost connection by `hostAwaySince`, others do not report it.
    'model-left': ({ conversationId }: InConversation) => room.showEnded({ conversationId, endedBy: 'host' }),
    MODEL_LEFT_ROOM: ({ conversationId }: InConversation) => room.showEnded({ conversationId, endedBy: 'host' }),
    'admin-end-session-stream': ({ conversationId }: InConversation) =>
      room.showEnded({ conversationId, endedBy: 'operator' }),
    'join-broadcaster': ({ performerId }: { performerId: string }) => room.hostSeen({ performerId }),
    'stream/access-lost': ({ conversationId }: InConversation) => room.accessLost({ conversationId }),
  },
  catchUp: ({ liveRoom }) => (liveRoom.performerId ? [room.roomRejoined()] : []),
  resync: ({ liveRoom }) => (liveRoom.performerId ? [room.roomRejoined()] : []),
};
