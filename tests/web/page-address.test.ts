import { keyOfAddress } from '@/composition/page-address';
import { createRenderTurns } from '@/composition/render-turns';
import { networkOfVisitor } from '@/composition/visitor-network';

describe('R-10: what a page is kept under', () => {
  it.each([
    ['/mira', '/mira'],
    ['/mira?tab=about', '/mira?tab=about'],
    ['/search?q=bread&category=food', '/search?category=food&q=bread'],
    ['/search?category=food&q=bread&utm_source=x&fbclid=abc', '/search?category=food&q=bread'],
    ['/mira?utm_campaign=spring', '/mira'],
  ])('%s is %s', (path, key) => expect(keyOfAddress(path)).toBe(key));

  it.each(['/mira?x=1', '/mira?tab=about&x=1', '/mira?tab=a&tab=b', `/search?q=${'a'.repeat(61)}`])(
    'nothing is kept for %s, which anybody can make up',
    (path) => expect(keyOfAddress(path)).toBeUndefined(),
  );
});

describe('R-10: rendering', () => {
  it('takes turns, lets no more wait than may, and goes on with the next', async () => {
    const turns = createRenderTurns({ atOnce: 2, mostWaiting: 3, mostOfOne: 9 });
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
    // All turns were given back.
    expect(await Promise.all(Array.from({ length: 5 }, visit))).not.toContain('busy');
  });

  it('leaves places to others, however many pages one visitor asks for', async () => {
    const turns = createRenderTurns({ atOnce: 2, mostWaiting: 6, mostOfOne: 4 });
    const greedy = Array.from({ length: 50 }, () => turns.take('192.0.2.1'));
    const other = turns.take('198.51.100.7');
    const isTaken = async (turn: Promise<unknown>) =>
      (await Promise.race([turn, Promise.resolve('waits')])) !== undefined;
    expect((await Promise.all(greedy.map(isTaken))).filter(Boolean)).toHaveLength(4);
    expect(await isTaken(other)).toBe(true);
    // Turns end one after the other, and the other's comes.
    for (const turn of greedy) (await turn)?.();
    expect(await other).toBeInstanceOf(Function);
    (await other)?.();
    expect(await isTaken(turns.take('192.0.2.1'))).toBe(true);
  });

  it.each([
    ['203.0.113.9', undefined, '203.0.113.9'],
    // Who speaks for themselves cannot speak as somebody else.
    ['203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.7, 203.0.113.9', '203.0.113.9'],
    ['::ffff:10.0.0.2', '203.0.113.9', '203.0.113.9'],
    ['::1', undefined, '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    ['2001:db8:1:2::9', undefined, '2001:db8:1:2'],
  ])('a visitor from %s, forwarded for %s, counts as %s', (remoteAddress, forwarded, network) => {
    const request: unknown = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } };
    expect(networkOfVisitor(request as Parameters<typeof networkOfVisitor>[0])).toBe(network);
  });
});
