import type { TransactionRow } from './payment-repository';

/** Whether the payment itself was sold, as a subscription is. Otherwise its charges are the sales. */
export const isSoldDirectly = ({ target }: Pick<TransactionRow, 'target'>): boolean =>
  target === 'performer' || target === 'platform' || target === 'token_package';

const RENEWAL = 'renew:';

/** One for each subscription, period and attempt. @param paidUntil end of the period before */
export const toRenewalKey = (subscriptionId: string, paidUntil: Date, attempt: number): string =>
  `${RENEWAL}${subscriptionId}:${paidUntil.toISOString()}:${attempt}`;

/** Whether the renewal job started the payment, not its payer. */
export const isRenewal = ({ key }: Pick<TransactionRow, 'key'>): boolean => key.startsWith(RENEWAL);
