import Head from 'next/head';
import { paths } from '@/config/paths';
import { accessOf, audienceOf, contentsOf, titleOf, type Feed } from '@/features/feed/feed-view';
import { selectSiteName } from '@/features/settings/settings-slice';
import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';

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
  return feed.title || `${audienceOf(feed) === 'For sale' ? titleOf(feed) : 'A post'} by ${feed.performer.name}`;
}

/** Title, description and preview of a post's page. The picture is the one chosen for everybody, or none. */
export function PostMeta({ feed }: { feed: Feed }) {
  const siteName = useAppSelector(selectSiteName);
  const { performer, thumbnail, slug, _id: id } = feed;
  const heading = headingOf(feed);
  const summary = describePost(feed);
  const image = thumbnail?.url ?? performer.avatar;
  return (
    <Head>
      <title>{`${heading} · ${siteName}`}</title>
      <meta name="description" content={summary} />
      <meta property="og:type" content="article" />
      <meta property="og:title" content={heading} />
      <meta property="og:description" content={summary} />
      {image && <meta property="og:image" content={image} />}
      <link rel="canonical" href={paths.post(slug || id)} />
    </Head>
  );
}
