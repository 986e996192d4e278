import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { CompletedPayment, PaidCode } from '../../../events';
import { PaymentRefused, type PaymentGateway, type PaymentOutcome } from '../../../gateways/payment';
import { postTransfer, type TransferRequest } from '../../../ledger/post-transfer';
import { rooms } from '../../../realtime/publish';
import type { CouponService } from '../coupon/coupon-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import { presentTransaction, returnAddress } from './payment-presenter';
import type { createPaymentRepository, TransactionRow } from './payment-repository';

/** What is settled: the gateway's word, or our own where nothing is left to pay and no gateway is asked. */
type SettledOutcome =
  | PaymentOutcome
  | { status: 'succeeded'; gatewayId: null }
  | { status: 'canceled'; gatewayId: null }
  | { status: 'declined'; gatewayId: null; message: string };

const finalStates: ReadonlySet<TransactionRow['status']> = new Set(['success', 'fail', 'canceled', 'refunded']);

/** Whether a payment has ended. No state follows but `refunded` on `success`. */
export const isFinal = ({ status }: Pick<TransactionRow, 'status'>): boolean => finalStates.has(status);

const RENEWAL = 'renew:';

/** Key of a renewal's payment: one for each subscription, period and attempt. */
export const renewalKey = (subscriptionId: string, periodStart: Date, attempt: number): string =>
  `${RENEWAL}${subscriptionId}:${periodStart.toISOString()}:${attempt}`;

/** Whether the job began a payment, not its payer. */
export const isRenewal = ({ key }: Pick<TransactionRow, 'key'>): boolean => key.startsWith(RENEWAL);

/** What was given for a payment. `transfer` is absent where no money moves, as for a trial. */
export interface Grant {
  transfer?: TransferRequest;
}

/** What a kind of payment does to the rest, in the transaction that settles it. Each runs once a payment. */
export interface PaymentEffects {
  /**
   * Gives the payer what was paid for.
   *
   * @returns the movement of its money, which is posted last; null when it can no longer be given: the money goes back.
   */
  grant(tx: Tx, payment: TransactionRow, site: SiteSettings): Promise<Grant | null>;
  /** The payment came to nothing. */
  refuse?(tx: Tx, payment: TransactionRow, site: SiteSettings): Promise<void>;
}

export interface SettlementDependencies {
  repository: ReturnType<typeof createPaymentRepository>;
  settings: SettingsService;
  coupon: CouponService;
  effects: EffectsByTarget;
}

/** What each kind of payment does. */
export type EffectsByTarget = Record<TransactionRow['target'], PaymentEffects>;

/** Turns what the gateway says of a payment into what it does here, once, under the payment's lock. Promises M-3. */
export function createSettlement(
  { db, clock, gateways, publisher, events }: Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'publisher' | 'events'>,
  { repository, settings, coupon, effects: effectsByTarget }: SettlementDependencies,
) {
  /** Tells the payer how it went. Renewals happen while the payer does something else, and are told by mail. */
  function announce(tx: Tx, row: TransactionRow): void {
    if (isRenewal(row)) return;
    tx.afterCommit(() => {
      const room = rooms.account(row.userId);
      if (row.status === 'require_authentication') {
        publisher.publish('stripe_confirm_payment', room, presentTransaction(row));
      } else publisher.publish('payment_status_callback', room, { redirectUrl: returnAddress(row) });
    });
  }

  /** @returns the payment as it is now, and whether its money has to go back. */
  async function settle(id: string, outcome: SettledOutcome): Promise<{ row: TransactionRow; isOwed: boolean }> {
    const site = await settings.read();
    return inTransaction(db, async (tx) => {
      const row = requireFound(await repository.lock(id, tx));
      if (isFinal(row)) return { row, isOwed: false };
      const effects = effectsByTarget[row.target];
      const values = { gatewayId: outcome.gatewayId, updatedAt: clock.now() };
      if (outcome.status === 'requires_action') {
        if (row.status === 'require_authentication') return { row, isOwed: false };
        const { clientSecret } = outcome;
        const asked = await repository.update(id, { ...values, status: 'require_authentication', clientSecret }, tx);
        announce(tx, asked);
        return { row: asked, isOwed: false };
      }
      if (outcome.status === 'succeeded') {
        // Decided once: a later try meets money that is on its way back already, and must not give anything for it.
        if (row.isRefundDue) return { row, isOwed: true };
        const grant = await effects.grant(tx, row, site);
        if (!grant) {
          const owed = await repository.update(id, { ...values, status: 'processing', isRefundDue: true }, tx);
          return { row: owed, isOwed: true };
        }
        const paid = await repository.update(id, { ...values, status: 'success' }, tx);
        await events.emit(tx, 'paymentCompleted', completedOf(paid));
        announce(tx, paid);
        if (grant.transfer) await postTransfer(tx, grant.transfer);
        return { row: paid, isOwed: false };
      }
      const ended = await repository.update(id, { ...values, ...failureOf(outcome) }, tx);
      if (ended.couponInfo) await coupon.giveBack(tx, ended.couponInfo._id, id);
      await effects.refuse?.(tx, ended, site);
      if (ended.status === 'refunded')
        await events.emit(tx, 'paymentCompleted', { ...completedOf(ended), kind: 'refund' });
      announce(tx, ended);
      return { row: ended, isOwed: false };
    });
  }

  /**
   * Settles, and pays back what could not be given. Safe to repeat. Where the gateway does not answer, the payment stays
   * under way and `recover` pays it back.
   */
  async function resolve(id: string, outcome: SettledOutcome): Promise<TransactionRow> {
    const { row, isOwed } = await settle(id, outcome);
    if (!isOwed) return row;
    if (outcome.gatewayId === null) return (await settle(id, { status: 'canceled', gatewayId: null })).row;
    const back = await gateways.payment.refund(outcome.gatewayId).catch((error: unknown) => {
      db.$failures.report('gateway', 'refund', error);
    });
    return back ? (await settle(id, back)).row : row;
  }

  return { resolve };
}

/** A payment by card as it is announced. */
function completedOf(row: TransactionRow): CompletedPayment {
  const { id, userId: payerId, performerId: sellerId, target, targetId, totalPrice: total, taxAmount: tax } = row;
  const first = row.products[0]?.name;
  const name = typeof first === 'string' ? first : row.type;
  const { cardId } = row;
  const about = { id, payerId, sellerId, name, target, targetId, total, tax, cardId, note: '' };
  return { kind: kindOf(row), code: codeOf[row.type], source: 'payment_transaction', ...about };
}

/** The movement that each kind of payment is. */
export const codeOf = {
  token_package: 'top-up',
  free_subscription: 'trial',
  monthly_subscription: 'subscription',
  yearly_subscription: 'subscription',
  platform_subscription: 'platform-subscription',
} as const satisfies Record<TransactionRow['type'], PaidCode>;

function kindOf(row: TransactionRow): CompletedPayment['kind'] {
  if (row.type === 'token_package') return 'top-up';
  if (row.type === 'free_subscription') return 'trial';
  return isRenewal(row) ? 'renewal' : 'subscription';
}

function failureOf(
  outcome: Exclude<SettledOutcome, { status: 'succeeded' | 'requires_action' }>,
): Pick<TransactionRow, 'status' | 'failureMessage'> {
  switch (outcome.status) {
    case 'declined':
      return { status: 'fail', failureMessage: outcome.message };
    case 'canceled':
      return { status: 'canceled', failureMessage: 'This payment was not completed. You were not charged.' };
    case 'refunded':
      return { status: 'refunded', failureMessage: 'This can no longer be bought. Your money is on its way back.' };
  }
}

/** Milliseconds before each new try; the gateway does nothing twice for the same key. */
const RETRY_AFTER_MS = [100, 400];

/**
 * Takes a payment's money, or finds out how it stands.
 *
 * @returns `unknown` when the gateway did not answer: it may have acted all the same.
 */
export async function chargeCard(gateway: PaymentGateway, row: TransactionRow): Promise<SettledOutcome | 'unknown'> {
  if (row.totalPrice === 0) return { status: 'succeeded', gatewayId: null };
  if (row.cardToken === null) return { status: 'declined', gatewayId: null, message: 'There is no card to pay with.' };
  const request = { amount: row.totalPrice, card: row.cardToken, key: row.id, offSession: isRenewal(row) };
  for (const wait of [...RETRY_AFTER_MS, null]) {
    try {
      return await gateway.charge(request);
    } catch (error) {
      if (error instanceof PaymentRefused) return { status: 'declined', gatewayId: null, message: error.message };
      if (wait !== null) await sleep(wait);
    }
  }
  return 'unknown';
}
