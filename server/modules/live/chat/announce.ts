import { newId } from '../../../db/columns';
import type { ShowRow } from '../show/entry-service';
import type { ChatDeps } from './chat-deps';
import { getRoom } from './chat-events';

/** Viewers from which on a line for each who comes and goes would drown what people say. */
const MAX_VIEWERS = 30;

/** Says a line in the chat of a show in the name of the site. It is not stored, and omitted where many are there. */
export async function announce({ repository, clock, publisher }: ChatDeps, show: ShowRow, text: string): Promise<void> {
  const now = clock.now();
  if ((await repository.countPresent(show.id, now)) >= MAX_VIEWERS) return;
  const chat = await repository.findByShow(show.id);
  if (!chat) return;
  const conversationId = chat.conversation.id;
  publisher.publish(`message_created_conversation_${conversationId}`, getRoom(chat.conversation), {
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
