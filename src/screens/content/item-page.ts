import type { ParsedUrlQuery } from 'node:querystring';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { itemFeature } from '@/features/content/item/item-feature';
import { itemRequested } from '@/features/content/item/item-slice';
import { selectPlace } from '@/features/content/item/item-state';
import { reactionFeature } from '@/features/content/reaction/reaction-feature';
import type { StoreState } from '@/store/state';

/** Features of pages with items. Comments and reports load their own features when they are opened. */
export const itemFeatures = [itemFeature, reactionFeature];

export const readItemAddress = (query: ParsedUrlQuery): string => (typeof query['id'] === 'string' ? query['id'] : '');

export const itemPage = (kind: ItemQuery['kind']) => ({
  layout: 'public' as const,
  features: itemFeatures,
  load: ({ query }: { query: ParsedUrlQuery }) => [itemRequested({ kind, address: readItemAddress(query) })],
  isMissing: ({ query, state }: { query: ParsedUrlQuery; state: StoreState }) =>
    selectPlace(kind, readItemAddress(query))(state)?.status === 'missing',
});
