import type { Caller } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { rooms } from '../../../realtime/publish';
import { memberRepository } from './member-repository';
import { getReadableMembership } from './message-policy';
import { publishUnread } from './message-events';
import type { Messaging } from './messaging';

/** If the caller sends no read receipts, publishes the read position only to the caller. @throws AppError ENTITY_NOT_FOUND */
export async function markConversationRead(messaging: Messaging, caller: Caller, id: string): Promise<{ ok: true }> {
  const { actor } = caller;
  const { db, clock, conversations, publisher } = messaging;
  const { otherId, isBlocked } = await getReadableMembership(messaging, caller, id);
  // A blocked fan sends the creator no read receipts.
  if (isBlocked) return { ok: true };
  await inTransaction(db, async (tx) => {
    const { lastSequence } = requireFound(await conversations.lock(id, tx));
    const now = clock.now();
    const before = await memberRepository.markRead(id, actor.id, lastSequence, tx);
    const sendsReceipts = await memberRepository.sendsReceipts(actor.id, tx);
    const range = { readerId: actor.id, after: before, upTo: lastSequence, now };
    if (sendsReceipts) await memberRepository.markSeen(id, range, tx);
    tx.afterCommit(() => {
      const seen = { conversationId: id, userId: actor.id, sequence: lastSequence, seenAt: now.toISOString() };
      const accountIds = sendsReceipts ? [otherId, actor.id] : [actor.id];
      if (before < lastSequence) {
        for (const accountId of accountIds) publisher.publish('message_seen', rooms.account(accountId), seen);
      }
      return publishUnread(messaging, actor.id);
    });
  });
  return { ok: true };
}
