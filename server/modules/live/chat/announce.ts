import { newId } from '../../../db/columns';
import type { Chat } from '../show/entry-service';
import type { ChatDeps } from './chat-deps';
import { getRoom } from './chat-events';

/** Viewers from which on a line for each who comes and goes would drown what people say. */
const MAX_VIEWERS = 30;

/** Says a line in the chat of a show in the name of the site. It is not stored, and omitted where many are there. */
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
