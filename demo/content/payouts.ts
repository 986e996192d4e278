import { toCents } from '@contract/base/money';
import type { DemoPayout } from '../types';

/** What creators have asked to be paid; always less than what was free at the time. */
export const payouts: readonly DemoPayout[] = [
  { creator: 'demo-creator', amount: toCents(150), requestedDaysAgo: 48, status: 'done', note: 'First one, thank you' },
  { creator: 'demo-creator', amount: toCents(120), requestedDaysAgo: 20, status: 'done', note: 'Rent and paper' },
  { creator: 'demo-creator', amount: toCents(80), requestedDaysAgo: 1, status: 'pending', note: '' },
];
