import type { ParsedUrlQuery } from 'node:querystring';
import type { StudioKindName } from '@/config/item-names';
import { ownItems, ITEMS_PER_PAGE } from '@/features/content/studio/own-items';
import type { OwnQuery } from '@/features/content/studio/studio-kind';
import type { DayRange } from '@/components/form/picker-button';
import { readDayRange } from '../site/page-query';
import { omitEmpty } from '@/lib/omit-empty';
import { readSearchText } from '@/lib/read-words';

export const ownTypes: Partial<Record<StudioKindName, { value: OwnType; label: string }[]>> = {
  feed: [
    { value: '', label: 'All kinds' },
    { value: 'text', label: 'Text' },
    { value: 'photo', label: 'Photos' },
    { value: 'video', label: 'Videos' },
    { value: 'audio', label: 'Audio' },
  ],
  product: [
    { value: '', label: 'All kinds' },
    { value: 'physical', label: 'Physical' },
    { value: 'digital', label: 'Digital' },
  ],
};

export const ownStates: { value: OwnItemsQuery['state']; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'draft', label: 'Drafts' },
  { value: 'hidden', label: 'Hidden' },
];

type OwnOrder = '' | 'newest' | 'oldest' | 'title';

export const ownOrders: { value: OwnOrder; label: string }[] = [
  { value: '', label: 'Last changed' },
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'title', label: 'By title' },
];

const orders: Record<OwnOrder, Pick<OwnQuery, 'sortBy' | 'sort'>> = {
  '': {},
  newest: { sortBy: 'createdAt', sort: 'desc' },
  oldest: { sortBy: 'createdAt', sort: 'asc' },
  title: { sortBy: 'title', sort: 'asc' },
};

type OwnType = '' | NonNullable<OwnQuery['type']>;

export interface OwnItemsQuery {
  state: '' | NonNullable<OwnQuery['state']>;
  type: OwnType;
  /** Gallery id, only for photos; empty for all photos. */
  gallery: string;
  days: DayRange | null;
  order: OwnOrder;
  q: string;
  /** The first page is 1. */
  page: number;
}

export function readOwnQuery(kind: StudioKindName, query: ParsedUrlQuery): OwnItemsQuery {
  return {
    state: ownStates.find((state) => state.value === query['state'])?.value ?? '',
    type: ownTypes[kind]?.find(({ value }) => value === query['kind'])?.value ?? '',
    gallery: kind === 'photo' && typeof query['gallery'] === 'string' ? query['gallery'] : '',
    days: kind === 'photo' ? null : readDayRange(query),
    order: ownOrders.find(({ value }) => value === query['order'])?.value ?? '',
    q: readSearchText(query['q']),
    page: Math.max(1, Math.trunc(Number(query['page'])) || 1),
  };
}

export const writeOwnQuery = ({ state, type: kind, gallery, days, order, q, page }: OwnItemsQuery) =>
  omitEmpty({ state, kind, gallery, from: days?.[0], to: days?.[1], order, q, page: page > 1 ? String(page) : '' });

/** Scheduled items are sorted by their publication date, others by their last change, unless an order is chosen. */
function toOwnQuery(kind: StudioKindName, { state, type, gallery, days, order, q, page }: OwnItemsQuery): OwnQuery {
  return {
    kind,
    offset: (page - 1) * ITEMS_PER_PAGE,
    ...(state === 'scheduled' && { sortBy: 'scheduleAt', sort: 'asc' }),
    ...orders[order],
    ...omitEmpty({ state, type, galleryId: gallery, fromDate: days?.[0], toDate: days?.[1], q }),
  };
}

export const loadOwnItems =
  (kind: StudioKindName) =>
  ({ query }: { query: ParsedUrlQuery }) => [ownItems.requested(toOwnQuery(kind, readOwnQuery(kind, query)))];
