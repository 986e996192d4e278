import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Radio, SlidersHorizontal } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { EmptyState } from '@/components/states/empty-state';
import { Field } from '@/components/form/field';
import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { SearchField } from '@/components/form/search-field';
import { Select } from '@/components/form/select';
import { useTypedText } from '@/components/hooks/use-typed-text';
import { useWanted } from '@/components/hooks/use-wanted';
import { paths } from '@/config/paths';
import { PerformerGrid } from '@/features/identity/performer/components/performer-grid';
import { selectAreCategoriesKnown, selectCategories, selectList } from '@/features/identity/performer/performer-slice';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { selectCan } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import {
  creatorsListKey,
  creatorSorts,
  creatorSwitches,
  readCreatorsQuery,
  writeCreatorsQuery,
  type CreatorsQuery,
} from './creators-query';
import { ShareMeta } from '../site/share-meta';
import styles from './creators-screen.module.css';

const genders = [
  { value: 'female', label: 'Women' },
  { value: 'male', label: 'Men' },
  { value: 'transgender', label: 'Transgender' },
  { value: 'couple', label: 'Couples' },
];

/** Countries and languages the demo and most sites meet first; the account pages have the whole lists. */
const countries = [
  'AU',
  'BR',
  'CA',
  'CZ',
  'DE',
  'ES',
  'FI',
  'FR',
  'GB',
  'IE',
  'IT',
  'JP',
  'KR',
  'MX',
  'NG',
  'NL',
  'NZ',
  'PL',
  'PT',
  'SE',
  'US',
];
const languages = ['de', 'en', 'es', 'fi', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'sv', 'yo'];
const named = (type: 'region' | 'language', codes: string[]) => {
  const names = new Intl.DisplayNames('en', { type });
  return codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label));
};

/** Find creators: search, topics, filters; everything chosen is in the address. */
export function CreatorsScreen() {
  const router = useRouter();
  const query = readCreatorsQuery(router.query);
  const [wanted, change] = useWanted(query, (next) => {
    const address = { pathname: paths.creators, query: writeCreatorsQuery(next) };
    return router.replace(address, undefined, { scroll: false });
  });
  const [text, setText] = useTypedText(wanted.q, (q) => change({ q }));
  const canFilter = useAppSelector(selectCan('creatorFilters'));
  const signedIn = useAppSelector(selectIsLoggedIn);
  const siteName = useAppSelector(selectSiteName);
  const categories = useAppSelector(selectCategories);
  const areTopicsKnown = useAppSelector(selectAreCategoriesKnown);
  const listKey = creatorsListKey(query);
  const list = useAppSelector(selectList(listKey));
  const total = list && (list.status === 'ready' || list.ids.length > 0) ? list.total : undefined;
  const [isOpen, setIsOpen] = useState(Boolean(query.country || query.gender || query.language));
  return (
    <PageBody signedIn={signedIn}>
      <ShareMeta
        type="website"
        title="Find creators"
        description={`Creators on ${siteName}: what they make and what they charge.`}
        path={paths.creators}
      />
      <div className={styles.page}>
        <PageHead title="Find someone to follow" />
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
                .filter(({ value }) => canFilter || value === 'trial')
                .map(({ value, label }) => ({ value, label })),
            ]}
            value={isOpen ? ['more', ...wanted.on] : wanted.on}
            onToggle={(value) => {
              if (value === 'more') setIsOpen(!isOpen);
              else change({ on: toggled(wanted.on, value) });
            }}
          />
        </div>
        {isOpen && (
          <div className={styles.more}>
            <Field label="Country">
              <Select
                placeholder="Anywhere"
                options={named('region', countries)}
                value={wanted.country}
                onChange={(event) => change({ country: event.target.value })}
              />
            </Field>
            {canFilter && (
              <Field label="Language">
                <Select
                  placeholder="Any"
                  options={named('language', languages)}
                  value={wanted.language}
                  onChange={(event) => change({ language: event.target.value })}
                />
              </Field>
            )}
            <Field label="Who">
              <Select
                placeholder="Anyone"
                options={genders}
                value={wanted.gender}
                onChange={(event) => change({ gender: event.target.value })}
              />
            </Field>
          </div>
        )}
        <section className={styles.section} aria-label="Creators">
          <div className={styles.head}>
            <h2>{total === undefined ? 'Creators' : pluralise(total, 'creator')}</h2>
            <Select
              className={styles.sort}
              aria-label="Order"
              options={creatorSorts.map(({ value, label }) => ({ value, label }))}
              value={wanted.sort}
              onChange={(event) => change({ sort: event.target.value as CreatorsQuery['sort'] })}
            />
          </div>
          <PerformerGrid
            listKey={listKey}
            endless
            eager={4}
            empty={query.on.includes('live') ? <NobodyLive /> : undefined}
          />
          {query.q && (
            <p className={styles.also}>
              <Link className="link" href={paths.search(query.q)}>
                Search posts for “{query.q}” too
              </Link>
            </p>
          )}
        </section>
        {query.on.length + (query.q ? 1 : 0) + (query.category ? 1 : 0) > 1 && (
          <Button variant="ghost" size="sm" href={paths.creators}>
            Clear all filters
          </Button>
        )}
      </div>
    </PageBody>
  );
}

function NobodyLive() {
  return (
    <EmptyState
      icon={Radio}
      title="Nobody is live right now"
      text="When somebody goes live, they show up here."
      action={<Button href={paths.creators}>Show all creators</Button>}
    />
  );
}

const toggled = <T,>(list: readonly T[], item: T) =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];
