import { newId } from '../../../db/columns';
import type { Chat } from '../show/entry-service';
import type { ChatDeps } from './chat-deps';
import { getRoom } from './chat-events';

/** With more viewers, a line for each arrival and departure would drown the conversation. */
const MAX_VIEWERS = 30;

/** Publishes a line by the site in the chat. It is not stored, and skipped if many viewers are present. */
export async function announce(
  { entry, clock, publisher }: ChatDeps,
  { show, conversation }: Chat,
  text: string,
): Promise<void> {
  const now = clock.now();
  const present = await entry.countPresent([show.id], now);
  if ((present.get(show.id)?.total ?? 0) >= MAX_VIEWERS) return;
  const conversationId = conversation.id;
  publisher.publish(`message_created_conversation_${conversationId}`, getRoom(conversation), {
    _id: newId(now.getTime()),
    conversationId,
    senderId: show.performerId,
    senderSource: 'performer',
    type: 'text',
    text,
    fileIds: [],
    files: [],
    isDeleted: false,
    isSystem: true,
    isSale: false,
    isBought: false,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
}
