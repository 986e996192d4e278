import type { PaymentOutcome } from '../../../gateways/payment';
import type { TransactionRow } from './payment-repository';

/** What is settled: the gateway's word, or our own where nothing is left to pay and no gateway is asked. */
export type SettledOutcome =
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
