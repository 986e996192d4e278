import type { ServerContext } from '../../context';
import { inTransaction, type Tx } from '../../db/transaction';
import { found } from '../../errors';
import { rooms } from '../../realtime/publish';
import type { CouponService } from '../coupon/coupon-service';
import type { SettingsService } from '../settings/settings-service';
import type { SiteSettings } from '../settings/site-settings';
import { presentTransaction, returnAddress } from './payment-presenter';
import type { createPaymentRepository, TransactionRow } from './payment-repository';
import { isFinal, isRenewal, type SettledOutcome } from './payment-states';

/** What a kind of payment does to the rest, in the transaction that settles it. Each runs once a payment. */
export interface PaymentEffects {
  /** Gives the payer what was paid for. @returns false when that can no longer be given: the money goes back. */
  grant(tx: Tx, payment: TransactionRow, site: SiteSettings): Promise<boolean>;
  /** The payment came to nothing. */
  refuse?(tx: Tx, payment: TransactionRow, site: SiteSettings): Promise<void>;
}

export interface SettlementDependencies {
  repository: ReturnType<typeof createPaymentRepository>;
  settings: SettingsService;
  coupon: CouponService;
}

/** Turns what the gateway says of a payment into what it does here, once, under the payment's lock. Promises M-3. */
export function createSettlement(
  { db, clock, gateways, publisher }: Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'publisher'>,
  { repository, settings, coupon }: SettlementDependencies,
) {
  const effectsOf = new Map<TransactionRow['target'], PaymentEffects>();

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
      const row = found(await repository.lock(id, tx));
      if (isFinal(row)) return { row, isOwed: false };
      const effects = effectsOf.get(row.target);
      if (!effects) throw new Error(`nobody handles payments for ${row.target}`);
      const values = { gatewayId: outcome.gatewayId, updatedAt: clock.now() };
      if (outcome.status === 'requires_action') {
        if (row.status === 'require_authentication') return { row, isOwed: false };
        const { clientSecret } = outcome;
        const asked = await repository.update(id, { ...values, status: 'require_authentication', clientSecret }, tx);
        announce(tx, asked);
        return { row: asked, isOwed: false };
      }
      if (outcome.status === 'succeeded') {
        if (!(await effects.grant(tx, row, site))) return { row, isOwed: true };
        const paid = await repository.update(id, { ...values, status: 'success' }, tx);
        announce(tx, paid);
        return { row: paid, isOwed: false };
      }
      const ended = await repository.update(id, { ...values, ...failureOf(outcome) }, tx);
      if (ended.couponInfo) await coupon.giveBack(tx, ended.couponInfo._id, id);
      await effects.refuse?.(tx, ended, site);
      announce(tx, ended);
      return { row: ended, isOwed: false };
    });
  }

  /** Settles, and pays back what could not be given. Safe to repeat. */
  async function resolve(id: string, outcome: SettledOutcome): Promise<TransactionRow> {
    const { row, isOwed } = await settle(id, outcome);
    if (!isOwed) return row;
    if (outcome.gatewayId === null) return (await settle(id, { status: 'canceled', gatewayId: null })).row;
    return (await settle(id, await gateways.payment.refund(outcome.gatewayId))).row;
  }

  return {
    /** Says what a kind of payment does once it is settled. Each module names its own, once. */
    handle(target: TransactionRow['target'], effects: PaymentEffects): void {
      effectsOf.set(target, effects);
    },

    resolve,
  };
}

function failureOf(
  outcome: Exclude<SettledOutcome, { status: 'succeeded' | 'requires_action' }>,
): Pick<TransactionRow, 'status' | 'failureMessage'> {
  switch (outcome.status) {
    case 'declined':
      return { status: 'fail', failureMessage: outcome.message };
    case 'canceled':
      return { status: 'canceled', failureMessage: 'This payment was given up. You were not charged.' };
    case 'refunded':
      return { status: 'refunded', failureMessage: 'This can no longer be bought. Your money is on its way back.' };
  }
}
