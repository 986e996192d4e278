import type { ParsedUrlQuery } from 'node:querystring';
import { paths } from '@/config/paths';
import type { LibraryFilter, PurchaseKind } from '@/features/money/library/library-feature';
import { readWords } from '@/lib/read-words';

export const purchaseKinds: { value: PurchaseKind | ''; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'photo', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
  { value: 'text', label: 'Texts' },
  { value: 'message', label: 'Messages' },
];

/** What the address of the purchases says: which ones, or their receipts page by page, and which one is open. */
export interface PurchasedQuery {
  view: 'library' | 'receipts';
  q: string;
  kind: PurchaseKind | '';
  /** Account id of a creator. */
  from: string;
  /** Id of the post that is open. */
  open: string;
}

const idOf = (value: unknown) => (typeof value === 'string' && /^[\da-f]{24}$/.test(value) ? value : '');

export function readPurchasedQuery(query: ParsedUrlQuery): PurchasedQuery {
  return {
    view: query['view'] === 'receipts' ? 'receipts' : 'library',
    q: readWords(query['q']),
    kind: purchaseKinds.find(({ value }) => value === query['kind'])?.value ?? '',
    from: idOf(query['from']),
    open: idOf(query['open']),
  };
}

export function purchasedHref({ view, q, kind, from, open }: PurchasedQuery): string {
  const search = new URLSearchParams({
    ...(view !== 'library' && { view }),
    ...(q && { q }),
    ...(kind && { kind }),
    ...(from && { from }),
    ...(open && { open }),
  }).toString();
  return search ? `${paths.user.purchased}?${search}` : paths.user.purchased;
}

export const toLibraryFilter = ({ q, kind, from }: PurchasedQuery): LibraryFilter => ({
  ...(q && { q }),
  ...(kind && { kind }),
  ...(from && { performerId: from }),
});
