import type { ParsedUrlQuery } from 'node:querystring';
import { Bookmark } from 'lucide-react';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/layout/app-shell';
import { Button } from '@/components/basic/button';
import { ListStates } from '@/components/list/list-states';
import { CreatorCard } from '@/components/people/creator-card';
import { EmptyState } from '@/components/states/empty-state';
import { PageHead } from '@/components/layout/page-head';
import { Tabs } from '@/components/layout/tabs';
import { itemKindNames, itemNames, getNoun, getNouns, type ItemKindName } from '@/config/item-names';
import { paths } from '@/config/paths';
import type { ItemQuery } from '@/features/content/item/item-kind';
import { savedCreators } from '@/features/content/reaction/reaction-feature';
import { cardProps } from '@/features/identity/performer/components/performer-grid';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ItemGrid } from './item-grid';
import { ItemSection } from './item-section';
import { PageTitle } from '../site/page-title';
import styles from './bookmarks-screen.module.css';

const creatorsTab = `${paths.user.bookmarks}?tab=creators`;
const getHref = (kind: ItemKindName) =>
  kind === 'feed' ? paths.user.bookmarks : `${paths.user.bookmarks}?tab=${kind}`;

export const savedList = (kind: ItemKindName): ItemQuery => ({ kind, from: 'saved' });

export const readSavedTab = (query: ParsedUrlQuery): ItemKindName | 'creators' =>
  query['tab'] === 'creators' ? 'creators' : (itemKindNames.find((kind) => kind === query['tab']) ?? 'feed');

export function BookmarksScreen() {
  const { query } = useRouter();
  const tab = readSavedTab(query);
  return (
    <PageColumn>
      <PageTitle title="Saved" />
      <PageHead title="Saved" note="Only you can see what you save." />
      <Tabs
        label="What you saved"
        tabs={[
          ...itemKindNames.map((kind) => ({ href: getHref(kind), label: itemNames[kind].plural })),
          { href: creatorsTab, label: 'Creators' },
        ]}
        current={tab === 'creators' ? creatorsTab : getHref(tab)}
      />
      <div className={styles.list}>
        {tab === 'creators' && <SavedCreators />}
        {tab === 'feed' && <ItemSection query={savedList(tab)} emptyState={<NothingSaved kind={tab} />} />}
        {tab !== 'creators' && tab !== 'feed' && (
          <ItemGrid query={savedList(tab)} empty={<NothingSaved kind={tab} />} showAuthor />
        )}
      </div>
    </PageColumn>
  );
}

function NothingSaved({ kind }: { kind: ItemKindName }) {
  return (
    <EmptyState
      icon={Bookmark}
      title={`No ${getNouns(kind)} saved`}
      text={`Tap the bookmark under a ${getNoun(kind)} to keep it here.`}
      action={<Button href={paths.home}>Look at the latest posts</Button>}
    />
  );
}

function SavedCreators() {
  const dispatch = useAppDispatch();
  const list = useAppSelector(savedCreators.select);
  return (
    <ListStates
      list={list}
      failedTitle="Your creators did not load"
      onRetry={() => dispatch(savedCreators.requested({}))}
      onMore={() => dispatch(savedCreators.moreRequested())}
      skeleton="card"
      skeletonCount={4}
      empty={
        <EmptyState
          icon={Bookmark}
          title="No creators saved"
          text="Press “Save” on a creator’s page to keep them here."
          action={<Button href={paths.creators}>Find creators</Button>}
        />
      }
    >
      <div className="grid-creators">
        {list.rows.map((creator) => (
          <CreatorCard key={creator._id} {...cardProps(creator)} />
        ))}
      </div>
    </ListStates>
  );
}
