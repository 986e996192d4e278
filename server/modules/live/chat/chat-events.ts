import { rooms } from '../../../realtime/publish';
import type { FullMessage } from '../../conversation/message/message-service';
import type { PersonView } from '../../identity/people/people-service';
import type { ChatDeps } from './chat-deps';
import type { Chat } from './chat-repository';

/** The room of a show. */
export const getRoom = ({ conversation: { type, id } }: Chat): string => rooms.conversation(type, id);

/** A sender as all of a room may see them. */
export const readSender = async ({ people }: Pick<ChatDeps, 'people'>, id: string): Promise<PersonView | null> =>
  (await people.publicViews([id])).get(id) ?? null;

/** Publishes a message to the room of its show, its sender included: one payload for all of them. */
export function publishToRoom(
  { publisher, chats }: Pick<ChatDeps, 'publisher' | 'chats'>,
  event: 'message_created_conversation' | 'message_deleted_conversation',
  chat: Chat,
  { message, senderInfo }: { message: FullMessage; senderInfo: PersonView | null },
): void {
  publisher.publish(`${event}_${chat.conversation.id}`, getRoom(chat), { ...chats.present(message, null), senderInfo });
}
