import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { files } from '../../../db/schema/files';
import { buildGallery, buildGalleryPhoto } from '../../../../tests/factories/assets';
import { buildPhoto, buildStoredPhoto, fetchMedia, getFiles } from '../../../../tests/factories/media';
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
});
// This check would fail, because tests insert subscriptions without payments.
const isNotOfTests = ({ rule }: { rule: string }) => rule !== 'access-is-paid';
afterEach(async () => expect((await listProblems(app)).filter(isNotOfTests)).toEqual([]));
afterAll(() => app.close());

const get = (id: string, as?: BuiltPerson) => app.call('getGallery', { as: as?.token, params: { id } });
const getPhotos = async (galleryId: string, as?: BuiltPerson) =>
  (await app.call('listPhotos', { as: as?.token, query: { galleryId } })).data.data;
const stats = async () => (await app.call('getPerformer', { params: { id: creator.id } })).data.stats;
const fill = async (galleryId: string, titles: string[]) => {
  const photos = [];
  for (const title of titles) photos.push(await buildGalleryPhoto(app, creator, { galleryId, title }));
  return photos;
};
const as = () => ({ as: creator.token });

describe('galleries', () => {
  it('grow photo by photo, and the first one becomes the cover', async () => {
    const made = await app.call('createGallery', { ...as(), body: { title: 'Été à la mer', isSale: true, price: 5 } });
    expect(made.data).toMatchObject({ slug: 'ete-a-la-mer', status: 'active', isSale: true, price: 5, numOfItems: 0 });
    const { _id } = made.data;
    const files = { photo: { content: await buildPhoto() } };
    const first = await app.call('uploadPhoto', {
      ...as(),
      body: { galleryId: _id, title: 'One', alt: 'A wave' },
      files,
    });
    expect(first.data).toMatchObject({ isGalleryCover: true, galleryId: _id, gallery: { title: 'Été à la mer' } });
    expect(first.data.photo).toMatchObject({ alt: 'A wave' });
    const [second] = await fill(_id, ['Two']);
    expect((await get(_id, creator)).data).toMatchObject({ numOfItems: 2, coverPhotoId: first.data._id });
    await app.call('setPhotoCover', { ...as(), params: { id: second?._id ?? '' } });
    expect((await get(_id, creator)).data.coverPhotoId).toBe(second?._id);
    expect((await getPhotos(_id, creator)).map(({ isGalleryCover }) => isGalleryCover)).toEqual([false, true]);
    await app.call('deletePhoto', { ...as(), params: { id: second?._id ?? '' } });
    expect((await get(_id, creator)).data).toMatchObject({ numOfItems: 1, coverPhotoId: first.data._id });
    expect(await stats()).toMatchObject({ totalGalleries: 1, totalPhotos: 1 });
  });

  it('accept each uploaded photo only once, and keep an edited cover', async () => {
    const { _id } = await buildGallery(app, creator);
    const own = await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-photo' });
    const send = (body: object) => app.call('uploadPhoto', { ...as(), body: { galleryId: _id, ...body } });
    const { data } = await send({ fileId: own.id, title: 'One', alt: 'A wave' });
    expect(data).toMatchObject({ fileId: own.id, isGalleryCover: true, photo: { alt: 'A wave' } });
    const other = await buildPerformer(app);
    const others = await buildStoredPhoto(app, { ownerId: other.id, type: 'performer-photo' });
    const ofPosts = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
    for (const { id } of [own, others, ofPosts])
      expect((await send({ fileId: id })).body.error).toBe('INVALID_OR_MISSING_FILE');
    // The file exists and has the right type, so the message must not call it missing.
    expect((await send({ fileId: own.id })).body.message).toContain('saved before');
    expect((await send({})).body.error).toBe('NO_FILE');
    const body = { title: 'Two', alt: 'A hill' };
    const changed = await app.call('updatePhoto', { ...as(), params: { id: data._id }, body });
    expect(changed.data).toMatchObject({ title: 'Two', isGalleryCover: true, photo: { alt: 'A hill' } });
  });

  it('A-1: until they are bought, show only the titles of their locked photos, without text or URL', async () => {
    const { _id } = await buildGallery(app, creator, { isSale: true, price: 6 });
    await fill(_id, ['One', 'Two']);
    for (const who of [undefined, fan]) {
      const { data } = await get(_id, who);
      expect(data).toMatchObject({ access: 'locked-sale', numOfItems: 2, price: 6 });
      expect(data.coverPhoto).toMatchObject({ url: null });
      const photos = await getPhotos(_id, who);
      expect(photos).toHaveLength(2);
      for (const photo of photos) {
        expect(photo).toMatchObject({ description: '', access: 'locked-sale', photo: { url: null } });
        expect(JSON.stringify(photo)).not.toContain('Secret name');
      }
    }
    await app.call('buyGallery', { as: fan.token, params: { id: _id }, body: { expectedPrice: 6 } });
    expect((await get(_id, fan)).data).toMatchObject({ access: 'open', isBought: true });
    const open = await getPhotos(_id, fan);
    expect(open.map(({ title, access }) => [title, access])).toEqual([
      ['One', 'open'],
      ['Two', 'open'],
    ]);
    for (const { photo } of open) {
      const reply = await fetchMedia(app, photo?.url, fan);
      expect(reply.statusCode).toBe(200);
    }
  });

  it('without a visible photo cannot be bought, and charge nothing', async () => {
    const { _id } = await buildGallery(app, creator, { isSale: true, price: 6 });
    const buy = () => app.call('buyGallery', { as: fan.token, params: { id: _id }, body: { expectedPrice: 6 } });
    expect((await buy()).body.error).toBe('NOTHING_TO_PAY');
    const [one] = await fill(_id, ['One']);
    const params = { id: one?._id ?? '' };
    await app.call('updatePhoto', { ...as(), params, body: { status: 'inactive' } });
    expect((await buy()).body.error).toBe('NOTHING_TO_PAY');
    expect((await get(_id, fan)).data.isBought).toBe(false);
    await app.call('updatePhoto', { ...as(), params, body: { status: 'active' } });
    expect((await buy()).status).toBe(200);
  });

  it('share their audience, price and visibility with their photos', async () => {
    const { _id } = await buildGallery(app, creator);
    const [one] = await fill(_id, ['One', 'Two']);
    await app.call('updatePhoto', { ...as(), params: { id: one?._id ?? '' }, body: { status: 'inactive' } });
    expect(await stats()).toMatchObject({ totalPhotos: 1 });
    const edit = (body: object) => app.call('updateGallery', { ...as(), params: { id: _id }, body });
    expect((await edit({ status: 'inactive' })).data.status).toBe('inactive');
    expect(await stats()).toMatchObject({ totalPhotos: 0, totalGalleries: 0 });
    expect(await getPhotos(_id, fan)).toEqual([]);
    await edit({ status: 'active', isSale: true, price: 4 });
    expect((await getPhotos(_id, fan)).map(({ access }) => access)).toEqual(['locked-sale']);
    await edit({ isSale: false });
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    expect((await getPhotos(_id, fan)).map(({ title, access }) => [title, access])).toEqual([['Two', 'open']]);
    // The creator sees all photos, each with the status that was chosen for it.
    const own = await app.call('searchPerformerPhotos', { ...as(), query: { galleryId: _id } });
    expect(own.data.data.map(({ title, status }) => [title, status])).toEqual([
      ['One', 'inactive'],
      ['Two', 'active'],
    ]);
    expect((await get(_id, fan)).data.numOfItems).toBe(1);
  });

  it('show their cover as soon as it is processed, even if they were read before', async () => {
    const { _id } = await buildGallery(app, creator);
    const file = await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-photo' });
    const setStatus = (status: 'processing' | 'finished') =>
      app.context.db.update(files).set({ status }).where(eq(files.id, file.id));
    await setStatus('processing');
    await buildGalleryPhoto(app, creator, { galleryId: _id, fileId: file.id });
    expect((await get(_id, creator)).data.coverPhoto).toMatchObject({ status: 'processing' });
    await setStatus('finished');
    expect((await get(_id, creator)).data.coverPhoto).toMatchObject({ status: 'finished' });
  });

  it('keep the creator’s order of photos', async () => {
    const { _id } = await buildGallery(app, creator, { isSale: true, price: 0 });
    const [one, two, three] = await fill(_id, ['One', 'Two', 'Three']);
    const photoIds = [three?._id, one?._id];
    await app.call('orderGalleryPhotos', { ...as(), params: { id: _id }, body: { photoIds } });
    expect((await getPhotos(_id)).map((photo) => photo._id)).toEqual([three?._id, one?._id, two?._id]);
    const [next] = (await app.call('listPhotos', { query: { galleryId: _id, offset: 1, limit: 1 } })).data.data;
    expect(next?._id).toBe(one?._id);
    const other = await buildPerformer(app);
    const taken = await app.call('orderGalleryPhotos', { as: other.token, params: { id: _id }, body: { photoIds } });
    expect(taken.status).toBe(403);
  });

  it('stay complete for their buyers, whatever their creator does', async () => {
    const { _id } = await buildGallery(app, creator, { isSale: true, price: 5 });
    const [one, two] = await fill(_id, ['One', 'Two']);
    await app.call('buyGallery', { as: fan.token, params: { id: _id }, body: {} });
    await app.call('deletePhoto', { ...as(), params: { id: one?._id ?? '' } });
    expect((await getPhotos(_id)).map((photo) => photo._id)).toEqual([two?._id]);
    expect(await getPhotos(_id, fan)).toHaveLength(2);
    expect((await get(_id, fan)).data.numOfItems).toBe(2);
    expect((await get(_id)).data.numOfItems).toBe(1);
    const moved = await app.call('updatePhoto', { ...as(), params: { id: two?._id ?? '' }, body: { galleryId: null } });
    expect(moved.status).toBe(403);
    app.clock.advance({ hours: 1 });
    await app.call('deleteGallery', { ...as(), params: { id: _id } });
    expect((await get(_id)).status).toBe(404);
    expect(await getPhotos(_id)).toEqual([]);
    expect((await get(_id, fan)).data).toMatchObject({ access: 'open', numOfItems: 2, coverPhotoId: two?._id });
    expect((await getPhotos(_id, fan)).map(({ access }) => access)).toEqual(['open', 'open']);
    expect(await stats()).toMatchObject({ totalPhotos: 0, totalGalleries: 0 });
  });

  it('are deleted with their photos and files if they were not sold', async () => {
    const { _id } = await buildGallery(app, creator);
    await fill(_id, ['One', 'Two']);
    expect((await app.call('deleteGallery', { ...as(), params: { id: _id } })).data).toBe(true);
    const own = await app.call('searchPerformerPhotos', as());
    expect(own.data.total).toBe(0);
    expect(await getFiles(app, creator)).toEqual([]);
    expect(await stats()).toMatchObject({ totalPhotos: 0, totalGalleries: 0 });
  });

  it('cannot be filled or changed by other creators', async () => {
    const { _id } = await buildGallery(app, creator);
    const other = await buildPerformer(app);
    const files = { photo: { content: await buildPhoto() } };
    const reply = await app.call('uploadPhoto', { as: other.token, body: { galleryId: _id }, files });
    expect(reply.status).toBe(404);
    expect(await getFiles(app, other)).toEqual([]);
    const renamed = await app.call('updateGallery', { as: other.token, params: { id: _id }, body: { title: 'Mine' } });
    expect(renamed.status).toBe(403);
    expect((await app.call('uploadPhoto', { ...as(), body: { galleryId: _id } })).body.error).toBe('NO_FILE');
  });

  it('accept a dozen photos sent concurrently', async () => {
    const { _id } = await buildGallery(app, creator);
    await Promise.all(Array.from({ length: 12 }, () => buildGalleryPhoto(app, creator, { galleryId: _id })));
    const own = await app.call('searchPerformerPhotos', { ...as(), query: { galleryId: _id, limit: 50 } });
    expect(own.data.data.filter(({ isGalleryCover }) => isGalleryCover)).toHaveLength(1);
    expect((await get(_id, creator)).data.numOfItems).toBe(12);
    expect(await stats()).toMatchObject({ totalPhotos: 12 });
  });
});

describe('photos without a gallery', () => {
  it('are for subscribers, and listed by creator', async () => {
    const photo = await buildGalleryPhoto(app, creator);
    const list = (who: BuiltPerson, key: string) =>
      app.call('listPhotosOfPerformer', { as: who.token, params: { performerId: key } });
    expect((await list(fan, creator.id)).data.data).toMatchObject([{ _id: photo._id, access: 'locked-subscription' }]);
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    expect((await list(fan, creator.actor.username ?? '')).data.data).toMatchObject([
      { title: 'A wave', access: 'open' },
    ]);
    expect((await list(fan, 'nobody-of-that-name')).status).toBe(404);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id, target: 'user' } });
    expect((await list(fan, creator.id)).data.data).toEqual([]);
  });
});
