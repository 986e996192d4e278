import Link from 'next/link';
import { AudioLines, Coins, Film, Image as Picture, SquarePen, Text } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { TimeAgo } from '@/components/basic/times';
import { Avatar } from '@/components/people/avatar';
import { EmptyState } from '@/components/states/empty-state';
import { paths } from '@/config/paths';
import type { CreatorHome } from '@/features/money/creator-home/creator-home-feature';
import { getSaleTitle } from '@/features/money/earning/earning-words';
import { cx } from '@/lib/cx';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { getPersonName } from '@/lib/person-name';
import { shortenToTitle } from '@/lib/shorten';
import { PostSaleLine } from '../../money/post-sale-line';
import styles from './creator-home.module.css';

interface LatestProps<Row> {
  id: string;
  title: string;
  all: { label: string; href: string };
  rows: Row[];
  empty: ReactNode;
  render: (row: Row) => ReactNode;
}

function Latest<Row extends { _id: string }>({ id, title, all, rows, empty, render }: LatestProps<Row>) {
  return (
    <section aria-labelledby={id}>
      <header className={cx('row row--between', styles.head)}>
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && (
          <Link className="link sm" href={all.href}>
            {all.label}
          </Link>
        )}
      </header>
      {rows.length === 0 && empty}
      <ul className={styles.rows}>
        {rows.map((row) => (
          <li key={row._id} className={cx('row', styles.row)}>
            {render(row)}
          </li>
        ))}
      </ul>
    </section>
  );
}

export const RecentSales = ({ sales }: { sales: CreatorHome['sales'] }) => (
  <Latest
    id="recent-sales"
    title="What sold"
    all={{ label: 'All sales', href: paths.creator.earnings }}
    rows={sales}
    empty={
      <EmptyState
        icon={Coins}
        title="No sales yet"
        text="Tips, subscriptions and unlocks appear here as soon as they’re paid."
      />
    }
    render={(sale) => {
      const name = getPersonName(sale.userInfo, 'fan');
      return (
        <>
          <Avatar name={name} src={sale.userInfo?.avatar} size="sm" />
          <div className="grow">
            <p className="truncate strong">{getSaleTitle(sale)}</p>
            <p className="xs muted truncate">
              {name} · <TimeAgo value={sale.createdAt} />
            </p>
          </div>
          <span className={styles.sum}>{formatMoney(sale.netPrice)}</span>
        </>
      );
    }}
  />
);

const icons = { text: Text, photo: Picture, video: Film, audio: AudioLines, 'scheduled-streaming': Film };

export const OwnPosts = ({ posts }: { posts: CreatorHome['posts'] }) => (
  <Latest
    id="own-posts"
    title="Your latest posts"
    all={{ label: 'All posts', href: paths.creator.posts }}
    rows={posts}
    empty={
      <EmptyState
        icon={SquarePen}
        title="Your first post"
        text="Say hello, or show what you are working on."
        action={<Button href={paths.creator.createPost}>Write it</Button>}
      />
    }
    render={(post) => {
      const picture = post.thumbnail?.thumbnails?.[0] ?? post.files[0]?.thumbnails?.[0];
      return (
        <>
          <span className={cx('ink-2', styles.thumb)}>
            {picture ? (
              <img src={picture} alt="" width={64} height={64} loading="lazy" decoding="async" />
            ) : (
              <Icon of={icons[post.type]} />
            )}
          </span>
          <div className="grow">
            <Link className={cx('truncate', styles.title)} href={paths.post(post.slug || post._id)}>
              {post.title || post.tagline || shortenToTitle(post.text) || 'Untitled post'}
            </Link>
            <p className={cx('xs muted', styles.facts)}>
              <TimeAgo value={post.publishedAt ?? post.createdAt} />
              <span>{pluralise(post.totalLike, 'like')}</span>
              <span>{pluralise(post.totalComment, 'comment')}</span>
              <PostSaleLine id={post._id} isSold={Boolean(post.isSale && post.price)} />
            </p>
          </div>
        </>
      );
    }}
  />
);
