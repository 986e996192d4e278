import { rm } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { files } from '../../../db/schema/files';
import { runAdmin } from '../../../../tests/factories/operator';
import { buildPhoto, buildStoredPhoto, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { storageKey } from './file-variants';
import type { FileRow } from './media-service';

let app: TestApp;
let owner: BuiltPerson;
let fan: BuiltPerson;
const allowed = new Set<string>();

beforeAll(async () => {
  app = await buildTestApp();
  [owner, fan] = [await buildPerformer(app), await buildUser(app)];
});
afterAll(() => app.close());
beforeEach(() => {
  allowed.clear();
  vi.spyOn(app.services.fileAccess, 'canOpenFile').mockImplementation(
    async (_file, viewerId) => viewerId !== null && allowed.has(viewerId),
  );
});

const storedPath = (id: string, variant: string) =>
  path.join(app.context.env.DATA_DIR, 'media', storageKey(id, variant));
const open = (url: string) => app.http.inject({ url: url.replace('http://api.test', '') });
const store = async (content: Buffer, type = 'feed-photo', isPublic = false) => {
  const upload = await buildUpload(app, content, { kind: 'image', mimeType: 'image/jpeg' });
  return app.services.media.store(upload, { ownerId: owner.id, type, isPublic });
};
// A photo taken upright. Its pixels are rotated, so its width is 2400.
const large = () => buildPhoto({ width: 1600, height: 2400 });
const present = (file: FileRow, isOpen = true) => app.services.media.present(file, { viewer: fan.actor, open: isOpen });
const getWidths = (file: FileRow) => present(file).sources?.map(({ width, mimeType }) => [width, mimeType]);

describe('the widths of an image', () => {
  it('are 320, 640, 1080, 1920 and a JPEG, each with its declared width', async () => {
    const file = await store(await large());
    expect(getWidths(file)).toEqual([
      [320, 'image/webp'],
      [640, 'image/webp'],
      [1080, 'image/webp'],
      [1920, 'image/webp'],
      [1080, 'image/jpeg'],
    ]);
    allowed.add(fan.id);
    for (const { url, width, mimeType } of present(file).sources ?? []) {
      const reply = await open(url);
      expect(reply.headers).toMatchObject({ 'content-type': mimeType, 'cache-control': 'private, no-store' });
      expect((await sharp(reply.rawPayload).metadata()).width).toBe(width);
    }
  });

  it.each([
    ['at most its own width', 900, 600, [320, 600, 600]],
    ['a single one for a tiny picture', 90, 60, [60, 60]],
    ['narrower for a picture much higher than wide', 9000, 900, [320, 410, 410]],
  ])('are %s', async (_what, width, height, expected) => {
    expect(getWidths(await store(await buildPhoto({ width, height })))?.map(([wide]) => wide)).toEqual(expected);
  });

  it('are few if it is animated, with all frames and without a still', async () => {
    const frame = (background: string) => ({ create: { width: 700, height: 700, channels: 3 as const, background } });
    const frames = await Promise.all(['red', 'blue'].map((colour) => sharp(frame(colour)).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const stored = await store(moving);
    await app.jobs.drain();
    const [file = stored] = await app.services.media.find([stored.id]);
    expect(Object.keys(file.variants).toSorted()).toEqual(['blurred', 'large', 'small']);
    expect((await sharp(storedPath(file.id, 'small')).metadata()).pages).toBe(2);
  });

  it('are 96, 192 and 640 if it is an avatar, also as JPEG, for everyone', async () => {
    const file = await store(await large(), 'avatar', true);
    expect(getWidths(file)?.map(([wide]) => wide)).toEqual([96, 192, 640, 640]);
    const reply = await open(app.services.media.publicUrl(file, 'w96'));
    expect((await sharp(reply.rawPayload).metadata()).width).toBe(96);
  });

  it('A-1, A-6: are not sent if it is locked, nor is its thumb hash, and open for nobody else', async () => {
    const file = await store(await large());
    expect(Object.keys(present(file, false))).not.toEqual(expect.arrayContaining(['sources']));
    expect(present(file, false)).not.toHaveProperty('thumbHash');
    const sources = present(file).sources ?? [];
    expect(sources).toHaveLength(5);
    for (const { url } of sources) {
      expect((await open(url)).statusCode).toBe(403);
      expect((await open(url.replace(/[?].*/, ''))).statusCode).toBe(403);
      expect((await open(url.replace('/media/', '/media/public/').replace(/[?].*/, ''))).statusCode).toBe(404);
    }
  });
});

describe('the thumb hash', () => {
  it('has thirty bytes, and the image’s aspect ratio', async () => {
    const file = await store(await buildPhoto());
    const hash = Buffer.from(present(file).thumbHash ?? '', 'base64');
    expect(hash.length).toBeLessThan(36);
    expect(thumbHashToApproximateAspectRatio(hash)).toBeCloseTo(2 / 3, 0);
  });
});

describe('images from before there were several widths', () => {
  async function buildOld(isPublic = false): Promise<FileRow> {
    const content = await buildPhoto();
    const type = isPublic ? 'banner' : 'feed-photo';
    const file = await buildStoredPhoto(app, { ownerId: owner.id, type, isPublic, content });
    const { large: kept, small, blurred } = file.variants;
    const variants = { large: kept, small, blurred } as FileRow['variants'];
    await app.context.db.update(files).set({ variants, thumbHash: null }).where(eq(files.id, file.id));
    await rm(storedPath(file.id, 'w320'));
    return { ...file, variants, thumbHash: null };
  }
  const reread = async (id: string) => (await app.services.media.find([id]))[0] as FileRow;

  it('list the widths that they have, and serve the nearest one in place of others', async () => {
    const file = await buildOld(true);
    expect(getWidths(file)?.map(([wide]) => wide)).toEqual([600]);
    const reply = await open(app.services.media.publicUrl(file, 'small').replace('/small', '/w320'));
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, file.variants['small']?.size]);
  });

  it('get widths by a command, which keeps existing variants and reports lost files', async () => {
    const [old, lost] = [await buildOld(), await buildOld()];
    await rm(storedPath(lost.id, 'large'));
    const said = await runAdmin(app, 'pictures', 'remake');
    expect(said).toMatch(new RegExp(`^\\d+ pictures were completed. These could not be read: ${lost.id}$`));
    const made = await reread(old.id);
    expect(made.thumbHash).not.toBeNull();
    expect(made.variants).toMatchObject({ large: old.variants['large'], w320: { width: 320 } });
    allowed.add(fan.id);
    for (const { url } of present(made).sources ?? []) expect((await open(url)).statusCode).toBe(200);
    expect(await runAdmin(app, 'pictures', 'remake')).toContain('0 pictures were completed.');
  });
});
