import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios, { type AxiosError } from 'axios';
import { Agent } from 'undici';
import { createPlainHttp } from '@/composition/plain-http';
import type { HttpLibrary } from '@/services/http-client';

const agent = new Agent();
afterAll(() => agent.destroy());

async function askBoth(answer: RequestListener, timeout = 10_000) {
  const server = createServer(answer).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const whole = axios.create({ timeout });
  const ask = async (client: HttpLibrary) => {
    const asked = {
      baseURL: `http://localhost:${port}/api`,
      url: '/feeds',
      params: { q: 'paper & ink', tag: ['a', 'b'] },
      paramsSerializer: { indexes: null },
    };
    const headers = { Authorization: 'null', 'Content-Type': 'application/json' };
    try {
      const reply = await client.request({ ...asked, method: 'GET', data: null, transformRequest: [], headers });
      return { status: reply.status, data: reply.data as unknown };
    } catch (error) {
      const { code, response, isAxiosError } = error as AxiosError;
      return { isAxiosError, code, status: response?.status, data: response?.data };
    }
  };
  const both = [await ask(whole), await ask(createPlainHttp(whole, agent))];
  server.closeAllConnections();
  server.close();
  return both;
}

it.each<[string, RequestListener]>([
  [
    'JSON',
    (request, response) => response.end(JSON.stringify({ data: `${request.url} ${request.headers.authorization}` })),
  ],
  ['multi-byte characters', (_request, response) => response.end(JSON.stringify({ data: 'é—🜁'.repeat(30_000) }))],
  ['HTML instead of JSON', (_request, response) => response.end('<h1>Bad gateway</h1>')],
  ['an empty response', (_request, response) => response.writeHead(204).end()],
  ['an error 403', (_request, response) => response.writeHead(403).end(JSON.stringify({ error: 'FORBIDDEN' }))],
  ['an error 503', (_request, response) => response.writeHead(503).end('{}')],
  [
    'a redirect',
    (request, response) => {
      if (request.url === '/there') response.end('{"data":1}');
      else response.writeHead(302, { location: '/there' }).end();
    },
  ],
  ['a closed connection', (request) => request.socket.destroy()],
  [
    'a truncated response',
    (_request, response) =>
      void response.writeHead(200, { 'content-length': '99' }).write('{', () => response.destroy()),
  ],
  [
    'the headers it sends',
    ({ headers }, response) => {
      const { host: _host, connection: _connection, 'accept-encoding': _packed, ...rest } = headers;
      response.end(JSON.stringify(rest));
    },
  ],
])('reads %s as axios itself does', async (_name, answer) => {
  const [its, ours] = await askBoth(answer);
  expect(ours).toEqual(its);
});

it('an HTTP request times out if there is no response', async () => {
  const [its, ours] = await askBoth(() => undefined, 50);
  expect(ours).toEqual(its);
  expect(ours?.code).toBe('ECONNABORTED');
});

it('R-10: an HTTP request times out if the response trickles without ever pausing', async () => {
  let feeding: NodeJS.Timeout | undefined;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    feeding = setInterval(() => void response.write(' '), 20);
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const client = createPlainHttp(axios.create({ timeout: 300 }), agent);
    const asked = client.request({ baseURL: `http://localhost:${port}`, url: '/feeds', method: 'GET' });
    await expect(asked).rejects.toMatchObject({ isAxiosError: true });
  } finally {
    clearInterval(feeding);
    server.closeAllConnections();
    server.close();
  }
});
