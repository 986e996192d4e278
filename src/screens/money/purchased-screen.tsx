import type { ParsedUrlQuery } from 'node:querystring';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { Segmented } from '@/components/form/segmented';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { LazyPart } from '@/components/states/part-failed';
import { paths } from '@/config/paths';
import { PurchaseGrid, SellerStrip } from '@/features/money/purchase/components/purchase-grid';
import {
  selectSupportsLibrary,
  type PurchaseFilter,
  type PurchaseKind,
} from '@/features/money/purchase/purchase-feature';
import { ChargeTable } from '@/features/money/payment/components/charge-table';
import { AskedRefunds } from '@/features/money/refund/components/asked-refunds';
import { omitEmpty, withQuery } from '@/lib/omit-empty';
import { readSearchText } from '@/lib/read-words';
import { useAppSelector } from '@/store/hooks';
import { readPage } from '../site/page-query';
import { MoneyFrame } from './money-frame';
import styles from './purchased-screen.module.css';

const purchaseKinds: { value: PurchaseKind | ''; label: string }[] = [
  { value: '', label: 'Everything' },
  { value: 'photo', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'audio', label: 'Audio' },
  { value: 'text', label: 'Texts' },
  { value: 'message', label: 'Messages' },
];

interface PurchasedQuery {
  view: 'library' | 'receipts';
  q: string;
  kind: PurchaseKind | '';
  /** Account id of a creator; empty for all. */
  from: string;
  /** Id of the open post; empty for none. */
  open: string;
}

const getId = (value: unknown) => (typeof value === 'string' && /^[\da-f]{24}$/.test(value) ? value : '');

export function readPurchasedQuery(query: ParsedUrlQuery): PurchasedQuery {
  return {
    view: query['view'] === 'receipts' ? 'receipts' : 'library',
    q: readSearchText(query['q']),
    kind: purchaseKinds.find(({ value }) => value === query['kind'])?.value ?? '',
    from: getId(query['from']),
    open: getId(query['open']),
  };
}

const purchasedHref = ({ view, ...query }: PurchasedQuery) =>
  withQuery(paths.user.purchased, { view: view === 'library' ? '' : view, ...query });

export const toLibraryFilter = ({ q, kind, from }: PurchasedQuery): PurchaseFilter =>
  omitEmpty({ q, kind, performerId: from });

const OpenedPurchase = dynamic(() => import('./purchases/opened-purchase').then((module) => module.OpenedPurchase), {
  ssr: false,
  loading: LazyPart,
});

const views = [
  { value: 'library', label: 'Library' },
  { value: 'receipts', label: 'Receipts' },
] as const;

export function PurchasedScreen() {
  const router = useRouter();
  const query = readPurchasedQuery(router.query);
  return (
    <MoneyFrame
      title="Purchases"
      note="What you unlocked is yours to keep, with or without a subscription."
      actions={
        <Segmented
          label="Show purchases as"
          options={[...views]}
          value={query.view}
          onChange={(view) => void router.push(purchasedHref({ ...EMPTY_QUERY, view }), undefined, { scroll: false })}
        />
      }
    >
      {query.view === 'receipts' ? (
        <div className="stack stack--lg">
          <AskedRefunds />
          <ChargeTable
            page={readPage(router.query)}
            getHref={(page) => `${purchasedHref({ ...EMPTY_QUERY, view: 'receipts' })}&page=${page}`}
          />
        </div>
      ) : (
        <Shelf query={query} />
      )}
    </MoneyFrame>
  );
}

const EMPTY_QUERY: PurchasedQuery = { view: 'library', q: '', kind: '', from: '', open: '' };

function Shelf({ query }: { query: PurchasedQuery }) {
  const router = useRouter();
  const { open, ...said } = query;
  const [wanted, change] = useOptimisticQuery(said, (next) =>
    router.replace(purchasedHref({ ...next, open: '' }), undefined, { scroll: false }),
  );
  const keepsLibrary = useAppSelector(selectSupportsLibrary);
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q }));
  return (
    <div className="stack stack--lg">
      {keepsLibrary && (
        <div className={styles.filters}>
          <SearchField
            label="Search purchases"
            placeholder="Title, words or creator"
            value={text}
            onChange={setText}
            onSubmit={(q) => change({ q: q.trim() })}
          />
          <Chips label="Kind" options={purchaseKinds} value={wanted.kind} onToggle={(kind) => change({ kind })} />
        </div>
      )}
      <SellerStrip value={wanted.from} onChoose={(from) => change({ from })} />
      <PurchaseGrid getHref={(item) => purchasedHref({ ...query, open: item.targetId })} />
      {open && (
        <OpenedPurchase
          id={open}
          onClose={() =>
            void router.push(purchasedHref({ ...query, open: '' }), undefined, { shallow: true, scroll: false })
          }
        />
      )}
    </div>
  );
}
