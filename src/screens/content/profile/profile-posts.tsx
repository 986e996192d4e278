import dynamic from 'next/dynamic';
import { useRouter } from 'next/router';
import { useState } from 'react';
import { Search } from 'lucide-react';
import { Chips } from '@/components/form/chips';
import { IconButton } from '@/components/basic/icon-button';
import { useOptimisticQuery } from '@/components/hooks/use-optimistic-query';
import { paths } from '@/config/paths';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { useOfferedFilters } from '../feed-filters';
import { ItemSection, useOpenedList } from '../item-section';
import { profileList, profilePostsPath, readProfileQuery } from '../profile-query';
import styles from '../profile-screen.module.css';

const NoPosts = dynamic(() => import('./no-posts').then((module) => module.NoPosts));
const PostSearch = dynamic(() => import('./post-search').then((module) => module.PostSearch));

export function ProfilePosts({ performer }: { performer: Performer }) {
  const router = useRouter();
  const { show, words } = readProfileQuery(router.query);
  const [isSearching, setIsSearching] = useState(words !== '');
  const list = profileList(performer._id, show, words);
  const filters = useOfferedFilters('All');
  useOpenedList(list);
  const path = paths.profile(performer.username || performer._id);
  const [wanted, choose] = useOptimisticQuery({ show, words }, (next) =>
    router.push(profilePostsPath(path, next), undefined, { scroll: false }),
  );
  return (
    <>
      {performer.stats.totalFeeds > 0 && (
        <div className={styles.filters}>
          <Chips
            label="Which posts"
            options={filters}
            value={wanted.show}
            onToggle={(value) => choose({ show: value })}
            className="grow"
          />
          <IconButton
            icon={Search}
            label="Search these posts"
            aria-expanded={isSearching}
            onClick={() => {
              setIsSearching(!isSearching);
              if (isSearching && wanted.words) choose({ words: '' });
            }}
          />
        </div>
      )}
      {isSearching && <PostSearch value={wanted.words} onSearch={(value) => choose({ words: value })} />}
      <ItemSection query={list} emptyState={<NoPosts performer={performer} show={show} words={words} />} />
    </>
  );
}
