import type { ParsedUrlQuery } from 'node:querystring';
import { paths } from '@/config/paths';
import {
  subscribersPerPage,
  type SubscriberQuery,
  type SubscriberState,
  type SubscriberTier,
} from '@/features/money/subscriber/subscriber-feature';
import { readWords } from '@/lib/read-words';
import { readPage } from '../site/page-query';

export const subscriberStates: { value: SubscriberState | ''; label: string }[] = [
  { value: '', label: 'Everyone' },
  { value: 'active', label: 'Active' },
  { value: 'ending', label: 'Ending' },
  { value: 'ended', label: 'Ended' },
];

export const subscriberTiers: { value: SubscriberTier | ''; label: string }[] = [
  { value: '', label: 'All tiers' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
  { value: 'free', label: 'Free trial' },
];

/** What the address of the subscribers says. */
export interface SubscribersQuery {
  q: string;
  state: SubscriberState | '';
  tier: SubscriberTier | '';
  /** From 1. */
  page: number;
}

export function readSubscribersQuery(query: ParsedUrlQuery): SubscribersQuery {
  return {
    q: readWords(query['q']),
    state: subscriberStates.find(({ value }) => value === query['state'])?.value ?? '',
    tier: subscriberTiers.find(({ value }) => value === query['tier'])?.value ?? '',
    page: readPage(query),
  };
}

export function subscribersHref({ q, state, tier, page }: SubscribersQuery): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(state && { state }),
    ...(tier && { tier }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return search ? `${paths.creator.subscribers}?${search}` : paths.creator.subscribers;
}

export const toSubscriberQuery = ({ q, state, tier, page }: SubscribersQuery): SubscriberQuery => ({
  ...(q && { q }),
  ...(state && { state }),
  ...(tier && { tier }),
  offset: (page - 1) * subscribersPerPage,
});
