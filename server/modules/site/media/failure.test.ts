import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@contract/base/limits';
import { buildPhoto, buildRecording } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { storageKey } from './file-variants';

let app: TestApp;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app);
});
afterAll(() => app.close());

it('shows only the owner why a file could not be processed', async () => {
  const content = await buildRecording('clip.mp4');
  const files = { file: { content, name: 'holiday.mp4' } };
  const { data } = await app.call('uploadFeedVideo', { files, as: creator.token });
  const stored = path.join(app.context.env.DATA_DIR, 'media', storageKey(data._id, 'original'));
  await writeFile(stored, content.subarray(0, 600));
  await app.jobs.drain();
  const status = await app.call('getFileStatus', { params: { id: data._id }, as: creator.token });
  const reason = 'There is neither picture nor sound in it.';
  expect(status.data).toMatchObject({ status: 'error', failure: reason });
  const news = await app.call('listNotifications', { as: creator.token });
  expect(news.data.data).toMatchObject([
    { action: 'file-error', message: `holiday.mp4: ${reason} Choose another file.`, refId: data._id },
  ]);
  const stranger = await buildUser(app);
  const [file] = await app.services.media.find([data._id]);
  if (!file) throw new Error('file not found');
  expect(app.services.media.present(file, { viewer: stranger.actor, open: true })).not.toHaveProperty('failure');
});

it('F-1: rejects an image that is too large while it is still arriving, and stores none of it', async () => {
  const content = Buffer.concat([await buildPhoto(), Buffer.alloc(limits.imageBytes)]);
  const reply = await app.call('uploadFeedPhoto', { files: { file: { content } }, as: creator.token });
  expect([reply.status, reply.body.error]).toEqual([413, 'Payload Too Large']);
  expect(await readdir(path.join(app.context.env.DATA_DIR, 'tmp'))).toEqual([]);
});

it('F-1: detects a file’s type by its content, not by its name', async () => {
  const file = { content: await buildPhoto(), name: 'film.mp4', type: 'video/mp4' };
  const { data } = await app.call('uploadFeedPhoto', { files: { file }, as: creator.token });
  expect(data).toMatchObject({ status: 'finished', mimeType: 'image/webp' });
});
