import Link from 'next/link';
import { AudioLines, Film, Image as Picture, SquarePen, Text } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { EmptyState } from '@/components/states/empty-state';
import { Icon } from '@/components/basic/icon';
import { TimeAgo } from '@/components/basic/times';
import { paths } from '@/config/paths';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { pluralise } from '@/lib/format-count';
import { PostSaleLine } from '../../money/post-sale-line';
import styles from './creator-home.module.css';

type Post = CreatorHome['posts'][number];

const icons = { text: Text, photo: Picture, video: Film, audio: AudioLines, 'scheduled-streaming': Film };

/** The creator's last posts and how they did. */
export function OwnPosts({ posts }: { posts: Post[] }) {
  return (
    <section aria-labelledby="own-posts">
      <header className={styles.head}>
        <h2 id="own-posts">Your latest posts</h2>
        {posts.length > 0 && (
          <Link className="link sm" href={paths.creator.posts}>
            All posts
          </Link>
        )}
      </header>
      {posts.length === 0 && (
        <EmptyState
          icon={SquarePen}
          title="Your first post"
          text="Say hello, or show what you are working on."
          action={<Button href={paths.creator.createPost}>Write it</Button>}
        />
      )}
      <ul className={styles.rows}>
        {posts.map((post) => {
          const picture = post.thumbnail?.thumbnails?.[0] ?? post.files[0]?.thumbnails?.[0];
          return (
            <li key={post._id} className={styles.row}>
              <span className={styles.thumb}>
                {picture ? (
                  <img src={picture} alt="" width={64} height={64} loading="lazy" decoding="async" />
                ) : (
                  <Icon of={icons[post.type]} />
                )}
              </span>
              <div className="grow">
                <Link className={styles.title} href={paths.post(post.slug || post._id)}>
                  {post.title || post.tagline || post.text || 'Untitled post'}
                </Link>
                <p className={styles.facts}>
                  <TimeAgo value={post.publishedAt ?? post.createdAt} />
                  <span>{pluralise(post.totalLike, 'like')}</span>
                  <span>{pluralise(post.totalComment, 'comment')}</span>
                  <PostSaleLine id={post._id} isSold={Boolean(post.isSale && post.price)} />
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
