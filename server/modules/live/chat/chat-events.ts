import { createTtlCache } from '../../../lib/ttl-cache';
import { rooms } from '../../../realtime/publish';
import type { FullMessage } from '../../conversation/message/message-service';
import type { PersonView } from '../../identity/people/people-service';
import type { ChatDeps } from './chat-deps';
import type { ConversationRow } from '../show/entry-service';

export const getRoom = ({ type, id }: Pick<ConversationRow, 'type' | 'id'>): string => rooms.conversation(type, id);

/** Cached, since senders often write several messages in a row. */
const SENDER_CACHE_MS = 10_000;
const MAX_SENDERS = 5_000;

export function createSenderCache({ people, clock }: Pick<ChatDeps, 'people' | 'clock'>) {
  const cache = createTtlCache<PersonView | null>({
    ttlMs: SENDER_CACHE_MS,
    most: MAX_SENDERS,
    now: () => clock.now().getTime(),
  });
  return (id: string): Promise<PersonView | null> =>
    cache.get(id, async () => (await people.publicViews([id])).get(id) ?? null);
}

/** Publishes one payload to the whole room, including the sender. */
export function publishToRoom(
  { publisher, chats }: Pick<ChatDeps, 'publisher' | 'chats'>,
  event: 'message_created_conversation' | 'message_deleted_conversation',
  conversation: Pick<ConversationRow, 'type' | 'id'>,
  { message, senderInfo }: { message: FullMessage; senderInfo: PersonView | null },
): void {
  const view = { ...chats.present(message, null), senderInfo };
  publisher.publish(`${event}_${conversation.id}`, getRoom(conversation), view);
}
