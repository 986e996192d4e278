import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { PageColumn } from '@/components/layout/app-shell';
import { Chips } from '@/components/form/chips';
import { Tabs } from '@/components/layout/tabs';
import { paths } from '@/config/paths';
import { PeopleStrip } from '@/features/content/item/components/people-strip';
import type { FeedFilter } from '@/features/content/item/item-kind';
import { selectCurrentUser, selectIsPerformer } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import { ComposerPrompt } from './home/composer-prompt';
import { EmptyHome } from './home/empty-home';
import { followedPath, homeTabs } from './creator-home/home-tabs';
import { HomeAside } from './home/home-aside';
import { readFeedFilter, useOfferedFilters } from './feed-filters';
import { homeList, isNewHere, isOwnHome } from './home-query';
import { ItemSection } from './item-section';
import { PageTitle } from '../site/page-title';
import styles from './home-screen.module.css';

/** Fans and strangers to the studio never load it. */
const CreatorHome = dynamic(() => import('./creator-home/creator-home').then((module) => module.CreatorHome));

/** Shown once to new fans. */
const ChooseCreators = dynamic(() => import('./home/choose-creators').then((module) => module.ChooseCreators));

/** Where an account begins: a creator at their own work, a fan at the posts of whom they follow. */
export function HomeScreen() {
  const { query } = useRouter();
  const viewer = useAppSelector(selectCurrentUser);
  const [isChoosing, setIsChoosing] = useState(() => isNewHere(viewer));
  if (isOwnHome(query, viewer?.isPerformer === true)) return <CreatorHome />;
  return isChoosing ? <ChooseCreators onDone={() => setIsChoosing(false)} /> : <FollowedHome />;
}

/** Posts of the creators whom the viewer follows or subscribes to. */
function FollowedHome() {
  const router = useRouter();
  const isPerformer = useAppSelector(selectIsPerformer);
  const filter = readFeedFilter(router.query);
  const filters = useOfferedFilters('Everything');
  const choose = (value: FeedFilter) =>
    void router.push(value === 'all' && !isPerformer ? paths.home : `${paths.home}?show=${value}`, undefined, {
      scroll: false,
    });
  return (
    <PageColumn aside={<HomeAside />}>
      <PageTitle title="Home" />
      <h1 className="sr">Home</h1>
      {isPerformer && <Tabs label="Home" tabs={homeTabs} current={followedPath} />}
      <PeopleStrip />
      {isPerformer && <ComposerPrompt />}
      <Chips label="Which posts" options={filters} value={filter} onToggle={choose} className={styles.filters} />
      <ItemSection query={homeList(router.query)} emptyState={<EmptyHome filter={filter} />} />
    </PageColumn>
  );
}
