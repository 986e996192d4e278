import type { Caller } from '../../../access';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { inTransaction } from '../../../db/transaction';
import { getConversation, presentConversation, type ConversationView } from './conversation-presenter';
import { markConversationRead } from './mark-conversation-read';
import { memberRepository } from './member-repository';
import { getMembership, toViewer } from './message-policy';
import { publishUnread } from './message-events';
import type { Messaging } from './messaging';
import { openConversation } from './open-conversation';

/** Private conversations. Responds 404 to accounts that are not members and to blocked members. */
export const createConversationService = (messaging: Messaging) => ({
  get: (caller: Caller, id: string) => getConversation(messaging, caller, id),

  open: (caller: Caller, input: EndpointPart<'createConversation', 'body'>) =>
    openConversation(messaging, caller, input),

  markRead: (caller: Caller, id: string) => markConversationRead(messaging, caller, id),

  updateSettings: (caller: Caller, id: string, input: SettingsInput) => updateSettings(messaging, caller, id, input),

  /** Runs three queries for any number of rows. */
  async list(
    caller: Caller,
    query: EndpointPart<'listConversations', 'query'>,
  ): Promise<EndpointReply<'listConversations'>> {
    const { conversations, clock, people } = messaging;
    if (query.type !== undefined && query.type !== 'private') return { data: [], total: 0 };
    const { rows, total } = await conversations.list(toViewer(caller), query, clock.now());
    const views = await people.views(
      rows.map((row) => row.otherId),
      caller.actor,
    );
    return { data: rows.map((row) => presentConversation(row, caller.actor, views.get(row.otherId))), total };
  },

  async countUnread(caller: Caller): Promise<EndpointReply<'countUnread'>> {
    return { total: await messaging.conversations.countUnread(toViewer(caller)) };
  },
});

type SettingsInput = EndpointPart<'updateConversationSettings', 'body'>;

/** Settings that are absent stay as they are. The other member is not notified. @throws AppError ENTITY_NOT_FOUND */
async function updateSettings(
  messaging: Messaging,
  caller: Caller,
  id: string,
  { isMuted, isClosed }: SettingsInput,
): Promise<ConversationView> {
  const { actor } = caller;
  await getMembership(messaging, caller, id);
  const now = messaging.clock.now();
  const change = {
    ...(isMuted !== undefined && { mutedAt: isMuted ? now : null }),
    ...(isClosed !== undefined && { closedAt: isClosed ? now : null }),
  };
  if (Object.keys(change).length > 0) {
    await inTransaction(messaging.db, async (tx) => {
      await memberRepository.update(id, actor.id, change, tx);
      tx.afterCommit(() => publishUnread(messaging, actor.id));
    });
  }
  return getConversation(messaging, caller, id);
}
