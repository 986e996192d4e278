import { consolePaths } from '@/config/console-paths';
import { payment, payments, PAYMENTS_PER_PAGE, type PaymentLine } from '@/features/operations/ledger/ledger-feature';
import { omitEmpty } from '@/lib/omit-empty';
import { createListAddress, readText, type Loading } from './console-query';

export const paymentAddress = createListAddress<PaymentLine['status']>(consolePaths.payments, [
  { value: 'all', label: 'All', empty: 'Nobody has paid by card yet.' },
  { value: 'success', label: 'Paid', empty: 'No payment has succeeded yet.' },
  { value: 'fail', label: 'Failed', empty: 'No payment has failed.' },
  { value: 'refunded', label: 'Refunded', empty: 'No payment was refunded.' },
  { value: 'processing', label: 'In progress', empty: 'No payment is in progress.' },
  { value: 'require_authentication', label: 'At the bank', empty: 'No bank is asking its customer to confirm.' },
]);

export function loadPayments({ query }: Loading) {
  const { status, ...rest } = paymentAddress.toQuery(query, PAYMENTS_PER_PAGE);
  return [payments.requested({ ...rest, ...omitEmpty({ status }) })];
}

export const loadPayment = ({ query }: Loading) => [payment.requested(readText(query['id']))];
