import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import type { EndpointName } from '@contract/schemas';
import { buildGallery, buildGalleryPhoto, buildStoredFilm, buildVideo } from '../../../../tests/factories/assets';
import { buildPhotoFeed } from '../../../../tests/factories/feed';
import { buildRecording, buildStoredPhoto } from '../../../../tests/factories/media';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { files } from '../../../db/schema/files';
import { brokenSales, purchases, walletCharges } from '../../../db/schema/money';
import { storageKey } from '../../site/media/file-variants';

let app: TestApp;
let other: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  other = await buildTestApp({ DATA_DIR: app.context.env.DATA_DIR }, { beside: app });
});
beforeEach(async () => {
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë', wallet: cents(50_000) });
  await app.jobs.drain();
  app.mails.splice(0);
});
afterEach(async () => expect(await listProblems(app, app.clock.now())).toEqual([]));
afterAll(async () => {
  await other.close();
  await app.close();
});

const setStatus = (fileId: string, status: 'processing' | 'finished') =>
  app.context.db.update(files).set({ status }).where(eq(files.id, fileId));
const breakFile = (fileId: string, at: TestApp = app) =>
  at.services.media.giveUpFinished(fileId, 'Its bytes are lost.');
const getWallet = async ({ id }: { id: string }) => (await app.services.wallet.balances(id)).wallet;
/** Skips the three days without moving the clock, which would expire the sessions. */
const makeDue = () => app.context.db.update(brokenSales).set({ dueAt: app.clock.now() });
const settle = async () => {
  await makeDue();
  await app.jobs.run('refund-broken-sales', {});
  await app.jobs.drain();
};
const getNews = async (person: BuiltPerson) =>
  (await app.call('listNotifications', { as: person.token })).data.data.map(({ title, message }) => [title, message]);
const isSold = async (targetId: string) =>
  (await app.context.db.$count(purchases, and(eq(purchases.targetId, targetId), eq(purchases.userId, fan.id)))) === 1;

/** An item that costs four dollars, with the endpoint that buys it and the file that buyers get. */
interface Offer {
  id: string;
  fileId: string;
  buy: EndpointName & `buy${string}`;
}

const sale = { isSale: true, price: 4 };
async function sellMessage(): Promise<Offer> {
  await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
  const opened = await app.call('createConversation', {
    as: creator.token,
    body: { source: 'user', sourceId: fan.id },
  });
  const film = await buildStoredFilm(app, creator, { type: 'message-video' });
  const { data } = await app.call('sendMessage', {
    as: creator.token,
    params: { id: opened.data._id },
    body: { text: 'For you', type: 'video', fileIds: [film.id], ...sale },
  });
  return { id: data._id, fileId: film.id, buy: 'buyMessage' };
}
const kinds: Record<string, () => Promise<Offer>> = {
  async post() {
    const { _id: id, files: held } = await buildPhotoFeed(app, creator, { ...sale, title: 'A post' });
    return { id, fileId: held[0]?._id ?? '', buy: 'buyFeed' };
  },
  async video() {
    const { _id: id, fileId } = await buildVideo(app, creator, { ...sale, title: 'A film' });
    return { id, fileId, buy: 'buyVideo' };
  },
  async gallery() {
    const { _id: id } = await buildGallery(app, creator, { ...sale, title: 'A walk' });
    await buildGalleryPhoto(app, creator, { galleryId: id });
    const { fileId } = await buildGalleryPhoto(app, creator, { galleryId: id });
    return { id, fileId, buy: 'buyGallery' };
  },
  message: sellMessage,
};
const buy = ({ id, buy: name }: Offer, at: TestApp = app, as: BuiltPerson = fan) =>
  at.call(name, { as: as.token, params: { id }, body: {} });

describe.each(Object.keys(kinds))('M-16: a %s', (kind) => {
  it('can only be bought once its files are ready', async () => {
    const offer = await kinds[kind]!();
    await setStatus(offer.fileId, 'processing');
    const refused = await buy(offer);
    expect([refused.status, refused.body.error]).toEqual([422, 'STILL_PROCESSING']);
    expect(refused.body.message).toContain('still being processed');
    expect(await getWallet(fan)).toBe(50_000);
    await setStatus(offer.fileId, 'finished');
    expect((await buy(offer)).status).toBe(200);
  });
});

describe('M-16: a purchase while a file breaks', () => {
  /** @returns the status of the response, and the number of broken sales listed for a replacement or refund */
  async function buyWhileBreaking(offer: Offer) {
    const [{ status }] = await Promise.all([buy(offer, other), breakFile(offer.fileId)]);
    const listed = await app.context.db.$count(brokenSales, eq(brokenSales.targetId, offer.id));
    return { status, listed };
  }

  it.each(['post', 'video', 'message'])('is rejected or refunded: a %s', async (kind) => {
    for (let round = 0; round < 3; round += 1) {
      const offer = await kinds[kind]!();
      const { status, listed } = await buyWhileBreaking(offer);
      expect(listed).toBe(status === 200 ? 1 : 0);
      await settle();
      expect(await isSold(offer.id)).toBe(false);
    }
  });

  it('of a gallery gives access to the other photos, or is refunded', async () => {
    for (let round = 0; round < 3; round += 1) {
      const offer = await kinds['gallery']!();
      const { status, listed } = await buyWhileBreaking(offer);
      expect(status).toBe(200);
      await settle();
      expect(await isSold(offer.id)).toBe(listed === 0);
    }
  });
});

describe('M-21: sold content that broke', () => {
  it.each(['post', 'video', 'gallery'])('is refunded after three days: a %s', async (kind) => {
    const offer = await kinds[kind]!();
    const { data: charge } = await buy(offer);
    const [before, pending] = [await getWallet(fan), (await app.services.wallet.balances(creator.id)).pending];
    await breakFile(offer.fileId);
    expect((await getNews(fan)).map(([title]) => title)).toContain('Something you bought can’t be opened');
    expect((await getNews(creator)).map(([, message]) => message)).toContainEqual(
      expect.stringMatching(/Someone has bought it\. Replace it by .+, or its buyers get their money back/),
    );
    const [row] = await app.context.db.select().from(brokenSales);
    expect(row?.dueAt.getTime()).toBe(app.clock.now().getTime() + 72 * 3600 * 1000);
    await app.jobs.run('refund-broken-sales', {});
    expect(await getWallet(fan)).toBe(before);
    await makeDue();
    await app.jobs.drain();
    app.mails.splice(0);
    await Promise.all([app.jobs.run('refund-broken-sales', {}), other.services.brokenSale.refundDue()]);
    await app.services.brokenSale.refundDue();
    expect(await getWallet(fan)).toBe(before + 400);
    expect((await app.services.wallet.balances(creator.id)).pending).toBe(pending - 320);
    const isCharge = eq(walletCharges.id, '_id' in charge ? charge._id : '');
    const [refunded] = await app.context.db.select().from(walletCharges).where(isCharge);
    expect(refunded?.status).toBe('refunded');
    expect(await getNews(fan)).toContainEqual([
      'Refund',
      expect.stringMatching(
        /^\$4\.00 for .+ is back in your wallet\. Its file can’t be opened, and it wasn’t replaced in time\.$/,
      ),
    ]);
    expect((await getNews(creator)).map(([title]) => title)).toContain('Sale refunded');
    await app.jobs.drain();
    await other.jobs.drain();
    const mails = [...app.mails, ...other.mails].filter(({ to }) => to === fan.account.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Refund: .+, \$4\.00$/)]);
    expect(mails[0]?.text).toContain('it wasn’t replaced in time');
    expect(await app.context.db.$count(brokenSales, eq(brokenSales.targetId, offer.id))).toBe(0);
    other.mails.splice(0);
  });

  it('is refunded immediately if it cannot be replaced: a message', async () => {
    const offer = await sellMessage();
    await buy(offer);
    await breakFile(offer.fileId);
    await app.jobs.drain();
    expect(await getWallet(fan)).toBe(50_000);
    expect(await getNews(fan)).toContainEqual(['Refund', expect.stringContaining('Its file can’t be opened.')]);
    expect((await buy(offer)).body.error).toBe('FILE_BROKEN');
  });

  it('is refunded with its order, of which both sides are told: a digital product', async () => {
    const { data: product } = await app.call('createProduct', {
      as: creator.token,
      body: { name: 'Pattern', type: 'digital', price: '9' },
      files: { digitalFile: { content: Buffer.from('stitch by stitch'), name: 'pattern.txt' } },
    });
    await app.jobs.drain();
    const body = { lines: [{ productId: product._id, quantity: 1 }], payBy: 'wallet' as const, expectedTotal: 9 };
    const { data: bought } = await app.call('checkoutOrders', { as: fan.token, body });
    const [file] = await app.context.db.select().from(files).where(eq(files.type, 'performer-product-digital'));
    await breakFile(file!.id);
    await makeDue();
    await Promise.all([app.jobs.run('refund-broken-sales', {}), other.services.brokenSale.refundDue()]);
    expect(await getWallet(fan)).toBe(50_000);
    const params = { id: bought.orders[0]!._id };
    const { data: order } = await app.call('getOrder', { as: fan.token, params });
    expect(order.deliveryStatus).toBe('refunded');
    expect((await getNews(fan)).map(([title]) => title)).toContain('Refund');
    await app.jobs.drain();
    await other.jobs.drain();
    const mails = [...app.mails, ...other.mails].map(({ to, subject }) => [to, subject]);
    for (const { account } of [fan, creator]) expect(mails).toContainEqual([account.email, 'Refunded: Pattern']);
    other.mails.splice(0);
  });

  it('is not refunded once its creator has replaced the file: a video, a post, a photo in a gallery', async () => {
    const [video, post] = [await kinds['video']!(), await kinds['post']!()];
    const gallery = await buildGallery(app, creator, { ...sale, title: 'A walk' });
    const photo = await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
    for (const offer of [video, post, { id: gallery._id, buy: 'buyGallery' as const, fileId: photo.fileId }]) {
      expect((await buy(offer)).status).toBe(200);
      await breakFile(offer.fileId);
    }
    const before = await getWallet(fan);
    const film = await buildStoredFilm(app, creator);
    const [picture, another] = [
      await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' }),
      await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-photo' }),
    ];
    const as = creator.token;
    const replies = [
      await app.call('updateVideo', { as, params: { id: video.id }, body: { fileId: film.id } }),
      await app.call('updateFeed', { as, params: { id: post.id }, body: { fileIds: [picture.id] } }),
      await app.call('updatePhoto', { as, params: { id: photo._id }, body: { fileId: another.id } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    await settle();
    expect(await getWallet(fan)).toBe(before);
    const opened = await app.call('getVideo', { as: fan.token, params: { id: video.id } });
    expect(opened.data).toMatchObject({ isBought: true, access: 'open', video: { _id: film.id } });
    expect(opened.data.video?.url).toEqual(expect.any(String));
    const seen = await app.call('getFeed', { as: fan.token, params: { id: post.id } });
    expect(seen.data.files).toMatchObject([{ _id: picture.id, url: expect.any(String) }]);
    const shown = await app.call('listPhotos', { as: fan.token, query: { galleryId: gallery._id } });
    expect(shown.data.data).toMatchObject([{ fileId: another.id }]);
    expect(await app.context.db.$count(brokenSales)).toBe(0);
  });

  it('counts as replaced in a gallery when a photo is added, not when the broken one is removed', async () => {
    for (const isReplaced of [true, false]) {
      const offer = await kinds['gallery']!();
      await buy(offer);
      await breakFile(offer.fileId);
      const photos = await app.services.photo.listMine(creator.actor, { galleryId: offer.id, limit: 9, offset: 0, sort: 'desc' }); // prettier-ignore
      const broken = photos.data.find(({ fileId }) => fileId === offer.fileId)?._id ?? '';
      await app.call('deletePhoto', { as: creator.token, params: { id: broken } });
      app.clock.advance({ seconds: 1 });
      if (isReplaced) await buildGalleryPhoto(app, creator, { galleryId: offer.id });
      await settle();
      expect(await isSold(offer.id)).toBe(isReplaced);
    }
  });

  it('can have its broken file replaced, but no file removed', async () => {
    const photos = [
      await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' }),
      await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' }),
    ] as const;
    const { _id: id } = await app.services.feed.create(creator.actor, {
      type: 'photo',
      fileIds: photos.map((photo) => photo.id),
      ...sale,
      title: 'Two',
    });
    await buy({ id, fileId: '', buy: 'buyFeed' });
    await breakFile(photos[1].id);
    const update = (fileIds: string[]) =>
      app.call('updateFeed', { as: creator.token, params: { id }, body: { fileIds } });
    expect((await update([photos[0].id])).status).toBe(403);
    expect((await update([photos[1].id])).status).toBe(403);
    const next = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
    expect((await update([photos[0].id, next.id])).status).toBe(200);
    await settle();
    expect(await isSold(id)).toBe(true);
  });

  it('is either replaced or refunded when both happen concurrently', async () => {
    for (let round = 0; round < 4; round += 1) {
      const video = await kinds['video']!();
      await buy(video);
      await breakFile(video.fileId);
      await makeDue();
      const film = await buildStoredFilm(app, creator);
      const before = await getWallet(fan);
      await Promise.all([
        app.services.brokenSale.refundDue(),
        other.services.video.update(creator.actor, video.id, { fileId: film.id }),
      ]);
      await app.services.brokenSale.refundDue();
      expect((await getWallet(fan)) - before).toBe((await isSold(video.id)) ? 0 : 400);
    }
  });

  it('is not refunded while a replacement is being processed, but is if that breaks too', async () => {
    const video = await kinds['video']!();
    await buy(video);
    const before = await getWallet(fan);
    await breakFile(video.fileId);
    const content = await buildRecording('clip.mp4');
    const { data } = await app.call('updateVideo', {
      as: creator.token,
      params: { id: video.id },
      body: {},
      files: { video: { content, name: 'again.mp4' } },
    });
    await makeDue();
    await app.services.brokenSale.refundDue();
    expect(await getWallet(fan)).toBe(before);
    const stored = path.join(app.context.env.DATA_DIR, 'media', storageKey(data.fileId, 'original'));
    await writeFile(stored, content.subarray(0, 600));
    await app.jobs.drain();
    await makeDue();
    await app.services.brokenSale.refundDue();
    expect([await getWallet(fan), await isSold(video.id)]).toEqual([before + 400, false]);
  });

  it('is not refunded to fans who bought it before the broken file was added', async () => {
    const post = await kinds['post']!();
    await buy(post);
    app.clock.advance({ minutes: 1 });
    const added = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
    await setStatus(added.id, 'processing');
    await app.call('updateFeed', {
      as: creator.token,
      params: { id: post.id },
      body: { fileIds: [post.fileId, added.id] },
    });
    await app.context.db
      .update(files)
      .set({ attempts: 9, heartbeatAt: new Date(0) })
      .where(eq(files.id, added.id));
    await app.services.media.process(added.id);
    await settle();
    expect(await isSold(post.id)).toBe(true);
  });
});
