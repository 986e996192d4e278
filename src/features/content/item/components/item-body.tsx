import dynamic from 'next/dynamic';
import { Radio } from 'lucide-react';
import type { ReactElement } from 'react';
import { Note } from '@/components/basic/note';
import { TimeAgo } from '@/components/basic/times';
import { LazyPart } from '@/components/states/part-failed';
import type { FeedItem, Item } from '../item-view';
import { ItemMedia } from './item-media';
import styles from './item.module.css';

/** Few posts ask something: the poll comes with the first that does. */
const FeedPoll = dynamic(() => import('./feed-poll').then((module) => module.FeedPoll), { loading: LazyPart });

/** Most pages show posts. */
const VideoBody = dynamic(() => import('./video-body').then((module) => module.VideoBody), { loading: LazyPart });
const ProductBody = dynamic(() => import('./product-body').then((module) => module.ProductBody), { loading: LazyPart });

interface BodyProps<I> {
  item: I;
  /** Above the fold. */
  eager?: boolean;
}

function FeedBody({ item, eager }: BodyProps<FeedItem>) {
  const hasFiles = item.files.length > 0 || item.processing === true;
  if (!hasFiles && item.polls.length === 0 && !item.streamingScheduled) return null;
  return (
    <div className={styles.body}>
      {hasFiles && <ItemMedia item={item} eager={eager} />}
      {item.polls.length > 0 && <FeedPoll item={item} />}
      {item.streamingScheduled && (
        <Note icon={Radio} tone="accent">
          Live <TimeAgo value={item.streamingScheduled} />
        </Note>
      )}
    </div>
  );
}

/** What is inside an open item, by its kind. */
export function ItemBody({ item, eager }: BodyProps<Item>): ReactElement | null {
  switch (item.kind) {
    case 'feed':
      return <FeedBody item={item} eager={eager} />;
    case 'video':
      return <VideoBody item={item} eager={eager} />;
    case 'gallery':
      return <ItemMedia item={item} eager={eager} />;
    case 'product':
      return <ProductBody item={item} eager={eager} />;
  }
}
