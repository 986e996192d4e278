import type { Operator } from '../../../access';
import { recordAct } from '../../../operator-log/record-act';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { runIdempotent } from '../../../idempotency';
import type { EarningService } from '../earning/earning-service';
import type { OrderRow, OrderService } from '../order/order-service';
import type { PaymentService } from '../payment/payment-service';
import type { WalletService } from '../wallet/wallet-service';
import { lockSale, type AskDeps, type RefundCall } from './ask-for-refund';
import { isOpen, type RefundRequestRow } from './refund-request-repository';
import type { Sale } from './sale-repository';

export interface DecideDeps extends AskDeps {
  payment: AskDeps['payment'] & Pick<PaymentService, 'refund' | 'assertUndisputed'>;
  wallet: AskDeps['wallet'] & Pick<WalletService, 'refund'>;
  order: Pick<OrderService, 'lockOfCharge' | 'refund'>;
  earning: Pick<EarningService, 'lockOf'>;
}

export interface Decision {
  id: string;
  isGranted: boolean;
  /** The decider's answer to the fan. */
  answer: string;
}

export type Decider = RefundCall | { operator: Operator | undefined };

/** Shown to both sides with the refund. */
const GRANTED = 'The refund request was granted.';

/**
 * Grants or rejects a refund request. Granting it reverses the sale and returns the money to the card or wallet that paid.
 * Creators can still grant a request that was passed on to the operators, but no longer reject it.
 *
 * Takes locks in the same order as all refunds: the order, its charge or payment, then the request.
 *
 * @throws AppError ENTITY_NOT_FOUND, also for requests to other creators; REFUND_DECIDED; REFUND_NOT_POSSIBLE during a dispute
 * and for payments that were refunded in part
 */
export async function decideRefund(deps: DecideDeps, decider: Decider, decision: Decision): Promise<{ id: string }> {
  return inTransaction(deps.db, async (tx) => {
    if ('operator' in decider) {
      const decided = await decide(deps, tx, null, decision);
      await recordAct(tx, decider.operator, {
        act: decision.isGranted ? 'refund.granted' : 'refund.refused',
        subject: { kind: 'refund', id: decision.id },
        details: { answer: decision.answer },
      });
      return decided;
    }
    const { actor, key } = decider;
    const route = decision.isGranted ? 'grantRefund' : 'refuseRefund';
    return runIdempotent(tx, { accountId: actor.id, route, key, input: decision }, () =>
      decide(deps, tx, actor.id, decision),
    );
  });
}

/** @param performerId null for operators, who can decide every request */
async function decide(
  deps: DecideDeps,
  tx: Tx,
  performerId: string | null,
  { id, isGranted, answer }: Decision,
): Promise<{ id: string }> {
  const { repository, notifications, clock } = deps;
  const known = requireFound(await repository.find(id, tx));
  if (performerId !== null && known.performerId !== performerId) throw new AppError('ENTITY_NOT_FOUND');
  const { sale, order } = await lockAll(deps, tx, known, isGranted);
  const row = requireFound(await repository.lock(id, tx));
  const canRefuse = performerId === null || row.state === 'asked';
  if (!isOpen(row) || (!isGranted && !canRefuse)) throw new AppError('REFUND_DECIDED');
  if (isGranted && (await deps.payment.findRefund(sale.id, tx)))
    throw new AppError('REFUND_NOT_POSSIBLE', { message: 'Part of this payment was already refunded.' });
  const now = clock.now();
  const decidedBy = performerId === null ? ('operator' as const) : ('creator' as const);
  const values = { answer, decidedBy, decidedAt: now, updatedAt: now };
  const next = { ...row, ...values, state: isGranted ? ('granted' as const) : ('refused' as const) };
  await repository.update(id, next, tx);
  await notifications.notifyDecided(tx, next, sale);
  if (isGranted) await payBack(deps, tx, { sale, order, reason: [GRANTED, answer].filter(Boolean).join(' ') });
  return { id };
}

/** @throws AppError REFUND_NOT_POSSIBLE during a dispute, when the bank has the money */
async function lockAll(
  deps: DecideDeps,
  tx: Tx,
  { saleId: id, source }: RefundRequestRow,
  isGranted: boolean,
): Promise<{ sale: Sale; order: OrderRow | null }> {
  const known = requireFound(await deps.saleRepository.find(id, tx));
  // Check before locking, since a dispute that closes concurrently takes these locks in another order.
  if (isGranted) await deps.payment.assertUndisputed(tx, known.paymentId);
  const order = source === 'charge' ? await deps.order.lockOfCharge(id, tx) : null;
  const sale = await lockSale(deps, { id, source }, tx);
  // A dispute that opens concurrently either waits for this lock, or is found by the check below.
  await deps.earning.lockOf(id, tx);
  if (isGranted) await deps.payment.assertUndisputed(tx, sale.paymentId);
  return { sale, order };
}

async function payBack(
  { order: orders, wallet, payment }: DecideDeps,
  tx: Tx,
  { sale, order, reason }: { sale: Sale; order: OrderRow | null; reason: string },
): Promise<void> {
  if (order) await orders.refund(tx, order, reason);
  else if (sale.source === 'charge') await wallet.refund(tx, sale.id, { reason });
  else await payment.refund(tx, { id: sale.id, reason });
}
