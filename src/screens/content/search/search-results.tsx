import { SearchX } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/router';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { Tabs } from '@/components/layout/tabs';
import { EmptyState } from '@/components/states/empty-state';
import { getFoundCount, foundKinds, type FoundKind } from '@/features/content/search/found-kinds';
import { itemNames, getNouns } from '@/config/item-names';
import { paths } from '@/config/paths';
import { selectItemLists } from '@/features/content/item/item-state';
import { itemLists } from '@/features/content/item/item-lists';
import { selectTotals } from '@/features/content/search/search-slice';
import { PerformerGrid } from '@/features/identity/performer/components/performer-grid';
import { selectList as selectCreators } from '@/features/identity/performer/performer-slice';
import { cx } from '@/lib/cx';
import { selectIsCallSupported } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { useOfferedFilters } from '../feed-filters';
import { foundCreatorsKey, foundItems, readSearchQuery, RESULTS_OF_EACH, type SearchTab } from '../search-query';
import { ItemGrid } from '../item-grid';
import styles from '../search-screen.module.css';

export function SearchResults({ words, tab }: { words: string; tab: SearchTab }) {
  const totals = useAppSelector(selectTotals(words));
  const serves = useAppSelector(selectIsCallSupported);
  const kinds = foundKinds.filter(({ route }) => serves(route));
  const tabs = [
    { href: paths.search(words), label: 'All' },
    { href: paths.search(words, 'creators'), label: 'Creators', count: getFoundCount(totals?.totalPerformer) },
    ...kinds.map(({ kind, total }) => ({
      href: paths.search(words, kind),
      label: itemNames[kind].plural,
      count: getFoundCount(totals?.[total]),
    })),
  ];
  return (
    <>
      <Tabs
        className={styles.tabs}
        label="What was found"
        tabs={tabs}
        current={paths.search(words, tab === 'all' ? '' : tab)}
      />
      {tab === 'all' && <Everything words={words} kinds={kinds} />}
      {tab === 'creators' && (
        <Section id="found-creators" title="Creators">
          <PerformerGrid
            listKey={foundCreatorsKey(words, tab)}
            endless
            eager={4}
            empty={<NothingFound what="creators" />}
          />
          <p className="center">
            <Link className="link" href={`${paths.creators}?q=${encodeURIComponent(words)}`}>
              Filter by price, country and more
            </Link>
          </p>
        </Section>
      )}
      {tab !== 'all' && tab !== 'creators' && <OfKind words={words} kind={tab} />}
    </>
  );
}

function Everything({ words, kinds }: { words: string; kinds: typeof foundKinds }) {
  const totals = useAppSelector(selectTotals(words));
  const creators = useAppSelector(selectCreators(foundCreatorsKey(words, 'all')));
  const lists = useAppSelector(selectItemLists);
  const getList = (kind: FoundKind) => lists[itemLists.getKey(foundItems(kind, words))];
  const noCreators = creators?.status === 'ready' && creators.ids.length === 0;
  const shown = kinds.filter(({ kind }) => {
    const list = getList(kind);
    return !(list?.status === 'ready' && list.isEnd && list.rows.length === 0);
  });
  if (noCreators && shown.length === 0) return <NothingFound />;
  return (
    <>
      {!noCreators && (
        <Section
          id="found-creators"
          title="Creators"
          count={totals?.totalPerformer}
          all={(creators?.total ?? 0) > RESULTS_OF_EACH.creators ? paths.search(words, 'creators') : undefined}
        >
          <PerformerGrid
            listKey={foundCreatorsKey(words, 'all')}
            most={RESULTS_OF_EACH.creators}
            eager={RESULTS_OF_EACH.creators}
          />
        </Section>
      )}
      {shown.map(({ kind, total }) => (
        <Section
          key={kind}
          id={`found-${kind}`}
          title={itemNames[kind].plural}
          // A backend may report a total of 0 although there are results: the section hides a 0.
          count={totals?.[total]}
          all={(getList(kind)?.rows.length ?? 0) > RESULTS_OF_EACH.items ? paths.search(words, kind) : undefined}
        >
          <ItemGrid showAuthor query={foundItems(kind, words)} most={RESULTS_OF_EACH.items} empty={null} />
        </Section>
      ))}
    </>
  );
}

function OfKind({ words, kind }: { words: string; kind: FoundKind }) {
  const router = useRouter();
  const { show } = readSearchQuery(router.query);
  const filters = useOfferedFilters('All posts');
  return (
    <Section id={`found-${kind}`} title={itemNames[kind].plural}>
      {kind === 'feed' && (
        <Chips
          className={styles.filters}
          label="Which posts"
          options={filters}
          value={show}
          onToggle={(next) => {
            const path = paths.search(words, kind) + (next === 'all' ? '' : `&show=${next}`);
            void router.replace(path, undefined, { scroll: false });
          }}
        />
      )}
      <ItemGrid showAuthor query={foundItems(kind, words, show)} empty={<NothingFound what={getNouns(kind)} />} />
    </Section>
  );
}

interface SectionProps {
  id: string;
  title: string;
  count?: number;
  all?: string;
  children: ReactNode;
}

function Section({ id, title, count, all, children }: SectionProps) {
  const text = getFoundCount(count);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={cx('row row--between', styles.head)}>
        <h2 id={id}>
          {title} {text !== undefined && <span className="tally">{text}</span>}
        </h2>
        {all && (
          <Link className="link" href={all} aria-label={`See all ${title.toLowerCase()}`}>
            See all
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

function NothingFound({ what = 'results' }: { what?: string }) {
  return (
    <EmptyState
      icon={SearchX}
      title={what === 'results' ? 'Nothing found' : `No ${what} found`}
      text="Check the spelling, try fewer words, or look at all creators."
      action={<Button href={paths.creators}>See all creators</Button>}
    />
  );
}
