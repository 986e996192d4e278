import type { EndpointReply } from '@contract/schemas';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { CompletedPayment, PaidCode } from '../../../events';
import { getAccountKey } from '../../../ledger/accounts';
import { postTransfer } from '../../../ledger/post-transfer';
import type { TransferCode } from '../../../ledger/transfers';
import { rooms } from '../../../realtime/publish';
import type { EarningService } from '../earning/earning-service';
import type { PersonView } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { EligibleParties } from '../payment-eligibility/payment-eligibility-service';
import type { ChargeRow, createWalletRepository } from './wallet-repository';

export type { ChargeRow } from './wallet-repository';
export type ChargeView = EndpointReply<'tipPerformer'>;

/** The payer, the idempotency key and the country of a call. */
export interface MoneyCaller extends Caller {
  key: string | undefined;
}

/** Something to pay for from a wallet. `price` in cents, above 0. */
export interface Purchase {
  /** Payer and seller, locked and eligible. */
  parties: EligibleParties;
  target: ChargeView['target'];
  targetId: string;
  type: Exclude<ChargeView['type'], 'gift'> & TransferCode;
  name: string;
  /** Price of one. */
  price: Cents;
  quantity?: number;
  sessionId?: string;
  /** The payer's note to the creator. */
  note?: string;
  /** True for what can be owned only once. */
  isOwned: boolean;
}

/** A charge, and the balance after it. */
export interface Charged {
  row: ChargeRow;
  balanceAfter: Cents;
}

/** Writes further rows with a charge, in the same transaction. */
export type WithCharge = (tx: Tx, row: ChargeRow) => Promise<void>;

export type ChargeWallet = (
  tx: Tx,
  purchase: Purchase,
  site: SiteSettings,
  withCharge?: WithCharge,
) => Promise<Charged>;

/**
 * Pays from a wallet, all in the caller's transaction: the purchase, the charge, the creator's income, the caller's rows, and
 * last the money. Wire contract 2.22.
 *
 * @returns a function that throws AppError ALREADY_BOUGHT, NOT_ENOUGH_BALANCE; its `site` are the settings as read before
 * the transaction.
 */
export function createChargeWallet(
  { clock, publisher, events }: Pick<ServerContext, 'clock' | 'publisher' | 'events'>,
  {
    repository,
    earning,
  }: {
    repository: ReturnType<typeof createWalletRepository>;
    earning: Pick<EarningService, 'record'>;
  },
): ChargeWallet {
  return async (tx, purchase, site, withCharge) => {
    const { parties, target, targetId, type } = purchase;
    const { payerId: userId, payerName, seller: performer } = parties;
    const row = draftCharge(purchase, clock.now());
    const { id, totalPrice: gross } = row;
    // Comes first: a concurrent purchase of the same waits here, before the money.
    if (purchase.isOwned) {
      const owned = { userId, target, targetId, chargeId: id, createdAt: row.createdAt };
      if (!(await repository.insertPurchase(owned, tx))) throw new AppError('ALREADY_BOUGHT');
    }
    const sale = { performer, userId, transactionId: id, sourceType: target, sourceId: targetId, type, gross } as const;
    await repository.insertCharge(row, tx);
    const { net, commission } = await earning.record(tx, { ...sale, paymentGateway: 'system' }, site);
    await withCharge?.(tx, row);
    await events.emit(tx, 'paymentCompleted', { ...toCompletedPayment(row), payerName });
    const from = { kind: 'wallet', ownerId: userId } as const;
    const { balances } = await postTransfer(tx, {
      code: type,
      key: chargeKey(id),
      subject: id,
      postings: [
        { from, to: { kind: 'pending', ownerId: performer.id }, amount: net },
        { from, to: { kind: 'revenue' }, amount: commission },
      ],
    });
    const balanceAfter = balances.get(getAccountKey(from)) ?? cents(0);
    // For the payer's other tabs and devices; the one that paid can receive it too.
    const left = { balance: fromCents(balanceAfter) };
    tx.afterCommit(() => publisher.publish('balance_update', rooms.account(userId), left));
    return { row, balanceAfter };
  };
}

/** The row of a purchase. */
function draftCharge(purchase: Purchase, now: Date): ChargeRow {
  const { parties, target, targetId, type, name, price, quantity = 1, sessionId = null, note = '' } = purchase;
  const { payerId: userId, seller: performer } = parties;
  const gross = cents(price * quantity);
  const product = {
    name,
    price: fromCents(price),
    quantity,
    productType: type,
    productId: targetId,
    performerId: performer.id,
  };
  return {
    id: newId(now.getTime()),
    userId,
    performerId: performer.id,
    type,
    target,
    targetId,
    sessionId,
    note,
    products: [product],
    originalPrice: gross,
    totalPrice: gross,
    status: 'success',
    createdAt: now,
    updatedAt: now,
  };
}

/** A charge as the event has it. @param refund given when it was refunded. */
export function toCompletedPayment(row: ChargeRow, refund?: { reason: string | undefined }): CompletedPayment {
  const { id, userId: payerId, performerId: sellerId, target, targetId, totalPrice: total, note } = row;
  const first = row.products[0]?.name;
  const name = typeof first === 'string' ? first : row.type;
  const paid = row.type === 'tip' || row.type === 'stream_tip' ? 'tip' : 'unlock';
  return {
    // A charge has the code of its transfer as its type.
    code: row.type as PaidCode,
    kind: refund ? 'refund' : paid,
    source: 'wallet_charge',
    id,
    payerId,
    sellerId,
    name,
    target,
    targetId,
    total,
    tax: cents(0),
    cardId: null,
    note,
    ...(refund?.reason !== undefined && { reason: refund.reason }),
  };
}

/** The ledger's key of a charge's transfer. */
export const chargeKey = (chargeId: string): string => `charge:${chargeId}`;

/** The charge with the balance after it, as the payer sees it. */
export const presentCharged = ({ row, balanceAfter }: Charged): ChargeView => ({
  ...presentCharge(row),
  balanceAfter: fromCents(balanceAfter),
});

/** Wire contract 3.13. */
export function presentCharge(row: ChargeRow, people?: Map<string, PersonView>): ChargeView {
  const performer = people?.get(row.performerId);
  return {
    _id: row.id,
    source: 'user',
    sourceId: row.userId,
    target: row.target as ChargeView['target'],
    targetId: row.targetId,
    performerId: row.performerId,
    ...(performer?.isPerformer && { performerInfo: performer }),
    type: row.type as ChargeView['type'],
    sessionId: row.sessionId,
    ...(row.note && { userNote: row.note }),
    products: row.products as ChargeView['products'],
    originalPrice: fromCents(row.originalPrice),
    totalPrice: fromCents(row.totalPrice),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
