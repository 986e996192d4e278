import { buildFeed } from '../../tests/factories/feed';
import { buildStoredPhoto } from '../../tests/factories/media';
import { buildPerformer } from '../../tests/factories/performer';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1' });
});
afterAll(() => app.close());

const bogus = (index: number) => `bogus-${String(index).padStart(37, '0')}`;
const ask = async (as: string, ip: string) =>
  (await app.call('getMe', { as, headers: { 'x-forwarded-for': ip } })).status;

async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const client = app.context.db.$client as { query: (...args: unknown[]) => unknown };
  const spy = vi.spyOn(client, 'query');
  await work();
  const { length } = spy.mock.calls;
  spy.mockRestore();
  return length;
}

describe('I-13: unknown tokens', () => {
  it('are looked up until a network reaches a limit, and then rejected without a query', async () => {
    const [here, elsewhere] = [await buildUser(app), await buildUser(app)];
    expect(await ask(here.token, '203.0.113.5')).toBe(200);
    const counts: Record<number, number> = {};
    const queries = await countQueries(async () => {
      for (let index = 0; index < 400; index += 1) {
        const status = await ask(bogus(index), '203.0.113.5');
        counts[status] = (counts[status] ?? 0) + 1;
      }
    });
    expect(counts).toEqual({ 401: 60, 429: 340 });
    expect(queries).toBeLessThanOrEqual(60 * 2);
    // This affects neither other networks nor logged-in clients of the same network, and ends after a minute.
    expect(await ask(here.token, '203.0.113.5')).toBe(200);
    expect(await ask(elsewhere.token, '203.0.113.6')).toBe(200);
    const refused = await app.call('getMe', { as: bogus(1), headers: { 'x-forwarded-for': '203.0.113.5' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    app.clock.advance({ minutes: 1 });
    expect(await ask(elsewhere.token, '203.0.113.5')).toBe(200);
  });

  it('do not keep others in the network from using a valid token', async () => {
    for (let index = 0; index < 100; index += 1) await ask(bogus(1_000 + index), '203.0.113.10');
    const neighbour = await buildUser(app);
    expect(await ask(neighbour.token, '203.0.113.10')).toBe(200);
    expect(await ask(bogus(2_000), '203.0.113.10')).toBe(429);
    // A valid signature does not fit any other token.
    expect(await ask(`${'a'.repeat(43)}${neighbour.token.slice(43)}`, '203.0.113.10')).toBe(429);
  });

  it('are cached, so that repeating one costs no query', async () => {
    const queries = await countQueries(async () => {
      for (let index = 0; index < 20; index += 1) expect(await ask(bogus(9999), '203.0.113.7')).toBe(401);
    });
    expect(queries).toBeLessThanOrEqual(2);
  });

  it('include a token immediately after it has ended', async () => {
    const fan = await buildUser(app);
    expect(await ask(fan.token, '203.0.113.8')).toBe(200);
    await app.services.session.close(fan.token);
    expect(await ask(fan.token, '203.0.113.8')).toBe(401);
  });

  it('count toward the limit on media links too', async () => {
    const creator = await buildPerformer(app);
    const { id: fileId } = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
    const { _id: id } = await buildFeed(app, creator, { type: 'photo', fileIds: [fileId], isSale: true, price: 0 });
    const { pathname, search } = new URL((await app.call('getFeed', { params: { id } })).data.files[0]?.url ?? '');
    const open = (index: number) =>
      app.http.inject({
        url: pathname + search,
        headers: { authorization: bogus(index), 'x-forwarded-for': '203.0.113.9' },
      });
    const statuses: number[] = [];
    for (let index = 0; index < 70; index += 1) statuses.push((await open(50_000 + index)).statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});
