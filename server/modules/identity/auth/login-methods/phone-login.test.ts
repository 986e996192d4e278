import { eq } from 'drizzle-orm';
import { accounts } from '../../../../db/schema/accounts';
import { phoneCodes } from '../../../../db/schema/logins';
import { newPhone, phoneCode } from '../../../../../tests/factories/social-login';
import { buildPerformer } from '../../../../../tests/factories/performer';
import { buildUser, PASSWORD } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const send = (phone: string) => app.call('sendPhoneCode', { body: { phone } });
const login = (phone: string, code: string, more = {}) =>
  app.call('loginWithPhone', { body: { phone, code, remember: true, ...more } });

describe('POST /auth/phone/send-code', () => {
  it('sends six digits to the number, however it is written', async () => {
    const phone = newPhone();
    const reply = await send(` ${phone.slice(0, 4)} (${phone.slice(4, 7)}) ${phone.slice(7)} `);
    expect(reply.data).toEqual({ success: true, expiresIn: 300, resendIn: 60 });
    expect(app.texts.at(-1)).toEqual({ to: phone, text: expect.stringMatching(/^\d{6} is your code for /) });
  });

  it('rejects numbers that cannot receive texts', async () => {
    for (const phone of ['12345', '+12', '0401234567', '+358 09', 'hello', '+44900', '+449098790000']) {
      expect((await send(phone)).body).toMatchObject({ statusCode: 422, error: 'PHONE_INVALID' });
    }
    expect((await send('')).status).toBe(400);
  });

  it('responds with an error if the text cannot be sent, and invalidates its code', async () => {
    const real = app.context.gateways.sms;
    let text = '';
    app.context.gateways.sms = {
      isProduction: true,
      async send(sms) {
        text = sms.text;
        throw new Error('the SMS gateway answered 503');
      },
    };
    const phone = newPhone();
    const reply = await send(phone);
    app.context.gateways.sms = real;
    expect(reply.body).toMatchObject({ statusCode: 400, error: 'SMS_FAILED' });
    expect((await login(phone, text.slice(0, 6))).status).toBe(422);
  });

  it('is unavailable if the operator has turned it off or there is no SMS gateway', async () => {
    await app.services.settings.write('phoneLoginEnabled', false);
    const off = await send(newPhone());
    expect((await app.call('getSettings')).data.phoneLoginEnabled).toBe(false);
    await app.services.settings.write('phoneLoginEnabled', true);
    expect(off.body).toMatchObject({ statusCode: 400, error: 'PROVIDER_NOT_CONFIGURED' });
  });
});

describe('POST /auth/phone', () => {
  it('the first time creates a fan with nothing but a phone, and later logs in to that account', async () => {
    const phone = newPhone();
    const first = await login(phone, await phoneCode(app, phone), { role: 'performer' });
    expect(first.data).toEqual({ token: expect.any(String), isNew: true, device: expect.any(String) });
    const me = (await app.call('getMe', { as: first.data.token })).data;
    expect(me).toMatchObject({ isPerformer: false, phone, email: null, username: null, hasPassword: false });

    app.clock.advance({ minutes: 2 });
    const second = await login(phone, await phoneCode(app, phone));
    expect(second.data).toEqual({ token: expect.any(String), isNew: false, device: expect.any(String) });
    expect((await app.call('getMe', { as: second.data.token })).data._id).toBe(me._id);
  });

  it('does not log in to an account that has the number but never verified it', async () => {
    const phone = newPhone();
    const fan = await buildUser(app, { phone });
    const creator = await buildPerformer(app, { phone });
    const { data } = await login(phone, await phoneCode(app, phone));
    expect(data.isNew).toBe(true);
    const actor = await app.services.session.findActor(data.token);
    expect([fan.id, creator.id]).not.toContain(actor?.id);
    const byPassword = await app.call('login', { body: { phone, password: PASSWORD } });
    expect(byPassword.body.error).toBe('INCORRECT_CREDENTIALS');
  });

  it('creates one account for two concurrent first logins', async () => {
    const phone = newPhone();
    const code = await phoneCode(app, phone);
    const both = await Promise.all([login(phone, code), login(phone, code)]);
    expect(both.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    const rows = await app.context.db.select().from(accounts).where(eq(accounts.phone, phone));
    expect(rows).toHaveLength(1);
  });

  it('makes the verified number usable for a password login too', async () => {
    const phone = newPhone();
    await buildUser(app, { phone, verifiedPhone: true });
    const spaced = `${phone.slice(0, 4)} ${phone.slice(4)}`;
    expect((await app.call('login', { body: { phone: spaced, password: PASSWORD } })).status).toBe(200);
  });

  it('rejects an inactive account', async () => {
    const phone = newPhone();
    await buildUser(app, { phone, verifiedPhone: true, status: 'inactive' });
    expect((await login(phone, await phoneCode(app, phone))).body.error).toBe('ACCOUNT_INACTIVE');
  });
});

describe('I-8: codes', () => {
  it('work only once', async () => {
    const phone = newPhone();
    const code = await phoneCode(app, phone);
    expect((await login(phone, code)).status).toBe(200);
    expect((await login(phone, code)).body).toMatchObject({ statusCode: 422, error: 'INVALID_VERIFICATION_CODE' });
  });

  it('work for five minutes', async () => {
    const phone = newPhone();
    const code = await phoneCode(app, phone);
    app.clock.advance({ minutes: 5 });
    expect((await login(phone, code)).status).toBe(422);
  });

  it('work only for their number, and only until the next one is sent', async () => {
    const [one, two] = [newPhone(), newPhone()];
    const code = await phoneCode(app, one);
    await phoneCode(app, two);
    expect((await login(two, code)).status).toBe(422);
    let next = code;
    // Once in a million times, the next code is the same.
    while (next === code) {
      app.clock.advance({ seconds: 60 });
      next = await phoneCode(app, one);
    }
    expect((await login(one, code)).status).toBe(422);
    expect((await login(one, next)).status).toBe(200);
  });

  it('are stored as keyed hashes', async () => {
    const phone = newPhone();
    const code = await phoneCode(app, phone);
    const [row] = await app.context.db.select().from(phoneCodes).where(eq(phoneCodes.phone, phone));
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row?.codeHash).toHaveLength(43);
  });

  it('are limited to thirty a day per network, for all numbers together', async () => {
    const limited = await buildTestApp({ RATE_LIMITS: '1' }, { beside: app });
    const ask = (ip: string) => limited.services.phoneCodes.send({ phone: newPhone() }, ip);
    for (let i = 0; i < 30; i += 1) await ask(`2001:db8:0:7::${i + 1}`);
    await expect(ask('2001:db8::7:0:0:0:99')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await expect(ask('2001:db8:0:8::1')).resolves.toMatchObject({ success: true });
    await limited.close();
  });

  it('are limited to 120 a day per wide network', async () => {
    app.clock.advance({ days: 1, seconds: 1 });
    const limited = await buildTestApp({ RATE_LIMITS: '1' }, { beside: app });
    const ask = (ip: string) => limited.services.phoneCodes.send({ phone: newPhone() }, ip);
    for (let i = 0; i < 120; i += 1) await ask(`2001:db8:1:${i.toString(16)}::1`);
    await expect(ask('2001:db8:1:ffff::1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    // A different network, although its first digits are the same.
    await expect(ask('2001:db8:11:1::1')).resolves.toMatchObject({ success: true });
    await limited.close();
  });

  it('are deleted after a day', async () => {
    app.clock.advance({ days: 1, seconds: 1 });
    await app.jobs.run('sweep', {});
    expect(await app.context.db.select().from(phoneCodes)).toEqual([]);
  });
});
