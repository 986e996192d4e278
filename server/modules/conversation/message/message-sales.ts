import { cents, toCents, type Cents } from '@contract/base/money';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { getUnreadyError } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { ConversationRepository } from './conversation-repository';
import type { Delivery } from './message-delivery';
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
  async function announceBought(id: string): Promise<void> {
    const row = requireFound(await messages.find(id));
    const [full, members] = await Promise.all([
      messages.complete([row]),
      conversations.listMembers(row.conversationId),
    ]);
    const ids = members.map((member) => member.id);
    for (const message of full) await delivery.announce('message_updated', message, ids);
  }

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
     * A message that somebody may buy, as the wallet's sales take it; it cannot be taken back, nor a file of it
     * be given up, before the transaction ends. Price
     * 0: it is not for sale. After the purchase both sides get it anew: open for the buyer, sold for the seller.
     *
     * @returns null for who is not in the conversation, or wrote it.
     */
    async findForSale(id: string, buyerId: string, tx: Tx) {
      const row = await messages.hold(id, tx);
      if (!row || row.isDeleted || row.senderId === buyerId) return null;
      const buyer = { id: buyerId, country: null };
      if (!(await conversations.find(buyer, row.conversationId, clock.now(), tx))) return null;
      return {
        performerId: row.senderId,
        price: row.isSale ? row.price : cents(0),
        name: 'Message',
        unready: getUnreadyError(await messages.listFileStates(id, tx)),
        onSold: (sale: Tx) => sale.afterCommit(() => announceBought(id)),
      };
    },
  };
}
