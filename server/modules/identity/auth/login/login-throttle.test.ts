import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts';
import { guessCounters } from '../../../../db/schema/logins';
import { buildUser, PASSWORD } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../../tests/harness/lock-races';
import { toNetworkKey } from '../../../../lib/ip-network';
import { createLoginThrottle } from './login-throttle';
import { createLoginThrottleRepository } from './login-throttle-repository';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMITS: '1' });
});
afterAll(() => app.close());

const caller = (ip: string) => ({ ip, userAgent: 'test' });
let host = 0;
const newIp = () => `198.51.${Math.floor((host += 1) / 250)}.${(host % 250) + 1}`;

/** Bypasses the HTTP rate limit, which has separate tests. @returns the error code, or `in` */
const attempt = async (username: string, password: string, ip: string, where = app) =>
  where.services.login.login({ username, password }, caller(ip)).then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
const getWaitMs = async (username: string, ip: string) =>
  app.services.login.login({ username, password: 'x' }, caller(ip)).then(
    () => undefined,
    (error: { retryAfterSeconds?: number }) => error.retryAfterSeconds,
  );
const five = async (username: string, ip: string) => {
  for (let i = 0; i < 5; i += 1) expect(await attempt(username, `guess ${i}`, ip)).toBe('INCORRECT_CREDENTIALS');
};

describe('I-7: guessing', () => {
  it('is allowed five times per 15 minutes at one account from one address; then even the right password is rejected', async () => {
    const { username } = (await buildUser(app)).account;
    const ip = newIp();
    await five(username ?? '', ip);
    expect(await attempt(username ?? '', PASSWORD, ip)).toBe('TOO_MANY_REQUESTS');
    expect(await attempt(username ?? '', PASSWORD, newIp())).toBe('in');
    app.clock.advance({ minutes: 15 });
    expect(await attempt(username ?? '', PASSWORD, ip)).toBe('in');
  });

  it('does not count if the guess could not be compared', async () => {
    const throttle = createLoginThrottle(app.context, 'a secret of this test');
    const guess = { account: 'somebody', ip: newIp() };
    const fail = () => Promise.reject(new Error('too many wait'));
    for (let i = 0; i < 6; i += 1) {
      const counted = await throttle.assertCanTry(guess);
      await expect(throttle.compare(counted, fail)).rejects.toThrow('too many wait');
    }
    for (let i = 0; i < 5; i += 1) await throttle.assertCanTry(guess);
    await expect(throttle.assertCanTry(guess)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  it('leads to locks that are each twice as long as the last', async () => {
    const username = (await buildUser(app)).account.username ?? '';
    const ip = newIp();
    for (const minutes of [15, 30, 60, 120]) {
      await five(username, ip);
      expect(await getWaitMs(username, ip)).toBe(minutes * 60);
      app.clock.advance({ minutes, seconds: -1 });
      expect(await attempt(username, PASSWORD, ip)).toBe('TOO_MANY_REQUESTS');
      app.clock.advance({ seconds: 1 });
    }
    expect(await attempt(username, PASSWORD, ip)).toBe('in');
    await five(username, ip);
    expect(await getWaitMs(username, ip)).toBe(15 * 60);
  });

  it('is counted even if concurrent', async () => {
    const username = (await buildUser(app)).account.username ?? '';
    const ip = newIp();
    const results = await Promise.all(Array.from({ length: 60 }, (_, i) => attempt(username, `guess ${i}`, ip)));
    expect(results.filter((code) => code === 'INCORRECT_CREDENTIALS')).toHaveLength(5);
    expect(results.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(55);
  });

  it.each(['giveBack', 'remove'] as const)(
    'is counted during a concurrent %s without a deadlock, whatever the order of counters',
    async (undo) => {
      const repository = createLoginThrottleRepository(app.context.db);
      const now = app.clock.now();
      const counter = (key: string) => ({ key: `${undo} ${key}`, windowMs: 60_000 });
      const count = (keys: string[]) =>
        repository.count(keys.map(counter), { now, lock: { ...counter('none'), most: 1_000 } });
      // Stored in the reverse of the order that `count` uses.
      for (const key of ['c', 'b', 'A']) await count([key]);
      const both = await meanwhile(
        app,
        (tx) =>
          tx
            .select()
            .from(guessCounters)
            .where(eq(guessCounters.key, counter('b').key))
            .for('update'),
        () =>
          Promise.allSettled([
            count(['A', 'b', 'c']),
            repository[undo](['A', 'b', 'c'].map((key) => counter(key).key)),
          ]),
        { waiting: 2 },
      );
      expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    },
  );

  it('is counted across processes', async () => {
    const other = await buildTestApp({ RATE_LIMITS: '1' }, { beside: app });
    const username = (await buildUser(app)).account.username ?? '';
    const ip = newIp();
    for (let i = 0; i < 3; i += 1) await attempt(username, 'guess', ip);
    for (let i = 0; i < 2; i += 1) await attempt(username, 'guess', ip, other);
    expect(await attempt(username, PASSWORD, ip, other)).toBe('TOO_MANY_REQUESTS');
    expect(await attempt(username, PASSWORD, ip)).toBe('TOO_MANY_REQUESTS');
    await other.close();
  });

  it('is allowed fifty times per 15 minutes from one address, across all accounts', async () => {
    const ip = newIp();
    const results: string[] = [];
    for (let i = 0; i < 55; i += 1) results.push(await attempt(`somebody-${i}`, 'guess', ip));
    expect(results.filter((code) => code === 'INCORRECT_CREDENTIALS')).toHaveLength(50);
    const username = (await buildUser(app)).account.username ?? '';
    expect(await attempt(username, PASSWORD, ip)).toBe('TOO_MANY_REQUESTS');
  });

  it('does not lock the owner out on other addresses', async () => {
    const username = (await buildUser(app)).account.username ?? '';
    const ip = newIp();
    for (let i = 0; i < 200; i += 1) await attempt(username, 'guess', ip);
    expect(await attempt(username, PASSWORD, newIp())).toBe('in');
  });

  it('is compared only five times per lock, during a day of attempts from one address', async () => {
    const username = (await buildUser(app)).account.username ?? '';
    const ip = newIp();
    let comparisons = 0;
    for (let hour = 0; hour < 24; hour += 1) {
      for (const many of [20, 40]) {
        const burst = Array.from({ length: many }, () => attempt(username, 'guess', ip));
        comparisons += (await Promise.all(burst)).filter((code) => code === 'INCORRECT_CREDENTIALS').length;
      }
      app.clock.advance({ hours: 1 });
    }
    // Locks double, starting at 15 minutes, so a day has at most seven windows.
    expect(comparisons).toBeLessThanOrEqual(35);
    expect(comparisons).toBeGreaterThanOrEqual(5);
  });

  it('is forgotten after a login, and no names are stored', async () => {
    const username = (await buildUser(app)).account.username ?? '';
    const ip = newIp();
    for (let round = 0; round < 4; round += 1) {
      for (let i = 0; i < 4; i += 1) await attempt(username, 'guess', ip);
      expect(await attempt(username, PASSWORD, ip)).toBe('in');
    }
    const rows = await app.context.db.select().from(guessCounters);
    expect(JSON.stringify(rows)).not.toContain(username);
    app.clock.advance({ days: 3 });
    await app.jobs.run('sweep', {});
    expect(await app.context.db.select().from(guessCounters)).toEqual([]);
  });

  it('is counted for an IPv6 network as for one caller', () => {
    expect(toNetworkKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(toNetworkKey('2001:db8::1')).toBe(toNetworkKey('2001:0db8:0:0:ffff::9'));
    expect(toNetworkKey('2001:db8:1::1')).not.toBe(toNetworkKey('2001:db8:2::1'));
    expect(toNetworkKey('::1')).toBe('0:0:0:0::/64');
    expect(toNetworkKey('')).toBe('');
  });
});

describe('I-7: no account enumeration', () => {
  it('an unknown account and a wrong password get the same status, text and headers', async () => {
    const fan = await buildUser(app);
    const phoneOnly = await buildUser(app, { passwordHash: null });
    const inactive = await buildUser(app, { status: 'inactive' });
    const names = [
      'nobody-at-all',
      'nobody@example.test',
      ...[fan, phoneOnly, inactive].map((one) => one.account.username),
    ];
    const replies = await Promise.all(
      names.map((username) => app.call('login', { body: { username, password: 'wrong one' } })),
    );
    for (const { status, body, headers } of replies) {
      expect([status, body]).toEqual([replies[0]?.status, replies[0]?.body]);
      expect(Object.keys(headers).toSorted()).toEqual(Object.keys(replies[0]?.headers ?? {}).toSorted());
    }
    expect(replies[0]?.body.message).toBe('Incorrect credentials!');
  });

  it('an unknown account takes as long as a wrong password', async () => {
    const calm = await buildTestApp({}, { beside: app });
    const username = (await buildUser(app)).account.username ?? '';
    const time = async (name: string) => {
      const start = process.hrtime.bigint();
      await attempt(name, 'wrong one', newIp(), calm);
      return Number(process.hrtime.bigint() - start) / 1e6;
    };
    await time('warm-up');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 60; i += 1) {
      known.push(await time(username));
      unknown.push(await time(`nobody-${i}`));
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0;
    const noise = median(known.map((value) => Math.abs(value - median(known))));
    // Without the hash made for unknown accounts, the difference would be the time of hashing, which is most of an attempt.
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(Math.max(3 * noise, median(known) / 4));
    await calm.close();
  });

  it('a reset request for a known and an unknown email get the same response', async () => {
    const fan = await buildUser(app);
    const forgot = (email: string | null) => app.call('requestPasswordReset', { body: { email } });
    const [known, unknown] = [await forgot(fan.account.email), await forgot('not-here@example.test')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });

  it('a sign-up gets the same status and text in the same time whether or not the email has an account, whose owner is mailed', async () => {
    const calm = await buildTestApp({}, { beside: app });
    const fan = await buildUser(app);
    const email = fan.account.email ?? '';
    const register = async (to: string) => {
      const start = process.hrtime.bigint();
      const { status, body } = await calm.call('registerUser', { body: { email: to, password: 'a good password' } });
      return { reply: [status, body], ms: Number(process.hrtime.bigint() - start) / 1e6 };
    };
    await register('warm-up@example.test');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 30; i += 1) {
      calm.clock.advance({ minutes: 3 });
      const [one, other] = [await register(email), await register(`sign-up-${i}@example.test`)];
      expect(one.reply).toEqual(other.reply);
      known.push(one.ms);
      unknown.push(other.ms);
    }
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0;
    const noise = median(known.map((value) => Math.abs(value - median(known))));
    expect(Math.abs(median(known) - median(unknown))).toBeLessThan(Math.max(3 * noise, median(known) / 4));
    await calm.jobs.drain();
    const mails = calm.mails.filter((mail) => mail.to === email);
    expect(mails[0]?.subject).toContain('You already have an account');
    // At most three mails an hour for 90 minutes, plus one hour's worth.
    expect(mails.length).toBeLessThanOrEqual(6);
    const [row] = await app.context.db.select().from(accounts).where(eq(accounts.id, fan.id));
    expect(row).toEqual(fan.account);
    await calm.close();
  });

  it('the owner is mailed at most three times an hour, even about concurrent sign-ups', async () => {
    const { email } = (await buildUser(app)).account;
    const register = () => app.call('registerUser', { body: { email, password: 'a good password' } });
    await Promise.all(Array.from({ length: 12 }, register));
    await app.jobs.drain();
    expect(app.mails.filter((mail) => mail.to === email)).toHaveLength(3);
  });

  it('a verification request gets the same response for an unknown, another account’s and a verified email', async () => {
    const [waiting, confirmed] = [await buildUser(app, { verifiedEmail: false }), await buildUser(app)];
    const resend = async (_id: string, email: string | null) => {
      const { status, body } = await app.call('sendEmailVerification', { body: { source: { _id, email } } });
      return [status, body];
    };
    const reply = await resend(waiting.id, waiting.account.email);
    expect(await resend(confirmed.id, confirmed.account.email)).toEqual(reply);
    expect(await resend(waiting.id, confirmed.account.email)).toEqual(reply);
    expect(await resend('f'.repeat(24), 'not-here@example.test')).toEqual(reply);
  });

  it('a code request gets the same response for a phone with and without an account', async () => {
    await buildUser(app, { phone: '+358457999991', verifiedPhone: true });
    const send = (phone: string) => app.call('sendPhoneCode', { body: { phone } });
    const [known, unknown] = [await send('+358457999991'), await send('+358457999992')];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  });
});

describe('I-9: passwords', () => {
  it('are hashed with Argon2id and a salt, even if the browser sends a digest instead', async () => {
    const digest = '5f4dcc3b5aa765d61d8327deb882cf99';
    const emails = ['one@digest.test', 'two@digest.test'];
    const headers = { 'x-forwarded-for': newIp() };
    for (const email of emails) await app.call('registerUser', { headers, body: { email, password: digest } });
    const rows = await Promise.all(
      emails.map((email) => app.context.db.select().from(accounts).where(eq(accounts.email, email))),
    );
    const hashes = rows.flat().map((row) => row.passwordHash ?? '');
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      expect(hash).not.toContain(digest);
    }
    expect(new Set(hashes).size).toBe(2);
    expect((await app.call('login', { body: { username: emails[0], password: digest } })).status).toBe(200);
    expect((await app.call('login', { body: { username: emails[1], password: hashes[1] } })).status).toBe(422);
  });
});
