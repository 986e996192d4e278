import dynamic from 'next/dynamic';
import { Pin, Radio } from 'lucide-react';
import { memo, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Note } from '@/components/basic/note';
import { LazyPart } from '@/components/states/part-failed';
import { Post } from '@/components/content/post';
import { PostActions } from '@/components/content/post-actions';
import { PostHead } from '@/components/content/post-head';
import { TimeAgo } from '@/components/basic/time-ago';
import { paths } from '@/config/paths';
import { audienceLabels, audienceOf } from '@/lib/audience';
import { useAppSelector } from '@/store/hooks';
import { selectFeed } from '../feed-slice';
import { accessOf, type Feed } from '../feed-view';
import { FeedLocked } from './feed-locked';
import { FeedMedia } from './feed-media';
import { usePostActions, type PostHandlers } from './use-post-actions';
import styles from './feed-card.module.css';

/** Few posts ask something: the poll comes with the first that does. */
const FeedPoll = dynamic(() => import('./feed-poll').then((module) => module.FeedPoll), { loading: LazyPart });

/** Characters of a text that a list shows before "Read on". */
const longText = 420;

interface FeedCardProps extends PostHandlers {
  id: string;
  /** Left out where all posts are by the same creator. */
  showAuthor?: boolean;
  /** On its own page: the whole text. */
  isPage?: boolean;
  /** Above the fold: pictures load at once. */
  eager?: boolean;
}

/** One post as this viewer may see it. */
export const FeedCard = memo(function FeedCard({ id, ...rest }: FeedCardProps) {
  const feed = useAppSelector(selectFeed(id));
  return feed ? <FeedArticle feed={feed} {...rest} /> : null;
});

function FeedArticle({
  feed,
  showAuthor = true,
  isPage,
  eager,
  ...handlers
}: Omit<FeedCardProps, 'id'> & { feed: Feed }) {
  const actions = usePostActions(feed, handlers);
  const isOpen = accessOf(feed) === 'open';
  const titleHref = isPage ? undefined : paths.post(feed.slug || feed._id);
  return (
    <Post
      label={`Post by ${feed.performer.name}`}
      head={showAuthor ? <AuthorHead feed={feed} isPage={isPage} /> : <PlainHead feed={feed} />}
      title={isOpen ? feed.title || undefined : undefined}
      titleHref={titleHref}
      text={feed.text && <PostText text={feed.text} whole={isPage} />}
      actions={<PostActions {...actions} />}
    >
      {isOpen ? <OpenBody feed={feed} eager={eager} /> : <FeedLocked feed={feed} titleHref={titleHref} eager={eager} />}
    </Post>
  );
}

function OpenBody({ feed, eager }: { feed: Feed; eager?: boolean }) {
  const hasFiles = feed.files.length > 0 || feed.processing === true;
  if (!hasFiles && feed.polls.length === 0 && !feed.streamingScheduled) return null;
  return (
    <div className={styles.body}>
      {hasFiles && <FeedMedia feed={feed} eager={eager} />}
      {feed.polls.length > 0 && <FeedPoll feed={feed} />}
      {feed.streamingScheduled && (
        <Note icon={Radio} tone="accent">
          Live <TimeAgo value={feed.streamingScheduled} />
        </Note>
      )}
    </div>
  );
}

function AuthorHead({ feed, isPage }: { feed: Feed; isPage?: boolean }) {
  const { performer, slug, _id: id } = feed;
  return (
    <PostHead
      name={performer.name}
      href={paths.profile(performer.username || performer._id)}
      avatar={performer.avatar}
      verified={performer.verifiedAccount}
      online={Boolean(performer.isOnline)}
      live={Boolean(performer.live)}
      publishedAt={publishedAtOf(feed)}
      postHref={isPage ? undefined : paths.post(slug || id)}
      audience={audienceLabels[audienceOf(feed)]}
      aside={feed.isPinned && <Badge icon={Pin}>Pinned</Badge>}
    />
  );
}

function PlainHead({ feed }: { feed: Feed }) {
  return (
    <div className={styles.plainHead}>
      <span>
        <TimeAgo value={publishedAtOf(feed)} href={paths.post(feed.slug || feed._id)} /> ·{' '}
        {audienceLabels[audienceOf(feed)]}
      </span>
      {feed.isPinned && <Badge icon={Pin}>Pinned</Badge>}
    </div>
  );
}

/** A draft may be older than its first day in public; a backend that does not say counts from when it was made. */
const publishedAtOf = ({ publishedAt, createdAt }: Feed): string => publishedAt ?? createdAt;

function PostText({ text, whole = false }: { text: string; whole?: boolean }) {
  const [isOpen, setIsOpen] = useState(whole);
  if (isOpen || text.length <= longText + 80) return text;
  return (
    <>
      {`${text.slice(0, text.lastIndexOf(' ', longText))}… `}
      <button type="button" className="link" onClick={() => setIsOpen(true)}>
        Read more
      </button>
    </>
  );
}
