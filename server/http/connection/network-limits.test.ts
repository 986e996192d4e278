import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import type { ServerResponse } from 'node:http';
import { io } from 'socket.io-client';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';
import { createAnswerLimit } from './network-limits';

let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1', TRUST_PROXY: '1' });
  url = await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** @returns the status, and whether the response came without the delay of a second */
async function send(address: string, path: string, init: RequestInit = {}) {
  const start = performance.now();
  const headers = new Headers(init.headers);
  headers.set('x-forwarded-for', address);
  const response = await fetch(url + path, { ...init, headers });
  await response.arrayBuffer();
  return { status: response.status, isPrompt: performance.now() - start < 950 };
}

const preflight = {
  method: 'OPTIONS',
  headers: { origin: 'http://elsewhere.test', 'access-control-request-method': 'GET' },
};
const busy = '192.0.2.1';

describe('R-10: after 3000 requests within a minute, a network', () => {
  beforeAll(async () => {
    for (let round = 0; round < 60; round += 1)
      await Promise.all(
        Array.from({ length: 50 }, () => app.http.inject({ url: '/nothing', headers: { 'x-forwarded-for': busy } })),
      );
  });

  it.each([
    ['an unknown address', '/nothing', {}, 404],
    ['a call without its token', '/users/me', {}, 401],
    ['a preflight', '/users/me', preflight, 204],
    ['a handshake of a socket', '/socket.io/?EIO=4&transport=polling', {}, 200],
  ])('waits a second for %s', async (_name, path, init, status) => {
    expect(await send(busy, path, init)).toEqual({ status, isPrompt: false });
  });

  it('may abort delayed requests without running into the limit of unread responses', async () => {
    const leave = () =>
      fetch(`${url}/nothing`, { headers: { 'x-forwarded-for': busy }, signal: AbortSignal.timeout(500) }).catch(
        () => undefined,
      );
    for (let round = 0; round < 6; round += 1) await Promise.all(Array.from({ length: 170 }, leave));
    expect(await send(busy, '/nothing')).toEqual({ status: 404, isPrompt: false });
  });

  it('is delayed alone, not together with other networks', async () => {
    expect(await send('192.0.2.2', '/nothing')).toEqual({ status: 404, isPrompt: true });
  });

  it('can still open a socket', async () => {
    const socket = io(url, { transports: ['websocket'], extraHeaders: { 'x-forwarded-for': busy } });
    await new Promise<void>((resolve) => void socket.once('connect', resolve));
    expect(socket.connected).toBe(true);
    socket.disconnect();
  });
});

it('counts the OpenAPI document as a read', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.3' };
  for (let call = 0; call < 1200; call += 1) await app.http.inject({ url: '/settings/public', headers });
  expect((await app.http.inject({ url: '/openapi.json', headers })).statusCode).toBe(429);
});

it('R-10: limits a network to a thousand unread responses', () => {
  const count = createAnswerLimit({ isEnabled: true });
  const answers = Array.from({ length: 1000 }, () => new EventEmitter() as ServerResponse);
  for (const answer of answers) count('192.0.2.1', answer);
  const one = () => count('192.0.2.1', new EventEmitter() as ServerResponse);
  expect(one).toThrow(expect.objectContaining({ code: 'TOO_MANY_REQUESTS' }));
  expect(() => count('192.0.2.2', new EventEmitter() as ServerResponse)).not.toThrow();
  answers[0]?.emit('close');
  expect(one).not.toThrow();
});

describe('R-10: responses to requests that Node.js would answer itself are counted only until they are sent:', () => {
  const head = (line: string, more: string, address: string) =>
    `${line} HTTP/1.1\r\nhost: site.test\r\nx-forwarded-for: ${address}\r\n${more}\r\n`;

  /** Sends the text on a new connection, and resolves once that is closed. */
  const write = (text: string) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => void socket.end(text));
      socket.resume();
      socket.on('error', () => undefined);
      socket.on('close', () => resolve());
    });

  it.each([
    [
      'an offered protocol',
      '192.0.2.31',
      head('GET /nothing', 'connection: upgrade\r\nupgrade: h2c\r\n', '192.0.2.31'),
    ],
    ['a tunnel', '192.0.2.32', head('CONNECT other.test:443', '', '192.0.2.32')],
    ['a broken request', '127.0.0.1', 'GET / HTTP/1.1\r\nhost'],
  ])('%s', async (_what, address, text) => {
    for (let round = 0; round < 21; round += 1) await Promise.all(Array.from({ length: 50 }, () => write(text)));
    expect((await send(address, '/nothing')).status).toBe(404);
  });
});
