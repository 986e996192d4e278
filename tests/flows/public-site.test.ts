import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { accounts } from '@server/db/schema/accounts';
import { contactMessages } from '@server/db/schema/site';
import { parseEnv } from '@server/env';
import { hashPassword } from '@server/modules/identity/auth/credentials/passwords';
import { describeStart as describeStartOf } from '@server/start-report';
import { buildUser } from '../factories/user';
import { buildApiBundle, startApi } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { createTestDatabase } from '../harness/test-database';

const read = (env: Record<string, string>) => parseEnv({ APP_SECRET: 'x', ...env });
const describeStart = (env: ReturnType<typeof read>, { contactEmail = '', hasDemoContent = false } = {}) =>
  describeStartOf(env, { contactEmail, hasDemoContent });
const publicUrls = { WEB_PUBLIC_URL: 'https://ovela.example', API_PUBLIC_URL: 'https://api.ovela.example' };

describe('W-11: the mode of a site', () => {
  it('is a demo with sandboxes on one machine or a private network', () => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '192.168.1.20', 'box.local', 'web.test']) {
      expect(read({ WEB_PUBLIC_URL: `http://${host}` })).toMatchObject({ isPublic: false, DEMO: true, SANDBOX: true });
    }
  });

  it('has neither demo nor sandboxes if one of its addresses is public, unless they are enabled', () => {
    for (const key of ['WEB_PUBLIC_URL', 'API_PUBLIC_URL']) {
      for (const host of [
        'ovela.example',
        '192.169.1.20',
        'localhost.evil.com',
        '10.evil.com',
        '172.32.0.1',
        '[2001:db8::1]',
      ]) {
        expect(read({ [key]: `https://${host}` })).toMatchObject({ isPublic: true, DEMO: false, SANDBOX: false });
      }
    }
    expect(read({ ...publicUrls, SANDBOX: '1' })).toMatchObject({ isPublic: true, DEMO: false, SANDBOX: true });
    expect(read({ ...publicUrls, DEMO: '1' })).toMatchObject({ DEMO: true, SANDBOX: false });
    expect(read({ DEMO: '0', SANDBOX: '0' })).toMatchObject({ isPublic: false, DEMO: false, SANDBOX: false });
    expect(() => read({ WEB_PUBLIC_URL: 'ovela.example' })).toThrow('not a URL: ovela.example');
  });

  it('is logged at the start with demo content that the database still has', async () => {
    const app = await buildTestApp();
    const { login } = app.services;
    expect(await login.hasDemoAccounts()).toBe(false);
    await buildUser(app, { email: 'fan@demo.test' });
    expect(await login.hasDemoAccounts()).toBe(true);
    await app.close();
    const site = { hasDemoContent: true };
    expect(describeStart(read(publicUrls), site)[1]).toContain('still has the people, posts and sales of the demo');
    expect(describeStart(read({ ...publicUrls, DEMO: '1' }), site)).toHaveLength(1);
    expect(describeStart(read({}), site)).toHaveLength(1);
  });

  it('is logged at the start in one paragraph, with what production still needs', () => {
    const [paragraph = '', ...others] = describeStart(read(publicUrls));
    expect(others).toEqual([]);
    for (const part of [
      'STRIPE_SECRET_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'SMS_URL',
      'GOOGLE_CLIENT_ID',
      'TWITTER_API_KEY',
      'COUNTRY_HEADER',
      'backup',
      'SANDBOX=1',
    ])
      expect(paragraph).toContain(part);
    expect(paragraph).toContain('the contact form refuses');
    expect(describeStart(read(publicUrls), { contactEmail: 'desk@ovela.example' })[0]).not.toContain(
      'an email for messages',
    );
    expect(paragraph).not.toContain('https for');
    for (const key of ['COUNTRY_HEADER', 'GEO_IP_URL'])
      expect(describeStart(read({ ...publicUrls, [key]: 'https://geo.example/{ip}' }))[0]).not.toContain('country');
    expect(describeStart(read({ WEB_PUBLIC_URL: 'http://ovela.example', SMTP_URL: 'smtp://x' }))[0]).not.toContain(
      'SMTP_URL',
    );
    expect(describeStart(read({ ...publicUrls, MAIL_FROM: 'Ovela <hello@ovela.example>' }))[0]).not.toContain(
      'MAIL_FROM',
    );
    expect(describeStart(read({ WEB_PUBLIC_URL: 'http://ovela.example' }))[0]).toContain(
      'https for http://ovela.example',
    );
    expect(describeStart(read({ ...publicUrls, SANDBOX: '1' }))).toEqual([
      expect.stringContaining('anyone can log in as anyone'),
      expect.stringContaining('MAIL_FROM'),
    ]);
    expect(describeStart(read({}))).toEqual([expect.stringContaining('Emails and texts are not sent')]);
    const [sending] = describeStart(read({ SMTP_URL: 'smtp://x' }));
    expect(sending).toContain('fan@demo.test');
    expect(sending).toContain('Texts are not sent');
    expect(sending).not.toMatch(/emails/i);
  });
});

const sandboxPages = ['/sandbox/outbox', '/sandbox/google', '/sandbox/twitter?oauth_token=x'];

describe.each([
  ['rejects', {}, false, /aren't set up on this site yet/],
  ['with SANDBOX=1 allows', { SANDBOX: '1' }, true, /^none$/],
] as const)('W-11: a public site %s', (_what, sandbox, isOpen, cardRefusal) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ ...publicUrls, ...sandbox });
  });
  afterAll(() => app.close());

  const logIn = (email: string, password: string) => app.call('login', { body: { email, password } });
  async function buildKnown(email: string, password: string): Promise<void> {
    const person = await buildUser(app);
    const change = { email, passwordHash: await hashPassword(password, { key: 'tests' }) };
    await app.context.db.update(accounts).set(change).where(eq(accounts.id, person.id));
  }

  it('the pages of all sandboxes', async () => {
    for (const url of sandboxPages) {
      const { statusCode } = await app.http.inject({ url, headers: { host: 'api.ovela.example' } });
      expect([url, statusCode !== 404]).toEqual([url, isOpen]);
    }
    const body = { number: '4242424242424242', exp: '12/40', cvc: '123' };
    const tokenized = await app.http.inject({ method: 'POST', url: '/sandbox/card-token', body });
    expect(tokenized.statusCode).toBe(isOpen ? 200 : 404);
  });

  it('logins with publicly known passwords; other logins always work', async () => {
    await buildKnown('fan@demo.test', 'demo-password');
    await buildKnown('was-demo@mail.example', 'demo-password');
    await buildKnown('other@demo.test', 'a password of their own');
    await buildKnown('mira@mail.example', 'a password of their own');
    const known = [
      await logIn('fan@demo.test', 'demo-password'),
      await logIn('was-demo@mail.example', 'demo-password'),
      await logIn('other@demo.test', 'a password of their own'),
    ];
    expect(known.map(({ status }) => status)).toEqual(Array(3).fill(isOpen ? 200 : 422));
    expect((await logIn('mira@mail.example', 'a password of their own')).status).toBeLessThan(300);
  });

  it('messages of the contact form only where they are shown: nothing is stored silently', async () => {
    await app.services.settings.write('captchaForms', []);
    await app.services.settings.write('contactEmail', 'desk@ovela.example');
    const message = { name: 'Ann', email: 'ann@example.test', message: 'Hello' };
    const { status, body } = await app.call('sendContactMessage', { body: message });
    expect([status, body.error]).toEqual(isOpen ? [200, undefined] : [503, 'CONTACT_CLOSED']);
    expect(await app.context.db.select().from(contactMessages)).toHaveLength(isOpen ? 1 : 0);
  });

  it('sandbox cards', async () => {
    const person = await buildUser(app);
    const card = { holderName: 'Mira', brand: 'Visa', last4Digits: '4242', month: '12', year: '2040' };
    const body = { paymentGateway: 'stripe', token: 'tok_visa_1240_0123456789abcdef', ...card };
    const { status, body: reply } = await app.call('addCard', { as: person.token, body });
    expect(status < 300).toBe(isOpen);
    expect(reply.message ?? 'none').toMatch(cardRefusal);
  });
});

describe('W-11: a public start', () => {
  it('creates no demo content unless DEMO=1', async () => {
    await buildApiBundle();
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-public-'));
    const api = await startApi({ ...publicUrls, DEMO: '', DATA_DIR: dataDir, DATABASE_URL: database.url });
    try {
      const list = await fetch(`${api.url}/performers/user/search`);
      expect([list.status, await list.json()]).toMatchObject([200, { data: { total: 0 } }]);
      expect((await fetch(`${api.url}/sandbox/outbox`)).status).toBe(404);
    } finally {
      await api.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
