import { sql } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { PaymentRefused, type PaymentOutcome } from '../../../gateways/payment';
import { postTransfer, type TransferRequest } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { CardRefundService } from '../card-refund/card-refund-service';
import type { EarningService } from '../earning/earning-service';
import type { SpendingLimitService } from '../spending-limit/spending-limit-service';
import type { CardService } from './card-service';
import type { CouponService } from '../coupon/coupon-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import { toCompletedPayment } from './completed-payment';
import { isRenewal } from './payment-kind';
import { presentTransaction, getReturnAddress } from './payment-presenter';
import type { PaymentRepository, TransactionRow } from './payment-repository';
import { toTaxArea } from './tax-service';

/** The gateway's outcome, or one without `gatewayId` if the gateway was not involved. */
export type SettledOutcome =
  | PaymentOutcome
  /** Charged for something unavailable, and the bank refuses the refund. */
  | { status: 'unrefundable'; gatewayId: string }
  | { status: 'succeeded'; gatewayId: null }
  | { status: 'canceled'; gatewayId: null }
  | { status: 'declined'; gatewayId: null; message: string };

const FINAL_STATES: ReadonlySet<TransactionRow['status']> = new Set(['success', 'fail', 'canceled', 'refunded']);

/** A final state never changes, except from `success` to `refunded`, and back for a top-up whose refund the bank returned. */
export const isFinal = ({ status }: Pick<TransactionRow, 'status'>): boolean => FINAL_STATES.has(status);

/** `transfers` is empty if no money moves, as for a trial. */
export interface Grant {
  transfers: readonly TransferRequest[];
}

/** Effects of one kind of payment in the transaction that settles it. Each runs once per payment. */
export interface PaymentEffects {
  /** Grants what was paid for. @returns transfers to be posted last; null if it is unavailable, so that a refund is due */
  grant(tx: Tx, payment: TransactionRow, site: SiteSettings): Promise<Grant | null>;
  /** Takes back what was granted, whatever its state: the payer has the money. @returns the amount that was recovered */
  takeBack(tx: Tx, payment: TransactionRow, reason: string): Promise<Cents>;
  /** Called if the payment failed, or was canceled or refunded. */
  refuse?(tx: Tx, payment: TransactionRow, site: SiteSettings): Promise<void>;
}

export interface Payments extends Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'publisher' | 'events'> {
  repository: PaymentRepository;
  settings: SettingsService;
  coupon: CouponService;
  card: Pick<CardService, 'confirm'>;
  cardRefund: Pick<CardRefundService, 'request' | 'payUngranted' | 'isDisputed' | 'assertUndisputed'>;
  earning: Pick<EarningService, 'reversePart'>;
  spendingLimit: Pick<SpendingLimitService, 'assertWithin' | 'findPassed'>;
  effects: EffectsByTarget;
}

export type EffectsByTarget = Record<TransactionRow['target'], PaymentEffects>;

/**
 * Settles a payment, and refunds it if what was paid for is no longer available: to the wallet if the bank refuses. Can be
 * repeated: if the gateway does not answer a refund, the payment stays open for `recoverPayments`.
 */
export async function settlePayment(payments: Payments, id: string, outcome: SettledOutcome): Promise<TransactionRow> {
  const { row, isRefundDue } = await applyOutcome(payments, id, outcome);
  if (!isRefundDue) return row;
  if (outcome.gatewayId === null)
    return (await applyOutcome(payments, id, { status: 'canceled', gatewayId: null })).row;
  const { gatewayId } = outcome;
  const refunded = await payments.gateways.payment
    .refund({ gatewayId, amount: row.totalPrice, key: `refund:${id}` })
    .catch((error: unknown) => {
      if (error instanceof PaymentRefused) return { status: 'unrefundable' as const, gatewayId };
      payments.db.$failures.report('gateway', 'refund', error);
      return null;
    });
  return refunded ? (await applyOutcome(payments, id, refunded)).row : row;
}

interface Applied {
  row: TransactionRow;
  isRefundDue: boolean;
}

/** Applies an outcome once, with the payment locked. Promises M-3. */
async function applyOutcome(payments: Payments, id: string, outcome: SettledOutcome): Promise<Applied> {
  const { db, clock, repository, settings } = payments;
  const site = await settings.read();
  return inTransaction(db, async (tx) => {
    const row = requireFound(await repository.lock(id, tx));
    if (isFinal(row)) return { row, isRefundDue: false };
    const values = { gatewayId: outcome.gatewayId, updatedAt: clock.now() };
    if (outcome.status === 'requires_action') {
      if (row.status === 'require_authentication') return { row, isRefundDue: false };
      const { clientSecret } = outcome;
      const asked = await repository.update(id, { ...values, status: 'require_authentication', clientSecret }, tx);
      publishPayment(payments, tx, asked);
      return { row: asked, isRefundDue: false };
    }
    if (outcome.status === 'succeeded') return applySuccess(payments, row, values, site, tx);
    const applied = await applyFailure(payments, row, { ...values, ...getFailure(outcome) }, site, tx);
    if (outcome.status === 'unrefundable') await payments.cardRefund.payUngranted(tx, applied.row);
    return applied;
  });
}

async function applySuccess(
  payments: Payments,
  row: TransactionRow,
  values: Partial<TransactionRow>,
  site: SiteSettings,
  tx: Tx,
): Promise<Applied> {
  const { repository, effects, events, card } = payments;
  // A refund was started before, so nothing is granted.
  if (row.isRefundDue) return { row, isRefundDue: true };
  const grant = await effects[row.target].grant(tx, row, site);
  if (!grant) {
    const owed = await repository.update(row.id, { ...values, status: 'processing', isRefundDue: true }, tx);
    return { row: owed, isRefundDue: true };
  }
  const paid = await repository.update(row.id, { ...values, status: 'success', bookedAt: sql`now()` }, tx);
  if (row.isNewCard && row.cardToken !== null) await card.confirm(row.cardToken, tx);
  await events.emit(tx, 'paymentCompleted', toCompletedPayment(paid));
  publishPayment(payments, tx, paid);
  for (const transfer of grant.transfers) await postTransfer(tx, transfer);
  return { row: paid, isRefundDue: false };
}

async function applyFailure(
  payments: Payments,
  row: TransactionRow,
  values: Partial<TransactionRow>,
  site: SiteSettings,
  tx: Tx,
): Promise<Applied> {
  const { repository, effects, events, coupon } = payments;
  const taxLocation = row.taxLocation && toTaxArea(row.taxLocation);
  const ended = await repository.update(row.id, { ...values, taxLocation }, tx);
  if (ended.couponInfo) await coupon.returnUse(tx, ended.couponInfo._id, row.id);
  await effects[row.target].refuse?.(tx, ended, site);
  if (ended.status === 'refunded')
    await events.emit(tx, 'paymentCompleted', { ...toCompletedPayment(ended), kind: 'refund' });
  publishPayment(payments, tx, ended);
  return { row: ended, isRefundDue: false };
}

/** Publishes a payment to its payer. Renewals are mailed instead, since no payer is waiting for them. */
function publishPayment({ publisher }: Payments, tx: Tx, row: TransactionRow): void {
  if (isRenewal(row)) return;
  tx.afterCommit(() => {
    const room = rooms.account(row.userId);
    if (row.status === 'require_authentication') {
      publisher.publish('stripe_confirm_payment', room, presentTransaction(row));
    } else publisher.publish('payment_status_callback', room, { redirectUrl: getReturnAddress(row) });
  });
}

function getFailure(
  outcome: Exclude<SettledOutcome, { status: 'succeeded' | 'requires_action' }>,
): Pick<TransactionRow, 'status' | 'failureMessage'> & Partial<TransactionRow> {
  switch (outcome.status) {
    case 'declined':
      return { status: 'fail', failureMessage: outcome.message };
    case 'canceled':
      return { status: 'canceled', failureMessage: 'This payment was not completed. You were not charged.' };
    case 'refunded':
      return { status: 'refunded', failureMessage: 'This can no longer be bought. Your money is on its way back.' };
    case 'unrefundable':
      return {
        status: 'refunded',
        isRefundDue: false,
        failureMessage:
          'This can no longer be bought. Your card’s bank didn’t take the money back, so it is in your wallet.',
      };
  }
}
