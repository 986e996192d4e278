import { eq } from 'drizzle-orm';
import { itemFiles } from '../../../db/schema/items';
import { inTransaction } from '../../../db/transaction';
import { buildStoredFilm, buildVideo } from '../../../../tests/factories/assets';
import { buildRecording, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { createItemUploads } from './item-uploads';
import { uploadFields } from './upload-fields';

let app: TestApp;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app);
});
afterAll(async () => {
  await app.close();
});

const holdersOf = (fileId: string) =>
  app.context.db.select().from(itemFiles).where(eq(itemFiles.fileId, fileId)).orderBy(itemFiles.itemId);

describe('a file that came up before', () => {
  it('stays with the item that took it up just before it would be swept', async () => {
    const { fileId, _id } = await buildVideo(app, creator);
    const loose = await buildStoredFilm(app, creator);
    const count = await inTransaction(app.context.db, (tx) => app.services.media.removeLoose([fileId, loose.id], tx));
    expect(count).toBe(1);
    expect(await holdersOf(fileId)).toMatchObject([{ itemId: _id }]);
    expect(await app.services.media.find([loose.id])).toEqual([]);
  });
});

it('files of a form stay with their item when it was stored and then could not be shown', async () => {
  const { withFiles } = createItemUploads(app.context, app.services.media);
  const films = {
    video: await buildUpload(app, await buildRecording('clip.mp4'), { kind: 'video', mimeType: 'video/mp4' }),
  };
  let film = '';
  const stored = withFiles(creator.actor, films, { video: uploadFields['performer-video'] }, async ({ video = '' }) => {
    film = video;
    await app.services.video.create(creator.actor, { title: 'Stored', fileId: video });
    throw new Error('the database went');
  });
  await expect(stored).rejects.toThrow('the database went');
  expect(await holdersOf(film)).toHaveLength(1);
  expect(await app.services.media.find([film])).toHaveLength(1);
});
