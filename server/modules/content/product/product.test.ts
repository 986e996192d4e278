import { buildProduct } from '../../../../tests/factories/assets';
import { buildPurchase } from '../../../../tests/factories/feed';
import { buildPhoto, buildStoredPhoto, fetchMedia, getFiles } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
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
  fan = await buildUser(app);
});
afterAll(() => app.close());

const put = (body: Record<string, unknown>, files: Record<string, { content: Buffer; name?: string }> = {}) =>
  app.call('createProduct', { as: creator.token, body, files });
const get = (id: string, as?: BuiltPerson) => app.call('getProduct', { as: as?.token, params: { id } });
const download = (id: string, as: BuiltPerson) => app.call('getProductDownloadLink', { as: as.token, params: { id } });
const goods = () => ({ content: Buffer.from('PK\u0003\u0004 a pattern'), name: 'Pattern.zip' });

describe('products', () => {
  it('are visible to everyone, with image, price and stock', async () => {
    const image = { image: { content: await buildPhoto() } };
    const { data } = await put({ name: 'Tea bowl', description: 'Stoneware', price: '32.50', stock: '4' }, image);
    expect(data).toMatchObject({ name: 'Tea bowl', slug: 'tea-bowl', type: 'physical', price: 32.5, stock: 4 });
    const { data: seen } = await get('tea-bowl');
    expect(seen).toMatchObject({ description: 'Stoneware', price: 32.5, isBought: false });
    expect(seen.image).toContain('/media/public/');
    const listed = await app.call('searchProducts', { query: { performerId: creator.id, type: 'physical' } });
    expect(listed.data).toMatchObject({ data: [{ _id: data._id }], total: 1 });
    const digital = await app.call('searchProducts', { query: { performerId: creator.id, type: 'digital' } });
    expect(digital.data.total).toBe(0);
  });

  it('A-1: give their file only to buyers', async () => {
    const { data } = await put({ name: 'Pattern', type: 'digital', price: '9' }, { digitalFile: goods() });
    expect(data.digitalFileUrl).toContain('/media/');
    const seen = (await get(data._id, fan)).body;
    expect(JSON.stringify(seen)).not.toContain('digitalFile');
    expect((await download(data._id, fan)).status).toBe(403);
    await buildPurchase(app, fan, 'product', data._id);
    const { downloadLink } = (await download(data._id, fan)).data;
    const file = await fetchMedia(app, downloadLink, fan);
    expect(file.statusCode).toBe(200);
    expect(file.body).toContain('a pattern');
    expect(file.headers['content-disposition']).toContain('attachment');
    const stranger = await buildUser(app);
    const stolen = await fetchMedia(app, downloadLink, stranger);
    expect(stolen.statusCode).toBe(403);
    expect((await download((await buildProduct(app, creator))._id, creator)).status).toBe(404);
  });

  it('without a file are rejected if digital, and nothing is stored', async () => {
    const image = { image: { content: await buildPhoto() } };
    expect((await put({ name: 'Pattern', type: 'digital' }, image)).body.error).toBe('INVALID_OR_MISSING_FILE');
    expect((await put({ price: '3' })).status).toBe(400);
    expect((await put({ name: 'Bowl', stock: '-1' })).status).toBe(400);
    expect(await getFiles(app, creator)).toEqual([]);
  });

  it('accept only uploaded images and files that are their creator’s and for products', async () => {
    const picture = { type: 'performer-product-image', isPublic: true };
    const image = await buildStoredPhoto(app, { ownerId: creator.id, ...picture });
    const { data } = await put({ name: 'Bowl', imageId: image.id });
    expect(data).toMatchObject({ imageId: image.id, type: 'physical' });
    const others = await buildStoredPhoto(app, { ownerId: (await buildPerformer(app)).id, ...picture });
    const portrait = await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-avatar', isPublic: true });
    for (const { id } of [image, others, portrait])
      expect((await put({ name: 'Cup', imageId: id })).body.error).toBe('INVALID_OR_MISSING_FILE');
    const photo = await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-photo' });
    const digital = { name: 'Scan', type: 'digital' };
    expect((await put({ ...digital, digitalFileId: photo.id })).body.error).toBe('INVALID_OR_MISSING_FILE');
    const scan = await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-product-digital' });
    expect((await put({ ...digital, digitalFileId: scan.id })).data.digitalFileId).toBe(scan.id);
    const params = { id: data._id };
    const { data: bare } = await app.call('updateProduct', { as: creator.token, params, body: { imageId: '' } });
    expect(bare).toMatchObject({ imageId: null, image: null });
    expect(await app.services.media.find([image.id])).toEqual([]);
  });

  it('can be edited, hidden and shown again', async () => {
    const product = await buildProduct(app, creator);
    const params = { id: product._id };
    const edit = (body: object) => app.call('updateProduct', { as: creator.token, params, body });
    expect((await edit({ price: '25', stock: '1' })).data).toMatchObject({ name: 'A print', price: 25, stock: 1 });
    await edit({ status: 'inactive' });
    expect((await get(product._id)).status).toBe(404);
    await edit({ status: 'active' });
    expect((await get(product._id)).data.stock).toBe(1);
    const other = await buildPerformer(app);
    expect((await app.call('updateProduct', { as: other.token, params, body: { stock: '9' } })).status).toBe(403);
    expect((await app.call('deleteProduct', { as: creator.token, params })).data).toBe(true);
    expect((await app.call('getPerformerProduct', { as: creator.token, params })).status).toBe(404);
  });
});
