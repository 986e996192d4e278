import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import type { Performer } from '@/features/identity/performer/performer-slice';
import { readItem } from '@/features/content/item/item-view';
import { feedItem, wireFeed, wireLockedFile, wirePerformer } from '../../../tests/factories/wire';
import { getShareImage } from './item/item-meta';
import { itemThing, profileThing } from './structured-data';

const site = 'https://ovela.test';

describe('structured data for search engines', () => {
  it('describe a free item with creator and date', () => {
    const feed = wireFeed({ title: 'First loaf', slug: 'first-loaf', text: 'Flour & water', access: 'open' });
    expect(itemThing(readItem(feedItem(feed) as never), site)).toMatchObject({
      '@type': 'SocialMediaPosting',
      headline: 'First loaf',
      url: `${site}/post/first-loaf`,
      description: 'Flour & water',
      isAccessibleForFree: true,
      author: { '@type': 'Person', name: feed.performer.name, url: `${site}/${feed.performer.username}` },
    });
  });

  it('A-1: describe a locked item by its price, without locked content', () => {
    const feed = wireFeed({
      title: 'Secret sauce',
      text: 'Nine ingredients',
      access: 'locked-sale',
      isSale: true,
      price: 4.5,
      files: [wireLockedFile()],
    });
    const thing = itemThing(readItem(feedItem(feed) as never), site);
    expect(thing).toMatchObject({ isAccessibleForFree: false, offers: { price: '4.50', priceCurrency: 'USD' } });
    expect(JSON.stringify(thing)).not.toContain('Nine ingredients');
  });

  it('have the price of a locked item in the site’s currency', () => {
    setSiteCurrency(readCurrency('JPY'));
    const feed = wireFeed({ title: 'Secret sauce', access: 'locked-sale', isSale: true, price: 450 });
    const thing = itemThing(readItem(feedItem(feed) as never), site);
    setSiteCurrency(defaultCurrency);
    expect(thing).toMatchObject({ offers: { price: '450', priceCurrency: 'JPY' } });
  });

  it('describe a product’s price and availability, without an offer if it is not sold', () => {
    const product = (more: object) =>
      itemThing(
        {
          ...(readItem(feedItem(wireFeed({ title: 'Tracing booklet', price: 12 })) as never) as object),
          kind: 'product',
          isSale: false,
          isDigital: false,
          stock: 0,
          ...more,
        } as never,
        site,
      );
    const thing = product({});
    expect(thing).toMatchObject({
      '@type': 'Product',
      name: 'Tracing booklet',
      offers: { price: '12.00', priceCurrency: 'USD', availability: 'https://schema.org/OutOfStock' },
    });
    expect(thing).not.toHaveProperty('isAccessibleForFree');
    for (const more of [{ stock: 2 }, { isDigital: true }]) {
      expect(product(more)).toMatchObject({ offers: { availability: 'https://schema.org/InStock' } });
    }
  });

  it('have the size of the linked image', () => {
    const file = {
      _id: 'p',
      type: 'feed-photo',
      mimeType: 'image/webp',
      url: 'https://m.test/large',
      width: 4000,
      height: 3000,
    };
    const image = (sources?: object[]) =>
      getShareImage(
        readItem(feedItem(wireFeed({ access: 'open', files: [{ ...file, sources }] as never })) as never),
        true,
      );
    expect(image([{ url: 'https://m.test/large', width: 1600 }])).toEqual({
      src: 'https://m.test/large',
      width: 1600,
      height: 1200,
    });
    expect(image()).toEqual({ src: 'https://m.test/large' });
  });

  it('describe a creator’s page', () => {
    const performer = wirePerformer({ name: 'Wren Kiln', username: 'wren', bio: 'Pots' });
    expect(profileThing({ ...performer, createdAt: '2026-01-02T03:04:05.000Z' } as Performer, site)).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: 'Wren Kiln',
        alternateName: '@wren',
        url: `${site}/wren`,
        description: 'Pots',
      },
    });
  });
});
