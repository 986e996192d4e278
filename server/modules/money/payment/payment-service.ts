import type { Cents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import type { CardService } from './card-service';
import { confirmPayment } from './confirm-payment';
import { recoverPayments, refreshPayment, resumePayment } from './drive-payment';
import { openRenewal } from './open-renewal';
import type { PaymentPlan } from './payment-plan';
import { presentOutcome, presentTransaction, type TransactionView } from './payment-presenter';
import { createPaymentRepository, type TransactionRow } from './payment-repository';
import type { Payments } from './settle-payment';
import { startPayment, type PaymentStart } from './start-payment';
import { refundPart, takeBackPayment } from './take-back-payment';

export type { PaymentPlan } from './payment-plan';
export { listPostings, quote } from './pricing';
export { CODE_BY_TYPE } from './completed-payment';
export { isRenewal, isSoldDirectly, toRenewalKey } from './payment-kind';
export type { Grant, PaymentEffects } from './settle-payment';
export { getTaxPart } from './take-back-payment';
export { presentRefunded } from './payment-presenter';
export { sumRefunds } from './payment-repository';
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
 * Payments through the gateway, in three steps: commit a row, request the payment from the gateway with the row's id as key,
 * settle the outcome with the row locked. If the process dies in between, `recover` continues, and neither the gateway nor the
 * settlement acts twice. Decisions 2, promises M-1, M-3.
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

  async function present(actor: Actor, rows: readonly TransactionRow[]): Promise<TransactionView[]> {
    const [views, cards, refunded] = await Promise.all([
      people.views(
        rows.flatMap((row) => row.performerId ?? []),
        actor,
      ),
      card.byId(actor.id),
      repository.readRefunded(rows.map(({ id }) => id)),
    ]);
    return rows.map((row) => presentTransaction(row, { people: views, cards, refunded }));
  }

  return {
    /** @throws AppError CARD_DECLINED, and as {@link startPayment} */
    start: async (start: PaymentStart): Promise<TransactionView> => presentOutcome(await startPayment(payments, start)),

    /** Call it before `openRenewal` and before taking other locks, since payments by payers lock in that order too. */
    lockReference: repository.lockReference,

    openRenewal: (tx: Tx, plan: PaymentPlan) => openRenewal(payments, tx, plan),
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

    confirm: (actor: Actor, id: string, answer: 'approve' | 'refuse') =>
      confirmPayment(payments, actor, { id, answer }),

    /** Gets a payment by id, or by the reference in a return address. @throws AppError ENTITY_NOT_FOUND */
    async get(actor: Actor, idOrReference: string): Promise<TransactionView> {
      const [view] = await present(actor, [requireFound(await repository.findOwn(actor.id, idOrReference))]);
      return view!;
    },

    async search(
      actor: Actor,
      query: EndpointPart<'searchTransactions', 'query'>,
    ): Promise<EndpointReply<'searchTransactions'>> {
      const { rows, total } = await repository.search(actor.id, query);
      return { data: await present(actor, rows), total };
    },
  };
}
