import { eq, sql } from 'drizzle-orm';
import { sessions } from '../../../../db/schema/accounts';
import { createSessionService } from './session-service';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { meanwhile, untilWaiting } from '../../../../../tests/harness/lock-races';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Mobile/15E148 Safari/604.1';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const isAlive = async (token: string) => (await app.services.session.findActor(token)) !== null;
const list = async (token: string) => (await app.call('listSessions', { as: token })).data;
const confirm = (as: string, body: object) => app.call('confirmIdentity', { as, body });

describe('GET /users/me/sessions', () => {
  it('lists device, approximate place, times and the current session, for own logins only', async () => {
    const [fan] = [await buildUser(app), await buildUser(app)];
    app.clock.advance({ minutes: 1 });
    await app.services.session.open(fan.id, { userAgent: FIREFOX, ip: '::ffff:8.8.8.8', remember: true });
    app.clock.advance({ minutes: 1 });
    const phone = await app.services.session.open(fan.id, { userAgent: IPHONE, ip: '127.0.0.1' });
    const { data, total } = await list(phone);
    expect(total).toBe(3);
    expect(data[0]).toMatchObject({ device: 'phone', browser: 'Safari', os: 'iOS', country: null, isCurrent: true });
    expect(data[1]).toMatchObject({
      device: 'desktop',
      browser: 'Firefox',
      os: 'Linux',
      country: 'US',
      isCurrent: false,
      remember: true,
      lastUsedAt: data[1]?.createdAt,
    });
    expect(data[2]).toMatchObject({ device: 'other', browser: '', isCurrent: false, remember: false });
    expect(JSON.stringify(data)).not.toMatch(/8\.8\.8\.8|token|hash/i);
  });

  it('omits expired sessions', async () => {
    const fan = await buildUser(app);
    await app.services.session.open(fan.id, { remember: true });
    app.clock.advance({ hours: 25 });
    const token = await app.services.session.open(fan.id);
    expect((await list(token)).total).toBe(2);
  });
});

describe('DELETE /users/me/sessions', () => {
  it('ends all other sessions or one of them, but never another account’s', async () => {
    const [fan, stranger] = [await buildUser(app), await buildUser(app)];
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => app.services.session.open(fan.id)));
    const getId = async (token = '') => (await app.services.session.findActor(token))?.sessionId ?? '';
    const end = async (id: string) => app.call('endSession', { as: fan.token, params: { id } });
    expect((await end(await getId(one))).data).toEqual({ deleted: true });
    expect([await isAlive(one ?? ''), await isAlive(two ?? '')]).toEqual([false, true]);
    expect((await end(stranger.actor.sessionId)).status).toBe(404);
    expect((await app.call('endOtherSessions', { as: fan.token })).data).toEqual({ ended: 2 });
    expect([await isAlive(two ?? ''), await isAlive(three ?? ''), await isAlive(fan.token)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await isAlive(stranger.token)).toBe(true);
  });

  it('I-4: requires a recent login, except to end the current session', async () => {
    const fan = await buildUser(app);
    const other = await app.services.session.open(fan.id);
    app.clock.advance({ minutes: 10 });
    const { data } = await list(fan.token);
    const endOne = (id: string | undefined) => app.call('endSession', { as: fan.token, params: { id: id ?? '' } });
    expect((await app.call('endOtherSessions', { as: fan.token })).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect((await endOne(data.find((one) => !one.isCurrent)?._id)).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect((await endOne(data.find((one) => one.isCurrent)?._id)).data).toEqual({ deleted: true });
    expect([await isAlive(fan.token), await isAlive(other)]).toEqual([false, true]);
  });
});

describe('POST /auth/confirm', () => {
  const stale = async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 11 });
    return fan;
  };

  it('I-5: permits sensitive requests for ten minutes', async () => {
    const fan = await stale();
    const state = (token: string) => app.call('getConfirmation', { as: token });
    expect((await state(fan.token)).data).toEqual({ confirmedUntil: null, ways: ['password', 'login'], email: null });
    const { data } = await confirm(fan.token, { password: PASSWORD });
    const until = new Date(app.clock.now().getTime() + 600_000).toISOString();
    expect(data).toMatchObject({ confirmedUntil: until, remember: false });
    expect((await state(data.token)).data.confirmedUntil).toBe(until);
    app.clock.advance({ minutes: 9, seconds: 59 });
    expect((await app.call('endOtherSessions', { as: data.token })).status).toBe(200);
    app.clock.advance({ seconds: 1 });
    expect((await app.call('endOtherSessions', { as: data.token })).status).toBe(403);
  });

  it('I-2: replaces the session’s token; the old one ends within a minute, and does not permit sensitive requests', async () => {
    const fan = await stale();
    const before = (await list(fan.token)).data[0]?._id;
    const { data } = await confirm(fan.token, { password: PASSWORD });
    // 32 random bytes and the signature.
    expect(data.token).toMatch(/^[\w-]{51}$/);
    expect((await list(data.token)).data.map((one) => one._id)).toEqual([before]);
    expect(await isAlive(fan.token)).toBe(true);
    expect((await app.call('endOtherSessions', { as: fan.token })).body.error).toBe('FRESH_LOGIN_REQUIRED');
    app.clock.advance({ seconds: 60 });
    expect([await isAlive(fan.token), await isAlive(data.token)]).toEqual([false, true]);
    const [row] = await app.context.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, before ?? ''));
    expect(JSON.stringify(row)).not.toContain(data.token);
  });

  it('I-2: does not let the old token make sensitive requests in another process that has cached it', async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 11 });
    const other = createSessionService(app.context);
    const remembered = await other.findActor(fan.token);
    const { data } = await confirm(fan.token, { password: PASSWORD });
    expect(await other.findActor(fan.token)).toBe(remembered);
    expect(await other.getConfirmedUntil(remembered ?? fan.actor)).toBeNull();
    const proved = await other.findActor(data.token);
    expect(await other.getConfirmedUntil(proved ?? fan.actor)).not.toBeNull();
  });

  it('rejects a wrong password, and locks after five', async () => {
    const strict = await buildTestApp({ RATE_LIMITS: '1' });
    const fan = await buildUser(strict);
    strict.clock.advance({ minutes: 11 });
    const guess = (password: string) => strict.call('confirmIdentity', { as: fan.token, body: { password } });
    for (let i = 0; i < 5; i += 1) expect((await guess('wrong')).body.error).toBe('WRONG_PASSWORD');
    expect((await guess(PASSWORD)).status).toBe(429);
    await strict.close();
  });

  it('mails a code to an account without a password; it works once, for ten minutes, with five attempts', async () => {
    const fan = await buildUser(app, { passwordHash: null, email: 'wide@example.test' });
    app.clock.advance({ minutes: 11 });
    const state = await app.call('getConfirmation', { as: fan.token });
    expect(state.data).toMatchObject({ ways: ['email', 'login'], email: 'w•••@example.test' });
    const send = async () => {
      const reply = await app.call('sendConfirmationCode', { as: fan.token });
      await app.jobs.drain();
      return { ...reply, code: /\b\d{6}\b/.exec(app.mails.at(-1)?.text ?? '')?.[0] ?? '' };
    };
    const first = await send();
    expect(first.data).toEqual({ success: true, expiresIn: 600 });
    expect((await send()).status).toBe(429);
    expect(first.code).not.toBe('');
    let second = first;
    // Once in a million times, the next code is the same.
    while (second.code === first.code) {
      app.clock.advance({ minutes: 2 });
      second = await send();
    }
    expect(second.code).not.toBe('');
    const use = (verificationCode: string) => confirm(fan.token, { verificationCode });
    expect((await use(first.code)).body.error).toBe('INVALID_VERIFICATION_CODE');
    const { data } = await use(` ${second.code} `);
    expect((await app.call('endOtherSessions', { as: data.token })).status).toBe(200);
    expect((await confirm(data.token, { verificationCode: second.code })).status).toBe(422);

    app.clock.advance({ minutes: 2 });
    const third = await app.call('sendConfirmationCode', { as: data.token });
    expect(third.status).toBe(200);
    await app.jobs.drain();
    const code = /\b\d{6}\b/.exec(app.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i += 1) expect((await confirm(data.token, { verificationCode: wrong })).status).toBe(422);
    expect((await confirm(data.token, { verificationCode: code })).status).toBe(422);
  });

  it('I-8: compares only five attempts per code, even if they are concurrent', async () => {
    const { db } = app.context;
    const fan = await buildUser(app, { passwordHash: null, email: 'many@example.test' });
    app.clock.advance({ minutes: 11 });
    await app.call('sendConfirmationCode', { as: fan.token });
    await app.jobs.drain();
    const code = /\b\d{6}\b/.exec(app.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    const use = async (verificationCode: string) => (await confirm(fan.token, { verificationCode })).status;
    // Serializes updates of the counter, so that attempts overlap.
    await db.execute(sql`create function in_turn() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(8); return null; end $$`);
    await db.execute(
      sql`create trigger in_turn before update on confirmation_codes for each statement execute function in_turn()`,
    );
    const tries: Promise<number>[] = [];
    const right = await meanwhile(
      app,
      (tx) => tx.execute(sql`select pg_advisory_xact_lock(8)`),
      async () => {
        for (let i = 0; i < 5; i += 1) tries.push(use(wrong));
        await untilWaiting(app, 5);
        return use(code);
      },
      { waiting: 6 },
    );
    await db.execute(sql`drop function in_turn cascade`);
    expect([right, ...(await Promise.all(tries))]).toEqual(Array(6).fill(422));
  });

  it('mails no code to an account with a password, and requires a password or a code', async () => {
    const fan = await buildUser(app);
    expect((await app.call('sendConfirmationCode', { as: fan.token })).status).toBe(403);
    expect((await confirm(fan.token, { verificationCode: '000000' })).status).toBe(422);
    expect((await confirm(fan.token, {})).status).toBe(400);
  });
});

describe('PUT /auth/users/me/password', () => {
  const set = (person: BuiltPerson, body: object) => app.call('updatePassword', { as: person.token, body });

  it('accepts requests from compatible clients after a recent login, but later requires the password', async () => {
    const creator = await buildPerformer(app);
    expect((await set(creator, { password: 'first one', source: 'performer' })).data).toBe(true);
    app.clock.advance({ minutes: 11 });
    expect((await set(creator, { password: 'second one' })).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect((await set(creator, { password: 'second one', currentPassword: 'wrong' })).body.error).toBe(
      'WRONG_PASSWORD',
    );
    expect((await set(creator, { password: 'second one', currentPassword: 'first one' })).data).toBe(true);
    const enter = (password: string) => app.call('login', { body: { username: creator.account.email, password } });
    expect([(await enter('first one')).status, (await enter('second one')).status]).toEqual([422, 200]);
  });

  it('I-3, I-5: requires the same for a password in the profile and for payout settings', async () => {
    const creator = await buildPerformer(app);
    const params = { id: creator.id };
    app.clock.advance({ minutes: 11 });
    const profile = await app.call('updatePerformer', { as: creator.token, params, body: { password: 'another one' } });
    const bank = { firstName: 'I', lastName: 'M', bankName: 'Harbour Bank', bankAccount: 'PT50 0001' };
    const body = { performerId: creator.id, ...bank };
    const payout = await app.call('updateBankingSettings', { as: creator.token, params, body });
    const value = { email: 'thief@example.test' };
    const paypal = { key: 'paypal', value };
    const gateway = await app.call('updatePaymentGatewaySettings', { as: creator.token, params, body: paypal });
    for (const { body: refused } of [profile, payout, gateway]) expect(refused.error).toBe('FRESH_LOGIN_REQUIRED');
    const plain = await app.call('updatePerformer', { as: creator.token, params, body: { bio: 'Hi', password: '' } });
    expect(plain.status).toBe(200);
  });
});

describe('the lifetime of a session', () => {
  it('I-3: is not extended by use: it is one day, or one year with `remember`', async () => {
    const own = await buildTestApp();
    const fan = await buildUser(own);
    const long = await own.services.session.open(fan.id, { remember: true });
    for (let hour = 0; hour < 23; hour += 1) {
      own.clock.advance({ hours: 1 });
      expect(await own.services.session.findActor(fan.token)).not.toBeNull();
    }
    own.clock.advance({ hours: 1 });
    expect(await own.services.session.findActor(fan.token)).toBeNull();
    own.clock.advance({ days: 363 });
    const proved = await own.call('confirmIdentity', { as: long, body: { password: PASSWORD } });
    expect(proved.data.remember).toBe(true);
    own.clock.advance({ hours: 23 });
    expect(await own.services.session.findActor(proved.data.token)).not.toBeNull();
    own.clock.advance({ hours: 1 });
    expect(await own.services.session.findActor(proved.data.token)).toBeNull();
    await own.close();
  });
});
