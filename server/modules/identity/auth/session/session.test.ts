import { hash } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import { accounts, sessions } from '../../../../db/schema/accounts';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, PASSWORD } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../../tests/harness/lock-races';
import { hashPassword } from '../credentials/passwords';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const login = (body: object) => app.call('login', { body });
const isAlive = async (token: string) => (await app.services.session.findActor(token)) !== null;

describe('POST /auth/login', () => {
  it('accepts email or username in any case, of users and performers', async () => {
    const fan = await buildUser(app, { email: 'mira@example.test', username: 'mira' });
    const creator = await buildPerformer(app);
    for (const name of ['mira@example.test', 'MIRA', 'Mira@Example.Test']) {
      const { data } = await login({ username: name, password: PASSWORD });
      expect(await app.services.session.findActor(data.token)).toMatchObject({ id: fan.id, kind: 'user' });
    }
    const { data } = await login({ username: creator.account.username, password: PASSWORD });
    expect(await app.services.session.findActor(data.token)).toMatchObject({ id: creator.id, kind: 'performer' });
    const aliased = await login({ email: 'mira@example.test', password: PASSWORD });
    expect(aliased.status).toBe(200);
  });

  it('I-2: issues a separate token per login, with at least 128 random bits, and stores only its hash', async () => {
    const fan = await buildUser(app);
    const enter = async () => (await login({ username: fan.account.username, password: PASSWORD })).data.token;
    const [one, two] = [await enter(), await enter()];
    expect(one).not.toBe(two);
    // 32 random bytes and the signature.
    expect(one).toMatch(/^[\w-]{51}$/);
    const rows = await app.context.db.select().from(sessions).where(eq(sessions.accountId, fan.id));
    expect(JSON.stringify(rows)).not.toContain(one);
  });

  it('I-7: gives the same response for an unknown account and a wrong password', async () => {
    const fan = await buildUser(app);
    const unknown = await login({ username: 'nobody-here', password: PASSWORD });
    const wrong = await login({ username: fan.account.username, password: 'wrong' });
    expect(unknown.body).toEqual({
      statusCode: 422,
      message: 'Incorrect credentials!',
      error: 'INCORRECT_CREDENTIALS',
    });
    expect(wrong.body).toEqual(unknown.body);
  });

  it('reports an unverified email only if the password is right and the site requires verification', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    const enter = (password: string) => login({ username: fan.account.email, password });
    expect((await enter(PASSWORD)).status).toBe(200);
    await app.services.settings.write('requireEmailVerification', true);
    const [refused, wrong] = [await enter(PASSWORD), await enter('wrong')];
    await app.services.settings.write('requireEmailVerification', false);
    expect(refused.body).toMatchObject({ statusCode: 422, error: 'EMAIL_NOT_VERIFIED' });
    expect(wrong.body.error).toBe('INCORRECT_CREDENTIALS');
  });

  it('reports an inactive account only if the password is right', async () => {
    const fan = await buildUser(app, { status: 'inactive' });
    expect((await login({ username: fan.account.email, password: PASSWORD })).status).toBe(403);
    expect((await login({ username: fan.account.email, password: 'wrong' })).status).toBe(422);
  });

  it('I-9: rehashes a password with an older policy', async () => {
    const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 });
    const fan = await buildUser(app, { passwordHash: old });
    expect((await login({ username: fan.account.email, password: PASSWORD })).status).toBe(200);
    const [row] = await app.context.db.select().from(accounts).where(eq(accounts.id, fan.id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login({ username: fan.account.email, password: PASSWORD })).status).toBe(200);
  });

  it('I-9: does not overwrite a password that was set while the old one was rehashed', async () => {
    const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1 });
    const fan = await buildUser(app, { passwordHash: old });
    const enter = (password: string) => login({ username: fan.account.email, password });
    const passwordHash = await hashPassword('the owner chose', { key: 'owner' });
    // The login stores its device between opening the session and rehashing.
    await meanwhile(
      app,
      (tx) => tx.execute(sql`lock table known_devices in share row exclusive mode`),
      () => enter(PASSWORD),
      { last: (tx) => app.services.passwords.store(fan.id, { passwordHash, keepSession: null }, tx) },
    );
    expect([(await enter(PASSWORD)).status, (await enter('the owner chose')).status]).toEqual([422, 200]);
  });

  it('rejects a login without a name', async () => {
    expect((await login({ password: PASSWORD })).status).toBe(400);
  });

  it('I-7: after five wrong guesses locks only that account, and only for that address', async () => {
    const strict = await buildTestApp({ RATE_LIMITS: '1', TRUST_PROXY: '1' });
    const fan = await buildUser(strict);
    const guess = (password: string, ip: string) =>
      strict.call('login', { body: { username: fan.account.email, password }, headers: { 'x-forwarded-for': ip } });
    for (let i = 0; i < 5; i += 1) expect((await guess('wrong', '192.0.2.1')).status).toBe(422);
    const locked = await guess(PASSWORD, '192.0.2.1');
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(600);
    expect((await guess(PASSWORD, '192.0.2.2')).status).toBe(200);
    await strict.close();
  });
});

describe('the lifetime of a session', () => {
  it('I-3: is one day, or one year with `remember`', async () => {
    const clocked = await buildTestApp();
    const fan = await buildUser(clocked);
    const enter = async (remember: boolean) =>
      (await clocked.call('login', { body: { username: fan.account.email, password: PASSWORD, remember } })).data.token;
    const [short, long] = [await enter(false), await enter(true)];
    clocked.clock.advance({ hours: 23 });
    expect(await clocked.services.session.findActor(short)).not.toBeNull();
    clocked.clock.advance({ hours: 2 });
    expect(await clocked.services.session.findActor(short)).toBeNull();
    clocked.clock.advance({ days: 360 });
    expect(await clocked.services.session.findActor(long)).not.toBeNull();
    clocked.clock.advance({ days: 5 });
    expect(await clocked.services.session.findActor(long)).toBeNull();
    await clocked.jobs.run('sweep', {});
    const left = await clocked.context.db.select().from(sessions).where(eq(sessions.accountId, fan.id));
    expect(left).toEqual([]);
    await clocked.close();
  });

  it('ends within a second if another process closes the session or disables the account', async () => {
    const fan = await buildUser(app);
    expect(await isAlive(fan.token)).toBe(true);
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, fan.id));
    app.clock.advance({ seconds: 1 });
    expect(await isAlive(fan.token)).toBe(false);
  });
});

describe('POST /auth/logout', () => {
  it('ends only this session', async () => {
    const fan = await buildUser(app);
    const other = await app.services.session.open(fan.id);
    expect((await app.call('logout', { as: fan.token })).data).toBe(true);
    expect((await app.call('logout', { as: fan.token })).status).toBe(401);
    expect(await isAlive(other)).toBe(true);
  });
});

describe('PUT /auth/users/me/password', () => {
  it('sets the password, ends the other sessions and mails the owner', async () => {
    const fan = await buildUser(app);
    const other = await app.services.session.open(fan.id);
    const { data } = await app.call('updatePassword', { as: fan.token, body: { password: 'a new one' } });
    expect(data).toBe(true);
    expect(await isAlive(other)).toBe(false);
    expect(await isAlive(fan.token)).toBe(true);
    expect((await login({ username: fan.account.email, password: PASSWORD })).status).toBe(422);
    expect((await login({ username: fan.account.email, password: 'a new one' })).status).toBe(200);
    await app.jobs.drain();
    const subjects = app.mails.filter(({ to }) => to === fan.account.email).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringContaining('was changed'));
  });

  it('rejects a short password', async () => {
    const fan = await buildUser(app);
    expect((await app.call('updatePassword', { as: fan.token, body: { password: '12345' } })).status).toBe(400);
  });
});
