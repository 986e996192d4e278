import dynamic from 'next/dynamic';
import { LazyPart } from '@/components/states/part-failed';
import { useRouter } from 'next/router';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { Segmented } from '@/components/form/segmented';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useWanted } from '@/components/hooks/use-wanted';
import { LibraryGrid } from '@/features/money/library/components/library-grid';
import { SellerStrip } from '@/features/money/library/components/seller-strip';
import { selectKeepsLibrary } from '@/features/money/library/library-feature';
import { ChargeTable } from '@/features/money/payment/components/charge-table';
import { useAppSelector } from '@/store/hooks';
import { MoneyFrame } from './money-frame';
import { readPage } from '../site/page-query';
import { purchasedHref, purchaseKinds, readPurchasedQuery, type PurchasedQuery } from './purchased-query';
import styles from './purchased-screen.module.css';

const OpenedPurchase = dynamic(() => import('./purchases/opened-purchase').then((module) => module.OpenedPurchase), {
  ssr: false,
  loading: LazyPart,
});

const views = [
  { value: 'library', label: 'Library' },
  { value: 'receipts', label: 'Receipts' },
] as const;

/** What a fan unlocked: a library to look at, and the receipts beside it. */
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
          onChange={(view) => void router.push(purchasedHref({ ...nothing, view }), undefined, { scroll: false })}
        />
      }
    >
      {query.view === 'receipts' ? <Receipts page={readPage(router.query)} /> : <Shelf query={query} />}
    </MoneyFrame>
  );
}

const nothing: PurchasedQuery = { view: 'library', q: '', kind: '', from: '', open: '' };

function Shelf({ query }: { query: PurchasedQuery }) {
  const router = useRouter();
  const { open, ...said } = query;
  const [wanted, change] = useWanted(said, (next) =>
    router.replace(purchasedHref({ ...next, open: '' }), undefined, { scroll: false }),
  );
  const keepsLibrary = useAppSelector(selectKeepsLibrary);
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q }));
  return (
    <div className={styles.shelf}>
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
      <LibraryGrid
        hrefOf={(item) => purchasedHref({ ...query, open: item.targetId })}
        allHref={purchasedHref(nothing)}
      />
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

function Receipts({ page }: { page: number }) {
  return (
    <ChargeTable
      page={page}
      hrefOf={(next) => `${purchasedHref({ ...nothing, view: 'receipts' })}&page=${next}`}
      emptyTitle="No receipts yet"
      emptyText="Each thing you unlock leaves a receipt here."
    />
  );
}
