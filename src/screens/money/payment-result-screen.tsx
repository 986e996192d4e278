import type { ParsedUrlQuery } from 'node:querystring';
import { PageColumn } from '@/components/layout/app-shell';
import { PaymentResult } from '@/features/money/checkout/components/payment-result';
import { PageTitle } from '../site/page-title';

/** The page to which payment gateways return. Shows the payment's state from the API, not from the URL. */
export function PaymentResultScreen() {
  return (
    <PageColumn>
      <PageTitle title="Payment" />
      <PaymentResult />
    </PageColumn>
  );
}

/** The payment id in a return URL: eight characters, or the whole id. Gateways may add other parameters. */
export function readReference(query: ParsedUrlQuery): string | undefined {
  const value = query['transactionId'] ?? query['id'];
  return typeof value === 'string' && /^[0-9a-fA-F]{8}([0-9a-fA-F]{16})?$/.test(value) ? value : undefined;
}
