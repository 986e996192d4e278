import { History, Search, TrendingUp, X } from 'lucide-react';
import Head from 'next/head';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { Button } from '@/components/basic/button';
import { Icon, type Glyph } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { paths } from '@/config/paths';
import { SearchBox } from '@/features/content/search/components/search-box';
import {
  recentCleared,
  searched,
  searchOpened,
  selectPopular,
  selectRecent,
} from '@/features/content/search/search-slice';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { cx } from '@/lib/cx';
import { hasOnlyPunctuation, hasWords } from '@/lib/read-words';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readSearchQuery } from './search-query';
import { SearchResults } from './search/search-results';
import { PageTitle } from '../site/page-title';
import styles from './search-screen.module.css';

export function SearchScreen() {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const { words, tab } = readSearchQuery(router.query);
  useEffect(() => {
    dispatch(searchOpened());
    if (hasWords(words)) dispatch(searched(words));
  }, [dispatch, words]);
  const title = hasWords(words) ? `Results for “${words}”` : 'Search';
  return (
    <PageBody signedIn={signedIn}>
      <PageTitle title={title} />
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <div className="below-bar">
        <PageHead title={title} />
        <SearchBox
          label="Search creators and posts"
          value={words}
          onSearch={(next) => void router.push(paths.search(next, tab === 'all' ? '' : tab))}
        />
        {words === '' && <SearchStart />}
        {hasOnlyPunctuation(words) && <NothingToSearch text={words} action={allCreators} />}
        {hasWords(words) && <SearchResults words={words} tab={tab} />}
      </div>
    </PageBody>
  );
}

const allCreators = <Button href={paths.creators}>See all creators</Button>;

function SearchStart() {
  const dispatch = useAppDispatch();
  const recent = useAppSelector(selectRecent);
  const popular = useAppSelector(selectPopular);
  if (recent.length === 0 && popular.length === 0) {
    return (
      <EmptyState
        icon={Search}
        title="What are you looking for?"
        text="A name, a craft, or words from a post."
        action={allCreators}
      />
    );
  }
  return (
    <>
      {recent.length > 0 && (
        <section className={styles.section} aria-labelledby="recent-searches">
          <div className={cx('row row--between', styles.head)}>
            <h2 id="recent-searches">Recent searches</h2>
            <Button variant="ghost" size="sm" onClick={() => dispatch(recentCleared())}>
              Clear all
            </Button>
          </div>
          <ul className={styles.words}>
            {recent.map((words) => (
              <li key={words}>
                <WordsLink words={words} icon={History} />
                <IconButton
                  icon={X}
                  label={`Remove “${words}” from recent searches`}
                  onClick={() => dispatch(recentCleared(words))}
                />
              </li>
            ))}
          </ul>
          <p className={cx('sm muted', styles.hint)}>Saved on this device only.</p>
        </section>
      )}
      {popular.length > 0 && (
        <section className={styles.section} aria-labelledby="popular-searches">
          <div className={cx('row row--between', styles.head)}>
            <h2 id="popular-searches">Popular this month</h2>
          </div>
          <ul className={styles.words}>
            {popular.map((words) => (
              <li key={words}>
                <WordsLink words={words} icon={TrendingUp} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function WordsLink({ words, icon }: { words: string; icon: Glyph }) {
  return (
    <Link href={paths.search(words)} className={cx('row grow', styles.wordsLink)}>
      <Icon of={icon} size={18} className="muted" />
      <span className="truncate">{words}</span>
    </Link>
  );
}
