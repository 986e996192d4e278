import type Stripe from 'stripe';
import type { GatewayMovement } from './payment';
import { hasRefundFailed, readAmount, type StripeAccount } from './stripe-client';

/** Lists the account's balance transactions. docs.stripe.com/reports/balance-transaction-types */
export async function* listMovements(
  account: StripeAccount,
  { from, to }: { from: Date; to: Date },
): AsyncGenerator<GatewayMovement> {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.floor(to.getTime() / 1000) };
  for await (const movement of account.stripe.balanceTransactions.list({
    created,
    limit: 100,
    expand: ['data.source'],
  })) {
    yield {
      ...nameMovement(movement),
      amount: readAmount(movement.amount, movement.currency, account),
      fee: readAmount(movement.fee, movement.currency, account),
      createdAt: new Date(movement.created * 1000),
    };
  }
}

function nameMovement({ id, source, amount }: Stripe.BalanceTransaction): Pick<GatewayMovement, 'kind' | 'objectId'> {
  if (source === null || typeof source === 'string') return { kind: 'other', objectId: id };
  switch (source.object) {
    case 'charge': {
      const { payment_intent: intent } = source;
      const objectId = typeof intent === 'string' ? intent : (intent?.id ?? source.id);
      return { kind: 'payment', objectId };
    }
    case 'refund': {
      const { metadata, status } = source;
      // The bank sent the refund back. The fan got the money in the wallet, and its return is a movement of its own.
      if (hasRefundFailed(status)) return { kind: 'other', objectId: id };
      return { kind: 'refund', objectId: metadata?.['key']?.replace(/^refund:/, '') ?? source.id };
    }
    case 'dispute':
      // A positive amount is money that came back because a dispute was won.
      return amount > 0 ? { kind: 'other', objectId: id } : { kind: 'dispute', objectId: source.id };
    case 'transfer_reversal': {
      const { transfer } = source;
      return { kind: 'reversal', objectId: typeof transfer === 'string' ? transfer : transfer.id };
    }
    case 'transfer':
      return amount > 0 ? { kind: 'other', objectId: id } : { kind: 'transfer', objectId: source.id };
    default:
      return { kind: 'other', objectId: id };
  }
}
