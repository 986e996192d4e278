import type { z } from 'zod';
import { fromCents, type Cents } from '@contract/base/money';
import type { Stream } from '@contract/content/stream-schemas';
import type { Conversation, Message } from '@contract/conversation/message-entities';
import type { EndpointReply } from '@contract/schemas';
import type { ChatService } from '../chat/chat-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { ShowFigures } from './show-figures';
import { getHostAwaySince, getStreamingSeconds } from './show-clock';
import type { ShowRow } from './show-repository';

export type StreamView = z.input<typeof Stream>;
export type LiveStreamView = EndpointReply<'joinStream'>;
type ConversationView = z.input<typeof Conversation>;
type MessageView = z.input<typeof Message>;

export interface ShowViewerState {
  isSubscribed: boolean;
  hasPurchased: boolean;
}

export interface PresentDeps {
  people: Pick<PeopleService, 'publicViews'>;
  figures: ShowFigures;
  chat: Pick<ChatService, 'readPinned'>;
}

export interface PresentOptions {
  now: Date;
  /** The viewer's state by show; absent if the response is not for a single viewer. */
  states?: ReadonlyMap<string, ShowViewerState>;
  /** Whether the viewers can read the chat of a show; true for all by default. */
  isInside?: (show: ShowRow) => boolean;
}

/** Wire contract 3.19. */
export async function presentStreams(
  { people, figures, chat }: PresentDeps,
  shows: readonly ShowRow[],
  { now, states, isInside = () => true }: PresentOptions,
): Promise<StreamView[]> {
  const pinnedIds = shows.filter(isInside).flatMap(({ pinnedMessageId }) => pinnedMessageId ?? []);
  const [hosts, counted, pinned] = await Promise.all([
    people.publicViews(shows.map(({ performerId }) => performerId)),
    figures.list(
      shows.map(({ id }) => id),
      now,
    ),
    pinnedIds.length === 0 ? new Map<string, MessageView>() : chat.readPinned(pinnedIds),
  ]);
  return shows.map((show) => {
    const { conversationId = null, members = 0, raised = null } = counted.get(show.id) ?? {};
    const host = hosts.get(show.performerId);
    const pinnedMessage = isInside(show) ? (pinned.get(show.pinnedMessageId ?? '') ?? null) : null;
    const view = presentRow(show, { now, conversationId, members, raised, pinnedMessage });
    return { ...view, performerInfo: host?.isPerformer ? host : null, ...states?.get(show.id) };
  });
}

interface Counted {
  now: Date;
  conversationId: string | null;
  members: number;
  raised: Cents | null;
  pinnedMessage: MessageView | null;
}

function presentRow(show: ShowRow, { now, conversationId, members, raised, pinnedMessage }: Counted): StreamView {
  const { startedAt, endedAt, price, minutePrice, goalAmount } = show;
  return {
    _id: show.id,
    performerId: show.performerId,
    title: show.title,
    description: show.description,
    type: show.type,
    sessionId: show.sessionId,
    isStreaming: show.state === 'live' ? 1 : 0,
    streamingTime: getStreamingSeconds(show, now),
    lastStreamingTime: (endedAt ?? startedAt)?.toISOString() ?? null,
    isFree: price === null && show.type === 'public',
    price: price === null ? null : fromCents(price),
    stats: { members: show.state === 'live' ? members : 0, likes: 0 },
    conversationId,
    audience: show.audience,
    ticketFor: show.ticketFor,
    minutePrice: minutePrice === null ? null : fromCents(minutePrice),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    hostAwaySince: getHostAwaySince(show, now)?.toISOString() ?? null,
    goal:
      goalAmount === null
        ? null
        : { text: show.goalText, amount: fromCents(goalAmount), raised: fromCents(raised ?? (0 as Cents)) },
    chat: { slowSeconds: show.slowSeconds, writers: show.chatWriters, emoteOnly: show.isEmoteOnly },
    pinnedMessage,
    isRecorded: show.isRecorded,
    createdAt: show.createdAt.toISOString(),
    updatedAt: show.updatedAt.toISOString(),
  };
}

/** Fields both flat and nested, since clients of different API variants read one or the other. Wire contract 6. */
export const nestStream = (stream: StreamView, conversation: ConversationView): LiveStreamView => ({
  ...stream,
  stream,
  conversation,
});
