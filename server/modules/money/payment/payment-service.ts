import type { Cents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import type { PassedLimit } from '../spending-limit/spending-limit-service';
import type { CardService } from './card-service';
import { recoverPayments, refreshPayment, resumePayment } from './drive-payment';
import { toTransaction, type PaymentPlan } from './payment-plan';
import { presentTransaction, type TransactionView } from './payment-presenter';
import { createPaymentRepository, type TransactionRow } from './payment-repository';
import { settlePayment, type Payments } from './settle-payment';
import { startPayment, type PaymentStart } from './start-payment';
import { refundPart, takeBackPayment } from './take-back-payment';

export type { PaymentPlan } from './payment-plan';
export { listPostings, quote } from './pricing';
export {
  CODE_BY_TYPE,
  isRenewal,
  isSoldDirectly,
  toRenewalKey,
  type Grant,
  type PaymentEffects,
} from './settle-payment';
export { getTaxPart } from './take-back-payment';
export { presentRefunded } from './payment-presenter';
export type { Refunded, TransactionRow } from './payment-repository';
export type PaymentService = ReturnType<typeof createPaymentService>;

interface PaymentDeps extends Pick<
  Payments,
  'settings' | 'coupon' | 'effects' | 'cardRefund' | 'earning' | 'spendingLimit'
> {
  people: PeopleService;
  card: Pick<CardService, 'byId' | 'confirm'>;
}

/**
 * Payments through the gateway, in three steps: commit a row, call the gateway with the row's id as its key, settle the outcome
 * with the row locked. A process can die between any two: `recover` continues, and neither gateway nor settlement acts twice.
 * Decisions 2, promises M-1, M-3.
 */
export function createPaymentService(
  { db, clock, gateways, publisher, events }: Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'publisher' | 'events'>,
  { people, settings, coupon, card, effects, cardRefund, earning, spendingLimit }: PaymentDeps,
) {
  const repository = createPaymentRepository(db);
  const payments: Payments = {
    db,
    clock,
    gateways,
    publisher,
    events,
    repository,
    settings,
    coupon,
    card,
    effects,
    cardRefund,
    earning,
    spendingLimit,
  };

  return {
    /** @throws AppError CARD_DECLINED, and as {@link startPayment} */
    start: async (start: PaymentStart): Promise<TransactionView> => presentOutcome(await startPayment(payments, start)),

    /** Call it before `openRenewal` and before any other lock: payers' own payments lock in this order too. */
    lockReference: repository.lockReference,

    /**
     * Creates the payment of a renewal, whose reference is locked.
     *
     * @param plan its `key` makes it unique.
     * @returns the id for `drive`; `busy` while another payment for the reference is open; `used` if one with this key has ended;
     * the spending limit that it would exceed.
     */
    async openRenewal(tx: Tx, plan: PaymentPlan): Promise<{ id: string } | PassedLimit | 'busy' | 'used'> {
      if (await repository.findOpen(plan, tx)) return 'busy';
      const passed = await spendingLimit.findPassed(tx, { userId: plan.userId, amount: plan.quote.total });
      if (passed) return passed;
      return (await repository.insert(toTransaction(plan, clock.now()), tx)) ? { id: plan.id } : 'used';
    },

    hasPayment: repository.hasKey,

    drive: (id: string) => resumePayment(payments, id),
    recover: () => recoverPayments(payments),
    takeBack: (tx: Tx, input: { id: string; reason: string }) => takeBackPayment(payments, tx, input),

    /** Reverses the sale and refunds what was not refunded before. */
    refund: (tx: Tx, input: { id: string; reason: string }) =>
      takeBackPayment(payments, tx, { ...input, toCard: true }),
    refundPart: (tx: Tx, input: { id: string; amount: Cents }) => refundPart(payments, tx, input),
    find: repository.find,
    lock: repository.lock,
    findRefund: repository.findRefund,
    isDisputed: cardRefund.isDisputed,
    assertUndisputed: cardRefund.assertUndisputed,
    refresh: (gatewayId: string) => refreshPayment(payments, gatewayId),

    /** Only for the sandbox's bank: real banks ask themselves. @throws AppError CARD_DECLINED, PROVIDER_NOT_CONFIGURED */
    async confirm(actor: Actor, id: string, answer: 'approve' | 'refuse'): Promise<TransactionView> {
      const { payment } = gateways;
      if (!payment.confirm) throw new AppError('PROVIDER_NOT_CONFIGURED');
      const row = requireFound(await repository.findOwn(actor.id, id));
      if (row.status !== 'require_authentication' || row.gatewayId === null) return presentOutcome(row);
      return presentOutcome(await settlePayment(payments, row.id, await payment.confirm(row.gatewayId, answer)));
    },

    /** By id or by the reference of a return address. @throws AppError ENTITY_NOT_FOUND */
    async get(actor: Actor, idOrReference: string): Promise<TransactionView> {
      const row = requireFound(await repository.findOwn(actor.id, idOrReference));
      const [views, cards, refunded] = await Promise.all([
        people.views(row.performerId ? [row.performerId] : [], actor),
        card.byId(actor.id),
        repository.readRefunded([row.id]),
      ]);
      return presentTransaction(row, { people: views, cards, refunded });
    },

    async search(
      actor: Actor,
      query: EndpointPart<'searchTransactions', 'query'>,
    ): Promise<EndpointReply<'searchTransactions'>> {
      const { rows, total } = await repository.search(actor.id, query);
      const ids = rows.flatMap((row) => row.performerId ?? []);
      const [views, cards, refunded] = await Promise.all([
        people.views(ids, actor),
        card.byId(actor.id),
        repository.readRefunded(rows.map(({ id }) => id)),
      ]);
      return { data: rows.map((row) => presentTransaction(row, { people: views, cards, refunded })), total };
    },
  };
}

/** @throws AppError CARD_DECLINED with the bank's message */
function presentOutcome(row: TransactionRow): TransactionView {
  if (row.status !== 'fail') return presentTransaction(row);
  throw new AppError('CARD_DECLINED', { message: row.failureMessage || undefined });
}
