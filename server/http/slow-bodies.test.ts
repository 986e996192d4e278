import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { listen } from '../../tests/harness/socket-client';

let app: TestApp;
let url: URL;
let creator: BuiltPerformer;

beforeAll(async () => {
  app = await buildTestApp({ CALL_SECONDS: '1', UPLOAD_STALL_SECONDS: '1', LOG_LEVEL: 'silent' });
  url = new URL(await listen(app));
  creator = await buildPerformer(app);
});
afterAll(() => app.close());

/** Sends headers, then an endless body byte by byte. @returns what was received until the connection closed */
async function trickle(path: string, headers: Record<string, string>, first = ''): Promise<string> {
  const socket = connect(Number(url.port), url.hostname);
  let heard = '';
  const state = { isOver: false };
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${first}`);
  const feeding = (async () => {
    while (!state.isOver) {
      socket.write(' ');
      await sleep(100);
    }
  })();
  await ended;
  state.isOver = true;
  await feeding;
  return heard;
}

it('R-11: reports no failure if a caller disconnects in the middle of a body', async () => {
  const socket = connect(Number(url.port), url.hostname);
  const closed = new Promise<void>((resolve) =>
    app.http.server.once('request', (request) => {
      request.once('close', () => setImmediate(resolve));
      socket.destroy();
    }),
  );
  socket.write(
    `POST /auth/login HTTP/1.1\r\nhost: ${url.host}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"user`,
  );
  await closed;
  expect(app.failures.splice(0)).toEqual([]);
});

describe('R-10: a body that never ends', () => {
  it('is rejected at the request’s time limit, and its connection closes', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '100000' };
    const reply = await trickle('/auth/login', headers, '{"username":');
    expect(reply).toContain('HTTP/1.1 408');
    expect(reply).toContain('"error":"BODY_TOO_SLOW"');
  });

  it('is rejected once the upload stalls, and leaves no file behind', async () => {
    const boundary = 'the-boundary';
    const part = `--${boundary}\r\ncontent-disposition: form-data; name="avatar"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const headers = {
      authorization: creator.token,
      'content-length': '1000000',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    };
    const reply = await trickle('/performers/avatar/upload', headers, part);
    expect(reply).toContain('HTTP/1.1 408');
    expect(reply).toContain('"error":"BODY_TOO_SLOW"');
    const left = () => readdir(path.join(app.context.env.DATA_DIR, 'tmp'));
    for (let looks = 0; looks < 50 && (await left()).length > 0; looks += 1) await sleep(50);
    expect(await left()).toEqual([]);
  });
});

describe('R-10: the daily uploads of an account', () => {
  it('have a limit that is reported clearly and that two processes share', async () => {
    const limits = { RATE_LIMITS: '1', UPLOAD_MB_PER_DAY: '3' };
    const one = await buildTestApp(limits, { beside: app });
    const other = await buildTestApp(limits, { beside: app });
    const megabytes = (count: number) => ({
      avatar: { content: Buffer.alloc(count * 1024 * 1024 - 1000), name: 'a.png' },
    });
    const upload = (at: TestApp, count: number) =>
      at.call('uploadPerformerAvatar', { as: creator.token, files: megabytes(count) });
    // Rejected because zeros are not an image, but their bytes count.
    expect((await upload(one, 2)).body.error).toBe('INVALID_IMAGE');
    const refused = await upload(other, 2);
    expect([refused.status, refused.body.error]).toEqual([429, 'UPLOAD_QUOTA']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    // A smaller upload still fits.
    expect((await upload(other, 1)).body.error).toBe('INVALID_IMAGE');
    expect((await upload(one, 1)).body.error).toBe('UPLOAD_QUOTA');
    await one.close();
    await other.close();
  });
});
