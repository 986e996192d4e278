import { ListFilter, SquarePen } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { LiveStrip } from '@/components/content/live-strip';
import { Chips } from '@/components/form/chips';
import { SearchField } from '@/components/form/search-field';
import { PageColumn } from '@/components/layout/app-shell';
import { Tabs } from '@/components/layout/tabs';
import { Avatar } from '@/components/people/avatar';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import type { FeedFilter } from '@/features/content/item/item-kind';
import { selectHidden, selectItems, selectPeople } from '@/features/content/item/item-state';
import { selectCurrentUser, selectIsPerformer } from '@/features/identity/auth/session-slice';
import { compareText } from '@/lib/compare';
import { cx } from '@/lib/cx';
import { useAppSelector } from '@/store/hooks';
import { HomeAside } from './home/home-aside';
import { Suggestions, useSuggestions } from './home/suggestions';
import { filterNoun, readFeedFilter, useOfferedFilters } from './feed-filters';
import { followedPath, homeList, homeTabs, shouldChooseCreators, isOwnHome } from './home-query';
import { ItemSection } from './item-section';
import { PromoBanner } from '../site/lazy-parts';
import { PageTitle } from '../site/page-title';
import styles from './home-screen.module.css';

/** Loaded on demand, because fans do not need it. */
const CreatorHome = dynamic(() => import('./creator-home/creator-home').then((module) => module.CreatorHome));

const ChooseCreators = dynamic(() => import('./home/choose-creators').then((module) => module.ChooseCreators));

export function HomeScreen() {
  const { query } = useRouter();
  const viewer = useAppSelector(selectCurrentUser);
  const [isChoosing, setIsChoosing] = useState(() => shouldChooseCreators(viewer));
  if (isOwnHome(query, viewer?.isPerformer === true)) return <CreatorHome />;
  return isChoosing ? <ChooseCreators onDone={() => setIsChoosing(false)} /> : <FollowedHome />;
}

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
      <PromoBanner />
      <PeopleStrip />
      {isPerformer && <ComposerPrompt />}
      <Chips label="Which posts" options={filters} value={filter} onToggle={choose} className={styles.filters} />
      <ItemSection query={homeList(router.query)} emptyState={<EmptyHome filter={filter} />} />
    </PageColumn>
  );
}

/** Live creators first, then those who posted most recently. */
function PeopleStrip() {
  const hidden = useAppSelector(selectHidden);
  const people = useAppSelector(selectPeople)?.filter(({ _id }) => !(_id in hidden));
  const items = useAppSelector(selectItems);
  if (!people) return <LiveStrip people={null} />;
  if (people.length === 0) return null;
  const lastPost = new Map<string, string>();
  for (const { performer, createdAt } of Object.values(items)) {
    if (createdAt > (lastPost.get(performer._id) ?? '')) lastPost.set(performer._id, createdAt);
  }
  const getLastPostTime = (id: string) => lastPost.get(id) ?? '';
  const sorted = people.toSorted(
    (one, other) =>
      Number(Boolean(other.live)) - Number(Boolean(one.live)) ||
      compareText(getLastPostTime(other._id), getLastPostTime(one._id)),
  );
  return (
    <LiveStrip
      allHref={paths.user.following}
      people={sorted.map(({ _id, username, name, avatar, live }) => ({
        href: live ? paths.watch(username || _id) : paths.profile(username || _id),
        name: name.split(' ')[0] ?? name,
        avatar,
        live: Boolean(live),
      }))}
    />
  );
}

function ComposerPrompt() {
  const viewer = useAppSelector(selectCurrentUser);
  if (!viewer) return null;
  return (
    <Link className={cx('row muted', styles.prompt)} href={paths.creator.createPost}>
      <Avatar name={viewer.name || viewer.username || 'You'} src={viewer.avatar} size="sm" />
      <span className="grow">What have you made?</span>
      <Icon of={SquarePen} />
    </Link>
  );
}

function EmptyHome({ filter }: { filter: FeedFilter }) {
  const router = useRouter();
  const [words, setWords] = useState('');
  const three = useSuggestions()?.slice(0, 3);
  if (filter !== 'all') {
    return (
      <EmptyState
        icon={ListFilter}
        title={`No ${filterNoun(filter)} here yet`}
        text="The creators you follow have other posts."
        action={<Button href={paths.home}>Show everything</Button>}
      />
    );
  }
  return (
    <div className={cx('stack', styles.empty)}>
      <EmptyState
        people={three?.filter(({ avatar }) => avatar).map(({ name, avatar }) => ({ name, src: avatar }))}
        title="Follow creators to fill your Home"
        text="Posts from creators you follow appear here. Following is free."
      />
      <SearchField
        label="Find creators and posts"
        value={words}
        onChange={setWords}
        onSubmit={(value) => void router.push(paths.search(value.trim()))}
        size="lg"
        className={styles.search}
      />
      <Suggestions title="Three to start with" creators={three} />
    </div>
  );
}
