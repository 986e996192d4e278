import { Upload } from 'tus-js-client';
import { limits } from '@contract/base/limits';
import { buildPhoto } from '../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../tests/factories/performer';
import { buildUser } from '../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';
import { listen } from '../../../tests/harness/socket-client';
import { beginUpload } from '../../../tests/harness/tus-client';

let app: TestApp;
let origin: string;
let all: string;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  all = `${origin}/files/uploads`;
  creator = await buildPerformer(app);
});
afterAll(() => app.close());

const PART = 'application/offset+octet-stream';
const DAY_MS = 24 * 3600 * 1000;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const purpose = `purpose ${base64('feed-photo')}`;

const begin = (size: number) => beginUpload(origin, { token: creator.token, size, purpose: 'feed-photo' });

/** Sends a request of the protocol; `undefined` omits a header. */
async function call(method: string, url: string, headers: Record<string, string | undefined> = {}, body?: Buffer) {
  const given = { 'tus-resumable': '1.0.0', authorization: creator.token, ...headers };
  const sent = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const reply = await fetch(url, { method, headers: sent, ...(body && { body: new Uint8Array(body) }) });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text };
}

const patch = (url: string, offset: number, body: Buffer, headers: Record<string, string | undefined> = {}) =>
  call('PATCH', url, { 'content-type': PART, 'upload-offset': String(offset), ...headers }, body);

const withoutVersion = { 'tus-resumable': undefined };

describe('tus 1.0.0', () => {
  it('describes itself in response to OPTIONS on each URL, with and without a token', async () => {
    const { url } = await begin(10);
    for (const [address, headers] of [
      [all, {}],
      [all, { ...withoutVersion, authorization: undefined }],
      [url, { 'tus-resumable': '0.2.2' }],
      [all, { origin: 'http://web.test', 'access-control-request-method': 'POST' }],
    ] as const) {
      const reply = await call('OPTIONS', address, headers);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'tus-version': '1.0.0',
        'tus-extension': 'creation,creation-with-upload,expiration,termination',
        'tus-max-size': String(limits.videoBytes),
      });
    }
  });

  it('accepts uploads up to its announced maximum size, and no larger ones', async () => {
    const begun = (size: number) =>
      call('POST', all, {
        'upload-length': String(size),
        'upload-metadata': `purpose ${base64('performer-product-digital')}`,
      });
    expect((await begun(limits.videoBytes)).status).toBe(201);
    expect((await begun(limits.videoBytes + 1)).status).toBe(413);
  });

  it.each([undefined, '0.2.2', '1.0', ''])(
    'rejects version %j, returns its own, and changes nothing',
    async (version) => {
      const { url } = await begin(10);
      const headers = { 'tus-resumable': version };
      const replies = await Promise.all([
        call('POST', all, { ...headers, 'upload-length': '10', 'upload-metadata': purpose }),
        call('HEAD', url, headers),
        patch(url, 0, Buffer.alloc(5), headers),
        call('DELETE', url, headers),
      ]);
      for (const reply of replies)
        expect([reply.status, reply.headers.get('tus-version'), reply.headers.get('tus-resumable')]).toEqual([
          412,
          '1.0.0',
          '1.0.0',
        ]);
      expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('0');
    },
  );

  it('sends its version with each response, even with errors', async () => {
    const fan = await buildUser(app);
    const { url } = await begin(10);
    const unknown = `${all}/${'f'.repeat(24)}`;
    const replies = [
      [401, await call('HEAD', url, { authorization: undefined })],
      [401, await call('POST', all, { authorization: undefined })],
      [403, await call('DELETE', url, { authorization: fan.token })],
      [404, await call('HEAD', unknown)],
      [404, await patch(unknown, 0, Buffer.alloc(5))],
      [404, await call('GET', url)],
      [400, await call('POST', all, { 'upload-metadata': purpose })],
      [409, await patch(url, 5, Buffer.alloc(5))],
      [413, await patch(url, 0, Buffer.alloc(11))],
      [204, await patch(url, 0, Buffer.alloc(5))],
      [200, await call('HEAD', url)],
      [204, await call('DELETE', url)],
    ] as const;
    for (const [status, reply] of replies)
      expect([reply.status, reply.headers.get('tus-resumable')]).toEqual([status, '1.0.0']);
  });

  it('accepts chunks only with the protocol’s media type', async () => {
    const { url } = await begin(10);
    for (const type of [undefined, 'application/json', 'application/octet-stream', 'text/plain'])
      expect((await patch(url, 0, Buffer.from('{}'), { 'content-type': type })).status).toBe(415);
    expect((await patch(url, 0, Buffer.alloc(4), { 'content-type': 'Application/Offset+Octet-Stream' })).status).toBe(
      204,
    );
  });

  it.each([undefined, '', '-1', '1.5', 'x', '0x1'])('rejects a chunk with offset %j', async (offset) => {
    const { url } = await begin(10);
    expect((await patch(url, 0, Buffer.alloc(5), { 'upload-offset': offset })).status).toBe(400);
  });

  it('rejects a checksum instead of ignoring it', async () => {
    const { url } = await begin(10);
    const sum = { 'upload-checksum': `sha1 ${base64('no checksum at all')}` };
    const replies = [
      await patch(url, 0, Buffer.alloc(5), sum),
      await patch(url, 0, Buffer.alloc(5), { 'upload-checksum': '' }),
      await call('POST', all, { ...sum, 'upload-length': '10', 'upload-metadata': purpose, 'content-type': PART }),
    ];
    for (const reply of replies) expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('Checksum')]);
    expect((await call('HEAD', url)).headers.get('upload-offset')).toBe('0');
  });

  it('rejects extensions that it does not announce', async () => {
    expect((await call('POST', all, { 'upload-defer-length': '1', 'upload-metadata': purpose })).status).toBe(501);
    const partial = { 'upload-concat': 'partial', 'upload-length': '10', 'upload-metadata': purpose };
    expect((await call('POST', all, partial)).status).toBe(501);
  });

  it('returns metadata unchanged, with offset and length', async () => {
    const metadata = `zeta ${base64('last')},${purpose},filename ${base64('ÅÄÖ \u{1f600}.jpg')},binary /w==,empty`;
    const begun = await call('POST', all, { 'upload-length': '10', 'upload-metadata': metadata });
    expect(begun.status).toBe(201);
    const reply = await call('HEAD', begun.headers.get('location')?.replace('http://api.test', origin) ?? '');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'upload-metadata': metadata,
      'upload-offset': '0',
      'upload-length': '10',
      'cache-control': 'no-store',
    });
  });

  it('creates an upload and takes its first chunk in the same request', async () => {
    const headers = { 'upload-length': '10', 'upload-metadata': purpose, 'content-type': PART };
    const begun = await call('POST', all, headers, Buffer.alloc(4));
    expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, '4']);
    expect(begun.headers.get('upload-expires')).not.toBeNull();
  });

  it('deletes an unfinished upload a day after its last chunk, as announced', async () => {
    const photo = await buildPhoto();
    const { url, headers } = await begin(photo.length);
    const getExpiry = (text: unknown) => Date.parse(String(text)) - app.clock.now().getTime();
    expect(getExpiry(headers['upload-expires'])).toBeGreaterThan(DAY_MS - 2_000);
    const first = await patch(url, 0, photo.subarray(0, 10));
    expect(first.headers.get('upload-expires')).toMatch(/^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/);
    expect(getExpiry(first.headers.get('upload-expires'))).toBeGreaterThan(DAY_MS - 2_000);
    const expires = getExpiry(first.headers.get('upload-expires'));
    app.clock.advance({ ms: expires - 60_000 });
    await app.services.upload.sweep();
    creator.token = await app.services.session.open(creator.id);
    const last = await patch(url, 10, photo.subarray(10));
    expect([last.status, last.headers.get('upload-expires')]).toEqual([204, null]);
    const left = await begin(10);
    app.clock.advance({ days: 1, minutes: 1 });
    await app.services.upload.sweep();
    creator.token = await app.services.session.open(creator.id);
    expect((await call('HEAD', left.url)).status).toBe(404);
  });

  it('accepts POST instead of methods that some environments do not support', async () => {
    const { url } = await begin(10);
    const as = (method: string, headers: Record<string, string> = {}, body?: Buffer) =>
      call('POST', url, { 'x-http-method-override': method, ...headers }, body);
    const part = { 'content-type': PART, 'upload-offset': '0' };
    expect((await as('PATCH', part, Buffer.alloc(4))).headers.get('upload-offset')).toBe('4');
    expect((await as('HEAD')).headers.get('upload-offset')).toBe('4');
    expect((await as('DELETE')).status).toBe(204);
    expect((await as('HEAD')).status).toBe(404);
    // Other URLs ignore the header.
    expect((await call('POST', `${origin}/users/me`, { 'x-http-method-override': 'DELETE' })).status).toBe(404);
  });

  it('exposes its headers to pages of other origins', async () => {
    const { url } = await begin(10);
    const { headers } = await call('HEAD', url, { origin: 'http://web.test' });
    const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
    expect(exposed).toEqual(
      expect.arrayContaining([
        'location',
        'upload-offset',
        'upload-length',
        'upload-metadata',
        'upload-expires',
        'tus-version',
        'tus-resumable',
        'tus-max-size',
        'tus-extension',
        'retry-after',
      ]),
    );
  });
});

describe('the tus project’s own client', () => {
  it.each([
    ['in chunks', {}],
    ['in chunks, by POST alone', { overridePatchMethod: true }],
    ['with its first chunk in the request that creates it', { uploadDataDuringCreation: true }],
  ])('sends a file %s', async (_how, options) => {
    const photo = await buildPhoto();
    const id = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(photo, {
        endpoint: all,
        chunkSize: Math.ceil(photo.length / 3),
        retryDelays: null,
        ...options,
        metadata: { filename: 'a.jpg', purpose: 'feed-photo' },
        headers: { authorization: creator.token },
        // Upload URLs contain the public host name, which does not resolve in tests.
        onBeforeRequest: (request) => {
          const address = new URL(request.getURL());
          if (address.hostname === 'api.test') throw new Error('not reachable by its public name here');
        },
        onUploadUrlAvailable: () => void (upload.url = upload.url?.replace('http://api.test', origin) ?? null),
        onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
        onError: reject,
      });
      upload.start();
    });
    expect((await app.call('getFileStatus', { params: { id }, as: creator.token })).data.status).toBe('finished');
  });
});
