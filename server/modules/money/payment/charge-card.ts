import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentRefused, type PaymentGateway } from '../../../gateways/payment';
import type { TransactionRow } from './payment-repository';
import { isRenewal, type SettledOutcome } from './payment-states';

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
