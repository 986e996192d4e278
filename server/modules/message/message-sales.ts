import { cents, toCents, type Cents } from '@contract/money';
import { assertAllowed, type Actor } from '../../access';
import type { ServerContext } from '../../context';
import type { Tx } from '../../db/transaction';
import { AppError, found } from '../../errors';
import type { SettingsService } from '../settings/settings-service';
import type { ConversationRepository } from './conversation-repository';
import { askerOf, type Caller } from './conversation-service';
import type { Delivery } from './delivery';
import { canSell } from './message-policy';
import type { MessageRepository } from './message-repository';

export interface SalesDeps {
  conversations: ConversationRepository;
  messages: MessageRepository;
  delivery: Delivery;
  settings: Pick<SettingsService, 'read'>;
}

/** Messages with a price: locked for the recipient until bought. Decisions 3. */
export function createMessageSales(
  { clock }: Pick<ServerContext, 'clock'>,
  { conversations, messages, delivery, settings }: SalesDeps,
) {
  return {
    /** What a new message costs, zero when it is not for sale. @throws AppError FORBIDDEN, PRICE_OUT_OF_BOUNDS */
    async readPrice(actor: Actor, { isSale, price }: { isSale?: boolean; price?: number | null }): Promise<Cents> {
      if (!isSale) return cents(0);
      assertAllowed(canSell(actor));
      const { minimumPpvPrice, maximumPpvPrice } = await settings.read();
      const amount = price ?? 0;
      if (amount < minimumPpvPrice || amount > maximumPpvPrice) throw new AppError('PRICE_OUT_OF_BOUNDS');
      return toCents(amount);
    },

    /**
     * A message that the caller may buy; it cannot be taken back before the transaction ends.
     *
     * @throws AppError ENTITY_NOT_FOUND for who is not in the conversation, NOTHING_TO_PAY for one without a price.
     */
    async getForSale(caller: Caller, id: string, tx: Tx) {
      const row = found(await messages.hold(id, tx));
      const membership = await conversations.find(askerOf(caller), row.conversationId, clock.now(), tx);
      if (!membership || row.isDeleted) throw new AppError('ENTITY_NOT_FOUND');
      if (!row.isSale || row.senderId === caller.actor.id) throw new AppError('NOTHING_TO_PAY');
      return { id: row.id, conversationId: row.conversationId, performerId: row.senderId, price: row.price };
    },

    /** After the commit both sides get the bought message anew: open for the buyer, marked as bought for the seller. */
    announceBought(tx: Tx, id: string): void {
      tx.afterCommit(async () => {
        const row = found(await messages.find(id));
        const [full, members] = await Promise.all([
          messages.complete([row]),
          conversations.listMembers(row.conversationId),
        ]);
        const ids = members.map((member) => member.id);
        for (const message of full) delivery.announce('message_updated', message, ids);
      });
    },
  };
}
