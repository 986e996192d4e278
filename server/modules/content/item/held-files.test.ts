import { eq } from 'drizzle-orm';
import { files } from '../../../db/schema/files';
import { itemFiles } from '../../../db/schema/items';
import { inTransaction } from '../../../db/transaction';
import { buildGallery, buildGalleryPhoto, buildStoredFilm, buildVideo } from '../../../../tests/factories/assets';
import { buildRecording, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../tests/harness/lock-races';
import { createItemUploads } from './item-uploads';

let app: TestApp;
let other: TestApp;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  other = await buildTestApp({ DATA_DIR: app.context.env.DATA_DIR }, { beside: app });
  creator = await buildPerformer(app);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const getHolders = (fileId: string) =>
  app.context.db.select().from(itemFiles).where(eq(itemFiles.fileId, fileId)).orderBy(itemFiles.itemId);

describe('an uploaded file', () => {
  it('is used by only one item, even with concurrent requests to two processes', async () => {
    for (let round = 0; round < 5; round += 1) {
      const film = await buildStoredFilm(app, creator);
      const tries = [app, other, app, other].map(({ services }, index) =>
        services.video.create(creator.actor, { title: `Try ${index}`, fileId: film.id }),
      );
      const outcomes = await Promise.allSettled(tries);
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refused).toHaveLength(3);
      for (const reason of refused) expect(reason).toMatchObject({ code: 'INVALID_OR_MISSING_FILE' });
      expect(await getHolders(film.id)).toHaveLength(1);
    }
  });

  it('is not published if it breaks while its item is saved', async () => {
    const film = await buildStoredFilm(app, creator);
    const video = await meanwhile(
      app,
      (tx) => tx.update(files).set({ status: 'error' }).where(eq(files.id, film.id)),
      () => other.services.video.create(creator.actor, { title: 'Broken', fileId: film.id }),
    );
    expect(video.status).toBe('file-error');
  });

  it('is reported as missing if the clean-up deletes it while its item is saved', async () => {
    const film = await buildStoredFilm(app, creator);
    const saved = meanwhile(
      app,
      (tx) => app.services.media.remove([film.id], tx),
      () => other.services.video.create(creator.actor, { title: 'Swept', fileId: film.id }),
    );
    await expect(saved).rejects.toMatchObject({ code: 'INVALID_OR_MISSING_FILE' });
  });

  it('is kept if an item uses it just before the clean-up', async () => {
    const { fileId, _id } = await buildVideo(app, creator);
    const loose = await buildStoredFilm(app, creator);
    const count = await inTransaction(app.context.db, (tx) => app.services.media.removeLoose([fileId, loose.id], tx));
    expect(count).toBe(1);
    expect(await getHolders(fileId)).toMatchObject([{ itemId: _id }]);
    expect(await app.services.media.find([loose.id])).toEqual([]);
  });
});

it('a photo that breaks while its gallery is published stays hidden', async () => {
  const gallery = await buildGallery(app, creator, { status: 'draft' });
  const { _id, fileId } = await buildGalleryPhoto(app, creator, { galleryId: gallery._id });
  await meanwhile(
    app,
    async (tx) => {
      await app.services.items.touchByFile(fileId, tx);
      await tx.update(files).set({ status: 'error' }).where(eq(files.id, fileId));
      await app.services.items.hideBroken(fileId, tx);
    },
    () => other.services.gallery.edit(creator.actor, gallery._id, { status: 'active' }),
  );
  expect(await app.services.photo.getOwn(creator.actor, _id)).toMatchObject({ status: 'file-error' });
});

it('keeps uploaded files of an item that was stored but could not be presented', async () => {
  const { withFiles } = createItemUploads(app.context, app.services.media);
  const films = {
    video: await buildUpload(app, await buildRecording('clip.mp4'), { kind: 'video', mimeType: 'video/mp4' }),
  };
  let film = '';
  const stored = withFiles(creator.actor, films, { fileId: ['video', 'performer-video'] }, async ({ fileId = '' }) => {
    film = fileId;
    await app.services.video.create(creator.actor, { title: 'Stored', fileId });
    throw new Error('the database is unavailable');
  });
  await expect(stored).rejects.toThrow('the database is unavailable');
  expect(await getHolders(film)).toHaveLength(1);
  expect(await app.services.media.find([film])).toHaveLength(1);
});
