import { toPageCacheKey } from '@/composition/page-cache-key';
import { createRenderLimiter, type RenderLimiter } from '@/composition/render-limiter';
import { getVisitorNetwork } from '@/composition/visitor-network';

describe('R-10: the cache key of a page', () => {
  it.each([
    ['/mira', '/mira'],
    ['/mira?tab=about', '/mira?tab=about'],
    ['/search?q=bread&category=food', '/search?category=food&q=bread'],
    ['/search?category=food&q=bread&utm_source=x&fbclid=abc', '/search?category=food&q=bread'],
    ['/mira?utm_campaign=spring', '/mira'],
  ])('of %s is %s', (path, key) => expect(toPageCacheKey(path)).toBe(key));

  it.each(['/mira?x=1', '/mira?tab=about&x=1', '/mira?tab=a&tab=b', `/search?q=${'a'.repeat(61)}`])(
    'does not exist for %s, whose query anyone could make up',
    (path) => expect(toPageCacheKey(path)).toBeUndefined(),
  );
});

describe('R-10: the limit on rendering', () => {
  it('queues a limited number of pages, and renders the next one when a page is done', async () => {
    const turns = createRenderLimiter({ atOnce: 2, maxWaiting: 3, maxPerNetwork: 9, maxWaitingPerNetwork: 9 });
    let most = 0;
    let now = 0;
    const visit = async () => {
      const end = await turns.take('192.0.2.1');
      if (!end) return 'busy';
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      end();
      end();
      return 'rendered';
    };
    const all = await Promise.all(Array.from({ length: 9 }, visit));
    expect(all.filter((answer) => answer === 'rendered')).toHaveLength(5);
    expect(most).toBe(2);
    expect(await Promise.all(Array.from({ length: 5 }, visit))).not.toContain('busy');
  });

  function visitFrom(turns: RenderLimiter) {
    const started: string[] = [];
    const busy: string[] = [];
    const ends: (() => void)[] = [];
    const ask = async (network: string) => {
      const end = await turns.take(network);
      (end ? started : busy).push(network);
      if (end) ends.push(end);
    };
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      started,
      busy,
      async ask(network: string, times = 1) {
        for (let count = 0; count < times; count += 1) void ask(network);
        await settle();
      },
      async end(times = 1) {
        for (let count = 0; count < times; count += 1) {
          ends.shift()?.();
          await settle();
        }
      },
    };
  }

  it('leaves slots for others, however many pages one network requests', async () => {
    const { ask, end, started, busy } = visitFrom(createRenderLimiter());
    await ask('a', 64);
    expect([started.length, busy.length]).toEqual([8, 24]);
    await ask('b');
    expect(started.at(-1)).toBe('b');
    // As renderings end one by one, every request gets a slot, and no slot is lost.
    await end(41);
    expect(started).toHaveLength(41);
    await ask('a', 64);
    expect(started).toHaveLength(49);
  });

  it('gives the next slot to a network that has none, even if five others request all of them', async () => {
    const { ask, end, started, busy } = visitFrom(createRenderLimiter());
    for (const network of ['a', 'b', 'c', 'd', 'e']) await ask(network, 64);
    expect(started).toHaveLength(16);
    await ask('f', 3);
    expect(busy).not.toContain('f');
    await end(4);
    expect(started.slice(16)).toContain('f');
    await end(6);
    expect(started.slice(16).filter((network) => network === 'f').length).toBeGreaterThan(1);
  });

  it('serves a visitor even if forty networks fill the queue', async () => {
    const { ask, end, started, busy } = visitFrom(createRenderLimiter());
    for (let network = 0; network < 40; network += 1) await ask(`crowd ${network}`, 64);
    await ask('reader', 2);
    expect(busy).not.toContain('reader');
    await end(41);
    expect(started).toContain('reader');
    // No slot is lost or given twice: everyone in the queue is served in the end.
    await end(300);
    expect(started.length + busy.length).toBe(40 * 64 + 2);
    const known = started.length;
    await ask('later', 8);
    expect(started).toHaveLength(known + 8);
  });

  it('rejects a network that already has as many places in a full queue as others', async () => {
    const turns = createRenderLimiter({ atOnce: 1, maxWaiting: 4, maxPerNetwork: 1, maxWaitingPerNetwork: 4 });
    const { ask, busy } = visitFrom(turns);
    await ask('a', 3);
    await ask('b', 2);
    await ask('b');
    expect(busy).toEqual(['b']);
    await ask('a');
    expect(busy).toEqual(['b', 'a']);
  });

  it('serves networks in turn', async () => {
    const turns = createRenderLimiter({ atOnce: 1, maxWaiting: 9, maxPerNetwork: 1, maxWaitingPerNetwork: 4 });
    const { ask, end, started } = visitFrom(turns);
    await ask('a', 4);
    await ask('b', 2);
    await ask('c');
    await end(7);
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    // A client that sends the header itself cannot pose as another network.
    ['203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
    ['::ffff:10.0.0.2', '203.0.113.9', '203.0.113.9'],
    ['::1', undefined, '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    ['2001:db8:1:2::9', undefined, '2001:db8:1:2'],
  ])('counts a visitor from %s, forwarded for %s, as %s', (remoteAddress, forwarded, network) => {
    const request: unknown = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } };
    expect(getVisitorNetwork(request as Parameters<typeof getVisitorNetwork>[0])).toBe(network);
  });
});
