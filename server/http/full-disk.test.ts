import { buildPhoto } from '../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';

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

it('R-10: a full disk refuses files only: uploads are looked at and given up, and forms of texts are read', async () => {
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
    ...{ method: 'POST', url: '/addresses/create' },
    headers: { authorization: creator.token, 'content-type': 'multipart/form-data; boundary=X' },
    payload: '--X\r\nContent-Disposition: form-data; name="city"\r\n\r\nLeeds\r\n--X--\r\n',
  });
  // It was read, and lacks the other fields.
  expect(form.statusCode).toBe(400);
  expect(app.failures.splice(0)).toEqual([expect.objectContaining({ kind: 'background', name: 'disk' })]);
});
