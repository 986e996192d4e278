import { cents } from '@contract/base/money';
import { buildGallery, buildGalleryPhoto } from '../../../../tests/factories/assets';
import { listProblems } from '../../../../tests/factories/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { findShowingCalls } from '../../../../tests/harness/find-showing-calls';

const MARK = 'Wombatfell';

let app: TestApp;
let operator: BuiltPerson;
let creator: BuiltPerformer;
let buyer: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await buildOperator(app, 'moderator');
  creator = await buildPerformer(app);
  buyer = await buildUser(app, { wallet: cents(50_000) });
});
afterAll(async () => {
  expect(await listProblems(app)).toEqual([]);
  await app.close();
});

/** A gallery with two photos, the first of which is its cover. */
async function buildSold(title: string) {
  const gallery = await buildGallery(app, creator, { title, isSale: true, price: 5 });
  const words = { title: `${title} one`, description: `${title} words` };
  const photo = await buildGalleryPhoto(app, creator, { ...words, galleryId: gallery._id });
  const other = await buildGalleryPhoto(app, creator, { title: 'Stays', galleryId: gallery._id });
  return { gallery: gallery._id, photo: photo._id, fileId: photo.fileId, other: other._id };
}

const change = (name: 'hideContent' | 'restoreContent', kind: 'photo' | 'gallery', id: string) =>
  app.call(name, {
    as: operator.token,
    params: { kind, id },
    body: name === 'hideContent' ? { rule: 'consent', reason: 'Not asked.' } : { reason: 'Asked.' },
  });
const hide = (id: string, kind: 'photo' | 'gallery' = 'photo') => change('hideContent', kind, id);
const restore = (id: string, kind: 'photo' | 'gallery' = 'photo') => change('restoreContent', kind, id);
const buy = (id: string) => app.call('buyGallery', { as: buyer.token, params: { id } });

async function listIds(galleryId: string): Promise<string[]> {
  const { data } = await app.call('listPhotos', { as: buyer.token, query: { galleryId } });
  expect(data.total).toBe(data.data.length);
  return data.data.map(({ _id }) => _id);
}
const readGallery = async (id: string, as: string | undefined = buyer.token) =>
  (await app.call('getGallery', { as, params: { id } })).data;
const countPhotos = async () => (await app.call('getPerformer', { params: { id: creator.id } })).data.stats.totalPhotos;

it.each(['guest', 'buyer'] as const)('a removed photo is in no list, page or search for a %s', async (who) => {
  const { gallery, photo, fileId } = await buildSold(`${MARK}${who}`);
  await buy(gallery);
  const as = who === 'guest' ? undefined : buyer.token;
  const list = () =>
    findShowingCalls(app, as, {
      mark: `${MARK}${who} one`,
      ids: [photo, fileId],
      creator,
      places: [gallery],
      queries: [{}, { q: MARK }, { performerId: creator.id }, { galleryId: gallery }, { isUnlocked: 'true' }],
    });
  const before = await list();
  expect(before).toEqual(expect.arrayContaining(['getGallery', 'listPhotos', 'listPhotosOfPerformer']));
  expect((await hide(photo)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await restore(photo)).status).toBe(200);
  expect(await list()).toEqual(before);
});

it('counts, the cover and its file follow, for buyers and everyone else', async () => {
  const { gallery, photo, fileId, other } = await buildSold('Counted');
  await buy(gallery);
  const canOpen = (person: BuiltPerson) => {
    // Access is cached for ten seconds.
    app.clock.advance({ seconds: 11 });
    return app.services.fileAccess.canOpenFile(fileId, person.id);
  };
  const total = await countPhotos();
  expect(await canOpen(buyer)).toBe(true);
  await hide(photo);
  expect(await countPhotos()).toBe(total - 1);
  expect(await canOpen(buyer)).toBe(false);
  expect(await app.services.fileAccess.canSeePreview(fileId, null)).toBe(false);
  for (const as of [buyer.token, creator.token])
    expect(await readGallery(gallery, as)).toMatchObject({ numOfItems: 1, coverPhotoId: other });
  expect(await listIds(gallery)).toEqual([other]);
  await restore(photo);
  expect(await countPhotos()).toBe(total);
  expect(await canOpen(buyer)).toBe(true);
  expect(await readGallery(gallery)).toMatchObject({ numOfItems: 2, coverPhotoId: photo });
});

it('stays removed whatever happens to its gallery, and comes back as the gallery is then', async () => {
  const { gallery, photo, other } = await buildSold('Kept');
  await hide(photo);
  const edit = (body: object) =>
    app.call('updateGallery', { as: creator.token, params: { id: gallery }, body: { title: 'Kept', ...body } });
  expect((await edit({ status: 'inactive' })).status).toBe(200);
  expect((await edit({ status: 'active', isSale: true, price: 0 })).status).toBe(200);
  expect(await listIds(gallery)).toEqual([other]);
  await hide(gallery, 'gallery');
  expect((await hide(other)).body.error).toBe('CHANGED_ELSEWHERE');
  await restore(gallery, 'gallery');
  expect(await listIds(gallery)).toEqual([other]);
  await hide(gallery, 'gallery');
  await restore(photo);
  expect(await listIds(gallery)).toEqual([]);
  await restore(gallery, 'gallery');
  expect(await listIds(gallery)).toEqual([photo, other]);
  await hide(photo);
  await edit({ status: 'inactive' });
  await restore(photo);
  expect(await listIds(gallery)).toEqual([]);
  await edit({ status: 'active' });
  expect(await listIds(gallery)).toEqual([photo, other]);
});

it('a gallery of which nothing is left is not sold', async () => {
  const { gallery, photo, other } = await buildSold('Emptied');
  await hide(photo);
  await hide(other);
  const refused = await buy(gallery);
  expect(refused.body).toMatchObject({ error: 'NOTHING_TO_PAY' });
  await restore(other);
  expect((await buy(gallery)).status).toBe(200);
});

it('its creator is told why, sees it, cannot change it, and can appeal', async () => {
  const { gallery, photo } = await buildSold('Judged');
  await hide(photo);
  const as = creator.token;
  const own = (await app.call('searchPerformerPhotos', { as, query: { galleryId: gallery } })).data;
  expect(JSON.stringify(own)).toContain('"isTakenDown":true');
  const update = { as, params: { id: photo }, body: { title: 'Changed' } };
  expect((await app.call('updatePhoto', update)).body.error).toBe('CONTENT_TAKEN_DOWN');
  const { data } = await app.call('listTakedowns', { as });
  const told = data.data.find(({ targetId }) => targetId === photo);
  expect(told).toMatchObject({ target: 'photo', title: 'Judged one', rule: 'consent' });
  const appeal = { as, params: { id: told?._id ?? '' }, body: { text: 'I asked her.' } };
  expect((await app.call('appealTakedown', appeal)).status).toBe(200);
  await app.jobs.drain();
  const mails = app.mails.filter(({ to }) => to === creator.account.email);
  expect(mails.some(({ text }) => text.includes('photo “Judged one”'))).toBe(true);
});

it('the console shows which photos of a gallery are removed, and commands do the same', async () => {
  const { gallery, photo, other } = await buildSold('Listed');
  await buy(gallery);
  expect(await runAdmin(app, 'content', 'hide', 'photo', photo, 'consent', 'Not', 'asked.')).toContain('is removed');
  const read = async (kind: 'gallery' | 'photo', id: string) =>
    (await app.call('getContent', { as: operator.token, params: { kind, id } })).data;
  expect((await read('gallery', gallery)).content.files.map((file) => file.photo)).toEqual([
    { _id: photo, isRemoved: true },
    { _id: other, isRemoved: false },
  ]);
  const { content, takedowns } = await read('photo', photo);
  expect(content).toMatchObject({ kind: 'photo', galleryId: gallery, state: 'removed', buyers: 1, fileCount: 1 });
  expect(takedowns).toMatchObject([{ target: 'photo', rule: 'consent' }]);
  const query = { kind: 'photo', state: 'removed', q: 'Listed' };
  const found = await app.call('searchContent', { as: operator.token, query });
  expect(found.data.data.map(({ _id }) => _id)).toEqual([photo]);
  expect(await runAdmin(app, 'content', 'restore', 'photo', photo, 'Asked.')).toContain('is restored');
  expect(await listIds(gallery)).toEqual([photo, other]);
});
