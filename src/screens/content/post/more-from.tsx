import Link from 'next/link';
import { useEffect } from 'react';
import { paths } from '@/config/paths';
import { performerKey } from '@/features/content/feed/feed-list-key';
import { partRequested, selectFeeds, selectList } from '@/features/content/feed/feed-slice';
import type { Feed } from '@/features/content/feed/feed-view';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { PostTile } from '../post-tile';
import styles from './more-from.module.css';

/** Posts shown. */
const most = 4;

/** More posts by the same creator, under one of them. */
export function MoreFrom({ feed: { _id: id, performer } }: { feed: Feed }) {
  const dispatch = useAppDispatch();
  const key = performerKey(performer._id, 'all');
  const list = useAppSelector(selectList(key));
  const feeds = useAppSelector(selectFeeds);
  useEffect(() => void dispatch(partRequested({ key })), [dispatch, key]);
  const others = (list?.ids ?? []).filter((one) => one !== id).slice(0, most);
  if (others.length === 0) return null;
  return (
    <section className={styles.more} aria-labelledby="more-from">
      <header className={styles.head}>
        <h2 id="more-from">More from {performer.name}</h2>
        <Link className="link sm" href={paths.profile(performer.username || performer._id)}>
          See all posts
        </Link>
      </header>
      <ul className={styles.tiles}>
        {others.map((one) => {
          const post = feeds[one];
          return post && <PostTile key={one} post={post} />;
        })}
      </ul>
    </section>
  );
}
