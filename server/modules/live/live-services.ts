import type { ServerContext } from '../../context';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import { createChatService } from './chat/chat-service';
import { createEntryService } from './show/entry-service';
import { createJoinHandler } from './room/join-room-service';

export type LiveServices = ReturnType<typeof createLiveServices>;

/** Live shows. */
export function createLiveServices(
  context: ServerContext,
  { people, message }: Pick<IdentityServices, 'people'> & Pick<ConversationServices, 'message'>,
) {
  const entry = createEntryService(context);
  const chat = createChatService(context, { entry, people, chats: message.chats });
  return { chat, socketHandlers: { 'public-stream/join': createJoinHandler(context, entry) } };
}
