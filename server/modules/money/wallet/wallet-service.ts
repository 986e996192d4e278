import type { ErrorCode } from '@contract/base/errors';
import type { ServerToClientEvents } from '@contract/events';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, toCents, type Cents } from '@contract/base/money';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import { readPersonBalances } from '../../../ledger/accounts';
import { reverseTransfer } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { EarningService } from '../earning/earning-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { TradeService } from '../trade/trade-service';
import {
  chargeKey,
  completedOf,
  createChargeWallet,
  type Charged,
  type WithCharge,
  presentCharge,
  type ChargeView,
} from './charge-wallet';
import { createWalletRepository } from './wallet-repository';

export type { ChargeRow } from './wallet-repository';
/** Kinds of item that are bought once and then open. */
export type UnlockTarget = 'feed' | 'message' | 'video' | 'gallery';

/** Who calls, with which key, and from where; every call has these. */
export interface MoneyCaller {
  actor: Actor;
  key: string | undefined;
  country: string | null;
}

export interface WalletDependencies {
  people: PeopleService;
  settings: SettingsService;
  earning: EarningService;
  trade: TradeService;
  /** Shows a tip in the conversation of the two. */
  message: Pick<MessageService, 'postTip'>;
  /** How items of each kind are sold. */
  offers: Record<UnlockTarget, Offer>;
}

/** Something a fan can unlock, once. */
interface SaleItem {
  performerId: string;
  /** 0 when it is not for sale. */
  price: Cents;
  /** What it is called on the receipt. */
  name: string;
  /** Why it cannot be sold now although it is offered: a file of it is not ready, or broke. */
  unready: ErrorCode | null;
  /** What else buying it does, within the transaction of the purchase. */
  onSold?(tx: Tx): void;
}

/** How items of a kind are sold. */
interface Offer {
  /**
   * Finds an item as one buyer may buy it now, and keeps it so until the transaction ends: what would delete, hide, edit or
   * reprice it waits. Hence a transaction and never the pool. Promises M-16.
   *
   * @returns null when it is not there for them.
   */
  lock(id: string, buyerId: string, tx: Tx): Promise<SaleItem | null>;
  /** How one looks to its buyer, for the event that tells of the purchase; without it only the reply does. */
  present?(id: string, buyer: Actor): Promise<BoughtItem | undefined>;
}

type BoughtItem = Parameters<ServerToClientEvents['token_transaction_success']>[0]['item'];

/** Wallets: what they hold, and what is paid from them. Decisions 2. */
export function createWalletService(context: ServerContext, dependencies: WalletDependencies) {
  const { db, clock, publisher, events } = context;
  const { people, settings, earning, trade, message, offers } = dependencies;
  const repository = createWalletRepository(db);
  const charge = createChargeWallet(context, { repository, earning });

  /** The receipt with what is left, as the payer sees it. */
  const present = ({ row, balanceAfter }: Charged): ChargeView => ({
    ...presentCharge(row),
    balanceAfter: fromCents(balanceAfter),
  });

  /** Lets a creator know of a tip beside what every sale tells: an event and, where it was given in a conversation, a message. */
  const tellOf =
    (sender: Actor, isInConversation: boolean): WithCharge =>
    async (tx, { id, performerId, totalPrice: amount, note, createdAt }) => {
      const name = sender.name || sender.username || 'Someone';
      if (isInConversation) await message.postTip(tx, { senderId: sender.id, performerId, name, amount, note });
      tx.afterCommit(async () => {
        const fan = (await people.publicViews([sender.id])).get(sender.id);
        publisher.publish('TIPPED', rooms.account(performerId), {
          _id: id,
          senderInfo: fan && !fan.isPerformer ? fan : null,
          sourceId: sender.id,
          targetId: performerId,
          createdAt: createdAt.toISOString(),
          totalPrice: fromCents(amount),
          ...(note && { userNote: note }),
        });
      });
    };

  return {
    /** What a person has: `wallet` to spend or to be paid out, `pending` still held. Cents. */
    balances: (accountId: string): Promise<{ wallet: Cents; pending: Cents }> => readPersonBalances(db, accountId),

    /** Pays for something within a transaction; for sales that do more than unlock. See `createChargeWallet`. */
    charge,

    /** @throws AppError PRICE_OUT_OF_BOUNDS, NOT_ENOUGH_BALANCE, ENTITY_NOT_FOUND. */
    async tip(
      { actor, key, country }: MoneyCaller,
      performerId: string,
      body: EndpointPart<'tipPerformer', 'body'>,
    ): Promise<EndpointReply<'tipPerformer'>> {
      assertAllowed(isUser(actor));
      const site = await settings.read();
      if (body.price < site.minimumTipPrice || body.price > site.maximumTipPrice)
        throw new AppError('PRICE_OUT_OF_BOUNDS');
      const call = { accountId: actor.id, route: 'tipPerformer', key, input: { performerId, ...body } };
      const isInStream = body.streamType !== undefined;
      return inTransaction(db, (tx) =>
        runIdempotent(tx, call, async () => {
          const charged = await charge(
            tx,
            {
              trade: await trade.open(tx, { payerId: actor.id, sellerId: performerId, country, site }),
              target: 'performer',
              targetId: performerId,
              type: isInStream ? 'stream_tip' : 'tip',
              name: 'Tip',
              price: toCents(body.price),
              sessionId: body.sessionId,
              note: body.userNote,
              isOwned: false,
            },
            site,
            tellOf(actor, body.conversationId !== undefined && !isInStream),
          );
          return present(charged);
        }),
      );
    },

    /**
     * Unlocks an item: it is held first, so that what is decided of it is still true when its buyer is charged.
     *
     * @param body.expectedPrice the price the buyer saw.
     * @throws AppError ALREADY_BOUGHT, NOTHING_TO_PAY, STILL_PROCESSING, FILE_BROKEN, PRICE_CHANGED, NOT_ENOUGH_BALANCE, ENTITY_NOT_FOUND.
     */
    async unlock(
      { actor, key, country }: MoneyCaller,
      { target, id, expectedPrice }: { target: UnlockTarget; id: string; expectedPrice?: number },
    ): Promise<ChargeView> {
      assertAllowed(isUser(actor));
      const { lock, present: show } = offers[target];
      const site = await settings.read();
      const call = { accountId: actor.id, route: `unlock:${target}`, key, input: { id, expectedPrice } };
      return inTransaction(db, (tx) =>
        runIdempotent(tx, call, async () => {
          const { performerId, price, name, unready, onSold } = found(await lock(id, actor.id, tx));
          const opened = await trade.open(tx, { payerId: actor.id, sellerId: performerId, country, site });
          if (price === 0) throw new AppError('NOTHING_TO_PAY');
          if (unready !== null) throw new AppError(unready);
          if (expectedPrice !== undefined && toCents(expectedPrice) !== price) throw new AppError('PRICE_CHANGED');
          const item = { target, targetId: id, type: target, name, price };
          const withCharge: WithCharge = async (open) => onSold?.(open);
          const charged = await charge(tx, { ...item, trade: opened, isOwned: true }, site, withCharge);
          tx.afterCommit(async () => {
            const item = await show?.(id, actor);
            if (item) publisher.publish('token_transaction_success', rooms.account(actor.id), { item, target });
          });
          return present(charged);
        }),
      );
    },

    /**
     * Gives a charge back to who paid it and takes the income away again. A repeat does nothing.
     *
     * @param reason a sentence that both sides read.
     * @throws AppError NOT_ENOUGH_BALANCE when the creator no longer has the money.
     */
    async refund(tx: Tx, chargeId: string, reason?: string): Promise<void> {
      const row = found(await repository.lockCharge(chargeId, tx));
      if (row.status === 'refunded') return;
      await repository.markRefunded(chargeId, clock.now(), tx);
      await repository.removePurchase(chargeId, row, tx);
      await events.emit(tx, 'paymentCompleted', completedOf(row, { reason }));
      await earning.takeBack(tx, chargeId);
      await reverseTransfer(tx, { key: chargeKey(chargeId), reverseKey: `refund:${chargeId}` });
      tx.afterCommit(async () => {
        const { wallet } = await readPersonBalances(db, row.userId);
        const payload = {
          token: fromCents(row.totalPrice),
          type: 'refund',
          pending: false,
          balance: fromCents(wallet),
        };
        publisher.publish('update_balance', rooms.account(row.userId), payload);
      });
    },
  };
}
