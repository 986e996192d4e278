import { consolePaths } from '@/config/console-paths';
import { consoleDisputes, DISPUTES_PER_PAGE, type Dispute } from '@/features/operations/dispute/dispute-feature';
import { omitEmpty } from '@/lib/omit-empty';
import { createListAddress, type Loading } from './console-query';

export const disputeAddress = createListAddress<Dispute['status']>(consolePaths.disputes, [
  { value: 'open', label: 'Open', empty: 'No payment is disputed.' },
  { value: 'won', label: 'Won', empty: 'Disputes that the bank decided for the site would be here.' },
  { value: 'lost', label: 'Lost', empty: 'Disputes that the bank decided for the payer would be here.' },
  { value: 'all', label: 'All', empty: 'No payment was ever disputed.' },
]);

export function loadDisputes({ query }: Loading) {
  const { status, ...rest } = disputeAddress.toQuery(query, DISPUTES_PER_PAGE);
  return [consoleDisputes.requested({ ...rest, ...omitEmpty({ status }) })];
}
