import type { ItemKindName } from '@/config/item-names';
import { paths } from '@/config/paths';
import { pathOf } from '@/features/content/item/item-kind';
import { accessOf, type Item } from '@/features/content/item/item-view';
import type { Performer } from '@/features/identity/performer/performer-slice';
import type { Thing } from '../site/structured-data';
import { describeItem, headingOf, shareImageOf } from './item/item-meta';

/** What schema.org calls each kind, what it calls its name, picture and day there. */
const types: Record<ItemKindName, { type: string; name: string; image: string; day: string }> = {
  feed: { type: 'SocialMediaPosting', name: 'headline', image: 'image', day: 'datePublished' },
  video: { type: 'VideoObject', name: 'name', image: 'thumbnailUrl', day: 'uploadDate' },
  product: { type: 'Product', name: 'name', image: 'image', day: 'releaseDate' },
  gallery: { type: 'ImageGallery', name: 'name', image: 'image', day: 'datePublished' },
};

/**
 * An item for search engines: what a stranger sees of it, and whether it costs something.
 *
 * @param siteUrl without a slash at its end.
 */
export function itemThing(item: Item, siteUrl: string): Thing {
  const { type, name, image, day } = types[item.kind];
  const { performer, isSale, price } = item;
  const url = siteUrl + pathOf(item);
  const picture = shareImageOf(item, true);
  const author = siteUrl + paths.profile(performer.username || performer._id);
  return {
    '@type': type,
    '@id': url,
    url,
    [name]: headingOf(item),
    description: describeItem(item),
    [day]: item.publishedAt ?? item.createdAt,
    author: { '@type': 'Person', name: performer.name, url: author },
    isAccessibleForFree: accessOf(item) === 'open',
    ...(picture && { [image]: new URL(picture.src, siteUrl).href }),
    ...(isSale && price && { offers: { '@type': 'Offer', price: price.toFixed(2), priceCurrency: 'USD', url } }),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: item.totalLike,
    },
  };
}

/** A creator's page for search engines. @param siteUrl without a slash at its end. */
export function profileThing(performer: Performer, siteUrl: string): Thing {
  const url = siteUrl + paths.profile(performer.username || performer._id);
  return {
    '@type': 'ProfilePage',
    url,
    dateCreated: performer.createdAt,
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      url,
      name: performer.name,
      alternateName: `@${performer.username}`,
      description: performer.bio || performer.headline || undefined,
      ...(performer.avatar && { image: new URL(performer.avatar, siteUrl).href }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: performer.stats.followers,
      },
    },
  };
}
