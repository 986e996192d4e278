import type { TransactionRow } from './payment-repository';

/** Whether the payment itself is the sale, as for a subscription. Otherwise its charges are the sales. */
export const isSoldDirectly = ({ target }: Pick<TransactionRow, 'target'>): boolean =>
  target === 'performer' || target === 'platform' || target === 'token_package';

const RENEWAL = 'renew:';

/** A unique key for each subscription, period and attempt. */
export const toRenewalKey = (subscriptionId: string, periodStart: Date, attempt: number): string =>
  `${RENEWAL}${subscriptionId}:${periodStart.toISOString()}:${attempt}`;

/** Whether the renewal job started the payment, not its payer. */
export const isRenewal = ({ key }: Pick<TransactionRow, 'key'>): boolean => key.startsWith(RENEWAL);
