import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buildPhoto, buildRecording } from '../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';

const GB = 1024 ** 3;
let app: TestApp;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app);
});
afterAll(() => app.close());

const UPLOADS = '/files/uploads';
type Method = 'POST' | 'HEAD' | 'DELETE';
const callUploads = (method: Method, url: string, headers: Record<string, string> = {}) =>
  app.http.inject({ method, url, headers: { authorization: creator.token, 'tus-resumable': '1.0.0', ...headers } });

it('R-10: a full disk rejects only files: uploads can be read and deleted, and forms without files are accepted', async () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const metadata = `filename ${base64('a.mp4')},purpose ${base64('feed-video')}`;
  const begun = await callUploads('POST', UPLOADS, { 'upload-length': '1000', 'upload-metadata': metadata });
  const upload = new URL(String(begun.headers.location), 'http://api.test').pathname;
  app.disk.free = 0;
  app.clock.advance({ seconds: 2 });
  const photo = await app.call('uploadFeedPhoto', {
    files: { file: { content: await buildPhoto() } },
    as: creator.token,
  });
  expect(photo.body.error).toBe('STORAGE_FULL');
  expect((await callUploads('HEAD', upload)).statusCode).toBe(200);
  expect((await callUploads('DELETE', upload)).statusCode).toBe(204);
  const form = await app.http.inject({
    method: 'POST',
    url: '/addresses/create',
    headers: { authorization: creator.token, 'content-type': 'multipart/form-data; boundary=X' },
    payload: '--X\r\nContent-Disposition: form-data; name="city"\r\n\r\nLeeds\r\n--X--\r\n',
  });
  // 400 because other fields are missing: the form itself was read.
  expect(form.statusCode).toBe(400);
  expect(app.failures.splice(0)).toEqual([expect.objectContaining({ kind: 'background', name: 'disk' })]);
});

describe('R-10: on a disk that is almost full', () => {
  beforeEach(() => {
    app.disk.free = app.disk.all;
    app.clock.advance({ seconds: 2 });
  });
  const fill = (free: number) => {
    app.disk.free = free;
    app.clock.advance({ seconds: 2 });
  };
  const readExport = async () => (await app.call('getDataExport', { as: creator.token })).data.export;

  it('delays a data export while uploads still work, and creates it once there is space', async () => {
    fill(2.5 * GB);
    await app.call('requestDataExport', { as: creator.token });
    const file = { content: await buildPhoto() };
    const photo = await app.call('uploadFeedPhoto', { files: { file }, as: creator.token });
    expect(photo.data.status).toBe('finished');
    const { _id: exportId } = (await readExport())!;
    const send = vi.spyOn(app.jobs, 'send');
    await app.services.dataExport.make(exportId);
    const runAt = new Date(app.clock.now().getTime() + 15 * 60_000);
    expect(send).toHaveBeenCalledWith('export-data', { exportId }, expect.objectContaining({ runAt }));
    expect((await readExport())?.status).toBe('pending');
    expect(app.failures.splice(0)).toEqual([expect.objectContaining({ kind: 'background', name: 'disk' })]);
    fill(app.disk.all);
    await app.jobs.drain();
    expect((await readExport())?.status).toBe('ready');
  });

  it('deletes a data export that fills the disk, and creates it later', async () => {
    app.clock.advance({ seconds: 1 });
    await app.call('requestDataExport', { as: creator.token });
    const { _id: exportId } = (await readExport())!;
    const has = vi.spyOn(app.context.disk, 'has').mockReturnValue(true);
    fill(0);
    await app.services.dataExport.make(exportId);
    has.mockRestore();
    expect((await readExport())?.status).toBe('pending');
    expect(await readdir(path.join(app.context.env.DATA_DIR, 'tmp'))).toEqual([]);
    expect(app.failures.splice(0)).toEqual([expect.objectContaining({ kind: 'background', name: 'disk' })]);
    fill(app.disk.all);
    await app.jobs.drain();
    expect((await readExport())?.status).toBe('ready');
  });

  it('delays videos and their renditions until there is space', async () => {
    const file = { content: await buildRecording('tall.mov'), name: 'tall.mov', type: 'video/quicktime' };
    const { data } = await app.call('uploadFeedVideo', { files: { file }, as: creator.token });
    const read = async () => (await app.services.media.find([data._id]))[0];
    const { process, makeLadder, resume } = app.services.media;
    fill(0);
    await process(data._id);
    for (let index = 0; index < 6; index += 1) await resume();
    expect(await read()).toMatchObject({ status: 'processing', failure: '' });
    fill(app.disk.all);
    await resume();
    expect(await read()).toMatchObject({ status: 'finished', ladderStatus: 'processing' });
    fill(0);
    await makeLadder(data._id);
    for (let index = 0; index < 6; index += 1) await resume();
    expect(await read()).toMatchObject({ ladderStatus: 'processing' });
    fill(app.disk.all);
    await resume();
    expect(await read()).toMatchObject({ ladderStatus: 'finished' });
    const told = expect.objectContaining({ kind: 'background', name: 'disk' });
    expect(app.failures.splice(0)).toEqual([told, told]);
  });
});
