import type { TodoKind } from '@contract/operations/todo-kinds';
import { consolePaths } from '@/config/console-paths';

interface TodoWords {
  label: string;
  /** Page of the navigation that shows the count. */
  href: string;
  /** Where on that page they are, if not on its first tab. */
  openHref?: string;
}

export const todoWords: Record<TodoKind, TodoWords> = {
  report: { label: 'Reports', href: consolePaths.reports },
  appeal: { label: 'Appeals', href: consolePaths.appeals },
  creator: { label: 'Creators to review', href: consolePaths.review },
  payout: { label: 'Payouts to approve', href: consolePaths.payouts },
  unpaidPayout: {
    label: 'Payouts to pay',
    href: consolePaths.payouts,
    openHref: `${consolePaths.payouts}?status=approved`,
  },
  refund: { label: 'Refund requests', href: consolePaths.refunds },
  // No count in the navigation: nothing has to be done yet.
  askedRefund: { label: 'Refund requests with creators', href: `${consolePaths.refunds}?status=asked` },
  dispute: { label: 'Disputes at the bank', href: consolePaths.disputes },
  job: { label: 'Failed jobs', href: consolePaths.jobs },
  file: { label: 'Files set aside', href: consolePaths.jobs },
};
