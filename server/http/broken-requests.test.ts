import { STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCatalogue } from '@contract/base/errors';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { openRaw, writeRequest, type RawReply } from '../../tests/harness/raw-connection';
import { listen } from '../../tests/harness/socket-client';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
  origin = await listen(app);
});
afterAll(() => app.close());

const page = { origin: 'http://web.test' };

async function send(request: string | Buffer, at = origin): Promise<RawReply> {
  const connection = openRaw(at);
  connection.write(request);
  const reply = await connection.nextReply();
  connection.socket.destroy();
  return reply;
}

/** Checks the body and the headers that all errors have in common. */
function expectFamily(reply: RawReply, status: number, { isReadable = true } = {}): void {
  const body = JSON.parse(reply.body) as Record<string, unknown>;
  expect([reply.status, body['statusCode'], body['error']]).toEqual([status, status, STATUS_CODES[status]]);
  expect(body['message']).toEqual(expect.stringMatching(/\w/));
  expect(body['requestId']).toMatch(/^[0-9a-f-]{36}$/);
  const crossOrigin = {
    'access-control-allow-origin': page.origin,
    'access-control-expose-headers': expect.stringContaining('x-request-id'),
  };
  expect(reply.headers).toMatchObject({
    'x-request-id': body['requestId'],
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    ...(isReadable && crossOrigin),
  });
}

it('rejects all but the first sixteen requests written at once on one connection, and accepts a later one', async () => {
  const connection = openRaw(origin);
  const call = writeRequest('GET /settings/public');
  connection.write(Buffer.concat(Array.from({ length: 40 }, () => call)));
  const statuses: number[] = [];
  while (statuses.length < 40) statuses.push((await connection.nextReply()).status);
  expect(statuses.slice(0, 16)).toEqual(Array.from({ length: 16 }, () => 200));
  expect(new Set(statuses.slice(16))).toEqual(new Set([429]));
  connection.write(call);
  expect((await connection.nextReply()).status).toBe(200);
  connection.socket.destroy();
});

it('closes a connection on which a thousand requests are written at once, and still accepts others', async () => {
  const connection = openRaw(origin);
  connection.write(Buffer.concat(Array.from({ length: 1000 }, () => writeRequest('GET /settings/public'))));
  await connection.closed;
  expect((await send(writeRequest('GET /settings/public'))).status).toBe(200);
});

it.each([
  ['a tunnel', writeRequest('CONNECT example.test:443')],
  ['another protocol', writeRequest('GET /no', { headers: { connection: 'Upgrade', upgrade: 'other' } })],
  ['invalid bytes', Buffer.from('@@@\r\n\r\n')],
])('R-10: %s after a request without a response closes only that connection', async (_what, second) => {
  const connection = openRaw(origin);
  connection.write(Buffer.concat([Buffer.from(writeRequest('GET /settings/public')), Buffer.from(second)]));
  await connection.closed;
  expect((await send(writeRequest('GET /settings/public'))).status).toBe(200);
});

describe('F-8: an error outside of all handlers has the same body and headers as others:', () => {
  it.each([
    ['a bad escape', 400, 'GET /performers/%zz', {}],
    ['a bad escape in a request with a body', 400, 'POST /auth/%e0%a4%a', { 'content-length': '0' }],
    ['a path parameter that is too long', 414, `GET /performers/${'a'.repeat(300)}`, {}],
    ['an unknown URL', 404, 'GET /no/such/place', {}],
    ['an unsupported HTTP method', 404, 'PROPFIND /settings/public', {}],
    ['an unsupported expectation', 417, 'GET /settings/public', { expect: 'a miracle' }],
    ['an unsupported content type', 415, 'POST /auth/login', { 'content-type': 'text/weird', 'content-length': '1' }],
    ['an invalid content type', 415, 'POST /auth/login', { 'content-type': ';;', 'content-length': '1' }],
    ['an offered protocol for an unknown URL', 404, 'GET /no', { connection: 'Upgrade', upgrade: 'websocket' }],
    [
      ...(['an offered protocol with a body', 400, 'POST /auth/login'] as const),
      { connection: 'Upgrade', upgrade: 'h2c', 'content-length': '2' },
    ],
    ['headers that are too large', 431, 'GET /settings/public', { 'x-large': 'a'.repeat(20_000) }],
    ['an invalid header', 400, 'GET /settings/public', { 'x bad': '1' }],
    ['two body lengths', 400, 'POST /auth/login', { 'content-length': '5', 'transfer-encoding': 'chunked' }],
    ['an invalid method', 400, 'NONSENSE /settings/public', {}],
    ['a tunnel', 405, 'CONNECT example.test:443', {}],
  ] as const)('%s: %d', async (_what, status, target, headers) => {
    expectFamily(await send(writeRequest(target, { headers: { ...page, ...headers } })), status);
  });

  it('a missing host', async () => {
    expectFamily(await send(`GET /settings/public HTTP/1.1\r\norigin: ${page.origin}\r\n\r\n`), 400);
  });

  it('bytes that are not HTTP', async () => {
    expectFamily(await send('\x16\x03\x01\x02\x00 hello\r\n\r\n'), 400, { isReadable: false });
  });

  it('a body with broken chunks', async () => {
    const headers = { ...page, 'transfer-encoding': 'chunked', 'content-type': 'application/json' };
    const head = writeRequest('POST /auth/login', { headers });
    expectFamily(await send(Buffer.concat([head, Buffer.from('zz\r\n')])), 400, { isReadable: false });
  });

  it('a body that is too large', async () => {
    const headers = { ...page, 'content-type': 'application/json', 'content-length': '9999999' };
    expectFamily(await send(writeRequest('POST /auth/login', { headers })), 413);
  });

  it('on each address that the server listens on', async () => {
    const other = await buildTestApp({ LOG_LEVEL: 'silent' }, { beside: app });
    await other.http.listen({ port: 0, host: 'localhost' });
    for (const { address, port } of other.http.addresses() as AddressInfo[]) {
      const at = `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
      expectFamily(await send('GET /settings/public HTTP/1.1\r\nx bad: 1\r\n\r\n', at), 400, { isReadable: false });
      expectFamily(await send(writeRequest('GET /%zz', { headers: page }), at), 400);
      const polled = await send(writeRequest('GET /socket.io/?EIO=4&transport=polling'), at);
      expect(polled.status).toBe(200);
    }
    await other.close();
  });
});

it('responds with HTTP/1.1 to a request that offers HTTP/2', async () => {
  const headers = { ...page, connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
  const reply = await send(writeRequest('GET /settings/public', { headers }));
  expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, page.origin]);
  expect(JSON.parse(reply.body)).toMatchObject({ status: 0 });
});

it('responds to an OPTIONS request that is not a CORS preflight', async () => {
  expect((await send(writeRequest('OPTIONS /settings/public', { headers: page }))).status).toBe(204);
});

it('the error catalog uses no reason phrase that belongs to another status', () => {
  const phrases = new Map(Object.entries(STATUS_CODES).map(([status, phrase]) => [phrase, Number(status)]));
  for (const [code, entry] of Object.entries(errorCatalogue)) {
    const phrase = 'error' in entry ? entry.error : code;
    expect([code, phrases.get(phrase) ?? entry.status]).toEqual([code, entry.status]);
  }
});

it('R-10: rejects a body that is nested too deeply before parsing it', async () => {
  const payload = '['.repeat(1_000_000);
  const headers = { 'content-type': 'application/json' };
  const reply = await app.http.inject({ method: 'POST', url: '/auth/login', headers, payload });
  expect(reply.json()).toMatchObject({
    statusCode: 400,
    message: 'The body is nested too deeply, or has too many parts.',
  });
});
