import type { ParsedUrlQuery } from 'node:querystring';
import { Bookmark } from 'lucide-react';
import Head from 'next/head';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { PageHead } from '@/components/layout/page-head';
import { Tabs } from '@/components/layout/tabs';
import { paths } from '@/config/paths';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { SavedCreators } from '@/features/content/reaction/components/saved-creators';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { ItemSection } from './item-section';
import styles from './bookmarks-screen.module.css';

const tabs = [
  { href: paths.user.bookmarks, label: 'Posts' },
  { href: `${paths.user.bookmarks}?tab=creators`, label: 'Creators' },
];

export const savedPosts: ItemQuery = { kind: 'feed', from: 'saved' };

/** The open tab is in the address. */
export const readSavedTab = (query: ParsedUrlQuery): 'posts' | 'creators' =>
  query['tab'] === 'creators' ? 'creators' : 'posts';

/** What the viewer has saved. */
export function BookmarksScreen() {
  const { query } = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const tab = readSavedTab(query);
  return (
    <PageColumn>
      <Head>
        <title>{`Saved · ${siteName}`}</title>
      </Head>
      <PageHead title="Saved" note="Only you can see what you save." />
      <Tabs label="What you saved" tabs={tabs} current={tabs[tab === 'posts' ? 0 : 1]?.href ?? ''} />
      <div className={styles.list}>
        {tab === 'posts' ? <ItemSection query={savedPosts} emptyState={<NothingSaved />} /> : <SavedCreators />}
      </div>
    </PageColumn>
  );
}

function NothingSaved() {
  return (
    <EmptyState
      icon={Bookmark}
      title="No posts saved"
      text="Tap the bookmark under a post to keep it here."
      action={<Button href={paths.home}>Look at the latest posts</Button>}
    />
  );
}
