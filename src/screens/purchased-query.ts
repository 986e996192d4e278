import type { ParsedUrlQuery } from 'node:querystring';

export const purchasedKinds = [
  { value: 'feed', label: 'Posts' },
  { value: 'video', label: 'Videos' },
  { value: 'gallery', label: 'Galleries' },
  { value: 'message', label: 'Messages' },
] as const;

/** Which kind of bought things the address asks for. */
export const readPurchasedKind = (query: ParsedUrlQuery) =>
  purchasedKinds.find(({ value }) => value === query['type'])?.value ?? 'feed';
