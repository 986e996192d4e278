import { setTimeout as sleep } from 'node:timers/promises';
import { PaymentRefused, type PaymentGateway } from '../../../gateways/payment';
import { isRenewal } from './payment-kind';
import type { TransactionRow } from './payment-repository';
import type { SettledOutcome } from './settle-payment';

/** Retries are safe: the gateway charges only once for the same key. */
const RETRY_AFTER_MS = [100, 400];

/** Charges a card, or reads the earlier outcome. @returns `unknown` if the gateway did not answer and may have charged it */
export async function chargeCard(gateway: PaymentGateway, row: TransactionRow): Promise<SettledOutcome | 'unknown'> {
  if (row.totalPrice === 0) return { status: 'succeeded', gatewayId: null };
  if (row.cardToken === null) return { status: 'declined', gatewayId: null, message: 'There is no card to pay with.' };
  const request = {
    amount: row.totalPrice,
    card: row.cardToken,
    customerId: row.customerId ?? '',
    isNewCard: row.isNewCard,
    key: row.id,
    startedAt: row.createdAt,
    offSession: isRenewal(row),
  };
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
