import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepPage, sendKeptPage } from '@/composition/page-memory';

let rendered = 0;
let visits: string[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const key = request.url ?? '';
    const visit = { key, address: String(request.headers['x-from']), now: Number(request.headers['x-now']) };
    const sent = sendKeptPage(visit, response);
    visits.push(sent);
    if (sent !== 'none') return;
    keepPage(visit, response);
    rendered += 1;
    if (key === '/missing') response.statusCode = 404;
    if (key === '/in-parts') response.write('first, ');
    response.end(`page ${rendered}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  rendered = 0;
  visits = [];
});

const get = async (path: string, now: number, from = 'a') =>
  (await fetch(`${url}${path}`, { headers: { 'x-now': String(now), 'x-from': from } })).text();

describe('page memory', () => {
  it('shows a page again for two seconds', async () => {
    expect(await get('/a', 1_000)).toBe('page 1');
    expect(await get('/a', 2_999)).toBe('page 1');
    expect(await get('/a', 3_000)).toBe('page 2');
  });

  it('keeps pages apart by their key', async () => {
    expect(await get('/b', 1_000)).toBe('page 1');
    expect(await get('/c', 1_000)).toBe('page 2');
  });

  it('tells who sees the page of another visitor for the first time', async () => {
    for (const from of ['a', 'a', 'b', 'b']) await get('/d', 1_000, from);
    expect(visits).toEqual(['none', 'again', 'first', 'again']);
  });

  it('keeps neither what failed nor what came in parts', async () => {
    await get('/missing', 1_000);
    expect(await get('/missing', 1_000)).toBe('page 2');
    await get('/in-parts', 1_000);
    expect(await get('/in-parts', 1_000)).toBe('first, page 4');
  });
});
