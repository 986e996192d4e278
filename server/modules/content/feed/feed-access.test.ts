import { eq } from 'drizzle-orm';
import { accounts, performers } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import { userBlocks } from '../../../db/schema/social';
import { approveDocuments } from '../../../../tests/factories/documents';
import {
  buildFeed,
  buildPhotoFeed,
  buildPlatformSubscription,
  buildPollOption,
  buildPurchase,
} from '../../../../tests/factories/feed';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let otherCreator: BuiltPerformer;
let fan: BuiltPerson;
let trialFan: BuiltPerson;
let subscriber: BuiltPerson;
let formerSubscriber: BuiltPerson;
let member: BuiltPerson;
let buyer: BuiltPerson;
let blocked: BuiltPerson;
let admin: BuiltPerson;

type Kind = 'subscribers' | 'sale' | 'free' | 'everyone';
const posts = {} as Record<Kind, { id: string; slug: string; fileId: string }>;

const offers: Record<Kind, object> = {
  subscribers: {},
  sale: { isSale: true, price: 4.5 },
  free: { isFree: true },
  everyone: { isSale: true, price: 0 },
};

const matrix: Record<string, Kind[]> = {
  guest: ['everyone'],
  fan: ['everyone'],
  'former subscriber': ['everyone'],
  'fan in a trial': ['everyone', 'subscribers', 'free'],
  subscriber: ['everyone', 'subscribers', 'free'],
  'platform subscriber': ['everyone', 'free'],
  buyer: ['everyone', 'sale'],
  'another creator': ['everyone'],
  owner: ['everyone', 'sale', 'free', 'subscribers'],
  administrator: ['everyone', 'sale', 'free', 'subscribers'],
};
const getLock: Record<Kind, string> = {
  subscribers: 'locked-subscription',
  sale: 'locked-sale',
  free: 'locked-platform',
  everyone: 'open',
};

const viewers = (): Record<string, BuiltPerson | null> => ({
  guest: null,
  fan,
  'former subscriber': formerSubscriber,
  'fan in a trial': trialFan,
  subscriber,
  'platform subscriber': member,
  buyer,
  'another creator': otherCreator,
  owner: creator,
  administrator: admin,
});

beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app);
  otherCreator = await buildPerformer(app);
  [fan, trialFan, subscriber, formerSubscriber, member, buyer, blocked, admin] = await Promise.all([
    buildUser(app),
    buildUser(app),
    buildUser(app),
    buildUser(app),
    buildUser(app),
    buildUser(app),
    buildUser(app),
    buildUser(app, { roles: ['user', 'admin', 'owner'] }),
  ]);
  for (const kind of Object.keys(offers) as Kind[]) {
    const answer = await buildPollOption(app, creator, 'A hidden answer');
    const feed = await buildPhotoFeed(app, creator, {
      ...offers[kind],
      tagline: 'Inside: all of it',
      pollIds: [answer],
      pollDescription: 'A hidden question',
    });
    posts[kind] = { id: feed._id, slug: feed.slug, fileId: feed.fileIds[0] ?? '' };
  }
  const to = { performerId: creator.id };
  await buildSubscription(app, { userId: trialFan.id, ...to, subscriptionType: 'free' });
  await buildSubscription(app, { userId: subscriber.id, ...to });
  await buildSubscription(app, {
    userId: formerSubscriber.id,
    ...to,
    expiredAt: new Date(app.clock.now().getTime() - 1),
  });
  await buildSubscription(app, { userId: blocked.id, ...to });
  await buildPlatformSubscription(app, member);
  await buildPurchase(app, buyer, 'feed', posts.sale.id);
  await buildPurchase(app, blocked, 'feed', posts.sale.id);
  await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: blocked.id });
});
afterAll(() => app.close());

const urlsIn = (value: unknown): string[] => JSON.stringify(value).match(/http:\/\/api\.test\/media\/[^"]+/g) ?? [];
const fetchUrl = (url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ url: url.replace('http://api.test', ''), headers });

/** Visible to all viewers, even of a locked post. */
const shown = { title: 'A title all may read', tagline: 'Inside: all of it', fileCount: 1 };
const kinds = Object.keys(offers) as Kind[];
const openPosts = Object.entries(matrix).flatMap(([who, open]) => open.map((kind) => [who, kind] as const));
const lockedPosts = Object.entries(matrix).flatMap(([who, open]) =>
  kinds.filter((kind) => !open.includes(kind)).map((kind) => [who, kind] as const),
);

it.each(openPosts)('%s: can open a post for %s', async (who, kind) => {
  const viewer = viewers()[who] ?? null;
  const { data } = await app.call('getFeed', { params: { id: posts[kind].id }, as: viewer?.token });
  expect(data).toMatchObject({
    ...shown,
    access: 'open',
    text: 'What only some may read',
    pollDescription: 'A hidden question',
  });
  expect(data.polls).toHaveLength(1);
  const [file] = data.files;
  expect(file?.url).toContain(`v=${viewer?.id ?? 'guest'}&`);
  expect((await fetchUrl(file?.url ?? '')).statusCode).toBe(200);
});

it.each(lockedPosts)('%s: sees only the preview of a post for %s', async (who, kind) => {
  const viewer = viewers()[who] ?? null;
  const { data } = await app.call('getFeed', { params: { id: posts[kind].id }, as: viewer?.token });
  expect(data).toMatchObject({ ...shown, access: getLock[kind], text: '', polls: [], pollDescription: '' });
  expect(data.pollIds).toHaveLength(1);
  expect(JSON.stringify(data)).not.toMatch(/only some|hidden|Secret name/);
  expect(data.files[0]).toMatchObject({ url: null, width: 600, height: 900 });
  expect(urlsIn(data.files)).toEqual([`http://api.test/media/public/${posts[kind].fileId}/blurred`]);
});

describe.each(Object.keys(matrix))('%s', (who) => {
  it('sees the same access in every list, and no URLs of locked files', async () => {
    const viewer = viewers()[who] ?? null;
    const as = viewer?.token;
    const lists = await Promise.all([
      app.call('listFeeds', { query: { performerId: creator.id }, as }),
      app.call('listFeeds', { as }),
      app.call('listFeeds', { query: { q: 'title' }, as }),
    ]);
    for (const { data } of lists) {
      expect(data.data).toHaveLength(4);
      for (const feed of data.data) {
        const kind = (Object.keys(posts) as Kind[]).find((one) => posts[one].id === feed._id) ?? 'sale';
        expect([kind, feed.access]).toEqual([kind, matrix[who]?.includes(kind) ? 'open' : getLock[kind]]);
        const names = urlsIn(feed.files).map((url) => new URL(url).pathname.split('/').at(-1));
        expect([kind, names]).toEqual([
          kind,
          matrix[who]?.includes(kind) ? ['small', 'large', 'w320', 'small', 'jpeg'] : ['blurred'],
        ]);
        // Lists are built from cached JSON, a single post is not. In both, the creator's counters may be a second old.
        const alone = (await app.call('getFeed', { params: { id: feed._id }, as })).data;
        expect(feed).toEqual({ ...alone, performer: { ...alone.performer, stats: feed.performer?.stats } });
      }
    }
  });
});

describe('access flags', () => {
  it('say that the owner is a subscriber and buyer', async () => {
    const { data } = await app.call('getFeed', { params: { id: posts.sale.slug }, as: creator.token });
    expect(data).toMatchObject({ isSubscribed: true, isBought: true });
  });

  it('say what a fan has subscribed to and bought', async () => {
    const ofBuyer = await app.call('getFeed', { params: { id: posts.sale.id }, as: buyer.token });
    expect(ofBuyer.data).toMatchObject({ isSubscribed: false, isBought: true, isLiked: false, isBookMarked: false });
    const ofSubscriber = await app.call('getFeed', { params: { id: posts.sale.id }, as: subscriber.token });
    expect(ofSubscriber.data).toMatchObject({ isSubscribed: true, isBought: false, isBookmarked: false });
  });
});

describe('a blocked fan', () => {
  it('M-21: sees only what they have bought, even with a subscription', async () => {
    const as = blocked.token;
    const unknown = await app.call('getFeed', { params: { id: 'post-1' }, as });
    const bought = await app.call('getFeed', { params: { id: posts.sale.id }, as });
    expect([bought.status, bought.data.access]).toEqual([200, 'open']);
    const hidden = await app.call('getFeed', { params: { id: posts.subscribers.id }, as });
    expect([hidden.status, hidden.body]).toEqual([unknown.status, unknown.body]);
    expect(unknown.status).toBe(404);
    for (const query of [{}, { performerId: creator.id }, { isHome: true }]) {
      expect((await app.call('listFeeds', { query, as })).data).toEqual({ data: [], total: 0 });
    }
  });

  it('cannot load a file through an earlier link', async () => {
    const url = app.services.media.present((await app.services.media.find([posts.subscribers.fileId]))[0]!, {
      viewer: blocked.actor,
      open: true,
    }).url;
    expect((await fetchUrl(url ?? '')).statusCode).toBe(403);
  });
});

describe('a viewer from a blocked country', () => {
  it('sees nothing of the creator; the creator still sees their own posts there', async () => {
    const behind = await buildTestApp({ TRUST_PROXY: '1' });
    try {
      const hider = await buildPerformer(behind, { blockedCountries: ['NZ'] });
      const feed = await buildFeed(behind, hider, { isSale: true, price: 0 });
      const from = (country: string, as?: string) => ({ headers: { 'cf-ipcountry': country }, as });
      const params = { id: feed._id };
      expect((await behind.call('getFeed', { params, ...from('NZ') })).status).toBe(404);
      expect((await behind.call('listFeeds', from('NZ'))).data).toEqual({ data: [], total: 0 });
      expect((await behind.call('listFeeds', { query: { performerId: hider.id }, ...from('NZ') })).data.total).toBe(0);
      expect((await behind.call('listFeeds', from('NO'))).data.total).toBe(1);
      expect((await behind.call('getFeed', { params, ...from('NZ', hider.token) })).status).toBe(200);
      expect((await behind.call('listFeeds', from('NZ', hider.token))).data.total).toBe(1);
    } finally {
      await behind.close();
    }
  });
});

describe('access to a file', () => {
  it('ends within ten seconds after the subscription, even for a link that has worked before', async () => {
    const leaver = await buildUser(app);
    const { id } = await buildSubscription(app, { userId: leaver.id, performerId: creator.id });
    const { data } = await app.call('getFeed', { params: { id: posts.subscribers.id }, as: leaver.token });
    const url = data.files[0]?.url ?? '';
    expect((await fetchUrl(url)).statusCode).toBe(200);
    await app.context.db.update(subscriptions).set({ expiredAt: app.clock.now() }).where(eq(subscriptions.id, id));
    app.clock.advance({ seconds: 11 });
    expect((await fetchUrl(url)).statusCode).toBe(403);
    // Also proves that a denial is not cached.
    const expiredAt = new Date(app.clock.now().getTime() + 60_000);
    await app.context.db.update(subscriptions).set({ expiredAt }).where(eq(subscriptions.id, id));
    expect((await fetchUrl(url)).statusCode).toBe(200);
  });

  it('ends when the viewer’s account is suspended', async () => {
    const banned = await buildUser(app);
    await buildSubscription(app, { userId: banned.id, performerId: creator.id });
    const { data } = await app.call('getFeed', { params: { id: posts.subscribers.id }, as: banned.token });
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, banned.id));
    expect((await fetchUrl(data.files[0]?.url ?? '')).statusCode).toBe(403);
  });

  it('ends for all viewers when the creator is suspended', async () => {
    const closing = await buildPerformer(app);
    const feed = await buildPhotoFeed(app, closing, { isSale: true, price: 0 });
    const { data } = await app.call('getFeed', { params: { id: feed._id }, as: fan.token });
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, closing.id));
    expect((await app.call('getFeed', { params: { id: feed._id }, as: fan.token })).status).toBe(404);
    app.clock.advance({ seconds: 11 });
    expect((await fetchUrl(data.files[0]?.url ?? '')).statusCode).toBe(403);
  });
});

describe('files without a post', () => {
  it('are visible only to their owner', async () => {
    const file = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
    expect((await app.call('getFileStatus', { params: { id: file.id }, as: creator.token })).status).toBe(200);
    expect((await app.call('getFileStatus', { params: { id: file.id }, as: subscriber.token })).status).toBe(404);
    expect((await app.call('getFileStatus', { params: { id: file.id } })).status).toBe(404);
  });
});

describe('hidden posts', () => {
  it('are visible to their creator and their buyers', async () => {
    const feed = await buildPhotoFeed(app, creator, { isSale: true, price: 3 });
    await buildPurchase(app, buyer, 'feed', feed._id);
    await app.services.feed.update(creator.actor, feed._id, { status: 'inactive' });
    const get = async (who: BuiltPerson | null) =>
      (await app.call('getFeed', { params: { id: feed._id }, as: who?.token })).status;
    expect([await get(creator), await get(buyer), await get(admin)]).toEqual([200, 200, 200]);
    expect([await get(fan), await get(subscriber), await get(null)]).toEqual([404, 404, 404]);
    const { data } = await app.call('getFeed', { params: { id: feed._id }, as: buyer.token });
    expect((await fetchUrl(data.files[0]?.url ?? '')).statusCode).toBe(200);
  });
});

describe('posts of a creator whose documents are not approved', () => {
  it('can be saved as drafts, and published after the approval', async () => {
    const unchecked = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: '1990-01-01' });
    const as = unchecked.token;
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    const scheduled = { isSchedule: true, scheduleAt: tomorrow };
    for (const body of [{}, { status: 'active' }, { status: 'inactive', ...scheduled }, scheduled]) {
      const reply = await app.call('createFeed', { body: { type: 'text', text: 'Hello', ...body }, as });
      expect([reply.status, reply.body.error]).toEqual([403, 'DOCUMENTS_NOT_APPROVED']);
    }
    const draft = await app.call('createFeed', { body: { type: 'text', text: 'Hello', status: 'draft' }, as });
    expect(draft.status).toBe(200);
    const params = { id: draft.data._id };
    const publish = () => app.call('updateFeed', { params, body: { type: 'text', text: 'Hi', status: 'active' }, as });
    expect((await publish()).body.error).toBe('DOCUMENTS_NOT_APPROVED');
    expect((await app.call('getFeed', { params, as: fan.token })).status).toBe(404);
    await approveDocuments(app, unchecked.id);
    expect((await publish()).status).toBe(200);
    expect((await app.call('getFeed', { params, as: fan.token })).status).toBe(200);
    const [row] = await app.context.db.select().from(performers).where(eq(performers.id, unchecked.id));
    expect(row?.statFeeds).toBe(1);
  });
});
