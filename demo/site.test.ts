import { defaultSettings, limits, reservedUsernames, usernamePattern } from '@contract/base/limits';
import { cents, fromCents, toCents } from '@contract/base/money';
import { categories, creatorNames, fanNames } from './content/names';
import { looks } from './draw/people/looks';
import { demoSite, listRecipes } from './site';
import type { DemoComment, DemoMovement } from './types';

const { creators, fans, conversations, subscriptions, movements, payouts } = demoSite;
const people = [...creators, ...fans];
const posts = creators.flatMap((creator) => creator.posts.map((post) => ({ ...post, creator })));
const forSale = [
  ...creators.flatMap(({ username, posts: own, galleries, videos, products, shows = [] }) => [
    ...[...own, ...galleries, ...videos].flatMap(({ key, access, minutesAgo }) =>
      access.kind === 'sale' ? [{ key, price: access.price, minutesAgo, username }] : [],
    ),
    ...[...products, ...shows].map(({ key, price, minutesAgo }) => ({ key, price, minutesAgo, username })),
  ]),
  ...conversations.flatMap(({ creator, messages }) =>
    messages.flatMap(({ sale, minutesAgo }) => (sale ? [{ ...sale, minutesAgo, username: creator }] : [])),
  ),
];

const walk = (comments: readonly DemoComment[]): DemoComment[] =>
  comments.flatMap((comment) => [comment, ...walk(comment.replies ?? [])]);
const expectUnique = (items: readonly string[]) => expect(items).toHaveLength(new Set(items).size);

/** In cents. */
const walletChange = ({ kind, amount }: DemoMovement) =>
  kind === 'top-up' ? amount : kind === 'subscription' ? 0 : -amount;

describe('demo accounts', () => {
  it('are unique, with valid usernames', () => {
    expect(creators.map(({ username }) => username)).toEqual(creatorNames);
    expect(fans.map(({ username }) => username)).toEqual(fanNames);
    for (const { username, email } of people) {
      expect(username).toMatch(usernamePattern);
      expect(reservedUsernames.has(username)).toBe(false);
      expect(email).toMatch(/^[a-z-]+@demo\.test$/);
    }
    expectUnique(people.map(({ email }) => email));
  });

  it('have the emails of the demo logins', () => {
    expect(creators[0]).toMatchObject({ username: 'demo-creator', email: 'creator@demo.test', name: 'Noor Adeyemi' });
    expect(fans[0]).toMatchObject({ username: 'demo-fan', email: 'fan@demo.test', name: 'Ada Fenn' });
    expect(fans.filter(({ operatorRole }) => operatorRole)).toMatchObject([{ email: 'operator@demo.test' }]);
  });

  it('give each creator their own avatar, cover and categories', () => {
    expect(creators.length).toBeGreaterThanOrEqual(12);
    expectUnique(people.flatMap(({ portrait }) => (portrait ? [portrait.look] : [])));
    expectUnique(creators.map(({ cover }) => JSON.stringify(cover)));
    for (const creator of creators) {
      expect(creator.live).toBe(false);
      expect(creator.portrait.look in looks).toBe(true);
      expect(creator.categories.length).toBeGreaterThan(0);
      for (const slug of creator.categories) expect(categories.map((one) => one.slug)).toContain(slug);
      expect(creator.bio.length).toBeGreaterThan(80);
    }
  });

  it('have prices within the limits, with a year cheaper than twelve months', () => {
    for (const { monthlyPrice, yearlyPrice, trialDays } of creators) {
      for (const price of [monthlyPrice, yearlyPrice]) {
        expect(price).toBeGreaterThanOrEqual(defaultSettings.minimumSubscriptionPrice);
        expect(price).toBeLessThanOrEqual(defaultSettings.maximumSubscriptionPrice);
        expect(() => toCents(price)).not.toThrow();
      }
      expect(yearlyPrice).toBeLessThan(monthlyPrice * 12);
      expect(trialDays === null || trialDays >= 1).toBe(true);
    }
  });
});

describe('demo content', () => {
  it('uses every key once', () => {
    const {
      posts: all,
      galleries,
      videos,
      products,
    } = {
      posts: creators.flatMap((creator) => creator.posts),
      galleries: creators.flatMap((creator) => creator.galleries),
      videos: creators.flatMap((creator) => creator.videos),
      products: creators.flatMap((creator) => creator.products),
    };
    expectUnique([...all, ...galleries, ...videos, ...products].map(({ key }) => key));
    expectUnique(forSale.map(({ key }) => key));
  });

  it('has posts of every kind and of every access level for the demo creator', () => {
    const own = creators[0]?.posts ?? [];
    expect(own.length).toBeGreaterThanOrEqual(14);
    expect(new Set(own.map(({ kind }) => kind))).toEqual(new Set(['text', 'photo', 'video', 'audio']));
    expect(new Set(own.map(({ access }) => access.kind))).toEqual(
      new Set(['everyone', 'platform', 'subscribers', 'sale']),
    );
    expect(own.some(({ poll }) => poll)).toBe(true);
    expect(own.some(({ teaser }) => teaser)).toBe(true);
    expect(own.some(({ thumbnail }) => thumbnail)).toBe(true);
    expect(own.some(({ pinned }) => pinned)).toBe(true);
  });

  it('has the files that each post’s kind needs, within the limits', () => {
    for (const { key, kind, text, pictures, film, audio, poll, access, tagline } of posts) {
      expect({ key, kind, has: { pictures: Boolean(pictures), film: Boolean(film), audio: Boolean(audio) } }).toEqual({
        key,
        kind,
        has: { pictures: kind === 'photo', film: kind === 'video', audio: kind === 'audio' },
      });
      expect(text.length).toBeGreaterThan(10);
      expect(text.length).toBeLessThanOrEqual(limits.feedText);
      expect(pictures?.length ?? 0).toBeLessThanOrEqual(limits.feedFiles);
      expect(poll?.options.length ?? 2).toBeGreaterThanOrEqual(2);
      expect(poll?.options.length ?? 2).toBeLessThanOrEqual(limits.pollOptions);
      const isLocked = access.kind === 'sale' || access.kind === 'subscribers';
      expect({ key, isDescribed: Boolean(tagline) || !isLocked }).toEqual({ key, isDescribed: true });
    }
  });

  it('keeps prices within the limits', () => {
    for (const { price } of forSale) {
      expect(price).toBeGreaterThanOrEqual(1);
      expect(price).toBeLessThanOrEqual(defaultSettings.maximumPpvPrice);
      expect(() => toCents(price)).not.toThrow();
    }
  });

  it('has no comments older than their post, and none by people who cannot see it', () => {
    const commented = [
      ...posts,
      ...creators.flatMap((creator) => creator.videos.map((video) => ({ ...video, creator }))),
    ];
    for (const { key, creator, minutesAgo, comments, access } of commented) {
      for (const { by, minutesAgo: saidAt, text } of walk(comments)) {
        expect(text.length).toBeLessThanOrEqual(limits.commentText);
        expect({ key, by, isLater: saidAt < minutesAgo }).toEqual({ key, by, isLater: true });
        const canSee = {
          sale: () => movements.some((one) => one.kind === 'purchase' && one.fan === by && one.key === key),
          subscribers: () =>
            subscriptions.some(
              (one) => one.fan === by && one.creator === creator.username && one.startedDaysAgo * 1440 > saidAt,
            ),
        };
        const isAllowed =
          by === creator.username || !(access.kind in canSee) || canSee[access.kind as keyof typeof canSee]();
        expect({ key, by, isAllowed }).toEqual({ key, by, isAllowed: true });
      }
    }
  });

  it('likes and bookmarks only posts that exist', () => {
    const keys = new Set(posts.map(({ key }) => key));
    for (const { likedPosts, bookmarkedPosts } of fans) {
      for (const key of [...likedPosts, ...bookmarkedPosts]) expect(keys).toContain(key);
    }
  });

  it('has messages in chronological order', () => {
    for (const { fan, creator, messages, unread } of conversations) {
      const times = messages.map(({ minutesAgo }) => minutesAgo);
      expect({ fan, creator, times }).toEqual({ fan, creator, times: times.toSorted((a, b) => b - a) });
      expect(unread).toBeLessThanOrEqual(messages.length);
      for (const { text } of messages) expect(text.length).toBeLessThanOrEqual(limits.messageText);
    }
    expectUnique(conversations.map(({ fan, creator }) => `${fan} ${creator}`));
  });

  it('has at least sixty different images', () => {
    expect(listRecipes(demoSite).filter(({ kind }) => kind === 'picture').length).toBeGreaterThanOrEqual(60);
  });
});

describe('demo shows', () => {
  const shows = creators.flatMap((creator) => (creator.shows ?? []).map((show) => ({ ...show, creator })));

  it('announce at least one, more than three hours ahead', () => {
    const announced = posts.filter(({ kind }) => kind === 'scheduled-streaming');
    expect(announced.length).toBeGreaterThan(0);
    for (const { showInMinutes = 0 } of announced) expect(showInMinutes).toBeGreaterThan(180);
  });

  it('include an ended one with its chat, tickets and replay', () => {
    expect(shows.length).toBeGreaterThan(0);
    for (const { creator, minutesAgo, minutes, chat, tickets, replay } of shows) {
      expect(tickets.length).toBeGreaterThan(0);
      expect(chat.map(({ minute }) => minute)).toEqual(chat.map(({ minute }) => minute).toSorted((a, b) => a - b));
      for (const { by, minute, text } of chat) {
        expect(minute).toBeLessThan(minutes);
        expect(text.length).toBeLessThanOrEqual(limits.messageText);
        expect([creator.username, ...tickets]).toContain(by);
      }
      const video = creator.videos.find(({ key }) => key === replay);
      expect(video?.minutesAgo).toBeLessThan(minutesAgo - minutes);
    }
  });
});

describe('demo money', () => {
  it('is listed oldest first, in positive cents, without future dates', () => {
    const times = movements.map(({ minutesAgo }) => minutesAgo);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    for (const { amount, minutesAgo } of movements) {
      expect(amount).toBeGreaterThan(0);
      expect(Number.isSafeInteger(amount)).toBe(true);
      expect(minutesAgo).toBeGreaterThanOrEqual(0);
      expect(minutesAgo).toBeLessThan(91 * 1440);
    }
  });

  it('leaves 100.00 in the demo fan’s wallet', () => {
    const left = movements
      .filter(({ fan }) => fan === 'demo-fan')
      .reduce((sum, movement) => sum + walletChange(movement), 0);
    expect(fromCents(cents(left))).toBe(100);
  });

  it('never overdraws a wallet', () => {
    const wallets = new Map<string, number>();
    for (const movement of movements) {
      const left = (wallets.get(movement.fan) ?? 0) + walletChange(movement);
      expect({ fan: movement.fan, isCovered: left >= 0 }).toEqual({ fan: movement.fan, isCovered: true });
      wallets.set(movement.fan, left);
    }
  });

  it('keeps top-ups and tips within the limits', () => {
    const { minimumWalletPrice, maximumWalletPrice, minimumTipPrice, maximumTipPrice } = defaultSettings;
    const limitsByKind = {
      'top-up': [minimumWalletPrice, maximumWalletPrice],
      tip: [minimumTipPrice, maximumTipPrice],
    };
    for (const [kind, [min = 0, max = 0]] of Object.entries(limitsByKind)) {
      const amounts = movements.filter((movement) => movement.kind === kind).map(({ amount }) => amount);
      expect(Math.min(...amounts)).toBeGreaterThanOrEqual(toCents(min));
      expect(Math.max(...amounts)).toBeLessThanOrEqual(toCents(max));
    }
  });

  it('sells only what is for sale at the time, at its price, and files only once', () => {
    const bought = movements.flatMap((movement) => (movement.kind === 'purchase' ? [movement] : []));
    for (const { key, creator, amount, quantity, minutesAgo } of bought) {
      const item = forSale.find((one) => one.key === key);
      expect(item).toMatchObject({ username: creator });
      expect(amount).toBe(toCents(item?.price ?? 0) * quantity);
      expect(minutesAgo).toBeLessThan(item?.minutesAgo ?? 0);
    }
    expectUnique(bought.filter(({ target }) => target !== 'product').map(({ fan, key }) => `${fan} ${key}`));
  });

  it('leaves items of every locked kind locked for the demo fan', () => {
    const subscribed = subscriptions
      .filter(({ fan, type }) => fan === 'demo-fan' && type !== 'free')
      .map(({ creator }) => creator);
    expect(subscribed).toHaveLength(2);
    expect(subscribed).toContain('miraokafor');
    const isOpen = (key: string) =>
      movements.some((movement) => movement.kind === 'purchase' && movement.fan === 'demo-fan' && movement.key === key);
    const locked = creators
      .filter(({ username }) => !subscribed.includes(username))
      .flatMap((creator) => creator.posts.filter(({ key }) => !isOpen(key)));
    expect(locked.filter(({ access }) => access.kind === 'sale').length).toBeGreaterThan(5);
    expect(new Set(locked.filter(({ access }) => access.kind === 'subscribers').map(({ kind }) => kind))).toEqual(
      new Set(['text', 'photo', 'video', 'audio']),
    );
  });

  it('pays out only available earnings: sales less 20 %, seven days after the sale', () => {
    for (const payout of payouts) {
      const asked = payout.requestedDaysAgo * 1440;
      const earned = movements.reduce((sum, movement) => {
        const isFree =
          movement.kind !== 'top-up' && movement.creator === payout.creator && movement.minutesAgo >= asked + 7 * 1440;
        return isFree ? sum + movement.amount * 0.8 : sum;
      }, 0);
      const before = payouts
        .filter((one) => one.creator === payout.creator && one.requestedDaysAgo >= payout.requestedDaysAgo)
        .reduce((sum, { amount }) => sum + amount, 0);
      expect({ payout, isCovered: before <= earned }).toEqual({ payout, isCovered: true });
      expect(payout.amount).toBeGreaterThanOrEqual(toCents(defaultSettings.minimumPayoutAmount));
    }
  });
});
