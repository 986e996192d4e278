import type { EndpointReply } from '@contract/schemas';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { Caller } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { CompletedPayment, PaidCode } from '../../../events';
import { getAccountKey, type AccountName } from '../../../ledger/accounts';
import { postTransfer, type TransferRequest } from '../../../ledger/post-transfer';
import type { TransferCode } from '../../../ledger/transfers';
import { rooms } from '../../../realtime/publish';
import type { EarningService } from '../earning/earning-service';
import type { PersonView } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { EligibleParties } from '../payment-eligibility/payment-eligibility-service';
import type { SpendingLimitService } from '../spending-limit/spending-limit-service';
import type { ChargeRow, createWalletRepository } from './wallet-repository';

export type { ChargeRow } from './wallet-repository';
export type ChargeView = EndpointReply<'tipPerformer'>;

/** `key` is the idempotency key. */
export interface MoneyCaller extends Caller {
  key: string | undefined;
}

export interface Purchase {
  parties: EligibleParties;
  target: ChargeView['target'];
  targetId: string;
  type: Exclude<ChargeView['type'], 'gift'> & TransferCode;
  name: string;
  /** Price of one unit. */
  price: Cents;
  quantity?: number;
  /** Price of shipping for the goods, of which no commission is taken. */
  shippingPrice?: Cents;
  sessionId?: string;
  /** The payer's note to the creator. */
  note?: string;
  /** True for items that a fan can buy only once. */
  isOwned: boolean;
}

/** The card payment that paid for a sale, and the sale's share of its tax. */
export interface CardPart {
  paymentId: string;
  tax: Cents;
}

export interface RecordedSale {
  row: ChargeRow;
  transfer: TransferRequest;
}

export interface Charged {
  row: ChargeRow;
  balanceAfter: Cents;
}

interface SaleDeps extends Pick<ServerContext, 'clock'> {
  repository: ReturnType<typeof createWalletRepository>;
  earning: Pick<EarningService, 'record'>;
  spendingLimit: Pick<SpendingLimitService, 'assertWithin'>;
}

export type RecordSale = (tx: Tx, purchase: Purchase, site: SiteSettings, card?: CardPart) => Promise<RecordedSale>;

/**
 * Stores a sale: purchase, charge and the creator's income. Wire contract 2.22.
 *
 * @returns a function. Its `site` are the settings as read before the transaction; its `card` is absent if the wallet pays. It
 * throws AppError ALREADY_BOUGHT, SPENDING_LIMIT_REACHED.
 */
export function createRecordSale({ clock, repository, earning, spendingLimit }: SaleDeps): RecordSale {
  return async (tx, purchase, site, card) => {
    const { parties, target, targetId, type, shippingPrice: withoutCommission } = purchase;
    const { payerId: userId, seller: performer } = parties;
    const row = draftCharge(purchase, clock.now(), card);
    const { id, totalPrice: gross } = row;
    // Done first, so that a concurrent purchase of the same item waits here, before any money moves.
    if (purchase.isOwned) {
      const owned = { userId, target, targetId, chargeId: id, createdAt: row.createdAt };
      if (!(await repository.insertPurchase(owned, tx))) throw new AppError('ALREADY_BOUGHT');
    }
    // A card payment was checked against the limit when it began.
    if (!card) await spendingLimit.assertWithin(tx, { userId, amount: gross });
    const sale = { performer, userId, transactionId: id, sourceType: target, sourceId: targetId, type, gross } as const;
    await repository.insertCharge(row, tx);
    const paymentGateway = card ? 'stripe' : 'system';
    const { net, commission } = await earning.record(tx, { ...sale, withoutCommission, paymentGateway }, site);
    const from: AccountName = card ? { kind: 'gateway' } : { kind: 'wallet', ownerId: userId };
    const postings = [
      { from, to: { kind: 'pending', ownerId: performer.id } as const, amount: net },
      { from, to: { kind: 'revenue' } as const, amount: commission },
      { from, to: { kind: 'tax' } as const, amount: row.taxAmount },
    ];
    return { row, transfer: { code: type, key: chargeKey(id), subject: id, postings } };
  };
}

/** Writes further rows in the transaction of the charge. */
type WithCharge = (tx: Tx, row: ChargeRow) => Promise<void>;

export type ChargeWallet = (
  tx: Tx,
  purchase: Purchase,
  site: SiteSettings,
  withCharge?: WithCharge,
) => Promise<Charged>;

/**
 * Pays from a wallet in the caller's transaction: records the sale, writes the caller's rows, and moves the money last.
 *
 * @returns a function. Its `site` are the settings as read before the transaction. It throws AppError ALREADY_BOUGHT,
 * SPENDING_LIMIT_REACHED, NOT_ENOUGH_BALANCE.
 */
export function createChargeWallet(
  { publisher, events }: Pick<ServerContext, 'publisher' | 'events'>,
  recordSale: RecordSale,
): ChargeWallet {
  return async (tx, purchase, site, withCharge) => {
    const { payerId: userId, payerName } = purchase.parties;
    const { row, transfer } = await recordSale(tx, purchase, site);
    let balanceAfter = cents(0);
    // For the payer's other tabs and devices. The tab that paid receives it, too, which does no harm. Before all other effects:
    // if they delayed it, it could arrive after the balance of a later charge.
    tx.afterCommit(() =>
      publisher.publish('balance_update', rooms.account(userId), { balance: fromCents(balanceAfter) }),
    );
    await withCharge?.(tx, row);
    await events.emit(tx, 'paymentCompleted', { ...toCompletedPayment(row), payerName });
    const { balances } = await postTransfer(tx, transfer);
    balanceAfter = balances.get(getAccountKey({ kind: 'wallet', ownerId: userId })) ?? cents(0);
    return { row, balanceAfter };
  };
}

function draftCharge(purchase: Purchase, now: Date, card?: CardPart): ChargeRow {
  const { parties, target, targetId, type, name, price, quantity = 1, sessionId = null, note = '' } = purchase;
  const { payerId: userId, seller: performer } = parties;
  const gross = cents(price * quantity + (purchase.shippingPrice ?? 0));
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
    paymentId: card?.paymentId ?? null,
    taxAmount: card?.tax ?? cents(0),
    status: 'success',
    createdAt: now,
    updatedAt: now,
  };
}

/** @param refund given if the charge was refunded */
export function toCompletedPayment(row: ChargeRow, refund?: { reason: string | undefined }): CompletedPayment {
  const { id, userId: payerId, performerId: sellerId, target, targetId, note, taxAmount: tax } = row;
  const first = row.products[0]?.name;
  const name = typeof first === 'string' ? first : row.type;
  const paid = row.type === 'tip' || row.type === 'stream_tip' ? 'tip' : row.type === 'product' ? 'order' : 'unlock';
  return {
    // A charge has the code of its transfer as type.
    code: row.type as PaidCode,
    kind: refund ? 'refund' : paid,
    source: 'wallet_charge',
    id,
    payerId,
    sellerId,
    name,
    target,
    targetId,
    total: cents(row.totalPrice + tax),
    tax,
    isByCard: row.paymentId !== null,
    cardId: null,
    note,
    ...(refund?.reason !== undefined && { reason: refund.reason }),
  };
}

export const chargeKey = (chargeId: string): string => `charge:${chargeId}`;

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
    taxAmount: fromCents(row.taxAmount),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
