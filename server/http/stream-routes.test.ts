import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { buildTestApp } from '../../tests/harness/build-test-app';
import type { Actor } from '../access';
import { AppError } from '../errors';
import { createHlsFiles, type HlsFiles } from '../streaming/hls-files';
import { createErrorHandler } from './error-handler';
import { registerStreamRoutes } from './stream-routes';

const ACCOUNT = 'a'.repeat(24);
const OTHER = 'b'.repeat(24);
const list = '#EXTM3U\n#EXT-X-MAP:URI="init-0.mp4"\n#EXTINF:2.00000,\n7.m4s\n';

let dir: string;
let now: number;
let hls: HlsFiles;
let http: FastifyInstance;
let asked: { sessionId: string; viewer: string; country: string | null }[];
let isAllowed: boolean;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'segments-'));
  await mkdir(path.join(dir, 'show'));
  await writeFile(path.join(dir, 'show/live.m3u8'), list);
  await writeFile(path.join(dir, 'show/7.m4s'), 'bytes');
  await writeFile(path.join(dir, 'show/secret.txt'), 'secret');
  [now, asked, isAllowed] = [1_800_000_000_000, [], true];
  hls = createHlsFiles({ dir, baseUrl: 'http://api.test', secret: 'secret', now: () => now });
});
afterEach(async () => {
  await http.close();
  await rm(dir, { recursive: true });
});

function serve({ needsSession = false } = {}): void {
  http = Fastify();
  http.setErrorHandler(createErrorHandler(() => undefined));
  registerStreamRoutes(http, {
    hls,
    needsSession,
    canWatch: async (request) => {
      asked.push(request);
      return isAllowed;
    },
    findActor: async (token) => ({ id: token }) as Actor,
    findCallerCountry: async ({ raw: { headers } }) => headers['cf-ipcountry']?.toString() ?? null,
    assertCountryOpen: async (_caller, country) => {
      if (country === 'GB') throw new AppError('COUNTRY_BLOCKED');
    },
  });
}

const get = (url: string, headers: Record<string, string> = {}) =>
  http.inject({ url: url.replace('http://api.test', ''), headers });
const toSegment = (link: string, name = '7.m4s') => link.replace('live.m3u8', name);

describe('GET /streaming/hls/:sessionId/:name', () => {
  it('serves the playlist and its segments with one signature, which the playlist’s entries repeat', async () => {
    serve();
    const link = hls.sign('show', 'guest-1', 60);
    const reply = await get(link, { 'cf-ipcountry': 'FR' });
    const query = link.slice(link.indexOf('?'));
    expect(reply.body).toBe(list.replace('init-0.mp4', `init-0.mp4${query}`).replace('7.m4s', `7.m4s${query}`));
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-store',
    });
    const segment = await get(toSegment(link));
    expect([segment.statusCode, segment.body, segment.headers['content-type']]).toEqual([
      200,
      'bytes',
      'video/iso.segment',
    ]);
    expect(asked).toEqual([
      { sessionId: 'show', viewer: 'guest-1', country: 'FR' },
      { sessionId: 'show', viewer: 'guest-1', country: null },
    ]);
  });

  // Promises A-3.
  it('checks for each segment whether the viewer can still watch', async () => {
    serve();
    const link = hls.sign('show', 'guest-1', 60);
    expect((await get(toSegment(link))).statusCode).toBe(200);
    isAllowed = false;
    expect((await get(toSegment(link))).statusCode).toBe(403);
    expect((await get(link)).statusCode).toBe(403);
  });

  it.each([
    ['another viewer', (link: string) => link.replace('guest-1', 'guest-2')],
    ['another show', (link: string) => link.replace('/show/', '/other/')],
    ['a later expiry', (link: string) => link.replace(/e=\d+/, 'e=1900000000')],
    ['another signature', (link: string) => link.replace(/s=./, 's=!')],
    ['no signature', (link: string) => link.replace(/[?].*/, '')],
    ['two viewers', (link: string) => `${link}&v=guest-2`],
  ])('rejects a link changed to %s', async (_what, change) => {
    serve();
    expect((await get(change(hls.sign('show', 'guest-1', 60)))).statusCode).toBe(403);
    expect(asked).toEqual([]);
  });

  it('rejects an expired link', async () => {
    serve();
    const link = hls.sign('show', 'guest-1', 60);
    now += 60_000;
    expect((await get(link)).statusCode).toBe(403);
  });

  it.each(['8.m4s', 'secret.txt', 'live.m3u8.part', '..%2Fshow%2F7.m4s', '%2Fetc%2Fpasswd'])(
    'returns 404 for the name %s',
    async (name) => {
      serve();
      expect((await get(toSegment(hls.sign('show', 'guest-1', 60), name))).statusCode).toBe(404);
    },
  );

  it('opens an account’s link for no other account, nor without a session if browsers send one along', async () => {
    serve();
    const link = hls.sign('show', ACCOUNT, 60);
    const statusFor = async (authorization?: string) =>
      (await get(link, authorization === undefined ? {} : { authorization })).statusCode;
    expect([await statusFor(), await statusFor(ACCOUNT), await statusFor(OTHER)]).toEqual([200, 200, 403]);
    await http.close();
    serve({ needsSession: true });
    expect([await statusFor(), await statusFor(ACCOUNT), await statusFor(OTHER)]).toEqual([403, 200, 403]);
  });

  it('rejects callers from a country that the site blocks', async () => {
    serve();
    expect((await get(hls.sign('show', 'guest-1', 60), { 'cf-ipcountry': 'GB' })).statusCode).toBe(403);
    expect(asked).toEqual([]);
  });
});

it('pages of the web app can read errors', async () => {
  http = Fastify();
  const app = await buildTestApp();
  try {
    const { hls: address } = (await app.streaming.createAccess({
      sessionId: 'show',
      viewer: 'guest-1',
      as: 'viewer',
      isRecorded: false,
      seconds: 60,
    })) as { hls: string };
    const reply = await app.http.inject({
      url: address.replace('http://api.test', ''),
      headers: { origin: 'http://web.test' },
    });
    // Forbidden, because there is no such show.
    expect(reply.statusCode).toBe(403);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'http://web.test',
      'access-control-allow-credentials': 'true',
      'cross-origin-resource-policy': 'cross-origin',
    });
  } finally {
    await app.close();
  }
});
