import { ListFilter, Newspaper, SearchX } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { NothingToSearch } from '@/components/states/nothing-to-search';
import { paths } from '@/config/paths';
import type { FeedFilter } from '@/features/content/item/item-kind';
import { FollowButton } from '@/features/identity/performer/components/follow-button';
import { shortName } from '@/features/identity/performer/components/subscribe-panel';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { hasOnlyPunctuation } from '@/lib/read-words';
import { useAppSelector } from '@/store/hooks';
import { filterNoun } from '../feed-filters';

interface NoPostsProps {
  performer: Performer;
  show: FeedFilter;
  words: string;
}

export function NoPosts({ performer, show, words }: NoPostsProps) {
  const isOwn = useAppSelector(selectCurrentUser)?._id === performer._id;
  const name = shortName(performer.name);
  const all = <Button href={paths.profile(performer.username || performer._id)}>Show all posts</Button>;
  if (hasOnlyPunctuation(words)) return <NothingToSearch text={words} action={all} />;
  if (words)
    return <EmptyState icon={SearchX} title="No posts found" text="Try fewer or different words." action={all} />;
  if (show !== 'all') {
    const title = `No ${filterNoun(show)} yet`;
    return <EmptyState icon={ListFilter} title={title} text={`${name} has other posts.`} action={all} />;
  }
  if (isOwn)
    return (
      <EmptyState
        icon={Newspaper}
        title="Your page is ready for its first post"
        text="Start with one that everyone can see."
        action={<Button href={paths.creator.createPost}>Write a post</Button>}
      />
    );
  return (
    <EmptyState
      icon={Newspaper}
      title="No posts yet"
      text={
        performer.isFollowed
          ? 'The first one will appear on Home.'
          : `Follow ${name}, and the first one will appear on Home.`
      }
      action={!performer.isFollowed && <FollowButton performer={performer} />}
    />
  );
}
