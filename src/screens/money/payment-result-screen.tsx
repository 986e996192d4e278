import type { ParsedUrlQuery } from 'node:querystring';
import { PageColumn } from '@/components/layout/app-shell';
import { PaymentResult } from '@/features/money/checkout/components/payment-result';
import { PageTitle } from '../site/page-title';

/** Where a gateway sends the browser back to: shows how the payment stands, not what the address says. */
export function PaymentResultScreen() {
  return (
    <PageColumn>
      <PageTitle title="Payment" />
      <PaymentResult />
    </PageColumn>
  );
}

/** The payment a return address names: eight characters, or a whole id. Other gateways add words of their own. */
export function readReference(query: ParsedUrlQuery): string | undefined {
  const value = query['transactionId'] ?? query['id'];
  return typeof value === 'string' && /^[0-9a-fA-F]{8}([0-9a-fA-F]{16})?$/.test(value) ? value : undefined;
}
