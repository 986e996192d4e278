import Link from 'next/link';
import { Badge } from '@/components/basic/badge';
import { Avatar } from '@/components/people/avatar';
import { paths } from '@/config/paths';
import { accessOf, filesOf, picturesOf, previewOf, titleOf, type Feed } from '@/features/content/feed/feed-view';
import { audienceLabels, audienceOf } from '@/lib/audience';
import styles from './post-tile.module.css';

interface PostTileProps {
  post: Feed;
  /** Among posts of several creators: whose it is. */
  showAuthor?: boolean;
  /** Words around these are shown, where the post's text has them. */
  words?: string;
}

/** A post in small: its picture as this viewer may see it, its name. The whole tile is the link. */
export function PostTile({ post, showAuthor, words }: PostTileProps) {
  const title = titleOf(post);
  const src = pictureOf(post);
  const excerpt = words ? excerptOf(post.text, words) : undefined;
  const { performer } = post;
  return (
    <li className={styles.tile}>
      <div className={styles.cover}>
        {src ? (
          <img src={src} alt="" width={400} height={300} loading="lazy" decoding="async" />
        ) : (
          <span className={styles.words} aria-hidden="true">
            {title}
          </span>
        )}
        {accessOf(post) !== 'open' && (
          <Badge tone="media" className={styles.audience}>
            {audienceLabels[audienceOf(post)]}
          </Badge>
        )}
      </div>
      <h3 className={styles.title}>
        <Link href={paths.post(post.slug || post._id)} className="tile-link">
          {title}
        </Link>
      </h3>
      {showAuthor && (
        <p className={styles.who}>
          <Avatar name={performer.name} src={performer.avatar} size="xs" />
          <span className="truncate">{performer.name}</span>
        </p>
      )}
      {excerpt && <p className={styles.excerpt}>{excerpt}</p>}
    </li>
  );
}

/** An open post shows a still of its own; a closed one what the server made for everybody. */
function pictureOf(post: Feed): string | undefined {
  const chosen = previewOf(post)?.src;
  if (chosen || accessOf(post) !== 'open') return chosen;
  return picturesOf(post)[0]?.src ?? filesOf(post, 'video')[0]?.thumbnails?.[0];
}

/** Characters before and after the first word that was looked for. */
const around = { before: 40, after: 120 };

function excerptOf(text: string, words: string): string | undefined {
  const places = words
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => text.toLowerCase().indexOf(word))
    .filter((place) => place >= 0);
  if (places.length === 0) return undefined;
  const place = Math.min(...places);
  const start = place <= around.before ? 0 : text.indexOf(' ', place - around.before) + 1;
  return `${start > 0 ? '…' : ''}${text.slice(start, place + around.after)}`;
}
