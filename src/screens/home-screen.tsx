import Head from 'next/head';
import { useRouter } from 'next/router';
import { PageColumn } from '@/components/app-shell';
import { Chips } from '@/components/chips';
import { paths } from '@/config/paths';
import { PeopleStrip } from '@/features/feed/components/people-strip';
import { homeKey, type FeedFilter } from '@/features/feed/feed-list-key';
import { selectIsPerformer } from '@/features/session/session-slice';
import { selectSiteName } from '@/features/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import { ComposerPrompt } from './home/composer-prompt';
import { EmptyHome } from './home/empty-home';
import { HomeAside } from './home/home-aside';
import { homeFilters, readHomeFilter } from './home-query';
import { FeedSection } from './parts/feed-section';
import styles from './home-screen.module.css';

/** Posts of the creators whom the viewer follows or subscribes to. */
export function HomeScreen() {
  const router = useRouter();
  const siteName = useAppSelector(selectSiteName);
  const isPerformer = useAppSelector(selectIsPerformer);
  const filter = readHomeFilter(router.query);
  const choose = (value: FeedFilter) =>
    void router.push(value === 'all' ? paths.home : `${paths.home}?show=${value}`, undefined, { scroll: false });
  return (
    <PageColumn aside={<HomeAside />}>
      <Head>
        <title>{`Home · ${siteName}`}</title>
      </Head>
      <h1 className="sr">Home</h1>
      <PeopleStrip />
      {isPerformer && <ComposerPrompt />}
      <Chips label="Which posts" options={homeFilters} value={filter} onToggle={choose} className={styles.filters} />
      <FeedSection listKey={homeKey(filter)} emptyState={<EmptyHome filter={filter} />} />
    </PageColumn>
  );
}
