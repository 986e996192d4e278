import type { Actor } from '../../../access';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { writeIdempotent } from '../../../idempotency';
import { cancelPayment, drivePayment } from './drive-payment';
import { toTransaction, type PaymentPlan } from './payment-plan';
import type { PaymentReference, TransactionRow } from './payment-repository';
import type { Payments } from './settle-payment';

export interface PaymentStart {
  actor: Actor;
  route: string;
  key: string | undefined;
  /** A request that repeats a key with different input is rejected. */
  input: unknown;
  reference: Omit<PaymentReference, 'userId'>;
  /** Checks the rules and prices the payment. Called while its reference is locked. */
  plan(tx: Tx, transactionId: string): Promise<Omit<PaymentPlan, 'id' | 'key'>>;
}

/**
 * Starts a payment and takes it as far as it gets now: success, a challenge by the bank, or `processing` if the gateway does
 * not answer. A repeated key continues the first payment or returns its outcome.
 *
 * @throws AppError IDEMPOTENCY_IN_FLIGHT while another payment for the reference is open, GATEWAY_FAILED if the open one cannot
 * be canceled, IDEMPOTENCY_KEY_REUSED, SPENDING_LIMIT_REACHED, and those of `plan`.
 */
export async function startPayment(payments: Payments, start: PaymentStart): Promise<TransactionRow> {
  let created = await createPayment(payments, start);
  if ('open' in created && created.open.status === 'require_authentication') {
    // The payer left the bank's challenge unanswered and tries again, perhaps with another card.
    await cancelPayment(payments, created.open);
    created = await createPayment(payments, start);
  }
  if ('open' in created) throw new AppError('IDEMPOTENCY_IN_FLIGHT');
  return drivePayment(payments, created);
}

/** @returns the new payment, or the one that is already open for the reference */
async function createPayment(
  { db, clock, repository, spendingLimit }: Payments,
  { actor, route, key, input, reference, plan }: PaymentStart,
): Promise<TransactionRow | { open: TransactionRow }> {
  const paid = { ...reference, userId: actor.id };
  let open: TransactionRow | null = null;
  const now = clock.now();
  const call = { accountId: actor.id, route, key, input, id: newId(now.getTime()) };
  const write = async (tx: Tx) => {
    // Lock before checking the rules, since a payment that ends concurrently changes what they read. Top-ups need no lock.
    if (reference.target !== 'token_package') {
      await repository.lockReference(paid, tx);
      open = await repository.findOpen(paid, tx);
      if (open) throw new AppError('IDEMPOTENCY_IN_FLIGHT');
    }
    const { id } = call;
    const planned = await plan(tx, id);
    if (planned.target !== 'token_package')
      await spendingLimit.assertWithin(tx, { userId: planned.userId, amount: planned.quote.total });
    return requireFound(await repository.insert(toTransaction({ ...planned, id, key: `call:${id}` }, now), tx));
  };
  try {
    return await inTransaction(db, (tx) =>
      writeIdempotent(tx, call, { write: () => write(tx), read: (id) => repository.find(id, tx) }),
    );
  } catch (error) {
    if (open) return { open };
    throw error;
  }
}
