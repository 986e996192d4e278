import { paths } from '@/config/paths';
import { accessOf, contentsOf, picturesOf, previewOf, titleOf, type Feed } from '@/features/content/feed/feed-view';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { audienceOf } from '@/lib/audience';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { ShareMeta, type ShareImage } from '../../site/share-meta';

/** Characters of a description that search engines show. */
const shownLength = 155;

/** What search engines and previews may say of a post: only what this viewer, a stranger for them, sees as well. */
export function describePost(feed: Feed): string {
  if (accessOf(feed) === 'open') return (feed.text || feed.tagline || titleOf(feed)).slice(0, shownLength);
  const inside = contentsOf(feed).join(' and ') || 'A post';
  const price = feed.isSale && feed.price ? `for ${formatMoney(feed.price)}` : 'for subscribers';
  const line = feed.tagline ? `${feed.tagline}. ` : '';
  return `${line}${inside} ${price}, by ${feed.performer.name}.`.slice(0, shownLength);
}

/** What a post is called where it stands alone. */
export function headingOf(feed: Feed): string {
  return feed.title || `${audienceOf(feed) === 'sale' ? titleOf(feed) : 'A post'} by ${feed.performer.name}`;
}

/**
 * The picture of a post that anybody may be shown: the one chosen for everybody, else what a stranger sees, which is the
 * picture itself or the server's blurred one; else the creator's. Never what only this viewer may open.
 */
export function shareImageOf(feed: Feed, isStranger: boolean): ShareImage | null {
  const { thumbnail, performer } = feed;
  const chosen = thumbnail?.url ?? thumbnail?.thumbnails?.[0];
  if (chosen) return { src: chosen, width: thumbnail?.width, height: thumbnail?.height };
  const [picture] = isStranger && accessOf(feed) === 'open' ? picturesOf(feed) : [];
  if (picture) return { src: picture.full, width: picture.width, height: picture.height };
  const preview = isStranger ? previewOf(feed) : null;
  const src = preview?.src ?? (performer.cover || performer.avatar);
  return src ? { src } : null;
}

/** Title, description and preview of a post's page. */
export function PostMeta({ feed }: { feed: Feed }) {
  const isStranger = !useAppSelector(selectIsLoggedIn);
  const { slug, _id: id, isSale, price } = feed;
  return (
    <ShareMeta
      type="article"
      title={headingOf(feed)}
      description={describePost(feed)}
      path={paths.post(slug || id)}
      image={shareImageOf(feed, isStranger)}
      price={isSale ? price : null}
    />
  );
}
