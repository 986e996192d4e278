import Head from 'next/head';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { Search, SearchX } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { PageBody } from '@/components/layout/page-body';
import { PageHead } from '@/components/layout/page-head';
import { SearchField } from '@/components/form/search-field';
import { paths } from '@/config/paths';
import { selectItemList } from '@/features/content/item/item-slice';
import { PerformerGrid } from '@/features/identity/performer/components/performer-grid';
import { selectList as selectCreators } from '@/features/identity/performer/performer-slice';
import { selectTotals } from '@/features/content/search/search-feature';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { FoundPosts } from './search/found-posts';
import { creatorsShown, foundCreatorsKey, foundPosts, readSearchWords } from './search-query';
import styles from './search-screen.module.css';

/** Creators and posts by their words. */
export function SearchScreen() {
  const { query } = useRouter();
  const signedIn = useAppSelector(selectIsLoggedIn);
  const siteName = useAppSelector(selectSiteName);
  const words = readSearchWords(query);
  const title = words ? `Results for “${words}”` : 'Search';
  return (
    <PageBody signedIn={signedIn}>
      <Head>
        <title>{`${title} · ${siteName}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <div className={styles.page}>
        <PageHead title={title} />
        <Words value={words} />
        {words === '' ? <NothingAsked /> : <Results words={words} />}
      </div>
    </PageBody>
  );
}

function Words({ value }: { value: string }) {
  const router = useRouter();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <SearchField
      size="lg"
      label="Search creators and posts"
      value={text}
      onChange={setText}
      onSubmit={(words) => void router.push(paths.search(words.trim()))}
    />
  );
}

function Results({ words }: { words: string }) {
  const totals = useAppSelector(selectTotals(words));
  const creators = useAppSelector(selectCreators(foundCreatorsKey(words)));
  const posts = useAppSelector(selectItemList(foundPosts(words)));
  const noCreators = creators?.status === 'ready' && creators.ids.length === 0;
  const noPosts = posts?.isEnd === true && posts.rows.length === 0;
  if (noCreators && noPosts) return <NothingFound />;
  return (
    <>
      {!noCreators && (
        <section className={styles.section} aria-labelledby="found-creators">
          <div className={styles.head}>
            <Heading id="found-creators" title="Creators" count={totals?.creators || undefined} />
            {(creators?.total ?? 0) > creatorsShown && (
              <Link className="link" href={`${paths.creators}?q=${encodeURIComponent(words)}`}>
                See all of them
              </Link>
            )}
          </div>
          <PerformerGrid listKey={foundCreatorsKey(words)} most={creatorsShown} eager={creatorsShown} />
        </section>
      )}
      {!noPosts && (
        <section className={styles.section} aria-labelledby="found-posts">
          {/* Backends count by rules of their own: none beside posts that are there would be no count. */}
          <Heading id="found-posts" title="Posts" count={totals?.posts || undefined} />
          <FoundPosts words={words} />
        </section>
      )}
    </>
  );
}

function Heading({ id, title, count }: { id: string; title: string; count: number | undefined }) {
  return (
    <h2 id={id}>
      {title} {count !== undefined && <span className={styles.count}>{count}</span>}
    </h2>
  );
}

function NothingAsked() {
  return (
    <EmptyState
      icon={Search}
      title="What are you looking for?"
      text="A name, a craft, or words from a post."
      action={<Button href={paths.creators}>See all creators</Button>}
    />
  );
}

function NothingFound() {
  return (
    <EmptyState
      icon={SearchX}
      title="Nothing found"
      text="Try other words, or look at all creators."
      action={<Button href={paths.creators}>See all creators</Button>}
    />
  );
}
