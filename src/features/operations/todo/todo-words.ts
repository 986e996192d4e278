import type { TodoKind } from '@contract/operations/todo-kinds';
import { consolePaths } from '@/config/console-paths';

export const todoWords: Record<TodoKind, { label: string; href: string }> = {
  report: { label: 'Reports', href: consolePaths.reports },
  appeal: { label: 'Appeals', href: consolePaths.appeals },
  creator: { label: 'Creators to review', href: consolePaths.review },
  payout: { label: 'Payouts to approve', href: consolePaths.payouts },
  refund: { label: 'Refund requests', href: consolePaths.refunds },
  dispute: { label: 'Disputes at the bank', href: consolePaths.disputes },
  job: { label: 'Failed jobs', href: consolePaths.jobs },
  file: { label: 'Files set aside', href: consolePaths.jobs },
};
