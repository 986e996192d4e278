import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPageCache } from '@/composition/page-cache';
import { getNonce, setSecurityHeaders } from '@/composition/security-headers';

let now = 0;
let rendered = 0;
let server: Server;
let url: string;
/** Called when a rendering begins; the rendering ends when the promise resolves. */
let render: () => Promise<void> = async () => undefined;

beforeAll(async () => {
  const memory = createPageCache(() => now);
  server = createServer((request, response) => {
    void (async () => {
      const key = request.url ?? '';
      const address = String(request.headers['x-from'] ?? 'a');
      setSecurityHeaders(response);
      const page = await memory.claim({ key, address }, response);
      if (page) {
        response.setHeader('X-New', String(page.isNewTo(address)));
        await page.send(response);
        return;
      }
      rendered += 1;
      const count = rendered;
      await render();
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      if (key === '/missing') response.statusCode = 404;
      if (key === '/with-cookie') response.setHeader('Set-Cookie', 'a=b');
      if (key === '/in-parts') response.write('first, ');
      if (key === '/left') response.destroy();
      const filling = key.startsWith('/large') ? 'ü'.repeat(3_000_000) : '';
      response.end(
        `page ${count} <script nonce="${getNonce(response)}"></script>${filling}<b nonce=${getNonce(response)}>`,
      );
    })();
  });
  // On a busy machine, more time than a keep-alive timeout may pass between two calls.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  now += 10_000;
  rendered = 0;
  render = async () => undefined;
});

function holdRenderings(): { begun: Promise<void>; finish: () => void } {
  let finish = () => undefined as void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const begun = new Promise<void>((resolve) => {
    render = () => {
      resolve();
      return finished;
    };
  });
  return { begun, finish: () => finish() };
}

const get = (path: string, from = 'a') => fetch(`${url}${path}`, { headers: { 'x-from': from } });
const read = async (path: string, from?: string) => (await (await get(path, from)).text()).split(' <')[0];

describe('the page cache', () => {
  it('serves the same page again for two seconds', async () => {
    expect(await read('/a')).toBe('page 1');
    now += 1_999;
    expect(await read('/a')).toBe('page 1');
    now += 1;
    expect(await read('/a')).toBe('page 2');
  });

  it('separates pages by their key', async () => {
    expect(await read('/b')).toBe('page 1');
    expect(await read('/b?tab=about')).toBe('page 2');
  });

  it('reports the first view by a visitor who gets another visitor’s page', async () => {
    await get('/d', 'a');
    const seen = await Promise.all(['a', 'b'].map(async (from) => (await get('/d', from)).headers.get('x-new')));
    expect(seen).toEqual(['false', 'true']);
    expect((await get('/d', 'b')).headers.get('x-new')).toBe('false');
  });

  it.each(['/missing', '/with-cookie', '/in-parts'])('does not cache %s', async (path) => {
    await get(path);
    await get(path);
    expect(rendered).toBe(2);
  });

  it('renders once for all concurrent visitors', async () => {
    const { begun, finish } = holdRenderings();
    const asked = Promise.all(Array.from({ length: 20 }, () => read('/e')));
    await begun;
    finish();
    expect(new Set(await asked)).toEqual(new Set(['page 1']));
    expect(rendered).toBe(1);
  });

  it('renders at once for all visitors who waited for a page that turned out not to be cacheable', async () => {
    const { begun, finish } = holdRenderings();
    const asked = Array.from({ length: 5 }, () => get('/missing'));
    await begun;
    finish();
    await Promise.all(asked);
    expect(rendered).toBe(5);
  });

  it('caches a page even if the visitor it was rendered for has left', async () => {
    await get('/left').catch(() => undefined);
    expect(await read('/left')).toBe('page 1');
  });

  it('gives each response its own nonce, both in the page and in the header', async () => {
    const replies = [await get('/f'), await get('/f'), await get('/f')];
    const nonces = await Promise.all(
      replies.map(async (reply) => {
        const marks = [...(await reply.text()).matchAll(/nonce="?([\w-]+)/g)].map(([, nonce]) => nonce);
        const [header] = /(?<='nonce-)[\w-]+/.exec(reply.headers.get('content-security-policy') ?? '') ?? [];
        expect(marks).toEqual([header, header]);
        expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
        return header;
      }),
    );
    expect(rendered).toBe(1);
    expect(new Set(nonces).size).toBe(3);
  });

  it('compresses for clients that accept it, still with a nonce of its own', async () => {
    await get('/g');
    for (const [encoding, sent] of [
      ['gzip, deflate, br', 'gzip'],
      ['br;q=1.0, gzip;q=0.8', 'gzip'],
      ['gzip;q=0', null],
      ['identity', null],
    ] as const) {
      const reply = await fetch(`${url}/g`, { headers: { 'accept-encoding': encoding } });
      expect([encoding, reply.headers.get('content-encoding')]).toEqual([encoding, sent]);
      expect(reply.headers.get('vary')).toBe('Accept-Encoding');
      const [nonce = ''] = /(?<='nonce-)[\w-]+/.exec(reply.headers.get('content-security-policy') ?? '') ?? [];
      expect(await reply.text()).toBe(`page 1 <script nonce="${nonce}"></script><b nonce=${nonce}>`);
    }
  });

  it('limits its size by dropping the oldest pages first', async () => {
    for (let n = 0; n < 4; n += 1) await read(`/large-${n}`);
    expect(await read('/large-3')).toBe('page 4');
    expect(await read('/large-0')).toBe('page 5');
  });
});
