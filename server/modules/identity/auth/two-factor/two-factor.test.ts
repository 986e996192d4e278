import { eq } from 'drizzle-orm';
import { accounts, sessions } from '../../../../db/schema/accounts';
import { recoveryCodes as codeTable, twoFactors } from '../../../../db/schema/logins';
import type { Tx } from '../../../../db/transaction';
import { appCode, buildTwoFactorUser, enableTwoFactor } from '../../../../../tests/factories/two-factor';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../../tests/harness/lock-races';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const login = ({ account }: BuiltPerson, verificationCode?: string) =>
  app.call('login', { body: { username: account.username, password: PASSWORD, verificationCode } });
const status = async ({ token }: BuiltPerson) => (await app.call('getTwoFactorStatus', { as: token })).data;
const mailsTo = async ({ account }: BuiltPerson) => {
  await app.jobs.drain();
  return app.mails.filter((mail) => mail.to === account.email).map((mail) => mail.subject);
};

describe('POST /auth/two-step/connect and /verify', () => {
  it('return a secret for an app, which takes effect with its first code', async () => {
    const creator = await buildPerformer(app);
    const { data } = await app.call('connectTwoFactor', { as: creator.token, body: { method: 'app' } });
    const url = new URL(data.otpauthUrl);
    expect([url.protocol, url.host, url.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', data.secret]);
    expect(decodeURIComponent(url.pathname)).toContain(creator.account.email);
    expect(data.qrCode).toMatch(/^data:image\/png;base64,/);
    expect(await status(creator)).toEqual({ enabled: false, method: null });
    expect((await login(creator)).status).toBe(200);

    const body = { verificationCode: await appCode(app, data.secret) };
    const verified = await app.call('verifyTwoFactor', { as: creator.token, body });
    expect(verified.data.enabled).toBe(true);
    expect(new Set(verified.data.recoveryCodes).size).toBe(10);
    expect(await status(creator)).toEqual({ enabled: true, method: 'app', recoveryCodesLeft: 10 });
    expect((await app.call('getMe', { as: creator.token })).data.twoStepEnabled).toBe(true);
    expect((await login(creator)).status).toBe(403);
    expect(await mailsTo(creator)).toContainEqual(expect.stringContaining('Two-factor is on'));
  });

  it('end the sessions that were opened without a second step', async () => {
    const fan = await buildUser(app);
    const elsewhere = (await login(fan)).data.token;
    await enableTwoFactor(app, fan);
    expect((await app.call('getMe', { as: elsewhere })).status).toBe(401);
    expect((await app.call('getMe', { as: fan.token })).status).toBe(200);
  });

  it('reject a wrong first code, a code without a secret, and a second secret', async () => {
    const fan = await buildUser(app);
    const verify = (verificationCode: string) =>
      app.call('verifyTwoFactor', { as: fan.token, body: { verificationCode } });
    expect((await verify('123456')).body).toMatchObject({ statusCode: 422, error: 'TWO_STEP_NOT_STARTED' });
    const { secret } = (await app.call('connectTwoFactor', { as: fan.token })).data;
    expect((await verify('12345')).body).toMatchObject({ statusCode: 422, error: 'INVALID_VERIFICATION_CODE' });
    expect((await verify(await appCode(app, secret))).status).toBe(200);
    expect((await app.call('connectTwoFactor', { as: fan.token })).body.error).toBe('TWO_STEP_ACTIVE');
    expect((await verify(await appCode(app, secret))).body.error).toBe('TWO_STEP_ACTIVE');
  });

  it('I-5: require a recent login', async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 11 });
    expect((await app.call('connectTwoFactor', { as: fan.token })).body).toMatchObject({
      statusCode: 403,
      error: 'FRESH_LOGIN_REQUIRED',
    });
  });

  it('store the secret encrypted, and the recovery codes as hashes', async () => {
    const fan = await buildTwoFactorUser(app);
    const [row] = await app.context.db.select().from(twoFactors).where(eq(twoFactors.accountId, fan.id));
    const codes = await app.context.db.select().from(codeTable).where(eq(codeTable.accountId, fan.id));
    const stored = JSON.stringify([row, codes]);
    for (const secret of [fan.secret, ...fan.recoveryCodes]) expect(stored).not.toContain(secret);
  });
});

describe('I-8: codes of the second step', () => {
  it('are accepted if one step early or late, but not two', async () => {
    const fan = await buildTwoFactorUser(app);
    app.clock.advance({ minutes: 5 });
    expect((await login(fan, await appCode(app, fan.secret, -60))).status).toBe(422);
    expect((await login(fan, await appCode(app, fan.secret, 60))).status).toBe(422);
    expect((await login(fan, await appCode(app, fan.secret, -30))).status).toBe(200);
    expect((await login(fan, await appCode(app, fan.secret, 30))).status).toBe(200);
  });

  it('are accepted only once, and never after a newer one', async () => {
    const fan = await buildTwoFactorUser(app);
    expect((await login(fan, await appCode(app, fan.secret))).status).toBe(422);
    const code = await fan.nextCode();
    const both = await Promise.all([login(fan, code), login(fan, code)]);
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect((await login(fan, await appCode(app, fan.secret, -30))).status).toBe(422);
  });

  it('can be a recovery code, accepted once in any spelling, about which the owner is mailed', async () => {
    const fan = await buildTwoFactorUser(app);
    const [code = '', other = ''] = fan.recoveryCodes;
    expect((await login(fan, code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await login(fan, code)).body).toMatchObject({ error: 'INVALID_VERIFICATION_CODE', twoStepRequired: true });
    const both = await Promise.all([login(fan, other), login(fan, other)]);
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await status(fan)).toMatchObject({ recoveryCodesLeft: 8 });
    expect((await mailsTo(fan)).filter((subject) => subject.startsWith('A recovery code'))).toHaveLength(2);
  });

  it('are all rejected for 15 minutes after five wrong ones, then for twice as long', async () => {
    const fan = await buildTwoFactorUser(app);
    const wrongFive = () => Promise.all(Array.from({ length: 5 }, () => login(fan, '000000')));
    await wrongFive();
    const locked = await login(fan, await fan.nextCode());
    expect([locked.status, Number(locked.headers['retry-after'])]).toEqual([429, 870]);
    expect((await login(fan, fan.recoveryCodes[0])).status).toBe(429);
    app.clock.advance({ minutes: 15 });
    await wrongFive();
    app.clock.advance({ minutes: 16 });
    expect((await login(fan, await fan.nextCode())).status).toBe(429);
    app.clock.advance({ minutes: 15 });
    expect((await login(fan, await fan.nextCode())).status).toBe(200);
  });

  it('count toward the lock even if they arrive concurrently', async () => {
    const fan = await buildTwoFactorUser(app);
    const replies = await Promise.all(Array.from({ length: 30 }, (_, i) => login(fan, String(100_000 + i))));
    expect(replies.filter((reply) => reply.status === 422)).toHaveLength(5);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(25);
  });
});

describe('POST /auth/two-step/disable', () => {
  const disable = ({ token }: BuiltPerson, body: object) => app.call('disableTwoFactor', { as: token, body });

  it('accepts an app code, a recovery code or the password', async () => {
    for (const kind of ['code', 'recovery', 'password']) {
      const fan = await buildTwoFactorUser(app);
      const proofs: Record<string, object> = {
        code: { verificationCode: await fan.nextCode() },
        recovery: { verificationCode: fan.recoveryCodes[3] },
        password: { password: PASSWORD },
      };
      expect((await disable(fan, proofs[kind] ?? {})).data).toEqual({ enabled: false });
      expect(await status(fan)).toEqual({ enabled: false, method: null });
      expect((await login(fan)).status).toBe(200);
      expect(await mailsTo(fan)).toContainEqual(expect.stringContaining('Two-factor is off'));
    }
  });

  it('rejects a missing or wrong one of these', async () => {
    const fan = await buildTwoFactorUser(app);
    expect((await disable(fan, {})).body).toMatchObject({ statusCode: 422, error: 'WRONG_PASSWORD' });
    expect((await disable(fan, { password: 'wrong' })).body.error).toBe('WRONG_PASSWORD');
    expect((await disable(fan, { verificationCode: '000000' })).body.error).toBe('INVALID_VERIFICATION_CODE');
    expect((await disable(fan, { verificationCode: '', password: '' })).status).toBe(422);
    expect((await status(fan)).enabled).toBe(true);
  });

  it('does nothing if two-factor login is off', async () => {
    expect((await disable(await buildUser(app), {})).data).toEqual({ enabled: false });
  });
});

describe('POST /auth/two-step/recovery-codes', () => {
  const renew = ({ token }: BuiltPerson) => app.call('renewRecoveryCodes', { as: token });

  it('creates ten new codes and invalidates the old ones', async () => {
    const fan = await buildTwoFactorUser(app);
    const { recoveryCodes } = (await renew(fan)).data;
    expect(new Set([...recoveryCodes, ...fan.recoveryCodes]).size).toBe(20);
    expect((await login(fan, fan.recoveryCodes[0])).status).toBe(422);
    expect((await login(fan, recoveryCodes[9])).status).toBe(200);
  });

  it('rejects requests while two-factor login is off, or without a recent login', async () => {
    expect((await renew(await buildUser(app))).body.error).toBe('TWO_STEP_NOT_STARTED');
    const fan = await buildTwoFactorUser(app);
    app.clock.advance({ minutes: 11 });
    expect((await renew(fan)).body.error).toBe('FRESH_LOGIN_REQUIRED');
  });
});

describe('I-12: a session that the owner ends at the same moment', () => {
  const shutOut = (id: string) => async (tx: Tx) => {
    await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.id, id));
    await tx.delete(sessions).where(eq(sessions.accountId, id));
  };

  it('cannot turn off two-factor login', async () => {
    const fan = await buildTwoFactorUser(app);
    const body = { password: PASSWORD };
    const reply = await meanwhile(app, shutOut(fan.id), () => app.call('disableTwoFactor', { as: fan.token, body }));
    expect(reply.status).toBe(401);
    expect(await app.services.twoFactor.isEnabled(fan.id)).toBe(true);
  });

  it('cannot renew the recovery codes', async () => {
    const fan = await buildTwoFactorUser(app);
    const listCodes = () => app.context.db.select().from(codeTable).where(eq(codeTable.accountId, fan.id));
    const before = await listCodes();
    const reply = await meanwhile(app, shutOut(fan.id), () => app.call('renewRecoveryCodes', { as: fan.token }));
    expect(reply.status).toBe(401);
    expect(await listCodes()).toEqual(before);
  });
});
