import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1', TRUST_PROXY: '1' });
});
afterAll(() => app.close());

interface Part {
  status: number;
  body: { data?: Record<string, unknown>; error?: string };
}

async function ask(paths: unknown, headers: Record<string, string> = {}) {
  const reply = await app.http.inject({ method: 'POST', url: '/batch', headers, payload: { paths } });
  return { status: reply.statusCode, parts: reply.json<Part[]>() };
}

describe('several reads in one call', () => {
  it('are answered in their order, each as if it had come alone', async () => {
    const fan = await buildUser(app);
    const { status, parts } = await ask(
      ['/users/me', '/settings/public', '/performers/nobody-here', '/performer/feeds'],
      {
        authorization: fan.token,
      },
    );
    expect(status).toBe(200);
    expect(parts.map((part) => part.status)).toEqual([200, 200, 404, 403]);
    expect(parts[0]?.body.data).toMatchObject({ _id: fan.id });
    expect(parts[1]?.body.data).toHaveProperty('siteName');
    expect(parts[3]?.body.error).toBe('Forbidden');
  });

  it('are a stranger’s without a token', async () => {
    const { parts } = await ask(['/users/me', '/countries/list']);
    expect(parts.map((part) => part.status)).toEqual([401, 200]);
  });

  it('reach endpoints only: no file, no page of its own, no other batch', async () => {
    const { parts } = await ask(['/flags/DE.svg', '/openapi.json', '/health', '/batch', '/nowhere']);
    expect(parts.map((part) => part.status)).toEqual([404, 404, 404, 404, 404]);
    expect((await app.http.inject({ url: '/flags/DE.svg' })).statusCode).toBe(200);
  });

  it('count one by one, by the address they come from', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const paths = Array.from({ length: 12 }, () => '/performers/user/search?limit=1');
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) {
      statuses.push(...(await ask(paths, headers)).parts.map((part) => part.status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(12);
    expect((await ask(paths.slice(0, 1))).parts[0]?.status).toBe(200);
  });

  it.each([
    [[]],
    [['users/me']],
    [['http://elsewhere.test/']],
    [Array.from({ length: 13 }, () => '/users/me')],
    ['/users/me'],
    [[7]],
  ])('are refused as %j', async (paths) => {
    expect((await ask(paths)).status).toBe(400);
  });
});
