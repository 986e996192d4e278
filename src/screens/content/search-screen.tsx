import Head from 'next/head';
import { useRouter } from 'next/router';
import { useEffect } from 'react';
import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { paths } from '@/config/paths';
import { SearchBox } from '@/features/content/search/components/search-box';
import { searched, searchOpened } from '@/features/content/search/search-slice';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { readSearchQuery } from './search-query';
import { SearchResults } from './search/search-results';
import { SearchStart } from './search/search-start';
import styles from './search-screen.module.css';

/** Creators and what they publish by their words. */
export function SearchScreen() {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const siteName = useAppSelector(selectSiteName);
  const { words, tab } = readSearchQuery(router.query);
  useEffect(() => {
    dispatch(searchOpened());
    if (words) dispatch(searched(words));
  }, [dispatch, words]);
  const title = words ? `Results for “${words}”` : 'Search';
  return (
    <PageBody signedIn={signedIn}>
      <Head>
        <title>{`${title} · ${siteName}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <div className={styles.page}>
        <PageHead title={title} />
        <SearchBox
          label="Search creators and posts"
          value={words}
          onSearch={(next) => void router.push(paths.search(next, tab === 'all' ? '' : tab))}
        />
        {words === '' ? <SearchStart /> : <SearchResults words={words} tab={tab} />}
      </div>
    </PageBody>
  );
}
