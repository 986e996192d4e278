import { eq } from 'drizzle-orm';
import { API_KEY_PREFIX, keyScopes, type KeyScope } from '@contract/base/key-scopes';
import { limits } from '@contract/base/limits';
import { findRow } from '../../../../db/query-helpers';
import { accounts } from '../../../../db/schema/accounts';
import { apiKeys } from '../../../../db/schema/api-keys';
import { buildOperator } from '../../../../../tests/factories/operator';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { connect, listen } from '../../../../../tests/harness/socket-client';
import { createKeyText, isKeyText } from './key-text';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const create = (as: string, body: object = {}) =>
  app.call('createApiKey', { as, body: { name: 'My script', scopes: ['read'], ...body } });
const newKey = async ({ token }: BuiltPerson, scopes: readonly KeyScope[] = keyScopes, more: object = {}) =>
  (await create(token, { scopes, ...more })).data;
const read = async (key: string) => (await app.call('getMe', { as: key })).status;

describe('POST /api-keys', () => {
  it('shows the key once, stores only its hash, and mails its owner', async () => {
    const fan = await buildUser(app);
    const { data } = await create(fan.token, { name: ' Shop  sync ', scopes: ['money:read', 'read'] });
    expect(data).toMatchObject({
      name: 'Shop sync',
      scopes: ['read', 'money:read'],
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(data.key.startsWith(API_KEY_PREFIX)).toBe(true);
    expect(data.hint).toBe(data.key.slice(-4));
    expect(JSON.stringify(await app.context.db.select().from(apiKeys))).not.toContain(data.key);
    expect(JSON.stringify((await app.call('listApiKeys', { as: fan.token })).body)).not.toContain(data.key);
    await app.jobs.drain();
    const mail = app.mails.findLast(({ to }) => to === fan.account.email);
    expect(mail?.subject).toMatch(/^New API key/);
    expect(mail?.text).toContain('“Shop sync”');
    expect(mail?.text).not.toContain(data.key);
  });

  it('I-5: requires a recent login', async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 10 });
    expect((await create(fan.token)).body.error).toBe('FRESH_LOGIN_REQUIRED');
    const { data } = await app.call('confirmIdentity', { as: fan.token, body: { password: PASSWORD } });
    expect((await create(data.token)).status).toBe(200);
  });

  it('rejects unknown and missing scopes, and keys beyond the limit even if requested concurrently', async () => {
    const fan = await buildUser(app);
    for (const scopes of [[], ['money:write'], undefined])
      expect((await create(fan.token, { scopes })).status).toBe(400);
    const replies = await Promise.all(Array.from({ length: limits.apiKeys + 5 }, () => create(fan.token)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(limits.apiKeys);
    expect(replies.filter(({ body }) => body.error === 'TOO_MANY_API_KEYS')).toHaveLength(5);
  });
});

describe('a key', () => {
  it('is found by scanners for leaked secrets, and has a checksum', () => {
    const keys = Array.from({ length: 50 }, createKeyText);
    expect(keys.every((key) => /\bcsp_[0-9A-Za-z]{44}\b/.test(key) && isKeyText(key))).toBe(true);
    expect(new Set(keys).size).toBe(50);
    expect(keys.some((key) => isKeyText(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`))).toBe(false);
  });

  it('does what its scopes allow, with and without Bearer, and nothing else', async () => {
    const creator = await buildPerformer(app);
    const { key } = await newKey(creator, ['read', 'content:write']);
    expect((await app.call('getMe', { as: `Bearer ${key}` })).data._id).toBe(creator.id);
    const post = await app.call('createFeed', { as: key, body: { type: 'text', text: 'By a program' } });
    expect(post.status).toBe(200);
    const refused = await app.call('getEarningStats', { as: key });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { error: 'KEY_SCOPE_MISSING', message: 'This API key lacks the scope money:read.' },
    ]);
  });

  it('moves no money, changes no log-in and makes no key', async () => {
    const [fan, creator] = [await buildUser(app, { wallet: 5_000 as never }), await buildPerformer(app)];
    const { key } = await newKey(fan);
    const tip = { params: { id: creator.id }, body: { price: 5 } };
    const errors = [
      await app.call('tipPerformer', { as: key, ...tip }),
      await app.call('updatePassword', { as: key, body: { password: 'another password' } }),
      await app.call('listSessions', { as: key }),
      await create(key),
      await app.call('listApiKeys', { as: key }),
      await app.call('logout', { as: key }),
      await app.call('requestDeletion', { as: key, body: {} }),
    ].map(({ status, body }) => [status, body.error]);
    expect(errors).toEqual(errors.map(() => [403, 'KEY_NOT_ALLOWED']));
    expect((await app.call('tipPerformer', { as: fan.token, ...tip })).status).toBe(200);
  });

  it('of an operator opens neither the console nor what only operators see', async () => {
    const operator = await buildOperator(app, 'owner');
    const { key } = await newKey(operator);
    expect((await app.call('getSiteOverview', { as: key })).body.error).toBe('KEY_NOT_ALLOWED');
    expect((await app.services.apiKey.findActor(key))?.operatorRole).toBeNull();
  });

  it('is refused by sockets', async () => {
    const fan = await buildUser(app);
    const { key } = await newKey(fan);
    const url = await listen(app);
    const isOnline = async () => (await findRow(app.context.db, accounts, eq(accounts.id, fan.id)))?.isOnline;
    const byKey = await connect(url, key);
    expect(await isOnline()).toBe(false);
    const byToken = await connect(url, fan.token);
    expect(await isOnline()).toBe(true);
    byToken.close();
    byKey.close();
  });

  it('ends at once: revoked, expired, with its account’s sessions, and with its account', async () => {
    const fan = await buildUser(app);
    const keys = await Promise.all([newKey(fan), newKey(fan, ['read'], { expiresInDays: 1 }), newKey(fan)]);
    const [revoked, expiring, last] = keys.map(({ key }) => key) as [string, string, string];
    expect(await Promise.all(keys.map(({ key }) => read(key)))).toEqual([200, 200, 200]);
    const stranger = await buildUser(app);
    const remove = (as: string) => app.call('deleteApiKey', { as, params: { id: keys[0]?._id ?? '' } });
    expect((await remove(stranger.token)).status).toBe(404);
    expect((await remove(fan.token)).data).toEqual({ deleted: true });
    expect((await remove(fan.token)).status).toBe(404);
    expect(await read(revoked)).toBe(401);
    expect((await app.call('endOtherSessions', { as: fan.token })).status).toBe(200);
    expect(await read(last)).toBe(401);

    const other = await newKey(stranger, ['read'], { expiresInDays: 1 });
    app.clock.advance({ days: 1 });
    expect([await read(other.key), await read(expiring)]).toEqual([401, 401]);
    await app.services.apiKey.sweep();
    expect(await app.context.db.$count(apiKeys, eq(apiKeys.accountId, stranger.id))).toBe(0);
  });

  it('ends with a new password, and when an operator ends the log-ins', async () => {
    const [fan, operator] = [await buildUser(app), await buildOperator(app, 'support')];
    const first = await newKey(fan);
    await app.call('updatePassword', { as: fan.token, body: { password: 'another good password' } });
    expect(await read(first.key)).toBe(401);
    const second = await newKey(fan);
    await app.call('endPersonSessions', { as: operator.token, params: { id: fan.id }, body: {} });
    expect(await read(second.key)).toBe(401);
  });

  it('says when it was last used, to the minute', async () => {
    const fan = await buildUser(app);
    const { key } = await newKey(fan);
    const lastUsed = async () => (await app.call('listApiKeys', { as: fan.token })).data.data[0]?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await read(key);
    const first = app.clock.now().toISOString();
    app.clock.advance({ seconds: 30 });
    await read(key);
    expect(await lastUsed()).toBe(first);
    app.clock.advance({ seconds: 31 });
    await read(key);
    expect(await lastUsed()).toBe(app.clock.now().toISOString());
  });
});

it('counts the calls of keys with those of their account', async () => {
  const limited = await buildTestApp({ RATE_LIMITS: '1' });
  try {
    const fan = await buildUser(limited);
    const { data } = await limited.call('createApiKey', {
      as: fan.token,
      body: { name: 'Script', scopes: ['social:write'] },
    });
    const creator = await buildPerformer(limited);
    const follow = (as: string) => limited.call('followPerformer', { as, params: { id: creator.id } });
    const statuses: number[] = [];
    for (let call = 0; call < 400 && !statuses.includes(429); call += 1) statuses.push((await follow(data.key)).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await follow(fan.token)).status).toBe(429);
  } finally {
    await limited.close();
  }
});
