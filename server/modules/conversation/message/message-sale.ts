import { cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { getUnreadyError } from '../../site/media/media-service';
import { memberRepository } from './member-repository';
import { publishMessage } from './message-events';
import { messageFileRepository } from './message-file-repository';
import type { Messaging } from './messaging';

/**
 * Locks a message until the transaction ends. Until then it cannot be deleted, nor can its files change: both need this lock.
 * A price of 0 means that the message is not for sale. Decisions 3, promises M-16.
 *
 * @returns null for its sender and for accounts that are not members
 */
export async function lockMessageForSale(messaging: Messaging, id: string, buyerId: string, tx: Tx) {
  const { conversations, messages, clock } = messaging;
  const row = await messages.lockShared(id, tx);
  if (!row || row.isDeleted || row.senderId === buyerId) return null;
  const buyer = { id: buyerId, country: null };
  if (!(await conversations.find(buyer, row.conversationId, clock.now(), tx))) return null;
  const unready = getUnreadyError(await messageFileRepository.listStates(id, tx));
  return {
    performerId: row.senderId,
    price: row.isSale ? row.price : cents(0),
    name: 'Message',
    refusal: unready && new AppError(unready),
    onSold: (sale: Tx) => sale.afterCommit(() => publishSold(messaging, id)),
  };
}

async function publishSold(messaging: Messaging, id: string): Promise<void> {
  const { db, messages } = messaging;
  const row = requireFound(await messages.find(id));
  const [full, members] = await Promise.all([messages.complete([row]), memberRepository.list(row.conversationId, db)]);
  const ids = members.map((member) => member.id);
  for (const message of full) await publishMessage(messaging, 'message_updated', message, ids);
}
