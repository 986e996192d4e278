import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { PeopleService, PersonView, UserView } from '../../identity/people/people-service';
import type { ChatService } from '../chat/chat-service';
import type { Chat } from '../show/entry-service';
import type { SeatDetail } from './seat-detail-repository';
import type { SeatRow } from './seat-repository';

export type SeatView = EndpointReply<'getSeat'>;
export type PrivateChatView = EndpointReply<'requestPrivateChat'>;

interface PresentDeps {
  people: Pick<PeopleService, 'publicViews'>;
}

const toText = (time: Date | null): string | null => time?.toISOString() ?? null;
const toUser = (view: PersonView | undefined): UserView | null => (view && !view.isPerformer ? view : null);

export const readFan = async ({ people }: PresentDeps, { userId }: Pick<SeatRow, 'userId'>): Promise<UserView | null> =>
  toUser((await people.publicViews([userId])).get(userId));

export async function presentSeats(
  { people }: PresentDeps,
  details: readonly SeatDetail[],
  viewerId: string,
): Promise<SeatView[]> {
  const views = await people.publicViews(details.flatMap(({ seat }) => [seat.performerId, seat.userId]));
  return details.map((detail) => presentSeat(detail, views, viewerId));
}

function presentSeat(
  { seat, type, sessionId, minutes, cost, earned }: SeatDetail,
  views: ReadonlyMap<string, PersonView>,
  viewerId: string,
): SeatView {
  const performer = views.get(seat.performerId);
  const isHost = viewerId === seat.performerId;
  const isRunning = seat.state === 'running';
  return {
    _id: seat.id,
    streamId: seat.streamId,
    conversationId: seat.conversationId,
    sessionId,
    type: type === 'group' ? 'group' : 'private',
    performer: performer?.isPerformer ? performer : null,
    user: toUser(views.get(seat.userId)),
    state: seat.state,
    // Hosts must not learn about the fan's spending limit.
    endedBy: isHost && seat.endedBy === 'limit' ? 'wallet' : seat.endedBy,
    price: fromCents(seat.price),
    note: seat.note,
    answerBy: toText(seat.answerBy),
    startedAt: toText(seat.startedAt),
    endedAt: toText(seat.endedAt),
    paidUntil: isRunning ? toText(seat.dueAt) : null,
    minutes,
    cost: fromCents(cost),
    ...(isHost && { earned: fromCents(earned) }),
    hostAwaySince: isRunning ? toText(seat.pausedAt) : null,
    createdAt: seat.createdAt.toISOString(),
    updatedAt: seat.updatedAt.toISOString(),
  };
}

/** A private show as compatible backends return it. Wire contract 2.18. */
export const presentPrivateChat = (
  { chat }: { chat: Pick<ChatService, 'present'> },
  found: Chat,
  { price }: Pick<SeatRow, 'price'>,
): PrivateChatView => ({
  conversation: chat.present(found),
  sessionId: found.show.sessionId,
  price: fromCents(price),
  streamId: found.show.id,
});

export const presentAccepted = (chat: PrivateChatView, user: UserView | null): PrivateChatView => ({
  ...chat,
  isStreaming: 1,
  ...(user && { user }),
});
