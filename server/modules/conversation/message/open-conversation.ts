import type { Caller } from '../../../access';
import type { EndpointPart } from '@contract/schemas';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { getConversation, type ConversationView } from './conversation-presenter';
import { getOpenError } from './message-policy';
import type { Messaging } from './messaging';
import { findRelation } from './relation-sql';

/**
 * @param input.source kind of the other account
 * @throws AppError MESSAGE_TO_SELF; ENTITY_NOT_FOUND for unknown accounts and creators who block the caller; FORBIDDEN
 */
export async function openConversation(
  messaging: Messaging,
  caller: Caller,
  { source, sourceId }: EndpointPart<'createConversation', 'body'>,
): Promise<ConversationView> {
  const { actor, country } = caller;
  const { db, clock, conversations } = messaging;
  if (sourceId === actor.id) throw new AppError('MESSAGE_TO_SELF');
  // Checked before any query, so that the response does not reveal whether another fan exists.
  if (actor.kind === 'user' && source === 'user') throw new AppError('FORBIDDEN');
  const now = clock.now();
  const id = await inTransaction(db, async (tx) => {
    const relation = requireFound(await findRelation(tx, { one: actor.id, other: sourceId, country, now }));
    const isOtherActive = relation.otherStatus === 'active';
    if (relation.otherKind !== source || relation.isBlocked) throw new AppError('ENTITY_NOT_FOUND');
    const existing = await conversations.findUsed(actor.id, sourceId, tx);
    if (existing) return existing;
    if (!isOtherActive) throw new AppError('ENTITY_NOT_FOUND');
    const error = getOpenError({ ...relation, kind: actor.kind, isOtherActive });
    if (error) throw new AppError(error);
    return conversations.open([actor.id, sourceId], { openedBy: actor.id, now }, tx);
  });
  return getConversation(messaging, caller, id);
}
