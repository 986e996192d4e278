import type { ServerContext } from '../../../../context';
import { rooms } from '../../../../realtime/publish';
import type { ShowRow } from '../show-repository';

type Publisher = ServerContext['publisher']['here'];

export const getShowRoom = ({ type }: Pick<ShowRow, 'type'>, conversationId: string): string =>
  rooms.conversation(`stream_${type}`, conversationId);

/** Publishes the start of a show. Older clients of group shows have their own events for start and end. Wire contract 4.3. */
export function publishShowBegun(
  publisher: Publisher,
  show: ShowRow,
  { conversationId, now }: { conversationId: string; now: Date },
): void {
  if (show.type === 'private') return;
  const room = getShowRoom(show, conversationId);
  publisher.publish('join-broadcaster', room, { conversationId, performerId: show.performerId });
  publisher.publish('model-joined', room, { conversationId });
  publisher.publish('MODEL_JOIN_ROOM', room, { conversationId, date: now.toISOString() });
}

export function publishShowEnded(
  publisher: Publisher,
  show: ShowRow,
  { conversationId, now }: { conversationId: string; now: Date },
): void {
  const { id: streamId, performerId, endedAt } = show;
  const room = getShowRoom(show, conversationId);
  const createdAt = (endedAt ?? now).toISOString();
  if (show.endedBy === 'operator')
    publisher.publish('admin-end-session-stream', room, { streamId, conversationId, createdAt });
  if (show.type === 'private') return;
  publisher.publish('model-left', room, { conversationId, performerId });
  publisher.publish('MODEL_LEFT_ROOM', room, { conversationId, date: createdAt });
}
