import type { Actor } from '../../../access';
import { newId } from '../../../db/columns';
import type { Chat } from '../show/entry-service';
import type { ChatDeps } from './chat-deps';
import { getRoom } from './chat-events';

/** With more viewers, a line for each arrival and departure would drown the conversation. */
const MAX_VIEWERS = 30;

/** A fan is back in the room within this time after their private show. */
const RETURN_MS = 60_000;

interface Move extends Chat {
  actor: Pick<Actor, 'id' | 'name' | 'username'> | null;
  isIn: boolean;
}

/**
 * Publishes in the chat that a viewer joined or left. Leaves out who leaves for a private show with the host, or comes back from
 * it: the others must not learn with whom the host is.
 */
export async function announceMove(deps: ChatDeps, { actor, isIn, ...chat }: Move): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - RETURN_MS);
  const place = { performerId: chat.show.performerId, userId: actor?.id ?? null };
  if (chat.show.type === 'public' && (await deps.repository.isInPrivateShow(place, since))) return;
  const shown = actor && (await deps.repository.showsPresence(actor.id)) ? actor : null;
  await announce(deps, chat, `${shown?.name || shown?.username || 'A guest'} ${isIn ? 'joined' : 'left'}`);
}

/** Publishes a line by the site in the chat. It is not stored, and skipped if many viewers are present. */
async function announce(
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
