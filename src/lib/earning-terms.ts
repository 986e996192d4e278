import type { EarningTerms } from '@contract/identity/people-schemas';

const kinds = new Map([
  ['tip', 'tips'],
  ['feed', 'posts'],
  ['product', 'products'],
  ['video', 'videos'],
  ['gallery', 'galleries'],
  ['message', 'messages'],
  ['stream', 'live shows'],
  ['subscription', 'subscriptions'],
]);

const getShare = (commission: number) => `${Number(((1 - commission) * 100).toFixed(2))}%`;

/** Such as "You keep 80% of each sale (90% of tips). It becomes available after 7 days." */
export function describeEarningTerms({ commission, commissions, holdingDays }: EarningTerms): string {
  const others = commissions.map((own) => `${getShare(own.commission)} of ${kinds.get(own.kind) ?? own.kind}`);
  const share = `You keep ${getShare(commission)} of each sale${others.length > 0 ? ` (${others.join(', ')})` : ''}.`;
  const wait = holdingDays === 1 ? 'after a day' : `after ${holdingDays} days`;
  return `${share} It becomes available ${holdingDays === 0 ? 'at once' : wait}.`;
}

export const getKeptShare = ({ commission, commissions }: EarningTerms, kind: string): number =>
  1 - (commissions.find((own) => own.kind === kind)?.commission ?? commission);

export const describeShare = (terms: EarningTerms, kind: string): string =>
  `You keep ${getShare(1 - getKeptShare(terms, kind))}.`;
