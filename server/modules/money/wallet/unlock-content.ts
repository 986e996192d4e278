import type { ServerToClientEvents } from '@contract/events';
import { toCents, type Cents } from '@contract/base/money';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import type { TransferCode } from '../../../ledger/transfers';
import { rooms } from '../../../realtime/publish';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { presentCharged, type ChargeView, type ChargeWallet, type MoneyCaller } from './charge-wallet';

/** Items that fans buy once and can then always open. */
type UnlockTarget = 'feed' | 'message' | 'video' | 'gallery' | 'stream';

export const SALE_CODES = {
  feed: 'feed',
  message: 'message',
  video: 'video',
  gallery: 'gallery',
  stream: 'public_chat',
} as const satisfies Record<UnlockTarget, TransferCode>;

interface SaleItem {
  performerId: string;
  /** 0 if it is not for sale. */
  price: Cents;
  name: string;
  /** For a ticket, the session id of its show. */
  sessionId?: string;
  /**
   * Why it cannot be sold to this buyer right now, for example because a file is broken or the show has ended. Returned, not
   * thrown: a payment that the bank confirms later is refunded then, while an error would leave it unfinished.
   */
  refusal: AppError | null;
  onSold?(tx: Tx): void;
}

interface Offer {
  /**
   * Finds an item for sale, and locks it against deletion, hiding, editing and repricing until the transaction ends. Other
   * buyers do not wait. Promises M-16.
   *
   * @returns null if it does not exist or is not for sale, or not to this buyer. Blocks are checked by `eligibility`.
   */
  lock(id: string, buyerId: string, tx: Tx): Promise<SaleItem | null>;
  /** The item as the buyer sees it, for the purchase event. If absent, no event is sent. */
  present?(id: string, buyer: Actor): Promise<BoughtItem | undefined>;
}

type BoughtItem = Parameters<ServerToClientEvents['token_transaction_success']>[0]['item'];

export type Offers = Record<UnlockTarget, Offer>;

interface UnlockDeps extends Pick<ServerContext, 'db' | 'publisher'> {
  settings: SettingsService;
  eligibility: Pick<PaymentEligibility, 'open'>;
  offers: Offers;
  charge: ChargeWallet;
}

/**
 * Unlocks an item from the wallet. The item is locked first, so that its price and state cannot change before the charge.
 *
 * @param input.expectedPrice the price in dollars that the buyer saw.
 * @throws AppError ALREADY_BOUGHT, NOTHING_TO_PAY, STILL_PROCESSING, FILE_BROKEN, STREAM_OFFLINE, PRICE_CHANGED,
 * NOT_ENOUGH_BALANCE, ENTITY_NOT_FOUND, IDEMPOTENCY_KEY_REUSED
 */
export async function unlockContent(
  { db, publisher, settings, eligibility, offers, charge }: UnlockDeps,
  { actor, key, country }: MoneyCaller,
  { target, id, expectedPrice }: { target: UnlockTarget; id: string; expectedPrice?: number },
): Promise<ChargeView> {
  assertAllowed(isUser(actor));
  const offer = offers[target];
  const site = await settings.read();
  const call = { accountId: actor.id, route: `unlock:${target}`, key, input: { id, expectedPrice } };
  return inTransaction(db, (tx) =>
    runIdempotent(tx, call, async () => {
      const { performerId, price, name, sessionId, refusal, onSold } = requireFound(await offer.lock(id, actor.id, tx));
      const parties = await eligibility.open(tx, { payerId: actor.id, sellerId: performerId, country, site });
      if (refusal) throw refusal;
      if (price === 0) throw new AppError('NOTHING_TO_PAY');
      if (expectedPrice !== undefined && toCents(expectedPrice) !== price) throw new AppError('PRICE_CHANGED');
      onSold?.(tx);
      const type = SALE_CODES[target];
      const purchase = { parties, target, targetId: id, type, name, price, sessionId, isOwned: true };
      const charged = await charge(tx, purchase, site);
      tx.afterCommit(async () => {
        const item = await offer.present?.(id, actor);
        if (item) publisher.publish('token_transaction_success', rooms.account(actor.id), { item, target });
      });
      return presentCharged(charged);
    }),
  );
}
