import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Radio, Shuffle, SlidersHorizontal } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { SearchField } from '@/components/form/search-field';
import { Select } from '@/components/form/select';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { paths } from '@/config/paths';
import { PerformerGrid } from '@/features/identity/performer/components/performer-grid';
import { selectAreCategoriesKnown, selectCategories, selectList } from '@/features/identity/performer/performer-slice';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { hasOnlyPunctuation, hasWords } from '@/lib/read-words';
import { selectHasExtension, selectHasPart } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { CreatorFilters } from './creators/creator-filters';
import {
  countFilters,
  creatorsListKey,
  creatorSorts,
  creatorsRequested,
  creatorSwitches,
  readCreatorsQuery,
  getSource,
  withoutFilters,
  writeCreatorsQuery,
  type CreatorsQuery,
} from './creators-query';
import { PromoBanner } from '../site/lazy-parts';
import { ShareMeta } from '../site/share-meta';
import styles from './creators-screen.module.css';

export function CreatorsScreen() {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const query = readCreatorsQuery(router.query);
  const [wanted, change] = useOptimisticQuery(query, (next) => {
    const address = { pathname: paths.creators, query: writeCreatorsQuery(next) };
    return router.replace(address, undefined, { scroll: false });
  });
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q }));
  const hasShows = useAppSelector(selectHasPart('shows'));
  const canFilter = useAppSelector(selectHasExtension('creatorFilters'));
  const signedIn = useAppSelector(selectIsLoggedIn);
  const siteName = useAppSelector(selectSiteName);
  const categories = useAppSelector(selectCategories);
  const areTopicsKnown = useAppSelector(selectAreCategoriesKnown);
  const listKey = creatorsListKey(query);
  const list = useAppSelector(selectList(listKey));
  const total = list && (list.status === 'ready' || list.ids.length > 0) ? list.total : undefined;
  const [isOpen, setIsOpen] = useState(countFilters({ ...query, on: [] }) > 0);
  const isRandom = query.sort === 'random';
  const filters = countFilters(wanted);
  return (
    <PageBody signedIn={signedIn}>
      <ShareMeta
        type="website"
        title="Find creators"
        description={`Creators on ${siteName}: what they make and what they charge.`}
        path={paths.creators}
      />
      <div className="below-bar">
        <PageHead title="Find someone to follow" />
        <PromoBanner />
        <SearchField
          size="lg"
          label="Search creators"
          placeholder="Name, craft or topic"
          value={text}
          onChange={setText}
          onSubmit={(q) => change({ q: q.trim() })}
        />
        {!areTopicsKnown && <div className={cx(styles.row, styles.topics)} aria-hidden="true" />}
        {categories.length > 0 && (
          <div className={cx(styles.row, styles.topics)}>
            <Chips
              label="Topic"
              options={[{ value: '', label: 'All' }, ...categories.map(({ value, text }) => ({ value, label: text }))]}
              value={wanted.category}
              onToggle={(category) => change({ category })}
            />
          </div>
        )}
        <div className={styles.row}>
          <Chips
            label="Filters"
            options={[
              { value: 'more', label: 'All filters', icon: SlidersHorizontal },
              ...creatorSwitches
                .filter(
                  ({ value, isOwn, needsAccount }) =>
                    (canFilter || !isOwn) &&
                    (signedIn || !needsAccount) &&
                    (hasShows || value !== 'live' || wanted.on.includes('live')),
                )
                .map(({ value, getLabel }) => ({ value, label: getLabel() })),
            ]}
            value={isOpen ? ['more', ...wanted.on] : wanted.on}
            onToggle={(value) => {
              if (value === 'more') setIsOpen(!isOpen);
              else change({ on: toggled(wanted.on, value) });
            }}
          />
        </div>
        {isOpen && <CreatorFilters wanted={wanted} onChange={change} />}
        <section className={styles.section} aria-label="Creators">
          <div className={cx('row row--between', styles.head)}>
            <h2>{total === undefined || isRandom ? 'Creators' : pluralise(total, 'creator')}</h2>
            <div className={cx('row', styles.order)}>
              {isRandom && (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={Shuffle}
                  busy={list?.status === 'pending'}
                  onClick={() => dispatch(creatorsRequested(query))}
                >
                  Shuffle again
                </Button>
              )}
              <Select
                className={styles.sort}
                aria-label="Order"
                options={creatorSorts.filter(({ isOwn }) => canFilter || !isOwn)}
                value={wanted.sort}
                onChange={(event) => change({ sort: event.target.value as CreatorsQuery['sort'] })}
              />
            </div>
          </div>
          <PerformerGrid listKey={listKey} source={getSource(query)} endless eager={4} empty={toEmpty(query)} />
          {hasWords(query.q) && (
            <p className="center">
              <Link className="link" href={paths.search(query.q)}>
                Search posts for “{query.q}” too
              </Link>
            </p>
          )}
        </section>
        {filters + (query.q ? 1 : 0) + (query.category ? 1 : 0) > 1 && (
          <Button variant="ghost" size="sm" onClick={() => change(withoutFilters(wanted))}>
            Clear all filters
          </Button>
        )}
      </div>
    </PageBody>
  );
}

function toEmpty(query: CreatorsQuery) {
  if (hasOnlyPunctuation(query.q))
    return <NothingToSearch text={query.q} action={<Button href={paths.creators}>Show all creators</Button>} />;
  return query.on.includes('live') ? <NobodyLive query={query} /> : undefined;
}

function NobodyLive({ query }: { query: CreatorsQuery }) {
  const others = new URLSearchParams(writeCreatorsQuery({ ...query, on: query.on.filter((one) => one !== 'live') }));
  return (
    <EmptyState
      icon={Radio}
      title="Nobody is live right now"
      text="When somebody goes live, they show up here."
      action={<Button href={[paths.creators, others].filter(String).join('?')}>Show all creators</Button>}
    />
  );
}

const toggled = <T,>(list: readonly T[], item: T) =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
