import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { EndpointSchema, Route } from '@contract/base/define';
import { uploadPurposes } from '@contract/base/upload-purposes';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { getContentError } from '@/features/content/studio/file-rules';
import { fileRemovals, files, uploads } from '../../server/db/schema/files';
import { buildProduct, buildVideo } from '../factories/assets';
import { buildPhoto, buildRecording } from '../factories/media';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { encodeCall, type TestCall } from '../harness/encode-call';
import { listen, until } from '../harness/socket-client';
import { beginUpload, tusCall } from '../harness/tus-client';

let app: TestApp;
let origin: string;
let photo: Buffer;
let film: Buffer;
let tokens: Record<'performer' | 'admin', string>;
let ids: Partial<Record<EndpointName, string>>;
beforeAll(async () => {
  app = await buildTestApp();
  origin = await listen(app);
  photo = await buildPhoto();
  film = await buildRecording('clip.mp4');
  const creator = await buildPerformer(app);
  const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
  tokens = { performer: creator.token, admin: admin.token };
  ids = {
    updateVideo: (await buildVideo(app, creator))._id,
    updateProduct: (await buildProduct(app, creator))._id,
    uploadUserAvatar: admin.id,
  };
});
afterAll(() => app.close());

type Field = NonNullable<EndpointSchema['files']>[string];
interface Place {
  name: EndpointName;
  fieldName: string;
  field: Field;
}

const places: Place[] = (Object.keys(routes) as EndpointName[])
  .filter((name) => (routes[name] as Route).upload)
  .flatMap((name) =>
    Object.entries((schemas[name] as EndpointSchema).files ?? {}).map(([fieldName, field]) => ({
      name,
      fieldName,
      field,
    })),
  );

const takesAnything = ({ field }: Place) => field.kinds.includes('any');

/** Fields without which a request would be rejected before its file is checked. */
const words: Partial<Record<EndpointName, object>> = {
  registerPerformer: { email: 'new@example.test', username: 'newcreator', password: 'correct horse', gender: 'female' },
  uploadVideo: { title: 'A film', description: 'What happens' },
  createProduct: { name: 'A print', description: 'On thick paper', type: 'physical', price: 20, stock: 1 },
};

function getCall({ name, fieldName }: Place, content: Buffer, called = 'file'): TestCall {
  const { access } = routes[name] as Route;
  const as = access === 'public' ? undefined : tokens[access === 'admin' ? 'admin' : 'performer'];
  const others = places.filter((place) => place.name === name && place.fieldName !== fieldName);
  const sent = others.map(({ field, ...place }) => [
    place.fieldName,
    { content: field.kinds.includes('video') ? film : photo },
  ]);
  return {
    params: { id: ids[name] ?? '', type: 'idVerification' },
    as,
    body: words[name],
    files: { ...Object.fromEntries(sent), [fieldName]: { content, name: called } },
  };
}

function buildZip(): Buffer {
  const name = Buffer.from('holiday.mov');
  const packed = deflateRawSync(Buffer.alloc(20_000, 'a'));
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(20_000, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, packed, Buffer.alloc(20_000)]);
}

const page = `<!doctype html><html><body><script>alert(1)</script>${'<p>Words.</p>'.repeat(2_000)}</body></html>`;
const behind = (head: number[] | string) => Buffer.concat([Buffer.from(head as string, 'latin1'), Buffer.from(page)]);

const bad: [string, Buffer, string][] = [
  ['a text', Buffer.from('Notes of a day.\n'.repeat(4_000)), 'holiday.mp4'],
  ['an HTML page', Buffer.from(page), 'portrait.jpg'],
  ['an archive', buildZip(), 'holiday.mov'],
  ['an empty file', Buffer.alloc(0), 'holiday.mp4'],
  ['one byte', Buffer.alloc(1), 'holiday.mp4'],
  ['an HTML page that begins as an image', behind('GIF89a'), 'portrait.gif'],
  ['an HTML page that begins as a video', behind('\0\0\0\x18ftypisom\0\0\0\0isommp42'), 'holiday.mp4'],
  ['an HTML page that begins as audio', behind('ID3\x04\0\0\0\0\0\0'), 'tune.mp3'],
];

async function everything() {
  const { DATA_DIR } = app.context.env;
  const stored = await readdir(path.join(DATA_DIR, 'media'), { recursive: true }).catch(() => []);
  const { db } = app.context;
  const rows = [await db.select().from(files), await db.select().from(uploads), await db.select().from(fileRemovals)];
  return {
    tmp: await readdir(path.join(DATA_DIR, 'tmp')).catch(() => []),
    stored: stored.filter((name) => name.split(path.sep).length > 2),
    rows: rows.map((list) => list.length),
  };
}

/** Polls, because the API deletes rejected bytes right after its response. */
async function expectNothingNew(before: Awaited<ReturnType<typeof everything>>): Promise<void> {
  const isSo = async () => isDeepStrictEqual(await everything(), before);
  await until('nothing of it stays', isSo, 2_000, 50).catch(() => undefined);
  expect(await everything()).toEqual(before);
}

/** Sends part of a request on a new connection. @returns the response until the connection ends or `hear` matches */
async function say(place: Place, content: Buffer, bytes: (body: Buffer) => number, hear?: RegExp): Promise<string> {
  const { method, url, headers, body } = await encodeCall(place.name, getCall(place, content));
  if (!Buffer.isBuffer(body)) throw new Error(`${place.name}: the upload has no body`);
  const { hostname, port, host } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  const lines = Object.entries({ ...headers, host, 'content-length': String(body.length) });
  socket.write(`${method} ${url} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  await new Promise((resolve) => socket.write(body.subarray(0, bytes(body)), resolve));
  if (hear) await until(`${place.name} answers ${String(hear)}`, () => hear.test(heard) || socket.closed);
  socket.destroy();
  return heard;
}

// Promises F-1.
describe('a file of the wrong type', () => {
  it.each(bad)('%s is rejected by every endpoint, and nothing is stored', async (what, content, called) => {
    const before = await everything();
    const odd: unknown[] = [];
    for (const place of places) {
      if (takesAnything(place) && content.length > 0) continue;
      const { status, body } = await app.call(place.name, getCall(place, content, called));
      const says = String(body.message);
      const isClear = content.length > 0 ? /\. Choose .*\.$/.test(says) : says === 'This file is empty.';
      if (![400, 422].includes(status) || !isClear)
        odd.push({ what, place: `${place.name} ${place.fieldName}`, status, says });
    }
    expect(odd).toEqual([]);
    await expectNothingNew(before);
    expect(app.failures).toEqual([]);
  });

  it.each(places.filter((place) => !takesAnything(place)))(
    '$name $fieldName is rejected after the first bytes of the file',
    async (place) => {
      const before = await everything();
      const large = Buffer.concat([Buffer.from(page), Buffer.alloc(8 * 1024 * 1024)]);
      const heard = await say(place, large, (body) => body.indexOf('<!doctype') + page.length, /"requestId"/);
      expect(heard).toMatch(/^HTTP\/1\.1 4(00|22) /);
      expect(heard).toContain('This file type is not supported. Choose ');
      await expectNothingNew(before);
    },
  );

  it.each([
    ['in its first bytes', (body: Buffer) => body.indexOf(0xff) + 3],
    ['in the middle', (body: Buffer) => Math.floor(body.length / 2)],
    ['at its end', (body: Buffer) => body.length - 5],
  ])('if a connection breaks %s, nothing is stored', async (_where, cut) => {
    const before = await everything();
    for (const place of places) await say(place, photo, cut);
    await expectNothingNew(before);
    expect(app.failures).toEqual([]);
  });
});

describe('files that the studio does not send', () => {
  const drawn = (format: 'png' | 'webp' | 'gif' | 'avif' | 'tiff') =>
    sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .toFormat(format)
      .toBuffer();
  const padded = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(4_000, 1)]);
  const recordings = ['clip.mp4', 'tall.mov', 'recorded.webm', 'old.avi', 'tone.wav', 'tone.mp3'] as const;
  const beginnings = ['heic', 'heix', 'mif1', '3gp4', 'qt  ', 'M4A ', 'isom', 'avif'].map(
    (brand) => `\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mp41`,
  );
  const others = [
    '8BPS\0\x01',
    'II*\0',
    'MZ\x90\0\x03',
    'FLV\x01',
    'fLaC',
    '%PDF-1.7',
    '\x1f\x8b\x08',
    'Rar!\x1a\x07\0',
  ];
  const calls = [
    ['photo', 'uploadFeedPhoto'],
    ['video', 'uploadFeedVideo'],
    ['audio', 'uploadFeedAudio'],
  ] as const;

  it('are rejected by the server too, with the same message', async () => {
    const samples = [
      ...(await Promise.all(recordings.map(buildRecording))),
      ...(await Promise.all((['png', 'webp', 'gif', 'avif', 'tiff'] as const).map(drawn))),
      ...bad.map(([, content]) => content).filter(({ length }) => length > 0),
      ...[...beginnings, ...others].map(padded),
      photo,
    ];
    let count = 0;
    for (const content of samples)
      for (const [kind, name] of calls) {
        const words = await getContentError(new Blob([new Uint8Array(content)]), kind, true);
        if (words === null) continue;
        count += 1;
        const { status, body } = await app.call(name, { files: { file: { content } }, as: tokens.performer });
        const head = content.subarray(0, 16).toString('latin1');
        expect([head, kind, status, body.message]).toEqual([head, kind, 400, words]);
      }
    expect(count).toBeGreaterThan(40);
  });
});

// Promises F-1.
describe('chunked uploads', () => {
  const token = () => tokens.performer;
  const purposes = uploadPurposes.filter((purpose) => purpose !== 'performer-product-digital');

  async function sendInParts(content: Buffer, { purpose, cuts = [] }: { purpose: string; cuts?: number[] }) {
    const begun = await beginUpload(origin, { token: token(), size: content.length, purpose });
    let reply: Awaited<ReturnType<typeof tusCall>> = begun;
    const ends = [...cuts, content.length];
    for (let offset = 0; reply && reply.status < 300 && offset < content.length;) {
      const end = ends.find((one) => one > offset) ?? content.length;
      const part = { offset, bytes: content.subarray(offset, end) };
      reply = await tusCall('PATCH', begun.url, { token: token(), part });
      offset = end;
    }
    return { ...begun, reply };
  }

  it.each(bad)('%s is rejected for every purpose, and nothing is stored', async (_what, content) => {
    const before = await everything();
    for (const purpose of purposes) {
      const { reply, id } = await sendInParts(content, { purpose, cuts: [3, 6] });
      expect([purpose, reply?.status]).toEqual([purpose, 400]);
      expect(reply?.body.message).toMatch(/\.$/);
      expect((await app.call('getFileStatus', { params: { id: id || '0'.repeat(24) }, as: token() })).status).toBe(404);
    }
    await expectNothingNew(before);
    expect(app.failures).toEqual([]);
  });

  const tooLong = () => Buffer.concat([Buffer.from(page), Buffer.alloc(8 * 1024 * 1024)]);

  it.each([
    ['in a single chunk', 0],
    ['after a chunk of three bytes', 3],
    ['after an interrupted chunk', 2_000],
  ])('a wrong type is rejected as soon as its bytes show it, %s', async (_how, first) => {
    const before = await everything();
    const content = tooLong();
    const { url } = await beginUpload(origin, { token: token(), size: content.length, purpose: 'feed-video' });
    if (first > 0) {
      const isCut = first > 3;
      const bytes = content.subarray(0, isCut ? content.length : first);
      await tusCall('PATCH', url, { token: token(), part: { offset: 0, bytes, ...(isCut && { cutAfter: first }) } });
    }
    const stands = await tusCall('HEAD', url, { token: token() });
    const offset = Number(stands?.headers['upload-offset']);
    const bytes = content.subarray(offset, offset + page.length);
    const reply = await tusCall('PATCH', url, {
      token: token(),
      part: { offset, bytes },
      stalls: true,
      headers: { 'content-length': String(content.length - offset) },
    });
    const whole = await app.call('uploadFeedVideo', { files: { file: { content } }, as: token() });
    const { status, error, message } = { ...whole.body, ...whole };
    expect(reply).toMatchObject({ status, body: { error, message } });
    await expectNothingNew(before);
    expect(await tusCall('HEAD', url, { token: token() })).toMatchObject({ status: 404 });
  });

  it.each([
    ['an audio file with long tags', 'feed-audio', async () => titled(await buildRecording('tone.mp3'))],
    ['a video', 'feed-video', () => buildRecording('clip.mp4')],
    ['a WebM video', 'feed-video', () => buildRecording('recorded.webm')],
    ['a phone video', 'feed-video', () => buildRecording('tall.mov')],
    ['an uncompressed audio file', 'feed-audio', () => buildRecording('tone.wav')],
    ['an image', 'feed-photo', () => buildPhoto()],
  ])('%s is accepted, however small its chunks are', async (_what, purpose, build) => {
    const content = await build();
    const { reply, id } = await sendInParts(content, { purpose, cuts: [3, 8_190, 8_193] });
    expect(reply?.status).toBe(204);
    await app.jobs.drain();
    const { data } = await app.call('getFileStatus', { params: { id }, as: token() });
    expect(data.status).toBe('finished');
  });
});

/** Audio after 20 KB of ID3 tags, as in files that contain cover art. */
function titled(sound: Buffer): Buffer {
  const size = 20_000;
  const tag = Buffer.alloc(10 + size);
  tag.write('ID3\x04', 'latin1');
  // ID3 sizes use seven bits per byte.
  for (let at = 0; at < 4; at += 1) tag[6 + at] = (size >> (7 * (3 - at))) & 0x7f;
  return Buffer.concat([tag, sound]);
}
