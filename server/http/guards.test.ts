import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { buildUser, PASSWORD } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { createLogger } from '../log/logger';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1' });
});
afterAll(() => app.close());

/** Sends requests one after another. @returns how often each status occurred */
async function burst(
  times: number,
  call: (index: number) => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let index = 0; index < times; index++) {
    const { status } = await call(index);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

// Promises F-9.
describe('rate limits', () => {
  it('reject a burst with 429 and retry-after, but not requests from other callers or of other classes', async () => {
    const ip = '203.0.113.1';
    const search = (address: string) => app.call('searchPerformers', from(address));
    expect(await burst(130, () => search(ip))).toEqual({ 200: 120, 429: 10 });
    const refused = await search(ip);
    expect(refused.body).toEqual({
      statusCode: 429,
      message: expect.stringMatching(/^You tried this too often\. Try again in \d+ (second|minute)s?\.$/),
      error: 'TOO_MANY_REQUESTS',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await search('203.0.113.2')).status).toBe(200);
    expect((await app.call('listCountries', from(ip))).status).toBe(200);
  });

  it('count per account, whatever addresses it uses', async () => {
    const fan = await buildUser(app);
    const counts = await burst(125, (index) =>
      app.call('searchPerformers', { as: fan.token, ...from(`198.51.100.${index}`) }),
    );
    expect(counts).toEqual({ 200: 120, 429: 5 });
  });

  it('count an IPv6 /64 network as one caller', async () => {
    const counts = await burst(125, (index) =>
      app.call('searchPerformers', from(`2001:db8:0:7::${index.toString(16)}`)),
    );
    expect(counts).toEqual({ 200: 120, 429: 5 });
    expect((await app.call('searchPerformers', from('2001:db8:0:8::1'))).status).toBe(200);
    expect((await app.call('searchPerformers', from('2001:db8:0:8:1::1'))).status).toBe(200);
  });

  it('are shared by all processes for logins, mails and money', async () => {
    const second = await buildTestApp({ RATE_LIMITS: '1' }, { beside: app });
    await app.services.settings.write('captchaForms', []);
    app.clock.advance({ seconds: 3 });
    const apps = [app, second];
    const contact = { body: { name: 'A', email: 'a@example.test', message: 'Hi' } };
    const send = await burst(14, (index) =>
      apps[index % 2]!.call('sendContactMessage', { ...contact, ...from('203.0.113.9') }),
    );
    expect(send).toEqual({ 200: 10, 429: 4 });
    const login = await burst(24, (index) =>
      apps[index % 2]!.call('login', {
        body: { username: `nobody${index}`, password: PASSWORD },
        ...from('203.0.113.10'),
      }),
    );
    expect(login).toEqual({ 422: 20, 429: 4 });
    const fan = await buildUser(app);
    const tip = { params: { id: 'f'.repeat(24) }, body: { price: 5 }, as: fan.token };
    expect(await burst(64, (index) => apps[index % 2]!.call('tipPerformer', tip))).toEqual({ 404: 60, 429: 4 });
    await second.close();
  });

  it('cannot be evaded with a forged address header', async () => {
    const direct = (index: number) =>
      app.http.inject({
        url: '/performers/user/search',
        remoteAddress: '203.0.113.77',
        headers: { 'x-forwarded-for': `192.0.2.${index}` },
      });
    const counts = await burst(125, async (index) => ({ status: (await direct(index)).statusCode }));
    expect(counts).toEqual({ 200: 120, 429: 5 });
  });
});

describe('headers of every response', () => {
  it('prevent rendering, framing and sniffing, and set no cookie', async () => {
    for (const url of ['/settings/public', '/users/me', '/no/such/place', '/openapi.json']) {
      const { headers } = await app.http.inject({ url, headers: { origin: 'http://web.test' } });
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'access-control-allow-origin': 'http://web.test',
      });
      expect(headers).not.toHaveProperty('set-cookie');
      expect(headers).not.toHaveProperty('strict-transport-security');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('allow pages of the web app to show flags', async () => {
    const { headers } = await app.http.inject('/flags/PT.svg');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('require https if the API is served by https', async () => {
    const secure = await buildTestApp({ API_PUBLIC_URL: 'https://api.test' }, { beside: app });
    const { headers } = await secure.http.inject('/settings/public');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await secure.close();
  });
});

// Promises F-8.
describe('the id of a request', () => {
  it('is in its error body and header, and is unique', async () => {
    const bodies = await Promise.all(
      [
        { url: '/users/me' },
        { url: '/no/such/place' },
        { url: '/performers/nobody-here' },
        { method: 'POST' as const, url: '/auth/login', payload: {} },
        { method: 'POST' as const, url: '/auth/login', payload: '{', headers: { 'content-type': 'application/json' } },
        { method: 'POST' as const, url: '/auth/performers/register', payload: {} },
      ].map(async (request) => {
        const reply = await app.http.inject(request);
        const body = reply.json<{ requestId: string; statusCode: number }>();
        expect(body.statusCode).toBe(reply.statusCode);
        expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
        expect(reply.headers['x-request-id']).toBe(body.requestId);
        return body.requestId;
      }),
    );
    expect(new Set(bodies).size).toBe(bodies.length);
  });
});

// Promises F-8.
describe('the log', () => {
  async function getLog(work: (http: FastifyInstance) => void): Promise<string> {
    let written = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written += String(chunk);
        done();
      },
    });
    const http = Fastify({
      loggerInstance: createLogger('info', stream),
      genReqId: () => 'the-id',
    });
    work(http);
    await http.inject({
      url: '/fail?Authorization=tok3n&q=cats&token=tok3n&s=tok3n',
      headers: { authorization: 'tok3n', cookie: 'token=tok3n' },
    });
    await http.close();
    return written;
  }

  it('contains the request id, but no token from a header, cookie or query', async () => {
    const log = await getLog((http) =>
      http.get('/fail', (request, reply) => {
        request.log.info({ req: request, headers: request.headers }, 'seen');
        request.log.error({ err: new Error(`cannot open /x?token=tok3n&q=cats`) }, 'failed');
        return reply.send('ok');
      }),
    );
    expect(log).toContain('"reqId":"the-id"');
    expect(log).toContain('q=cats');
    expect(log).not.toContain('tok3n');
  });

  it('contains the reason why a query failed, but none of its values', async () => {
    const failure = await app.context.db
      .execute('select 1 from nowhere')
      .catch((error: unknown) => error as Error & { params: unknown });
    const error = failure as Error;
    error.message = `${error.message}\nparams: ann@example.test\nsecond line,tok3n`;
    error.stack = `Error: Failed query\nparams: ann@example.test\nsecond line,tok3n\n    at somewhere.ts:1`;
    const log = await getLog((http) =>
      http.get('/fail', (request, reply) => {
        request.log.error({ err: error }, 'failed');
        return reply.send('ok');
      }),
    );
    expect(log).toContain('relation \\"nowhere\\" does not exist');
    expect(log).toContain('somewhere.ts:1');
    expect(log).not.toMatch(/ann@example|tok3n|second line/);
  });
});

// Promises F-5.
describe('keys that a call’s schema does not have', () => {
  it('are ignored, as compatible backends do', async () => {
    const fan = await buildUser(app);
    const body = { name: 'Ann', roles: ['user', 'admin', 'owner'], balance: 1_000_000, isPerformer: true };
    expect((await app.call('updateMe', { as: fan.token, body })).data).toMatchObject({
      name: 'Ann',
      roles: ['user'],
      balance: 0,
    });
  });
});

describe('the character U+0000, which PostgreSQL rejects', () => {
  it('is removed from bodies, forms, queries and paths', async () => {
    const fan = await buildUser(app);
    const { data } = await app.call('updateMe', { as: fan.token, body: { name: 'An\0n', firstName: '\0' } });
    expect(data.name).toBe('Ann');
    const address = { name: 'H\0ome', country: 'PT', city: 'Faro', streetAddress: 'Rua 1', zipCode: '8000-001' };
    expect((await app.call('createAddress', { as: fan.token, body: address, files: {} })).data.name).toBe('Home');
    for (const url of [
      '/posts/%00',
      '/posts/a%00b',
      '/performers/%00',
      '/posts/search?q=%00',
      '/performers/user/search?q=a%2500',
    ]) {
      expect([200, 400, 404]).toContain((await app.http.inject(url)).statusCode);
    }
    const assets = ['videos/%00', 'galleries/%00/view', 'products/%00'].map((rest) => `/performer-assets/${rest}`);
    for (const url of ['/user/feeds/%00', ...assets])
      expect([url, (await app.http.inject(url)).statusCode]).toEqual([url, 400]);
  });

  it('is removed from nested lists, and a body that is nested extremely deeply gets a 400', async () => {
    for (const depth of [40, 200_000]) {
      const payload = `${'['.repeat(depth)}"a\\u0000"${']'.repeat(depth)}`;
      const headers = { 'content-type': 'application/json' };
      const { statusCode } = await app.http.inject({ method: 'POST', url: '/auth/login', headers, payload });
      expect([depth, statusCode]).toEqual([depth, 400]);
    }
  });
});
