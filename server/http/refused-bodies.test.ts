import { once } from 'node:events';
import { routes } from '@contract/index';
import type { Route } from '@contract/base/define';
import { schemas, type EndpointName } from '@contract/schemas';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { openRaw, writeForm, writeRequest } from '../../tests/harness/raw-connection';
import { listen } from '../../tests/harness/socket-client';
import { beginUpload } from '../../tests/harness/tus-client';

let app: TestApp;
let strict: TestApp;
let hurried: TestApp;
let origin: string;
let hurriedOrigin: string;
let strictOrigin: string;
let creator: BuiltPerformer;
let fan: Awaited<ReturnType<typeof buildUser>>;
beforeAll(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
  strict = await buildTestApp({ RATE_LIMITS: '1', UPLOAD_MB_PER_DAY: '1', LOG_LEVEL: 'silent' }, { beside: app });
  hurried = await buildTestApp({ UPLOAD_STALL_SECONDS: '0.3' }, { beside: app });
  origin = await listen(app);
  hurriedOrigin = await listen(hurried);
  strictOrigin = await listen(strict);
  creator = await buildPerformer(app);
  fan = await buildUser(app);
});
afterAll(async () => {
  await hurried.close();
  await strict.close();
  await app.close();
});

const KB = 1024;
const sizes = [300 * KB, 3000 * KB];
const noise = Buffer.alloc(3000 * KB, 0x5a);

/** Sends a second request on the same connection. @returns the first status @throws Error if either response is missing */
async function sendTwice(at: string, request: Buffer): Promise<number> {
  const connection = openRaw(at);
  connection.write(request);
  const refused = await connection.nextReply();
  expect(JSON.parse(refused.body)).toMatchObject({ statusCode: refused.status });
  if (refused.headers['connection'] === 'close') {
    await connection.closed;
    return refused.status;
  }
  connection.write(writeRequest('GET /health'));
  expect(await connection.nextReply()).toMatchObject({ status: 200 });
  connection.socket.destroy();
  return refused.status;
}

const names = (Object.keys(routes) as EndpointName[]).filter((name) => {
  const route: Route = routes[name];
  return route.upload || route.acceptsForm;
});

/** All ways to write a route, with unused ids in its path. */
const getSpellings = (name: EndpointName): string[] => {
  const { method, path, aliases = [] }: Route = routes[name];
  return [`${method} ${path}`, ...aliases].map((spelling) => spelling.replaceAll(/:\w+/g, '0'.repeat(24)));
};

describe('R-12: a rejected upload', () => {
  it('is tested for every route that the contract marks as multipart', () => {
    expect(names.length).toBeGreaterThan(20);
  });

  it.each(names)('of %s leaves its connection usable, or announces that it closes', async (name) => {
    const route: Route = routes[name];
    const { files = {} } = schemas[name] as { files?: object };
    const field = Object.keys(files)[0] ?? 'file';
    const tokens: Record<string, string> = {
      stranger: 'null',
      fan: fan.token,
      creator: creator.token,
      'somebody with a dead token': 'x'.repeat(40),
    };
    const replies: { who: string; spelling: string; size: number; status: number }[] = [];
    for (const size of sizes) {
      const { type, body } = writeForm(field, noise.subarray(0, size));
      for (const spelling of getSpellings(name)) {
        for (const [who, token] of Object.entries(tokens)) {
          const request = writeRequest(spelling, { headers: { authorization: token, 'content-type': type }, body });
          replies.push({ who, spelling, size, status: await sendTwice(origin, request) });
        }
      }
    }
    expect(replies.filter(({ status }) => !(status >= 400 && status < 500))).toEqual([]);
    const requiresLogin = !['public', 'optional'].includes(route.access);
    const unauthorized = requiresLogin ? replies.filter(({ who }) => who === 'stranger') : [];
    expect(unauthorized.filter(({ status }) => status !== 401)).toEqual([]);
  });

  it.each(sizes)('of %d bytes by PATCH of the tus protocol does so too', async (size) => {
    const { url } = await beginUpload(origin, { token: creator.token, size, purpose: 'feed-photo' });
    const patch = (headers: Record<string, string>, id = new URL(url).pathname) =>
      sendTwice(
        origin,
        writeRequest(`PATCH ${id}`, {
          headers: {
            'tus-resumable': '1.0.0',
            'content-type': 'application/offset+octet-stream',
            'upload-offset': '0',
            authorization: creator.token,
            ...headers,
          },
          body: noise.subarray(0, size),
        }),
      );
    expect(await patch({ authorization: 'null' })).toBe(401);
    expect(await patch({ authorization: fan.token })).toBe(403);
    expect(await patch({}, `/files/uploads/${'f'.repeat(24)}`)).toBe(404);
    expect(await patch({ 'upload-offset': '7' })).toBe(409);
    expect(await patch({ 'tus-resumable': '0.2.2' })).toBe(412);
    expect(await patch({ 'content-type': 'text/plain' })).toBe(415);
    // Rejected because zeros are not an image.
    expect(await patch({})).toBe(400);
  });
});

describe('R-12: a request that is rejected before its body was read', () => {
  const json = { 'content-type': 'application/json' };

  it.each(sizes)('with %d bytes does not affect the next request on its connection', async (size) => {
    const body = noise.subarray(0, size);
    const send = (target: string, headers: Record<string, string>, at = origin) =>
      sendTwice(at, writeRequest(target, { headers, body }));
    expect(await send('POST /no/such/place', { 'content-type': 'image/png' })).toBe(404);
    expect(await send('POST /auth/login', { 'content-type': 'text/weird' })).toBe(415);
    expect(await send('POST /auth/login', json)).toBe(size > 1024 * KB ? 413 : 400);
    expect(await send('PUT /users', json)).toBe(401);
    expect(await send('PUT /users', { ...json, authorization: 'null' })).toBe(401);
    expect(await send('POST /%zz', json)).toBe(400);
    const form = writeForm('avatar', noise.subarray(0, 2 * 1024 * KB));
    const headers = { authorization: fan.token, 'content-type': form.type };
    expect(await sendTwice(strictOrigin, writeRequest('POST /users/avatar/upload', { headers, body: form.body }))).toBe(
      429,
    );
  });

  it('with a chunked body is answered by announcing that the connection closes', async () => {
    const connection = openRaw(origin);
    connection.write(writeRequest('POST /no/such/place', { headers: { 'transfer-encoding': 'chunked' } }));
    for (let sent = 0; sent < 3000 * KB; sent += 64 * KB)
      connection.write(Buffer.concat([Buffer.from('10000\r\n'), noise.subarray(0, 64 * KB), Buffer.from('\r\n')]));
    const reply = await connection.nextReply();
    expect([reply.status, reply.headers['connection']]).toEqual([404, 'close']);
    connection.write('0\r\n\r\n');
    await connection.closed;
  });

  it('with a huge body is read only up to a limit, even if its sender never reads the response', async () => {
    const connection = openRaw(origin, { isDeaf: true });
    // Huge, because on loopback hundreds of megabytes arrive between two checks of the limit.
    const total = 4_000 * 1024 * KB;
    connection.write(writeRequest('POST /no/such/place', { headers: { 'content-length': String(total) } }));
    const reply = await connection.nextReply();
    expect([reply.status, reply.headers['connection']]).toEqual([404, 'close']);
    const ended = connection.closed.catch(() => undefined);
    let sent = 0;
    while (!connection.socket.destroyed && sent < total) {
      const isTaken = connection.socket.write(noise);
      sent += noise.length;
      // Waits, because bytes that are only buffered in this process must not count as sent.
      if (!isTaken) await Promise.race([once(connection.socket, 'drain'), ended]);
    }
    await ended;
    expect(connection.socket.bytesWritten).toBeLessThan(total / 4);
  });

  it('loses its connection if the body then stalls', async () => {
    const connection = openRaw(hurriedOrigin);
    connection.write(writeRequest('POST /no/such/place', { headers: { 'content-length': '1000' } }));
    const reply = await connection.nextReply();
    expect([reply.status, reply.headers['connection']]).toEqual([404, 'keep-alive']);
    await connection.closed;
  });
});
