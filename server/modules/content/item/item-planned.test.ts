import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { accounts } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { items } from '../../../db/schema/items';
import { inTransaction } from '../../../db/transaction';
import {
  buildGallery,
  buildGalleryPhoto,
  buildProduct,
  buildStoredFilm,
  buildVideo,
} from '../../../../tests/factories/assets';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(2_000) });
  await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
});
// This check would fail, because tests insert subscriptions and purchases without payments.
const isNotOfTests = ({ rule }: { rule: string }) => rule !== 'access-is-paid';
afterEach(async () => expect((await listProblems(app)).filter(isNotOfTests)).toEqual([]));
afterAll(() => app.close());

type Kind = 'gallery' | 'photo' | 'product';
interface Plan {
  isSchedule?: boolean;
  scheduledAt?: string | null;
  status?: 'active' | 'inactive';
}

const as = () => ({ as: creator.token });
const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
/** A time before the session expires, which is after a day. */
const tonight = (): Plan => ({ isSchedule: true, scheduledAt: inHours(8) });
const pass = async (hours: number) => {
  app.clock.advance({ hours });
  await app.services.items.publishDue();
  await app.jobs.drain();
};
const stats = async () => (await app.call('getPerformer', { params: { id: creator.id } })).data.stats;
const news = async () => {
  const query = { limit: 50, offset: 0, sort: 'desc', sortBy: 'createdAt' } as const;
  const { data } = await app.services.notification.list(fan.actor, query);
  return data.filter(({ action }) => action === 'created').map(({ refId }) => refId);
};

const breakFile = (id: string) =>
  inTransaction(app.context.db, async (tx) => {
    await app.services.items.touchByFile(id, tx);
    await tx.update(files).set({ status: 'error' }).where(eq(files.id, id));
    await app.services.items.hideBroken(id, tx);
  });

const kinds = {
  gallery: {
    create: async (plan: Plan) => app.call('createGallery', { ...as(), body: { title: 'Kiln opening', ...plan } }),
    update: (id: string, plan: Plan) => app.call('updateGallery', { ...as(), params: { id }, body: plan }),
    open: async (id: string, who?: BuiltPerson) =>
      (await app.call('getGallery', { as: who?.token, params: { id } })).status === 200,
    list: async (who?: BuiltPerson) =>
      (await app.call('searchGalleries', { as: who?.token, query: { performerId: creator.id } })).data,
    found: async (q: string) => (await app.call('searchGalleries', { query: { q } })).data.data,
    own: async (state: 'scheduled' | 'published' | 'draft') =>
      (await app.call('searchPerformerGalleries', { ...as(), query: { state } })).data.data,
    counter: 'totalGalleries',
    isAnnounced: true,
  },
  photo: {
    create: async (plan: Plan) => {
      const { id: fileId } = await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-photo' });
      return app.call('uploadPhoto', { ...as(), body: { title: 'Kiln opening', fileId, ...plan } });
    },
    update: (id: string, plan: Plan) => app.call('updatePhoto', { ...as(), params: { id }, body: plan }),
    open: async (id: string, who?: BuiltPerson) =>
      (await app.call('listPhotos', { as: who?.token, query: {} })).data.data.some(({ _id }) => _id === id),
    list: async (who?: BuiltPerson) =>
      (await app.call('listPhotosOfPerformer', { as: who?.token, params: { performerId: creator.id } })).data,
    found: async (q: string) => (await app.call('listPhotos', { query: { q } })).data.data,
    own: async (state: 'scheduled' | 'published' | 'draft') =>
      (await app.call('searchPerformerPhotos', { ...as(), query: { state } })).data.data,
    counter: 'totalPhotos',
    isAnnounced: false,
  },
  product: {
    create: async (plan: Plan) =>
      app.call('createProduct', { ...as(), body: { name: 'Kiln opening', price: '20', stock: '3', ...plan } }),
    update: (id: string, plan: Plan) => app.call('updateProduct', { ...as(), params: { id }, body: plan }),
    open: async (id: string, who?: BuiltPerson) =>
      (await app.call('getProduct', { as: who?.token, params: { id } })).status === 200,
    list: async (who?: BuiltPerson) =>
      (await app.call('searchProducts', { as: who?.token, query: { performerId: creator.id } })).data,
    found: async (q: string) => (await app.call('searchProducts', { query: { q } })).data.data,
    own: async (state: 'scheduled' | 'published' | 'draft') =>
      (await app.call('searchPerformerProducts', { ...as(), query: { state } })).data.data,
    counter: 'totalProducts',
    isAnnounced: false,
  },
} as const;

describe.each(Object.keys(kinds) as Kind[])('a scheduled %s', (kind) => {
  const { create, update, open, list, found, own, counter, isAnnounced } = kinds[kind];

  it('is visible only to its creator until its time, then to everyone', async () => {
    const plan = tonight();
    // Fills the guests' page cache, which would later return an outdated page if it were not cleared.
    expect((await list()).total).toBe(0);
    const { data, status } = await create(plan);
    expect(status).toBe(200);
    expect(data).toMatchObject({ status: 'inactive', ...plan });
    const id = data._id;
    for (const who of [undefined, fan, await buildPerformer(app)]) {
      expect(await open(id, who)).toBe(false);
      expect(await list(who)).toEqual({ data: [], total: 0 });
    }
    expect(await found('kiln opening')).toEqual([]);
    const suggested = await app.call('suggestSearch', { query: { q: 'kiln opening' } });
    expect(JSON.stringify(suggested.data)).not.toContain(id);
    expect(await own('scheduled')).toMatchObject([{ _id: id, ...plan }]);
    expect(await own('published')).toEqual([]);
    expect((await stats())[counter]).toBe(0);

    await pass(7);
    expect(await open(id, fan)).toBe(false);
    expect(await news()).toEqual([]);
    await pass(1);
    expect(await open(id, fan)).toBe(true);
    // Only the creator can see when it was scheduled for.
    const [shown] = (await list(fan)).data;
    expect(shown).toMatchObject({ _id: id, status: 'active' });
    expect(shown).not.toHaveProperty('scheduledAt');
    expect(await own('published')).toMatchObject([{ _id: id, status: 'active', isSchedule: false }]);
    expect((await stats())[counter]).toBe(1);
    await app.services.items.publishDue();
    await app.jobs.drain();
    expect(await news()).toEqual(isAnnounced ? [id] : []);
    expect((await stats())[counter]).toBe(1);
  });

  it('stays scheduled while its creator’s account is closed', async () => {
    const { data } = await create(tonight());
    const close = (status: 'inactive' | 'active') =>
      app.context.db.update(accounts).set({ status }).where(eq(accounts.id, creator.id));
    const readStatus = async () => (await app.context.db.select().from(items).where(eq(items.id, data._id)))[0]?.status;
    await close('inactive');
    await pass(9);
    expect([await readStatus(), await news()]).toEqual(['inactive', []]);
    await close('active');
    await pass(1);
    expect(await readStatus()).toBe('active');
  });

  it('can be edited, rescheduled, published immediately or turned into a draft', async () => {
    const { _id: id } = (await create(tonight())).data;
    const later = inHours(10);
    expect((await update(id, { scheduledAt: later })).data).toMatchObject({ isSchedule: true, scheduledAt: later });
    // This is what the studio sends to turn it into a draft.
    const aside = await update(id, { status: 'inactive', isSchedule: false, scheduledAt: null });
    expect(aside.data).toMatchObject({ status: 'draft', isSchedule: false, scheduledAt: null });
    expect(await own('draft')).toMatchObject([{ _id: id }]);
    await pass(12);
    expect(await open(id, fan)).toBe(false);
    expect((await update(id, { status: 'active', ...tonight() })).data).toMatchObject({ status: 'inactive' });
    expect(await own('scheduled')).toMatchObject([{ _id: id }]);
    const now = await update(id, { status: 'active', isSchedule: false, scheduledAt: null });
    expect(now.data).toMatchObject({ status: 'active', isSchedule: false });
    expect(await open(id, fan)).toBe(true);
    await app.jobs.drain();
    expect(await news()).toEqual(isAnnounced ? [id] : []);
  });

  it('is rejected without a valid time, or from creators without approval, and published immediately if its time has passed', async () => {
    expect((await create({ isSchedule: true })).body.error).toBe('MISSING_REQUIRED_PROPS');
    expect((await create({ isSchedule: true, scheduledAt: '2345-01-01T00:00:00.000Z' })).status).toBe(400);
    expect((await create({ isSchedule: true, scheduledAt: 'soon' })).status).toBe(400);
    expect((await create({ isSchedule: true, scheduledAt: inHours(-1) })).data).toMatchObject({ status: 'active' });
    creator = await buildPerformer(app, { verifiedDocument: false });
    expect((await create(tonight())).body.error).toBe('DOCUMENTS_NOT_APPROVED');
  });
});

it.each(['gallery', 'product'] as const)('nobody can react to, comment on or report a scheduled %s', async (kind) => {
  const { data, status } = await kinds[kind].create(tonight());
  expect(status).toBe(200);
  const target = { objectId: data._id, objectType: kind };
  const report = { target: kind, targetId: data._id, performerId: creator.id, title: 'Spam' };
  const replies = [
    await app.call('createReaction', { as: fan.token, body: { ...target, action: 'bookmark' } }),
    await app.call('createComment', { as: fan.token, body: { ...target, content: 'First' } }),
    await app.call('createReport', { as: fan.token, body: report }),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404]);
});

describe('a scheduled gallery', () => {
  const own = async (photoId: string) =>
    (await app.call('searchPerformerPhotos', as())).data.data.find(({ _id }) => _id === photoId);
  const photosIn = async (galleryId: string, who?: BuiltPerson) =>
    (await app.call('listPhotos', { as: who?.token, query: { galleryId } })).data.data;

  it('hides its photos until it is published, and they then count as new as the gallery', async () => {
    const gallery = await buildGallery(app, creator, { status: 'active', ...tonight() });
    const photo = await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
    expect(await photosIn(gallery._id, fan)).toEqual([]);
    app.clock.advance({ hours: 1 });
    const newer = await buildGalleryPhoto(app, creator);
    expect(await stats()).toMatchObject({ totalPhotos: 1, totalGalleries: 0 });
    await pass(7);
    expect(await photosIn(gallery._id, fan)).toMatchObject([{ _id: photo._id, access: 'open' }]);
    expect(await stats()).toMatchObject({ totalPhotos: 2, totalGalleries: 1 });
    const { data } = (await app.call('listPhotos', { query: { limit: 2 } })).data;
    expect(data.map(({ _id }) => _id)).toEqual([photo._id, newer._id]);
  });

  it('is published once, with its photos that were due earlier, if the server was down at both times', async () => {
    const gallery = await buildGallery(app, creator, { ...tonight() });
    await buildGalleryPhoto(app, creator, { galleryId: gallery._id, isSchedule: true, scheduledAt: inHours(2) });
    app.clock.advance({ hours: 9 });
    await Promise.all([app.services.items.publishDue(), app.services.items.publishDue()]);
    expect(await photosIn(gallery._id, fan)).toHaveLength(1);
    expect(await stats()).toMatchObject({ totalPhotos: 1, totalGalleries: 1 });
  });

  it('is published without broken photos, and cannot be sold without any photo', async () => {
    const gallery = await buildGallery(app, creator, { ...tonight(), isSale: true, price: 5 });
    const { _id, fileId } = await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
    await breakFile(fileId);
    await pass(8);
    expect(await photosIn(gallery._id, fan)).toEqual([]);
    const { data } = await app.call('getGallery', { as: fan.token, params: { id: gallery._id } });
    expect(data).toMatchObject({ numOfItems: 0, coverPhoto: null });
    expect(await stats()).toMatchObject({ totalPhotos: 0, totalGalleries: 1 });
    const bought = await app.call('buyGallery', { as: fan.token, params: { id: gallery._id }, body: {} });
    expect(bought.body.error).toBe('NOTHING_TO_PAY');
    expect(await own(_id)).toMatchObject({ status: 'file-error' });
  });
});

describe('a scheduled photo in a published gallery', () => {
  const plannedIn = async (galleryId: string) =>
    buildGalleryPhoto(app, creator, { galleryId, title: 'Next', ...tonight() });
  const photosIn = async (galleryId: string, who?: BuiltPerson) =>
    (await app.call('listPhotos', { as: who?.token, query: { galleryId } })).data.data.map(({ title }) => title);
  const galleryOf = async (id: string, who?: BuiltPerson) =>
    (await app.call('getGallery', { as: who?.token, params: { id } })).data;

  it('stays hidden, whatever happens to the gallery, and is not its cover before its time', async () => {
    const { _id } = await buildGallery(app, creator);
    const planned = await plannedIn(_id);
    expect(await galleryOf(_id, fan)).toMatchObject({ numOfItems: 0, coverPhotoId: null, coverPhoto: null });
    const shown = await buildGalleryPhoto(app, creator, { galleryId: _id, title: 'First' });
    await app.call('setPhotoCover', { ...as(), params: { id: planned._id } });
    expect(await galleryOf(_id, fan)).toMatchObject({ numOfItems: 1, coverPhotoId: shown._id });
    for (const status of ['inactive', 'active'] as const)
      await app.call('updateGallery', { ...as(), params: { id: _id }, body: { status, isSale: true, price: 5 } });
    await app.call('updatePhoto', { ...as(), params: { id: planned._id }, body: { alt: 'A wave' } });
    expect(await photosIn(_id)).toEqual(['First']);
    expect(await stats()).toMatchObject({ totalPhotos: 1 });
    await pass(8);
    expect(await photosIn(_id)).toEqual(['Next', 'First']);
    expect(await galleryOf(_id)).toMatchObject({ numOfItems: 2, coverPhotoId: planned._id });
    expect(await stats()).toMatchObject({ totalPhotos: 2 });
  });

  it('is not the gallery’s cover while it is a draft or hidden', async () => {
    const { _id } = await buildGallery(app, creator);
    const planned = await plannedIn(_id);
    await app.call('setPhotoCover', { ...as(), params: { id: planned._id } });
    for (const body of [{ status: 'inactive', isSchedule: false, scheduledAt: null }, { status: 'active' }] as const) {
      await app.call('updatePhoto', { ...as(), params: { id: planned._id }, body });
      const cover = body.status === 'active' ? planned._id : null;
      expect((await galleryOf(_id, fan)).coverPhotoId).toBe(cover);
    }
    await app.call('updatePhoto', { ...as(), params: { id: planned._id }, body: { status: 'inactive' } });
    expect(await galleryOf(_id, fan)).toMatchObject({ coverPhotoId: null, coverPhoto: null });
  });

  it('stays hidden if the gallery is hidden at its time, and appears together with it', async () => {
    const { _id } = await buildGallery(app, creator);
    await plannedIn(_id);
    await app.call('updateGallery', { ...as(), params: { id: _id }, body: { status: 'inactive' } });
    await pass(8);
    expect(await stats()).toMatchObject({ totalPhotos: 0 });
    expect(await photosIn(_id, fan)).toEqual([]);
    await app.call('updateGallery', { ...as(), params: { id: _id }, body: { status: 'active' } });
    expect(await photosIn(_id, fan)).toEqual(['Next']);
    expect(await stats()).toMatchObject({ totalPhotos: 1 });
  });

  it('A-1: is not open to buyers of the gallery, not even as a draft or after its deletion', async () => {
    const { _id } = await buildGallery(app, creator, { isSale: true, price: 5 });
    const shown = await buildGalleryPhoto(app, creator, { galleryId: _id, title: 'First' });
    await app.call('buyGallery', { as: fan.token, params: { id: _id }, body: {} });
    const [planned, dropped] = [await plannedIn(_id), await plannedIn(_id)];
    const { canOpenFile, canSeePreview } = app.services.fileAccess;
    const isKept = async () => {
      expect(await photosIn(_id, fan)).toEqual(['First']);
      expect(await canOpenFile(planned.fileId, fan.id)).toBe(false);
      expect(await canSeePreview(planned.fileId, fan.id)).toBe(false);
    };
    await isKept();
    const draft = { status: 'inactive', isSchedule: false, scheduledAt: null } as const;
    await app.call('updatePhoto', { ...as(), params: { id: planned._id }, body: draft });
    await isKept();
    await app.call('deletePhoto', { ...as(), params: { id: dropped._id } });
    expect((await app.call('searchPerformerPhotos', as())).data.total).toBe(2);
    await isKept();
    // Buyers have seen this photo and paid for it, so it cannot be scheduled.
    const taken = await app.call('updatePhoto', { ...as(), params: { id: shown._id }, body: tonight() });
    expect(taken.status).toBe(403);
    await app.call('updatePhoto', { ...as(), params: { id: planned._id }, body: { status: 'active', ...tonight() } });
    await pass(8);
    expect(await photosIn(_id, fan)).toEqual(['First', 'Next']);
    expect(await canOpenFile(planned.fileId, fan.id)).toBe(true);
  });

  it('is deleted with its gallery, and never published', async () => {
    const { _id } = await buildGallery(app, creator, { isSale: true, price: 5 });
    await plannedIn(_id);
    await buildGalleryPhoto(app, creator, { galleryId: _id, title: 'First' });
    await app.call('buyGallery', { as: fan.token, params: { id: _id }, body: {} });
    await app.call('deleteGallery', { ...as(), params: { id: _id } });
    await pass(8);
    expect(await photosIn(_id, fan)).toEqual(['First']);
    expect(await stats()).toMatchObject({ totalPhotos: 0 });
  });
});

it('a draft published with a broken file counts as new once the file is replaced', async () => {
  const { _id, fileId } = await buildVideo(app, creator, { status: 'draft' });
  app.clock.advance({ hours: 5 });
  const newer = await buildVideo(app, creator);
  await breakFile(fileId);
  app.clock.advance({ hours: 1 });
  const change = (body: { status?: 'active'; fileId?: string }) =>
    app.call('updateVideo', { ...as(), params: { id: _id }, body });
  expect((await change({ status: 'active' })).data.status).toBe('file-error');
  expect((await change({ fileId: (await buildStoredFilm(app, creator)).id })).data.status).toBe('active');
  const { data } = (await app.call('searchVideos', { query: { performerId: creator.id } })).data;
  expect(data.map((video) => video._id)).toEqual([_id, newer._id]);
});

it('an item that cannot be published does not block others', async () => {
  const product = await buildProduct(app, creator, { ...tonight() });
  const other = await buildProduct(app, creator, { isSchedule: true, scheduledAt: inHours(9) });
  await app.context.db.execute(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$`,
  );
  await app.context.db.execute(
    `create trigger refuse before update on items for each row when (new.id = '${product._id}') execute function refuse()`,
  );
  app.clock.advance({ hours: 10 });
  await expect(app.services.items.publishDue()).rejects.toThrow('items');
  await app.context.db.execute('drop trigger refuse on items');
  const isPublished = async ({ _id }: { _id: string }) =>
    (await app.call('getProduct', { params: { id: _id } })).status === 200;
  expect([await isPublished(product), await isPublished(other)]).toEqual([false, true]);
  await app.services.items.publishDue();
  expect(await isPublished(product)).toBe(true);
});
