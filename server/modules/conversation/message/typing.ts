import type { ServerContext } from '../../../context';
import { rooms } from '../../../realtime/publish';
import type { SocketHandler } from '../../../realtime/sockets';
import { createTtlCache } from '../../../lib/ttl-cache';
import type { MessageService } from './message-service';

/** Cached because keystrokes come fast, but only briefly, because a block must take effect soon. */
const LISTENER_TTL_MS = 10_000;
const MAX_LISTENERS = 10_000;

export function createTypingHandler(
  { clock, publisher }: Pick<ServerContext, 'clock' | 'publisher'>,
  { findTypingListener }: Pick<MessageService, 'findTypingListener'>,
): SocketHandler<'typing'> {
  const listeners = createTtlCache<string | null>({
    ttlMs: LISTENER_TTL_MS,
    most: MAX_LISTENERS,
    now: () => clock.now().getTime(),
  });

  return async ({ actor, connection, payload: { conversationId, isTyping } }) => {
    if (!actor) return;
    const key = `${actor.id} ${conversationId}`;
    // Typing in one conversation costs one query; probing many ids exhausts the socket's budget.
    if (listeners.known(key) === undefined && !connection.takeQueryPoints()) return;
    const listener = await listeners.get(key, () => findTypingListener(actor, conversationId));
    if (listener === null) return;
    publisher.publish('typing', rooms.account(listener), { conversationId, userId: actor.id, isTyping });
  };
}
