import type { LogLine } from '@/features/operations/log/log-feature';

/** A line of the operators' log. */
export const logLine = (part: Partial<LogLine>): LogLine => ({
  _id: '18',
  at: '2026-11-29T10:00:00.000Z',
  operatorId: 'o1',
  operatorName: 'Ada',
  role: 'owner',
  via: 'console',
  act: 'account.closed',
  subjectKind: 'account',
  subjectId: 'u1',
  subjectName: 'Mina',
  amount: null,
  details: {},
  hash: 'ab12',
  ...part,
});
