import type { ParsedUrlQuery } from 'node:querystring';
import type { PerformerQuery } from '@/features/identity/performer/performer-slice';
import { readWords } from '@/lib/read-words';

/** What the address of the creator list says. Filters live there, so that Back and links keep them. */
export interface CreatorsQuery {
  q: string;
  category: string;
  country: string;
  gender: string;
  language: string;
  sort: CreatorSort;
  /** Filters that are on or off. */
  on: CreatorSwitch[];
}

export const creatorSorts = [
  { value: 'popular', label: 'Most loved' },
  { value: 'latest', label: 'Newest' },
  { value: 'online', label: 'Online first' },
  { value: 'oldest', label: 'Oldest' },
] as const;
type CreatorSort = (typeof creatorSorts)[number]['value'];

export const creatorSwitches = [
  { value: 'under10', label: 'Under $10' },
  { value: 'trial', label: 'Free trial' },
  { value: 'online', label: 'Online' },
  { value: 'live', label: 'Live now' },
] as const;
export type CreatorSwitch = (typeof creatorSwitches)[number]['value'];

const text = (value: unknown) => (typeof value === 'string' ? value : '');

export function readCreatorsQuery(query: ParsedUrlQuery): CreatorsQuery {
  const on = text(query['only']).split(',');
  return {
    q: readWords(query['q']),
    category: text(query['category']),
    country: text(query['country']),
    gender: text(query['gender']),
    language: text(query['language']),
    sort: creatorSorts.find((sort) => sort.value === query['sort'])?.value ?? 'popular',
    on: creatorSwitches.map((item) => item.value).filter((value) => on.includes(value)),
  };
}

/** The address without what is not chosen. */
export function writeCreatorsQuery({ on, sort, ...texts }: CreatorsQuery): Record<string, string> {
  const query: Record<string, string> = { ...texts, only: on.join(','), sort: sort === 'popular' ? '' : sort };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** The same as the API asks for it. */
export function toPerformerQuery({ q, category, country, gender, language, sort, on }: CreatorsQuery): PerformerQuery {
  const gendered = (['male', 'female', 'transgender', 'couple'] as const).find((value) => value === gender);
  return {
    sortBy: sort,
    ...(q && { q }),
    ...(category && { categoryIds: [category] }),
    ...(country && { country }),
    ...(gendered && { gender: gendered }),
    ...(language && { language }),
    ...(on.includes('under10') && { maxPrice: 9.99 }),
    ...(on.includes('trial') && { isFreeSubscription: true }),
    ...(on.includes('online') && { isOnline: true }),
    ...(on.includes('live') && { live: true }),
  };
}

/** Key of the list that an address shows. */
export const creatorsListKey = (query: CreatorsQuery) => `creators:${JSON.stringify(writeCreatorsQuery(query))}`;
