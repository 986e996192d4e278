import { getSiteCurrency } from '@contract/base/currency';
import { toAmountText } from '@contract/base/money';
import type { ItemKindName } from '@/config/item-names';
import { paths } from '@/config/paths';
import { getPath } from '@/features/content/item/item-kinds';
import { getAccess, hasStock, type Item, type ProductItem } from '@/features/content/item/item-view';
import type { Performer } from '@/features/identity/performer/performer-slice';
import type { Thing } from '../site/structured-data';
import { describeItem, getHeading, getShareImage } from './item/item-meta';

const types: Record<Exclude<ItemKindName, 'product'>, { type: string; name: string; image: string; day: string }> = {
  feed: { type: 'SocialMediaPosting', name: 'headline', image: 'image', day: 'datePublished' },
  video: { type: 'VideoObject', name: 'name', image: 'thumbnailUrl', day: 'uploadDate' },
  gallery: { type: 'ImageGallery', name: 'name', image: 'image', day: 'datePublished' },
};

/** The item as guests see it. @param siteUrl without a trailing slash */
export function itemThing(item: Item, siteUrl: string): Thing {
  if (item.kind === 'product') return productThing(item, siteUrl);
  const { type, name, image, day } = types[item.kind];
  const { performer, isSale, price } = item;
  const url = siteUrl + getPath(item);
  const picture = getShareImage(item, true);
  const author = siteUrl + paths.profile(performer.username || performer._id);
  return {
    '@type': type,
    '@id': url,
    url,
    [name]: getHeading(item),
    description: describeItem(item),
    [day]: item.publishedAt ?? item.createdAt,
    author: { '@type': 'Person', name: performer.name, url: author },
    isAccessibleForFree: getAccess(item) === 'open',
    ...(picture && { [image]: new URL(picture.src, siteUrl).href }),
    ...(isSale &&
      price && {
        offers: { '@type': 'Offer', price: toAmountText(price), priceCurrency: getSiteCurrency().code, url },
      }),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: item.totalLike,
    },
  };
}

/** A product has the same price for everyone, and no part of it is free. */
function productThing(item: ProductItem, siteUrl: string): Thing {
  const url = siteUrl + getPath(item);
  const picture = getShareImage(item, true);
  return {
    '@type': 'Product',
    '@id': url,
    url,
    name: getHeading(item),
    description: describeItem(item),
    releaseDate: item.publishedAt ?? item.createdAt,
    brand: { '@type': 'Brand', name: item.performer.name },
    ...(picture && { image: new URL(picture.src, siteUrl).href }),
    offers: {
      '@type': 'Offer',
      url,
      price: toAmountText(item.price ?? 0),
      priceCurrency: getSiteCurrency().code,
      availability: `https://schema.org/${hasStock(item) ? 'InStock' : 'OutOfStock'}`,
      seller: {
        '@type': 'Person',
        name: item.performer.name,
        url: siteUrl + paths.profile(item.performer.username || item.performer._id),
      },
    },
  };
}

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
