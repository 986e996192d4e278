import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import type { EndpointName } from '@contract/schemas';
import { buildGallery, buildGalleryPhoto, buildVideo } from '../../../../tests/factories/assets';
import { buildPhotoFeed } from '../../../../tests/factories/feed';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildCard, byDefaultCard } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { until } from '../../../../tests/harness/socket-client';
import { accounts, performers } from '../../../db/schema/accounts';
import { paymentTransactions, purchases, subscriptions } from '../../../db/schema/money';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let things: Record<'feed' | 'video' | 'gallery' | 'photo' | 'product' | 'message' | 'conversation', string>;
/** The file of each purchase, by the kind of item that contains it. */
let bought: Record<string, string>;
const country = 'NZ';
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const sale = { isSale: true, price: 4 };

/** Builds a fan who bought one of everything that a creator sells. The product is bought without an order. */
beforeEach(async () => {
  app.clock.set('2026-01-10T10:00:00Z');
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë', wallet: cents(50_000) });
  await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
  const post = await buildPhotoFeed(app, creator, { ...sale, title: 'A post' });
  const video = await buildVideo(app, creator, { ...sale, title: 'A film' });
  const gallery = await buildGallery(app, creator, { ...sale, title: 'A walk' });
  const photo = await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
  const product = await app.call('createProduct', {
    as: creator.token,
    body: { name: 'Pattern', type: 'digital', price: '9' },
    files: { digitalFile: { content: Buffer.from('stitch by stitch'), name: 'pattern.txt' } },
  });
  await app.jobs.drain();
  const opened = await app.call('createConversation', {
    as: creator.token,
    body: { source: 'user', sourceId: fan.id },
  });
  const conversation = opened.data._id;
  const picture = await buildStoredPhoto(app, { ownerId: creator.id, type: 'message-photo' });
  const send = (body: object) =>
    app.call('sendMessage', { as: creator.token, params: { id: conversation }, body: { type: 'text', ...body } });
  await send({ text: 'Only for you' });
  const { data: message } = await send({ text: 'The picture', type: 'photo', fileIds: [picture.id], ...sale });
  things = {
    feed: post._id,
    video: video._id,
    gallery: gallery._id,
    photo: photo._id,
    product: product.data._id,
    message: message._id,
    conversation,
  };
  const stored = await app.services.product.listFiles(things.product);
  bought = {
    feed: post.files[0]?._id ?? '',
    video: video.fileId,
    photo: photo.fileId,
    message: picture.id,
    product: stored[0]?.id ?? '',
  };
  for (const [name, id] of [
    ['buyFeed', things.feed],
    ['buyVideo', things.video],
    ['buyGallery', things.gallery],
    ['buyMessage', things.message],
  ] as const) {
    expect((await app.call(name, { as: fan.token, params: { id }, body: {} })).status).toBe(200);
  }
  const owned = { userId: fan.id, target: 'product', targetId: things.product };
  await app.context.db.insert(purchases).values({ ...owned, chargeId: things.product });
});

const as = () => creator.token;
const setAccount = (values: Partial<typeof accounts.$inferInsert>) =>
  app.context.db.update(accounts).set(values).where(eq(accounts.id, creator.id));

const onAll = async (body: object, names = ['updateFeed', 'updateVideo', 'updateGallery'] as const) => {
  for (const [index, name] of names.entries()) {
    const id = [things.feed, things.video, things.gallery][index] ?? '';
    expect((await app.call(name, { as: as(), params: { id }, body })).status).toBe(200);
  }
};

/** Actions by the creator and by operators, and the passing of time. */
const acts: Record<string, () => Promise<unknown>> = {
  'the creator edits': () => onAll({ title: 'Another name', description: 'Other words' }),
  'the creator raises the price': () => onAll({ isSale: true, price: 40 }),
  'the creator restricts it to subscribers': () => onAll({ isSale: false, isFree: false }),
  'the creator hides it': () => onAll({ status: 'inactive' }),
  'the creator deletes it': async () => {
    for (const [name, id] of [
      ['deleteFeed', things.feed],
      ['deleteVideo', things.video],
      ['deletePhoto', things.photo],
      ['deleteGallery', things.gallery],
      ['deleteProduct', things.product],
    ] as const) {
      expect((await app.call(name, { as: as(), params: { id } })).status).toBe(200);
    }
    // A paid message cannot be deleted.
    expect((await app.call('deleteMessage', { as: as(), params: { id: things.message } })).status).toBe(403);
  },
  'the creator blocks the fan': () => app.call('blockUser', { as: as(), body: { targetId: fan.id } }),
  'the creator blocks the country': () => app.call('blockCountries', { as: as(), body: { countryCodes: [country] } }),
  'the creator leaves': async () => {
    await setAccount({ status: 'erasing' });
    await app.services.eraseAccount(creator.id);
    await app.jobs.drain();
  },
  'the operator rejects the identity documents': () =>
    app.context.db
      .update(performers)
      .set({ verifiedDocument: false, idVerificationStatus: 'rejected' })
      .where(eq(performers.id, creator.id)),
  'the operator closes the account': () => setAccount({ status: 'inactive' }),
  'ten years pass': async () => app.clock.advance({ days: 3650 }),
};

describe('M-21: purchases stay open when', () => {
  it.each(Object.keys(acts))('%s', async (act) => {
    await acts[act]!();
    app.clock.advance({ seconds: 11 });
    const viewer = { actor: fan.actor, country };
    const { feed, video, gallery, photo } = app.services;
    const views = [
      await feed.get(fan.actor, things.feed, country),
      await video.get(fan.actor, things.video, country),
      await gallery.get(fan.actor, things.gallery, country),
      (await photo.views([things.photo], fan.actor, country)).get(things.photo),
    ];
    expect(views.map((view) => view?.access)).toEqual(['open', 'open', 'open', 'open']);
    const page = await photo.list(viewer, { galleryId: things.gallery, limit: 9, offset: 0, sort: 'desc' });
    expect(page).toMatchObject({ total: 1, data: [{ _id: things.photo }] });
    const canOpen = Object.entries(bought).map(async ([kind, id]) => [
      kind,
      id !== '' && (await app.services.fileAccess.canOpenFile(id, fan.id, country)),
    ]);
    expect(Object.fromEntries(await Promise.all(canOpen))).toEqual({
      feed: true,
      video: true,
      photo: true,
      message: true,
      product: true,
    });
    const thread = await app.services.message.list(viewer, things.conversation, { limit: 9, offset: 0, sort: 'desc' }); // prettier-ignore
    const message = thread.data.find(({ _id }) => _id === things.message);
    expect(message?.files).toMatchObject([{ _id: bought['message'], url: expect.any(String) }]);
    const shelf = await app.services.purchase.list(viewer, { limit: 20, offset: 0, sort: 'desc' });
    expect(
      shelf.data
        .map(({ target, isAvailable }) => [target, isAvailable])
        .toSorted((one, other) => (String(one) < String(other) ? -1 : 1)),
    ).toEqual([
      ['feed', true],
      ['gallery', true],
      ['message', true],
      ['video', true],
    ]);
  });
});

const headers = { 'cf-ipcountry': country };
const call = (name: EndpointName, input: object) => app.call(name, { as: fan.token, headers, ...input });

describe.each(['the creator blocks the fan', 'the creator blocks the country'])('M-21: once %s', (act) => {
  it('the fan can open nothing but their purchases', async () => {
    await acts[act]!();
    app.clock.advance({ seconds: 11 });
    const post = { objectId: things.feed, objectType: 'feed' };
    const refused = [
      await call('getPerformer', { params: { id: creator.id } }),
      await call('listComments', { query: post }),
      await call('createComment', { body: { ...post, content: 'Hello' } }),
      await call('createReaction', { body: { ...post, action: 'like' } }),
      await call('sendMessage', { params: { id: things.conversation }, body: { text: 'Hello', type: 'text' } }),
      await call('tipPerformer', { params: { id: creator.id }, body: { price: 5 } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    const feeds = await call('listFeeds', { query: { performerId: creator.id } });
    const conversations = await call('listConversations', {});
    expect(JSON.stringify([feeds.body, conversations.body])).not.toContain('Noor');
    const thread = await call('listMessages', { params: { id: things.conversation } });
    expect(thread.body.data).toMatchObject({ total: 1, data: [{ _id: things.message }] });
    const opened = await call('getConversation', { params: { id: things.conversation } });
    expect(opened.body.data).toMatchObject({ isBlocked: true, canWrite: false, lastMessage: '' });
    expect((await call('readAllMessages', { params: { id: things.conversation } })).status).toBe(200);
  });

  it('purchased items are marked as read-only', async () => {
    const { feed, video, gallery, photo, product } = app.services;
    const readMarks = async () => {
      const page = await photo.list(
        { actor: fan.actor, country },
        { galleryId: things.gallery, limit: 9, offset: 0, sort: 'desc' },
      );
      const views = [
        await feed.get(fan.actor, things.feed, country),
        await video.get(fan.actor, things.video, country),
        await gallery.get(fan.actor, things.gallery, country),
        await product.get(fan.actor, things.product, country),
        ...page.data,
      ];
      return views.map((view) => view.isReadOnly);
    };
    expect(await readMarks()).toEqual(Array(5).fill(undefined));
    await acts[act]!();
    expect(await readMarks()).toEqual(Array(5).fill(true));
    expect((await call('getFeed', { params: { id: things.feed } })).body.data).toMatchObject({ isReadOnly: true });
    const { data: own } = await app.call('getFeed', { as: creator.token, headers, params: { id: things.feed } });
    expect(own.isReadOnly).toBeUndefined();
  });

  it('the creator’s online status is hidden', async () => {
    await app.services.presence.onPresence(creator.id, true);
    const readSeen = async () => {
      const replies = [
        await call('getFeed', { params: { id: things.feed } }),
        await call('getVideo', { params: { id: things.video } }),
        await call('getConversation', { params: { id: things.conversation } }),
      ];
      type Shown = Record<'performer' | 'recipientInfo', { isOnline: boolean } | undefined>;
      const whom = replies.map(({ body }) => body.data as Shown);
      return whom.map(({ performer, recipientInfo }) => (performer ?? recipientInfo)?.isOnline);
    };
    await until('it shows', async () => (await readSeen()).every(Boolean));
    await acts[act]!();
    expect(await readSeen()).toEqual([false, false, false]);
  });

  it('the fan can report purchases, but nothing else of the creator', async () => {
    await acts[act]!();
    const report = (target: string, targetId: string) =>
      call('createReport', { body: { target, targetId, performerId: creator.id, title: 'Stolen photos' } });
    expect((await report('feed', things.feed)).status).toBe(200);
    expect((await report('performer', creator.id)).status).toBe(404);
  });

  it('bookmarks are still listed and can be removed', async () => {
    const mark = { objectId: things.feed, objectType: 'feed', action: 'bookmark' } as const;
    expect((await call('createReaction', { body: mark })).status).toBe(200);
    await acts[act]!();
    const listBookmarks = async () => (await call('listBookmarks', { params: { type: 'feeds' } })).body.data;
    expect(await listBookmarks()).toMatchObject({ total: 1, data: [{ objectInfo: { isReadOnly: true } }] });
    expect((await call('deleteReaction', { body: mark })).status).toBe(200);
    expect(await listBookmarks()).toMatchObject({ total: 0 });
  });
});

describe('M-21: a fan who is blocked', () => {
  const getNews = async (person: BuiltPerson) =>
    (await app.call('listNotifications', { as: person.token, query: { type: 'payment', limit: 50 } })).data.data
      .map(({ title, message }) => `${title}: ${message}`)
      .filter((line) => line.includes('blocked'));
  const block = (target = fan) => app.call('blockUser', { as: creator.token, body: { targetId: target.id } });
  const unblock = (target = fan) => app.call('unblockUser', { as: creator.token, params: { id: target.id } });

  it('is notified once, and only if they have paid for something', async () => {
    const stranger = await buildUser(app);
    await block(stranger);
    await block();
    await block();
    expect(await getNews(stranger)).toEqual([]);
    expect(await getNews(fan)).toEqual([
      'Noor Halim blocked you: You can no longer see their page. What you bought stays in your purchases.',
    ]);
    await unblock();
    expect(await getNews(fan)).toEqual([]);
  });

  it('keeps the subscription until its end without renewal, unless the block is undone immediately', async () => {
    await buildCard(app, fan);
    const pay = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)) };
    expect((await app.call('subscribePerformer', { as: fan.token, body: pay })).status).toBe(200);
    const read = async () =>
      (await app.context.db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id)))[0];
    const before = await read();
    await block();
    expect(await getNews(fan)).toEqual([
      expect.stringContaining('Your subscription won’t renew: it ends on 10 February 2026. What you bought stays'),
    ]);
    expect((await read())?.expiredAt).toEqual(before?.expiredAt);
    await unblock();
    const seen = await app.call('searchUserSubscriptions', { as: fan.token });
    expect(seen.data.data).toMatchObject([{ status: 'active', nextRecurringDate: expect.stringMatching(/^2026-02-/) }]);
    await block();
    app.clock.advance({ minutes: 5 });
    await unblock();
    // The notification promised that nothing more is charged, so renewals stay off until the fan resumes them.
    expect(await getNews(fan)).toEqual([
      'Noor Halim unblocked you: You can see their page again. Your subscription ends on 10 February 2026, unless you choose to renew it.',
      expect.stringContaining('Noor Halim blocked you'),
    ]);
    expect(await read()).toMatchObject({ status: 'deactivated', nextRecurringDate: null });
    const mine = await app.call('searchUserSubscriptions', { as: fan.token });
    expect(mine.data.data).toMatchObject([{ isActive: true, nextRecurringDate: null }]);
    const params = { type: 'stripe', id: mine.data.data[0]!._id } as const;
    expect((await app.call('resumeSubscription', { as: fan.token, params })).status).toBe(200);
    await block();
    app.clock.set('2026-02-11T10:00:00Z');
    await app.jobs.run('renew-subscriptions', {});
    await app.jobs.drain();
    expect(await read()).toMatchObject({ status: 'deactivated', nextRecurringDate: null });
    const isTheirs = eq(paymentTransactions.userId, fan.id);
    expect(await app.context.db.$count(paymentTransactions, isTheirs)).toBe(1);
  });
});
