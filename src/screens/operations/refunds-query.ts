import { consolePaths } from '@/config/console-paths';
import {
  consoleRefund,
  consoleRefunds,
  REFUNDS_PER_PAGE,
  type RefundState,
} from '@/features/operations/refund/refund-feature';
import { omitEmpty } from '@/lib/omit-empty';
import { createListAddress, readText, type Loading } from './console-query';

export const refundAddress = createListAddress<RefundState>(consolePaths.refunds, [
  { value: 'with_operator', label: 'To decide', empty: 'No refund request waits for you.' },
  { value: 'asked', label: 'With creators', empty: 'No refund request waits for a creator.' },
  { value: 'granted', label: 'Granted', empty: 'No refund was granted yet.' },
  { value: 'refused', label: 'Refused', empty: 'No refund was refused yet.' },
  { value: 'all', label: 'All', empty: 'Fans have not asked for a refund yet.' },
]);

export function loadRefunds({ query }: Loading) {
  const { status: state, ...rest } = refundAddress.toQuery(query, REFUNDS_PER_PAGE);
  return [consoleRefunds.requested({ ...rest, ...omitEmpty({ state }) })];
}

export const loadRefund = ({ query }: Loading) => [consoleRefund.requested(readText(query['id']))];
