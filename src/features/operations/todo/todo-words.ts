import type { TodoKind } from '@contract/operations/todo-kinds';
import { paths } from '@/config/paths';

export const todoWords: Record<TodoKind, { label: string; href: string }> = {
  report: { label: 'Reports', href: paths.console.reports },
  creator: { label: 'Creators to review', href: paths.console.review },
  payout: { label: 'Payouts to approve', href: paths.console.payouts },
  refund: { label: 'Refund requests', href: paths.console.refunds },
  dispute: { label: 'Disputes at the bank', href: paths.console.disputes },
  job: { label: 'Failed jobs', href: paths.console.jobs },
  file: { label: 'Files set aside', href: paths.console.jobs },
};
