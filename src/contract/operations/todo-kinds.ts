import type { Permission } from '../base/operator-roles';

/** Kinds of things that wait for an operator, with the permission to do them. In the order of the overview. */
export const todoKinds = {
  report: 'decideReports',
  appeal: 'decideReports',
  creator: 'reviewCreators',
  payout: 'decidePayouts',
  /** Approved, to be paid by hand or by the bank file. */
  unpaidPayout: 'decidePayouts',
  refund: 'decideRefunds',
  /** With their creators, who answer first. */
  askedRefund: 'decideRefunds',
  dispute: 'readLedger',
  job: 'manageJobs',
  file: 'manageJobs',
} as const satisfies Record<string, Permission>;

export type TodoKind = keyof typeof todoKinds;

export const todoNames = Object.keys(todoKinds) as TodoKind[];
