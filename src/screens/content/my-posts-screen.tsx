import Head from 'next/head';
import { useRouter } from 'next/router';
import { SquarePen } from 'lucide-react';
import { useState } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { Chips } from '@/components/form/chips';
import { PageHead } from '@/components/layout/page-head';
import { SearchField } from '@/components/form/search-field';
import { Tabs } from '@/components/layout/tabs';
import { useWanted } from '@/components/hooks/use-wanted';
import { paths } from '@/config/paths';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { PostList } from '@/features/content/studio/components/post-list';
import { UnfinishedPost } from '@/features/content/studio/components/unfinished-post';
import { selectCan } from '@/store/backend';
import { useAppSelector } from '@/store/hooks';
import { postKinds, postStates, readMyPostsQuery, writeMyPostsQuery, type MyPostsQuery } from './my-posts-query';
import { PostSaleLine } from '../money/post-sale-line';
import styles from './my-posts-screen.module.css';

/** A creator's own posts; filters and page are in the address. */
export function MyPostsScreen() {
  const router = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const hasStates = useAppSelector(selectCan('postStates'));
  const query = readMyPostsQuery(router.query);
  const [text, setText] = useState(query.q);
  const [wanted, change] = useWanted(query, (next) => router.push(hrefOf(next), undefined, { scroll: false }));
  return (
    <PageColumn width="wide">
      <Head>
        <title>{`My posts · ${siteName}`}</title>
      </Head>
      <PageHead
        title="My posts"
        actions={
          <Button variant="primary" icon={SquarePen} href={paths.creator.createPost}>
            New post
          </Button>
        }
      />
      <UnfinishedPost />
      {hasStates && (
        <Tabs
          label="Post status"
          tabs={postStates.map(({ value, label }) => ({ label, href: hrefOf({ ...wanted, state: value, page: 1 }) }))}
          current={hrefOf({ ...wanted, page: 1 })}
        />
      )}
      <div className={styles.filters}>
        <SearchField label="Search my posts" value={text} onChange={setText} onSubmit={(q) => change({ q, page: 1 })} />
        <Chips label="Kind" options={postKinds} value={wanted.kind} onToggle={(kind) => change({ kind, page: 1 })} />
      </div>
      <PostList
        page={query.page}
        hrefOf={(page) => hrefOf({ ...query, page })}
        renderSale={({ _id, isSale, price }) => <PostSaleLine id={_id} isSold={Boolean(isSale && price)} />}
        isFiltered={query.state !== '' || query.kind !== '' || query.q !== ''}
      />
    </PageColumn>
  );
}

function hrefOf(query: MyPostsQuery): string {
  const search = new URLSearchParams(writeMyPostsQuery(query)).toString();
  return search ? `${paths.creator.posts}?${search}` : paths.creator.posts;
}
